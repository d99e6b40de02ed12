"""Boards and pages in build/, read back while nothing that they were made from has changed.

A stamp in build/stamps/ holds the digest of all that a folder was made from, and the digest of
the folder. While both are the same, nothing is computed again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson

from digesta.board.abstention import abstentions
from digesta.board.contamination import contamination
from digesta.board.exposure import References
from digesta.board.judges.comparison import JudgeTable, judge_tables
from digesta.board.judges.eligible import unjudged_submissions
from digesta.board.links import LinkedPair, ReleaseField, links
from digesta.board.questions import item_analyses
from digesta.canonical import canonical_bytes
from digesta.errors import Problem, StaleScoreError, UsageError
from digesta.records.analysis import Abstention, Exposure, ItemAnalysis, LinkedSystem, Links
from digesta.records.base import Record, release_parts
from digesta.records.board import Board
from digesta.records.judges.comparison import JudgeComparison
from digesta.records.read import read_record
from digesta.releases.data import ReleaseData
from digesta.releases.giveaways import giveaways
from digesta.releases.giveaways.figures import Giveaway
from digesta.schemas import SCHEMAS, json_schemas
from digesta.workspace import store
from digesta.workspace.across.links import field_of, series_of
from digesta.workspace.boards import (
    board_files,
    board_inputs,
    conditions_of,
    facts_files,
    pairs_of,
    report_problems,
    scored_submissions,
)
from digesta.workspace.engines import kept_before, map_here
from digesta.workspace.judges import judges_in
from digesta.workspace.output.stamps import Stamp, inputs_digest
from digesta.workspace.publication import check_last_publication
from digesta.workspace.releases import (
    StoredRelease,
    json_line,
    open_release,
    read_release,
    source_digest,
)

_PATH = re.compile(r"\w[\w./-]*\w")
SITE_PARTS = ("mkdocs", "mkdocs-material", "jinja2", "plotly")
"""Distributions that a built page depends on, beside our own."""


class BoardSet(NamedTuple):
    """A release's boards. waiting: by track, the submissions that wait for a judge."""

    boards: Mapping[str, bytes]
    facts: int
    waiting: Mapping[str, list[str]]
    new: bool


R = TypeVar("R", bound=Record)


def built_boards(root: Path, release: StoredRelease) -> BoardSet:
    """Return a release's boards from build/, made anew where anything they rest on changed."""
    name, build = release.id, root / "build"
    read_records_of(root, release)
    # Attempts on sealed questions count over all releases.
    inputs = inputs_digest([root / "releases", root / "predictions" / name, source_digest()])
    folder = build / "boards" / name
    stamp = Stamp(build / "stamps" / f"boards-{name}.json", inputs, folder)
    if known := stamp.read():
        report_problems(known["left_out"])
        return BoardSet(store.read_tree(folder), known["facts"], known["waiting"], new=False)
    boards = board_files(root, release)
    check_last_publication(release, boards)
    facts = facts_files(root, release)
    waiting = unjudged_submissions(release.compiled, scored_submissions(root, release)[0])
    effects = {f"{each.track}.json": json_line(each) for each in conditions_of(root, release)}
    tables = (read_record(Board, orjson.loads(boards[path]), path, 1) for path in sorted(boards))
    both = contamination(name, tables, release.data.questions)
    gaps = {} if both is None else {"gaps.json": json_line(both)}
    kinds = {"facts": facts, "conditions": effects, "contamination": gaps, "boards": boards}
    for kind, files in kinds.items():
        store.write_tree(build / kind / name, files, replace=True, flush=False)
    left_out = [str(problem) for problem in board_inputs(root, release).left_out]
    stamp.write(facts=len(facts), waiting=waiting, left_out=left_out)
    return BoardSet(boards, len(facts), waiting, new=True)


def read_records_of(root: Path, release: StoredRelease) -> StoredRelease:
    """Return a release with its records, as they were read before where nothing changed since."""
    if release.is_read:
        return release
    key = inputs_digest([release.root, source_digest()])
    if key:  # an odd file: reading it says so
        kept = f"{root.absolute()} {release.id}"
        make = partial(_data_in, release.root)
        release.with_data(kept_before(make, key, step="releases", name=kept))
    return release


def _data_in(folder: Path, _key: str) -> ReleaseData:
    return read_release(folder)


def built_analyses(root: Path, release: StoredRelease) -> list[ItemAnalysis]:
    """Return what a release's questions show, from build/items/, made anew where inputs changed."""

    def make() -> Iterator[tuple[str, ItemAnalysis]]:
        submissions, _ = scored_submissions(root, release)
        for each in item_analyses(release.compiled, submissions):
            yield each.board, each

    return _records_at(_place(root, "items", [release.id]), ItemAnalysis, make)


