"""No track is named in the product, and no scorer outside its folder.

Tracks are data of a release; what holds of one scorer alone is a field of ``Scorer``.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import PurePosixPath

from digesta.scorers import OWN
from digesta_convert import CONVERTERS
from places import ROOT
from test_floors import modules

NEWEST = max((ROOT / "releases").glob("2*"))
TRACKS = {
    track["track"] for track in json.loads((NEWEST / "release.json").read_text("utf-8"))["tracks"]
}
SHOWN = "digesta/records"
"""Where a track's name may stand: in the examples of records, which pages and schemas show."""
HOMES = ("digesta/scorers", "digesta_legal")

OTHER_MEANING = {
    "digesta_legal/penalty/prompt.py subscript citations",
    "digesta_convert/finlaw.py dict citations",
    "digesta/board/families.py dict retrieval",
    "digesta/records/track.py subscript retrieval",
    "digesta_site/words.py dict retrieval",
    "digesta/text/hebrew.py subscript letters",
    "digesta_convert/tlr.py dict retrieval",
    "digesta_generate/inference/systems/condition.py dict retrieval",
    "digesta_generate/options.py subscript retrieval",
    "digesta_generate/retrieval/passages.py comparison retrieval",
    "digesta_generate/search/search.py dict retrieval",
    "digesta_generate/temporal/answer.py dict retrieval",
}
"""Where the word is a condition, a key of another's format, or stands in a record's example."""

ONE_SCORER = {
    "digesta_convert/exports/harness.py constant closed",
    "digesta_convert/exports/harness.py constant letters",
    "digesta_convert/exports/texts.py comparison letters",
    "digesta_convert/sources.py comparison rubric",
    "digesta_generate/baselines/authorities.py dict rubric",
    "digesta_generate/baselines/search.py dict penalty",
    "digesta_generate/baselines/search.py dict ranking",
    "digesta_generate/baselines/search.py dict retrieval",
    "digesta_generate/baselines/search.py dict stars",
    "digesta_generate/graph/commands.py comparison temporal",
    "digesta_generate/search/search.py comparison retrieval",
    "digesta_generate/similarity/ranking.py comparison retrieval",
    "digesta_generate/temporal/run.py constant temporal",
    "digesta_generate/baselines/embedding.py dict closed",
    "digesta_generate/baselines/lexical.py dict closed",
    "digesta_generate/baselines/lexical.py dict letters",
    "digesta_generate/baselines/neighbour.py dict penalty",
    "digesta_generate/baselines/neighbour.py dict temporal",
    "digesta_generate/baselines/longest.py dict closed",
    "digesta_generate/baselines/longest.py dict letters",
    "digesta_generate/baselines/ngram.py dict closed",
    "digesta_generate/baselines/overlap.py dict closed",
    "digesta_generate/baselines/overlap.py dict letters",
}
"""What reads verdicts, systems that answer one scorer's questions, what a harness can hold."""
OF_A_FORMAT = {
    (name, scorer) for name, converter in CONVERTERS.items() for scorer in converter.scorers
}
"""A format may name the scorers whose questions it holds."""


def test_no_module_of_the_product_names_a_track() -> None:
    """Converters do: a format of another benchmark is that benchmark's."""
    naming = [
        f"{place}:{line} {name}"
        for place, tree in trees()
        if place.rpartition("/")[0] != SHOWN and not place.startswith("digesta_convert/")
        for line, name in texts_of(tree)
        if name in TRACKS
    ]

    assert len(TRACKS) == 5
    assert not naming


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Yield the place and the tree of every module of the product."""
    toolkit = ROOT / "toolkit"
    for module in modules():
        if module.path.is_relative_to(toolkit):
            yield module.path.relative_to(toolkit).as_posix(), module.tree


def texts_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_scorer_is_named_as_a_key_outside_its_folder() -> None:
    names = set(OWN)

    keyed = {
        f"{path} {kind} {name}"
        for path, tree in [(PurePosixPath(place), tree) for place, tree in trees()]
        for kind, name in keys_of(tree)
        if name in names and not {f"{home}/{name}" for home in HOMES} & {*map(str, path.parents)}
        if "digesta_convert" not in path.parts[-3:]
        or not {(path.parts[-2], name), (path.stem, name)} & OF_A_FORMAT
    }

    assert keyed == OTHER_MEANING | ONE_SCORER


def keys_of(tree: ast.Module) -> Iterator[tuple[str, object]]:
    """Yield the texts that are keys, are compared, or are a module's constants."""
    for node in ast.walk(tree):
        match node:
            case ast.Dict(keys=keys):
                yield from (("dict", text) for key in keys for text in literals(key))
            case ast.Compare(left=left, comparators=right):
                yield from (("comparison", t) for part in (left, *right) for t in literals(part))
            case ast.MatchValue(value=value):
                yield from (("case", text) for text in literals(value))
            case ast.Subscript(slice=key):
                yield from (("subscript", text) for text in literals(key))
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            yield from (("constant", text) for text in literals(node.value))


def literals(node: ast.expr | None) -> Iterator[object]:
    """Yield the literal that a node is, or those in the tuple, list or set that it is."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    yield from (part.value for part in parts if isinstance(part, ast.Constant))
