"""docs/architecture.md is true of the code, and nothing cites a document that a clone lacks."""

from __future__ import annotations

import ast
import re
import subprocess
import tokenize
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from digesta_convert import CONVERTERS
from places import PAGES, ROOT
from test_floors import FLOORS

PAGE = ROOT / "docs" / "architecture.md"
TEXT = PAGE.read_text("utf-8")
LONGEST = 150

MADE = {
    *("access.md", "attempts.md", "decisions.md", "disputes.md"),
    *("formats.md", "glossary.md", "metrics.md", "status.md"),
}
"""Pages that the site makes; its own pages may link to them."""


def section(title: str) -> str:
    """Return what stands under a heading of the page."""
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def drawn() -> list[frozenset[str]]:
    """Return the floors as the page draws them, lowest first: full names of each row."""
    [drawing] = re.findall(r"```text\n(.*?)```", section("The floors"), re.DOTALL)
    rows = []
    for line in reversed(drawing.splitlines()):
        names, before = [], ""
        for name in re.split(r" {3,}", line)[0].split():
            if name == "digesta_convert.FORMAT":
                names += [f"digesta_convert.{form}" for form in CONVERTERS if form != "table"]
                continue
            whole = f"{before.rpartition('.')[0]}{name}" if name.startswith(".") else name
            before = whole
            names.append(
                whole if whole.startswith(("digesta", "authoring")) else f"digesta.{whole}"
            )
        rows.append(frozenset(names))
    return rows


def test_the_page_draws_the_floors_that_are_enforced() -> None:
    assert drawn() == [frozenset(row) for row in FLOORS]


def test_every_name_on_the_walks_is_there() -> None:
    names = re.findall(r"`([a-z_]+(?:\.\w+)+)`", section("Three walks"))

    assert len(names) > 30
    assert not [name for name in names if not is_there(name)]


def is_there(name: str) -> bool:
    """Return whether a dotted name is one of a module or of what a module defines."""
    parts = name.split(".") if name.startswith("digesta_") else ["digesta", *name.split(".")]
    module, _, last = ".".join(parts).rpartition(".")
    try:
        return hasattr(import_module(module), last) or bool(import_module(f"{module}.{last}"))
    except ModuleNotFoundError:
        return False


def test_every_file_that_the_page_sends_to_is_there() -> None:
    names = re.findall(r"`([\w./]+/[\w.]*)`", section("Where a new thing goes"))
    homes = (ROOT / "toolkit" / "digesta", ROOT / "toolkit", ROOT)

    assert len(names) > 10
    assert not [name for name in names if not any((home / name).exists() for home in homes)]


def test_the_page_is_short_and_linked_from_where_people_begin() -> None:
    assert len(TEXT.splitlines()) <= LONGEST
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "(docs/architecture.md)" in (ROOT / name).read_text("utf-8")


CITED = re.compile(r"(?<![\w)>/.-])((?:\.\./)*[a-z0-9][a-z0-9_./-]*\.md)\b|\.\./shared|\bdesign/")


def said(path: Path) -> str:
    """Return what a file says to its readers: of a module its docstrings and comments."""
    text = path.read_text("utf-8")
    if path.suffix != ".py" or not CITED.search(text):
        return text
    with path.open("rb") as file:
        comments = [
            t.string for t in tokenize.tokenize(file.readline) if t.type == tokenize.COMMENT
        ]
    statements = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr))
    strings = (node.value for node in statements if isinstance(node, ast.Constant))
    return "\n".join([*comments, *(one for one in strings if isinstance(one, str))])


def written() -> Iterator[Path]:
    """Yield the files that people read: code, templates, pages; not data, nor this test."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True)
    homes = ("toolkit/", "tests/", "authoring/", "site/docs/", "docs/")
    for name in listed.stdout.decode().splitlines():
        ours = name.startswith(homes) or "/" not in name
        is_data = name.startswith(("tests/data/", "tests/golden/"))
        is_data = is_data or "/vendor/" in name or "/start/files/" in name
        if ours and not is_data and name.endswith((".py", ".md", ".html", ".toml", ".yml")):
            yield ROOT / name


def unknown(path: Path) -> list[str]:
    """Return the documents that a file cites and a clone lacks."""
    homes = (ROOT, path.parent, ROOT / "site" / "docs", PAGES, ROOT / "tests")
    found = [(hit[0], hit[1]) for hit in CITED.finditer(said(path))]
    return [
        whole
        for whole, name in found
        if not name
        or not (
            any((home / name).is_file() for home in homes)
            or (name in MADE and {ROOT / "site", PAGES} & {*path.parents})
            or path.name == "mkdocs.yml"
        )
    ]


def test_nothing_cites_a_document_that_a_clone_lacks() -> None:
    files = [path for path in written() if path != Path(__file__)]

    assert len(files) > 500
    assert not {
        path.relative_to(ROOT).as_posix(): lost for path in files if (lost := unknown(path))
    }


@pytest.mark.parametrize("text", ["# see design.md", '"""Of design/x."""', "# in ../shared/a"])
def test_such_a_citation_is_found(tmp_path: Path, text: str) -> None:
    path = tmp_path / "module.py"
    path.write_text(f"{text}\n", "utf-8")

    assert unknown(path)