def built_judges(root: Path, release: StoredRelease) -> list[JudgeComparison]:
    """Return the judges of a release beside each other, from build/judges/."""

    def make() -> Iterator[tuple[str, JudgeComparison]]:
        submissions, _ = scored_submissions(root, release)
        audited = {judge.judge.judge: judge.audit for judge in judges_in(root, release)}
        truths, compiled = release.data.truths, release.compiled
        tables = list(judge_tables(compiled, submissions, truths, audited=audited))
        basis = f"{source_digest()} {compiled.digest} {compiled.split}"
        agreements = map_here(
            JudgeTable.agreement,
            tables,
            key=lambda table: f"{basis} {table.basis}",
            step="judges",
            kept=f"{root.absolute()} {release.id}",
        )
        for table, agreement in zip(tables, agreements, strict=True):
            yield table.board, table.record(agreement)

    return _records_at(_place(root, "judges", [release.id]), JudgeComparison, make)


def built_exposure(root: Path, release: StoredRelease) -> Exposure | None:
    """Return what a release's answers show of having been seen before, from build/exposure/."""

    def make() -> Iterator[tuple[str, Exposure]]:
        submissions, _ = scored_submissions(root, release)
        own = [submission for submission in submissions if not submission.judge]
        data, compiled = release.data, release.compiled
        references = References(compiled, data.questions, data.truths)
        basis = f"{source_digest()} {compiled.digest} {compiled.split}"
        rows = map_here(
            references.repetition,
            own,
            key=lambda each: f"{basis} {each.digest}",
            step="answers",
            kept=f"{root.absolute()} {release.id}",
        )
        exposed = references.exposure(own, rows)
        if exposed is not None:
            yield "answers", exposed

    return next(iter(_records_at(_place(root, "exposure", [release.id]), Exposure, make)), None)


def built_abstentions(root: Path, release: StoredRelease) -> list[Abstention]:
    """Return how systems answer each track of a release, from build/abstention/."""

    def make() -> Iterator[tuple[str, Abstention]]:
        submissions, _ = scored_submissions(root, release)
        for each in abstentions(release.compiled, submissions, release.data.questions):
            yield each.board, each

    return _records_at(_place(root, "abstention", [release.id]), Abstention, make)


def built_giveaways(root: Path, release: StoredRelease) -> list[Giveaway]:
    """Return what gives a release's public answers away, from build/giveaways/.

    Of questions whose text may not be shown there is nothing.
    """
    before = release.data.manifest.previous
    names = [*([before] if before else []), release.id]
    stamp = _place(root, "giveaways", names, among=("releases",))
    name = "giveaways.json"
    if not stamp.read():
        earlier = read_release(root / "releases" / before).open_part() if before else None
        figures = giveaways(release.data.open_part(), earlier)
        content = canonical_bytes([each.as_json() for each in figures]) + b"\n"
        store.write_tree(stamp.folder, {name: content}, replace=True, flush=False)
        stamp.write()
    rows: list[dict[str, Any]] = orjson.loads(store.read_bytes(stamp.folder / name))
    return [Giveaway(**row) for row in rows]


def built_pairs(root: Path, release: StoredRelease) -> list[dict[str, Any]]:
    """Return the tests of every two systems of a release, from build/pairs/."""
    stamp, name = _place(root, "pairs", [release.id]), "pairs.json"
    if not stamp.read():
        content = orjson.dumps(pairs_of(root, release))
        store.write_tree(stamp.folder, {name: content}, replace=True, flush=False)
        stamp.write()
    pairs: list[dict[str, Any]] = orjson.loads(store.read_bytes(stamp.folder / name))
    return pairs


def built_links(
    root: Path, release: StoredRelease, older: Mapping[str, ReleaseData]
) -> list[Links]:
    """Return how scores changed from release to release of a series, from build/links/.

    By release, oldest first, and track. older: the records of the others, by their ids.
    """

    @cache
    def field(name: str) -> ReleaseField:
        if name == release.id:
            return field_of(root, release)
        stored = open_release(root, name)
        return field_of(root, stored.with_data(older[name]) if name in older else stored)

    def make(before: str, after: str) -> Iterator[tuple[str, Links]]:
        fields = field(before), field(after)
        digests = " ".join(each.compiled.digest for each in fields)
        basis, kept = f"{source_digest()} {digests}", f"{root.absolute()} {before} {after}"

        def key(pair: LinkedPair) -> str:
            both = [(each.digest, each.predictions_sha256) for each in pair[:2]]
            return f"{basis} {pair.after.card.as_json()} {pair.after.level} {both} {pair.published}"

        def rows(
            function: Callable[[LinkedPair], LinkedSystem], pairs: Sequence[LinkedPair]
        ) -> list[LinkedSystem]:
            name = f"{kept} {pairs[0].track}" if pairs else ""
            return map_here(function, pairs, key=key, step="systems", kept=name)

        for each in links(*fields, each=rows):
            yield each.track, each

    # By pairs, so that a submission to one release leaves those of the others alone.
    known = [
        each
        for pair in pairwise(series_of(root, release.id))
        for each in _records_at(_place(root, "links", pair), Links, partial(make, *pair))
    ]
    return sorted(known, key=lambda each: (release_parts(each.after), each.track))


