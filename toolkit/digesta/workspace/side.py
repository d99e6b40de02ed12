"""What a site shows of a release beside its boards: made from the answers, or as published.

Files by kind and name: what questions show (``items``), what answers show of having been seen
before (``exposure``), how systems answer (``abstention``), the tests of every two systems
(``pairs``), how scores changed from release to release (``links``), and what gives the public
answers away (``giveaways``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_type_hints

import orjson
from pydantic import BaseModel, create_model

from digesta.board.abstention import abstentions
from digesta.board.exposure import References
from digesta.board.links import ReleaseField, links
from digesta.board.questions import item_analyses
from digesta.canonical import canonical_bytes
from digesta.errors import InputError, ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.analysis import Abstention, Exposure, ItemAnalysis, Links
from digesta.records.base import Record, release_parts
from digesta.records.read import read_record
from digesta.releases.data import SIDE, locate, record_in
from digesta.releases.giveaways import giveaways
from digesta.releases.giveaways.figures import Giveaway
from digesta.workspace import store
from digesta.workspace.boards import board_inputs, pairs_of
from digesta.workspace.links import field_of, series_of
from digesta.workspace.releases import (
    StoredRelease,
    json_line,
    open_release,
    publications,
    published_side,
    read_release,
)

R = TypeVar("R", bound=Record)
Files = Mapping[str, bytes]


class SideRecords(NamedTuple):
    """What a site shows of a release beside its boards. links: oldest first, then by track.

    giveaways: none of questions whose text may not be shown.
    """

    analyses: list[ItemAnalysis]
    abstentions: list[Abstention]
    exposure: Exposure | None
    pairs: list[dict[str, Any]]
    links: list[Links]
    giveaways: list[Giveaway]


_PAIR: Mapping[str, Any] = {
    **dict.fromkeys(("board", "metric", "a", "b", "family"), str),
    **dict.fromkeys(("n", "pairs", "only_a_better", "only_b_better"), int),
    **dict.fromkeys(("score_a", "score_b", "difference", "p", "adjusted", "smallest"), float),
    **dict.fromkeys(("low", "high"), float | None),
    "more": int | None,
    "separable": bool,
}
"""Two systems of a published track, as ``headline_pairs`` compares them."""


def side_files(root: Path, release: StoredRelease, *kinds: str) -> dict[str, bytes]:
    """Return what a release's answers show beside its boards: kind/name -> bytes.

    kinds: those wanted; all where none is named.
    """
    return {
        f"{kind}/{name}": data
        for kind in kinds or _MADE
        for name, data in _MADE[kind](root, release).items()
    }


def built_side(root: Path, release: StoredRelease, *kinds: str) -> SideRecords:
    """Return what ``side_files`` has, and write each kind into build/<kind>/<release>/."""
    files = side_files(root, release, *kinds)
    for kind in kinds or _MADE:
        own = {name.removeprefix(f"{kind}/"): data for name, data in files.items()}
        own = {name: data for name, data in own.items() if name not in files}
        store.write_tree(root / "build" / kind / release.id, own, replace=True, flush=False)
    return side_of(files)


def live_side(root: Path, release: StoredRelease) -> SideRecords:
    """Return what the newest release shows: made anew, but for what no answer can change.

    That is read once it is published.
    """
    published = _last_side(release.root) or side_of({})
    kept = {name: value for name in _SETTLED if (value := getattr(published, name))}
    return built_side(root, release, *(kind for kind in _MADE if kind not in kept))._replace(**kept)


def kept_side(root: Path, folder: Path) -> SideRecords:
    """Return what another release published; made anew where it published boards alone."""
    return _last_side(folder) or built_side(root, open_release(root, folder.name))


def _last_side(folder: Path) -> SideRecords | None:
    files = published_side(folder)
    try:
        return side_of(files) if files else None
    except InputError as error:
        place = (publications(folder)[-1] / SIDE).as_posix()
        raise ReleaseError(locate(place, error.problems)) from None


def side_of(files: Files) -> SideRecords:
    """Return what files of ``side_files`` say."""
    exposure = _records(files, "exposure", Exposure)
    linked = _records(files, "links", Links)
    return SideRecords(
        analyses=_records(files, "items", ItemAnalysis),
        abstentions=_records(files, "abstention", Abstention),
        exposure=exposure[0] if exposure else None,
        pairs=_rows(files, "pairs", _PAIR),
        links=sorted(linked, key=lambda each: (release_parts(each.after), each.track)),
        giveaways=[Giveaway(**row) for row in _rows(files, "giveaways", get_type_hints(Giveaway))],
    )


def _rows(files: Files, kind: str, fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    name, form = f"{kind}/{kind}.json", {field: (fields[field], ...) for field in fields}
    row: type[BaseModel] = create_model(kind, **form)  # type: ignore[call-overload]
    value = strict_json(files.get(name, b"[]"), file=name, limits=RELEASE_LIMITS)
    rows = value if isinstance(value, list) else [value]
    return [dict(read_record(row, each, name, nulls=False)) for each in rows]


def _records(files: Files, kind: str, record: type[R]) -> list[R]:
    return [
        record_in(record, data, name)
        for name, data in sorted(files.items())
        if name.startswith(f"{kind}/")
    ]


def _question_figures(root: Path, release: StoredRelease) -> Files:
    submissions = board_inputs(root, release).submissions
    every = item_analyses(release.compiled, submissions)
    return {f"{each.board}.json": json_line(each) for each in every}


def _exposure(root: Path, release: StoredRelease) -> Files:
    submissions = board_inputs(root, release).submissions
    own = [submission for submission in submissions if not submission.judge]
    references = References(release.compiled, release.data.questions, release.data.truths)
    exposed = references.exposure(own, [references.repetition(each) for each in own])
    return {"answers.json": json_line(exposed)} if exposed is not None else {}


def _abstention(root: Path, release: StoredRelease) -> Files:
    submissions = board_inputs(root, release).submissions
    every = abstentions(release.compiled, submissions, release.data.questions)
    return {f"{each.board}.json": json_line(each) for each in every}


def _pairs(root: Path, release: StoredRelease) -> Files:
    return {"pairs.json": orjson.dumps(pairs_of(root, release))}


def _links(root: Path, release: StoredRelease) -> Files:
    """Return a series' links up to a release: as the one before published them, and its own."""
    names = series_of(root, release.id)
    names = names[: names.index(release.id) + 1]
    earlier = published_side(root / "releases" / names[-2]) if names[1:] else {}
    known = {
        name.removeprefix("links/"): data
        for name, data in earlier.items()
        if name.startswith("links/")
    }

    @cache
    def field(name: str) -> ReleaseField:
        return field_of(root, release if name == release.id else open_release(root, name))

    pairs = pairwise(names[-2:] if known else names)
    made = [each for before, after in pairs for each in links(field(before), field(after))]
    return known | {f"{each.after}/{each.track}.json": json_line(each) for each in made}


def _giveaways(root: Path, release: StoredRelease) -> Files:
    before = release.data.manifest.previous
    earlier = read_release(root / "releases" / before).open_part() if before else None
    figures = giveaways(release.data.open_part(), earlier)
    return {"giveaways.json": canonical_bytes([each.as_json() for each in figures]) + b"\n"}


_MADE: Mapping[str, Callable[[Path, StoredRelease], Files]] = {
    "items": _question_figures,
    "exposure": _exposure,
    "abstention": _abstention,
    "pairs": _pairs,
    "links": _links,
    "giveaways": _giveaways,
}
_SETTLED = ("links", "giveaways")
"""Kinds that a release alone decides, or those before it."""
