"""Names are nouns that a stranger would use: what a thing is, not what was done to it."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from places import ROOT
from test_floors import Module, modules

ANYTHING = {
    *("one", "ones", "found", "given", "said", "says", "told", "tells", "asked", "thing"),
    *("things", "entry", "entries", "sample", "samples", "item", "items", "doc", "docs"),
    *("what", "which", "who", "whose", "this", "that", "these", "those", "stuff"),
}
"""Words that could stand for anything; a reader learns nothing from them."""

IRREGULAR = {
    *("said", "told", "found", "given", "made", "done", "kept", "held", "left", "sent", "drawn"),
    *("shown", "known", "written", "taken", "built", "chosen", "meant", "bound", "laid", "seen"),
    *("gone", "lost", "spent", "forgotten", "hidden", "broken", "born", "sorted", "led"),
}
"""Participles that do not end in -ed."""

NOUNS = {
    *("seed", "need", "feed", "embed", "speed", "bed", "shed", "spread", "weed", "proceed"),
    *("embedding", "scoring", "timing", "heading", "meaning", "spelling", "ranking", "string"),
    *("ruling", "setting", "sibling", "authoring", "sharing", "judging"),
    *("shared", "closed", "dated", "named"),
}
"""Nouns and verbs on -ed and -ing; and what folders, a scorer and ``scorer_named`` are called."""

PREDICATES = {"is", "has", "was", "may", "can"}
FORMATS = {
    ("digesta.records.log", "who"), ("digesta.records.log", "what"),
    ("digesta.records.trace", "asked"), ("digesta.releases.status", "what"),
    ("digesta_legal.temporal.resources", "found"),
    ("digesta.records.board", "Published"),
    ("digesta.records.release", "Sealed"), ("digesta.records.trace", "Carried"),
    ("digesta.records.judges.board", "Ordering"),
}  # fmt: skip
"""Names that published formats have: a field, and the title of a schema."""
TAIL = {"of", "in", "as", "by", "with", "from", "for", "on", "to", "at", "under", "over", "out"}


FIXTURE = re.compile(r"^ *@pytest\.fixture.*?^ *(?:async )?def (\w+)", re.DOTALL | re.MULTILINE)


class Name(NamedTuple):
    """A name that a module binds: function, class, parameter, variable or module."""

    kind: str
    text: str
    line: int

    @property
    def words(self) -> list[str]:
        """The words of the name; what follows the last noun ("_of", "_in") left out."""
        text = "".join(f"_{c.lower()}" if c.isupper() else c for c in self.text)
        parts = [part for part in text.split("_") if part]
        while len(parts) > 1 and parts[-1] in TAIL:
            parts.pop()
        return parts


@cache
def names(module: Module) -> tuple[Name, ...]:
    """Return the names that a module binds, its own first."""
    return tuple(dict.fromkeys(_bound(module)))


def _bound(module: Module) -> Iterator[Name]:
    yield Name("module", module.name.rpartition(".")[2], 1)
    for node in ast.walk(module.tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield Name("function", node.name, node.lineno)
            case ast.ClassDef():
                yield Name("class", node.name, node.lineno)
            case ast.arg():
                yield Name("parameter", node.arg, node.lineno)
            case ast.Name(ctx=ast.Store()):
                yield Name("variable", node.id, node.lineno)


def vague(name: Name) -> bool:
    """Return whether a name says nothing of what it names."""
    return name.text.strip("_") in ANYTHING


def participle(name: Name) -> bool:
    """Return whether a function, class or module is called by what was done, or is being done."""
    if (
        name.kind not in ("function", "class", "module")
        or not name.words
        or name.words[0] in PREDICATES
    ):
        return False
    last = name.words[-1]
    if last in NOUNS:
        return False
    done = last in IRREGULAR or (last.endswith("ed") and len(last) > 3)
    doing = name.kind != "function" and last.endswith("ing")
    return done or doing


def _offenders(test: Callable[[Name], bool]) -> list[str]:
    return [
        f"{module.path.relative_to(ROOT)}:{name.line}: {name.kind} {name.text}"
        for module in modules()
        for name in names(module)
        if test(name) and (module.name, name.text) not in FORMATS
    ]


def test_no_name_could_stand_for_anything() -> None:
    assert _offenders(vague) == []


def test_no_function_class_or_module_is_called_by_what_was_done_to_it() -> None:
    assert _offenders(participle) == []


def test_no_two_public_classes_share_a_name() -> None:
    homes = defaultdict(list)
    for module in modules():
        for name in names(module):
            if name.kind == "class" and not name.text.startswith("_"):
                homes[name.text].append(module.name)
    assert {text: where for text, where in homes.items() if len(where) > 1} == {}


def test_no_docstring_begins_with_give() -> None:
    begun = [
        f"{module.name}:{node.lineno}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and (ast.get_docstring(node) or "").startswith(("Give ", "Gives "))
    ]
    assert begun == []


def test_no_two_fixtures_share_a_name() -> None:
    homes = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for name in FIXTURE.findall(path.read_text("utf-8")):
            homes[name].append(path.relative_to(ROOT).as_posix())
    assert {text: where for text, where in homes.items() if len(where) > 1} == {}