def _place(
    root: Path,
    kind: str,
    releases: Sequence[str],
    *,
    among: Sequence[str] = ("releases", "predictions"),
) -> Stamp:
    """Return where records of a kind lie that rest on some releases, the last of which they are.

    among: the folders of the workspace in which these are looked at.
    """
    sources = (root / folder / name for folder in among for name in releases)
    name, build = releases[-1], root / "build"
    inputs = inputs_digest([*sources, source_digest()])
    return Stamp(build / "stamps" / f"{kind}-{name}.json", inputs, build / kind / name)


def _records_at(
    stamp: Stamp, record: type[R], make: Callable[[], Iterator[tuple[str, R]]]
) -> list[R]:
    """Return the records of a folder, made anew where anything they rest on changed."""
    if not stamp.read():
        files = {f"{name}.json": json_line(each) for name, each in make()}
        store.write_tree(stamp.folder, files, replace=True, flush=False)
        stamp.write()
    return [
        read_record(record, orjson.loads(content), path, 1, nulls=b"null" in content)
        for path, content in sorted(store.read_tree(stamp.folder).items())
    ]


def site_stands(root: Path) -> bool:
    """Return whether build/site is up to date."""
    return bool(_site_stamp(root).read())


def stamp_site(root: Path, files: Mapping[str, str]) -> None:
    """Record what build/site was made from. files: the SHA-256 of each of its files, by path."""
    stamp = _site_stamp(root)
    known = {f"{stamp.folder}/{path}": digest for path, digest in files.items()}
    stamp._replace(known=known).write()


def _site_stamp(root: Path) -> Stamp:
    build = root / "build"
    own = (root / name for name in ("releases", "predictions", "digesta.toml"))
    inputs = inputs_digest([*own, *mkdocs_inputs(root), site_code()])
    return Stamp(build / "stamps" / "site.json", inputs, build / "site")


def mkdocs_inputs(root: Path) -> list[Path | str]:
    """Return what MkDocs reads beside what it is given: mkdocs.yml, hand-written pages, an address.

    And each file or folder of the workspace that mkdocs.yml names, such as an owner's theme.
    """
    config, made = root / "mkdocs.yml", {"build", "releases", "predictions"}
    text = store.read_bytes(config).decode(errors="replace") if config.is_file() else ""
    names = set(_PATH.findall(text))
    named = {
        root / name
        for name in names
        if not {"..", ""} & set(name.split("/")) and name.split("/")[0] not in made
    }
    there = sorted(path for path in {config, root / "site", *named} if path.exists())
    return [*there, os.environ.get("SITE_URL", "")]


def site_code() -> str:
    """Return a digest of all that makes pages of data: the package, and what it builds on."""
    ours = Path(__file__).parents[1]
    try:
        parts = [f"{name} {version(name)}" for name in SITE_PARTS]
    except PackageNotFoundError as error:
        raise UsageError(
            f"{error.name} is missing; is the site's part installed? pip install 'digesta[site]'"
        ) from None
    shipped = (ours / name for name in ("site", "schemas", "scorers"))
    return inputs_digest([*shipped, source_digest(), *parts])


def stale_schemas(folder: Path = SCHEMAS) -> list[str]:
    """Return the names of the JSON Schemas in a folder that are not what the records give."""
    schemas, there = json_schemas(), store.read_tree(folder) if folder.is_dir() else {}
    names = sorted(schemas.keys() | there.keys())
    return [name for name in names if schemas.get(name) != there.get(name)]


def build_schemas(folder: Path, *, check: bool) -> tuple[int, int]:
    """Write the JSON Schemas that are stale, or refuse them; return how many there are, and were.

    check: write nothing, and raise StaleScoreError where one is stale.
    """
    schemas, stale = json_schemas(), stale_schemas(folder)
    if check and stale:
        fix, place = "run: digesta schema", folder.name
        raise StaleScoreError(
            [Problem(code="schema-stale", file=f"{place}/{name}", fix=fix) for name in stale]
        )
    if any(name not in schemas and not name.endswith(".schema.json") for name in stale):
        raise UsageError(f"{folder}: holds other files than schemas; name a folder of their own")
    if stale:
        store.write_tree(folder, schemas, replace=True)
    return len(schemas), len(stale)
