"""Load everything that the site shows: releases, boards, submissions, hand-written pages."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, replace
from hashlib import sha256
from pathlib import Path
from sys import intern
from typing import Any

import orjson

from digesta.canonical import sha256_hex
from digesta.errors import DigestaError, ReleaseError, UsageError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.base import Record, release_parts
from digesta.records.board import Board, Facts, Row
from digesta.records.read import read_record
from digesta.records.submission import Card
from digesta.records.trace import Run
from digesta.releases.cut import MARKS
from digesta.releases.data import ReleaseData, ids_of
from digesta.schemas import formats_markdown, json_schemas
from digesta.schemas.formats import formats_with
from digesta.scorers import SCORERS
from digesta.scorers.base import Scorer
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace import store
from digesta.workspace.boards import (
    board_inputs,
    conditions_of,
    facts_files,
    facts_name,
    forget_inputs,
)
from digesta.workspace.build import built_boards, built_judges
from digesta.workspace.bundle import bundle_bytes
from digesta.workspace.cards import METADATA, PREDICTIONS, read_card
from digesta.workspace.compression import LARGE, pack
from digesta.workspace.judges import judges_in
from digesta.workspace.owner.about import FILE, AboutFile, about_of
from digesta.workspace.owner.config import config_text
from digesta.workspace.progress import warn
from digesta.workspace.releases import (
    StoredRelease,
    index_of,
    last_publication,
    open_release,
    publications,
    read_release,
    release_folders,
)
from digesta.workspace.side import kept_side, live_side, side_of
from digesta.workspace.site_config import config_of
from digesta.workspace.status import site_status
from digesta.workspace.xz import content
from digesta_site.values import KeptMarks, SiteInput, SiteRelease, SiteSubmission

UNSEARCHED = b"---\ntitle: File formats\nsearch:\n  exclude: true\n---\n\n"
"""Every field of every record would be two fifths of the index that each page loads."""
_SHOWN = {field.name for field in fields(SiteRelease)}


def site_input(root: Path, *, version: str) -> SiteInput:
    """Return a workspace: the newest release scored anew, older ones as they were published."""
    folders = release_folders(root)
    newest = open_release(root, None) if folders else None
    config = config_of(config_text(root))
    every, older = dict[str, ReleaseData](), list[SiteRelease]()
    current, bundle, known = list[SiteRelease](), b"", dict[tuple[type, bytes], Any]()
    if newest:
        # Before the others are read: what marking takes is free again by then.
        current = [_newest(root, newest)]
        if not current[0].withheld:
            # The highest preset takes three times as long for an eighth of the bytes.
            bundle = pack(bundle_bytes(newest), preset=3)
        _once(newest.data, known)
        forget_inputs()
    for folder in folders:
        if newest and folder.name == newest.id:
            every[newest.id] = newest.data
            continue
        data = _once(read_release(folder, validated=True), known)
        if folder.name not in config.without:
            older.append(_older(root, folder, data))
        # Resources are more than all questions: those of one release at a time are here.
        every[folder.name] = replace(data, resources={}, lines={}, sealed=b"")
    del newest, known
    _check_archives(config.without, every.values())
    pages = root / "site" / "docs"
    for folder in (pages.parent, pages):  # a link would publish another folder
        if folder.is_symlink():
            raise store.not_regular(folder, "a link")
    written = store.read_tree(pages) if pages.is_dir() else {}
    about = about_of(root)
    releases = [_with_about(release, about) for release in (*current, *older)]
    _warn_of_unknown_rows(releases, about)
    scorers = _scorers_of(data for name, data in every.items() if name not in config.without)
    formats = formats_with(scorers.values())
    return SiteInput(
        config=config,
        releases=releases,
        scorers=scorers,
        pages={"formats.md": UNSEARCHED + formats_markdown(formats).encode()}
        | {wheel.name: store.read_bytes(wheel) for wheel in root.glob("*.whl")}
        | written,
        schemas=json_schemas(formats),
        version=version,
        status=site_status(root, list(every.values())) if every else None,
        bundle=bundle,
        models=about.model,
    )


def _once(data: ReleaseData, known: dict[tuple[type, bytes], Any]) -> ReleaseData:
    """Return a release whose records share equal parts. known: the parts read before."""

    def once(part: Any) -> Any:
        digest = sha256(orjson.dumps(part, default=Record.as_json)).digest()
        return known.setdefault((type(part), digest), part)

    questions = (
        each.model_copy(
            update={
                "turns": [*map(once, each.turns)],
                "ask": {name: once(part) for name, part in each.ask.items()},
                "shown_sources": each.shown_sources and [*map(once, each.shown_sources)],
            }
        )
        for each in data.questions
    )
    return replace(
        data,
        questions=tuple(questions),
        truths={
            key: each.model_copy(update={"truth": once(each.truth)})
            for key, each in data.truths.items()
        },
        reviews=tuple(map(once, data.reviews)),
    )


def _with_about(release: SiteRelease, about: AboutFile) -> SiteRelease:
    """Return a release with what its owner says of its rows and of its makers."""
    series = release_parts(release.id).series
    rows = {row.submission_id for board in release.boards for row in board.rows}
    return replace(
        release,
        models={name: each.model for each in about.model for name in each.names_in(series)},
        notes=[each for each in about.note if each.series == series and each.submission in rows],
        made=next((each.made for each in about.series if each.series == series), ""),
    )


def _warn_of_unknown_rows(releases: Iterable[SiteRelease], about: AboutFile) -> None:
    """Name the rows of ``predictions/about.toml`` that no release shown of their series has."""
    known = {
        (release_parts(release.id).series, row.submission_id)
        for release in releases
        for board in release.boards
        for row in board.rows
    }
    shown = {series for series, _ in known}
    rows = [row for model in about.model for row in model.rows]
    rows += [f"{note.series}/{note.submission}".lstrip("/") for note in about.note]
    for row in rows:
        series, _, name = row.rpartition("/")
        if series in shown and (series, name) not in known:
            warn(f"{FILE}: no release has a row {row}; correct it or remove it")


def _check_archives(names: Iterable[str], releases: Iterable[ReleaseData]) -> None:
    archives = [each.manifest.release for each in releases if each.manifest.archive is not None]
    for name in names:
        if name not in archives:
            there = ", ".join(archives) or "none"
            raise UsageError(f"digesta.toml: without: no archive {name!r}; there are: {there}")


def _scorers_of(releases: Iterable[ReleaseData]) -> dict[str, Scorer[Any]]:
    """Return the scorers that tasks of these releases name; no other is told of."""
    tracks = (track for data in releases for track in data.manifest.tracks)
    names = {task.scorer for track in tracks for task in track.tasks.values()}
    return {name: SCORERS[name] for name in sorted(names)}


def _newest(root: Path, release: StoredRelease) -> SiteRelease:
    files = built_boards(root, release).boards
    submissions = board_inputs(root, release).submissions
    fit = {judge.judge.judge: not judge.audit.gate.reasons for judge in judges_in(root, release)}
    records = _records(release.data)
    shown, lines = ids_of(records["questions"]), facts_files(root, release)
    return SiteRelease(
        **records,
        boards=[_board(name, content) for name, content in sorted(files.items())],
        submissions=[
            _submission(
                root,
                release,
                [submission, *_by_fitness(submission, submissions, fit)],
                shown=shown,
                lines=lines,
            )
            for submission in submissions
            if not submission.judge
        ],
        published=_published_rows(release.root),
        publications=[*map(index_of, publications(release.root))],
        conditions=conditions_of(root, release),
        judge_comparisons=built_judges(root, release),
        **live_side(root, release)._asdict(),
    )


def _records(data: ReleaseData) -> dict[str, Any]:
    """Return the records that a site may show: of other questions their number alone."""
    part = data.open_part()
    closed = Counter(q.license for q in data.questions) - Counter(q.license for q in part.questions)
    if data.withheld and data.manifest.archive and not data.questions:
        lines = {file.path: file.lines for file in data.manifest.files}
        closed[data.manifest.archive.license] = lines["questions.jsonl"]
    shown = {f.name: getattr(part, f.name) for f in fields(part) if f.name in _SHOWN}
    return shown | {
        "withheld": dict(sorted(closed.items())),
        "never_right": labels_never_right(data),
    }


def labels_never_right(data: ReleaseData) -> dict[str, list[str]]:
    """Return by track the labels that its questions let choose from and no public truth has."""
    offered: defaultdict[str, dict[str, None]] = defaultdict(dict)
    right: defaultdict[str, set[str]] = defaultdict(set)
    for question in data.questions:
        truth, scorer = data.truths.get(question.question_id), SCORERS[question.scorer]
        listed = scorer.listed(question.ask, data.resources) if truth else ()
        if truth and listed:
            offered[question.track] |= dict.fromkeys(listed)
            right[question.track].update(*scorer.labels(question.ask, truth.truth).values())
    return {
        track: [label for label in labels if label not in right[track]]
        for track, labels in offered.items()
    }


def _published_rows(folder: Path) -> dict[str, frozenset[str]]:
    boards = [_board(name, content) for name, content in last_publication(folder).items()]
    return {board.path: frozenset(row.submission_id for row in board.rows) for board in boards}


def _by_fitness(
    submission: ScoredSubmission, submissions: Sequence[ScoredSubmission], fit: Mapping[str, bool]
) -> list[ScoredSubmission]:
    """Return a submission as judges mark it, those last that passed their control."""
    name = submission.card.submission_id
    judged = [
        marked for marked in submissions if marked.judge and marked.card.submission_id == name
    ]
    return sorted(judged, key=lambda marked: (fit[marked.judge], marked.judge))


def _submission(
    root: Path,
    release: StoredRelease,
    submissions: Sequence[ScoredSubmission],
    *,
    shown: AbstractSet[str],
    lines: Mapping[str, bytes],
) -> SiteSubmission:
    """Return a submission for its page.

    submissions: its own, then its judges'; of a judged track the last has the facts. shown: ids of
    the questions whose text may be shown, and answers to them. lines: the facts of all.
    """
    submission = submissions[0]
    name = submission.card.submission_id
    card = root / "predictions" / release.manifest.release / name / METADATA
    answers = {
        question_id: submission.answers[task.start + index]
        for task in release.compiled.tasks
        for index, question_id in enumerate(task.ids)
    }
    by_judge = {marked.judge: _facts(release, marked, lines) for marked in submissions}
    return SiteSubmission(
        card=submission.card,
        role=submission.role,
        answers={
            key: answer for key, answer in answers.items() if key in shown and answer is not None
        },
        facts={track: facts for each in by_judge.values() for track, facts in each.items()},
        by_judge=by_judge,
        run=_run(card.with_name("run.json")),
        digests={
            # An adversary that is computed has no folder.
            **({METADATA: sha256_hex(store.read_bytes(card))} if card.is_file() else {}),
            PREDICTIONS: submission.predictions_sha256,
            **{
                f"verdicts by {marked.judge}": marked.verdicts_sha256
                for marked in submissions
                if marked.verdicts
            },
        },
    )


def _facts(
    release: StoredRelease, submission: ScoredSubmission, lines: Mapping[str, bytes]
) -> dict[str, Facts]:
    """Return a submission's facts by track. lines: those of all, as ``facts_files`` names them."""
    names = {track.track: facts_name(submission, track.track) for track in release.manifest.tracks}
    return {
        track: read_record(Facts, _facts_of(lines[name]), name, 1, nulls=b"null" in lines[name])
        for track, name in names.items()
        if name in lines
    }


def _facts_of(line: bytes) -> dict[str, Any]:
    """Return facts as JSON; equal texts are one, since those of each system name all questions."""
    facts: dict[str, Any] = orjson.loads(line)
    for row in facts["rows"]:
        row[:2] = map(intern, row[:2])
    facts["why"] = {intern(key): intern(why) for key, why in facts["why"].items()}
    return facts


def _run(path: Path) -> Run | None:
    """Return the record of a run; None without one, and for what is none: it scores nothing."""
    try:
        # Strictly: what is nested too deep for a record would end the whole build.
        value = strict_json(store.read_bytes(path), file=path.name, limits=RELEASE_LIMITS)
        return read_record(Run, value, path.name)
    except (FileNotFoundError, DigestaError):
        return None


def _older(root: Path, folder: Path, data: ReleaseData) -> SiteRelease:
    # What stands in a superseded release is corrected in the newest; an archive has no other.
    archive = data.manifest.archive is not None
    records = _records(data)
    side = kept_side(root, folder) if archive else side_of({})
    boards = [_board(name, content) for name, content in last_publication(folder).items()]
    return SiteRelease(
        **records,
        boards=boards,
        submissions=[] if archive else _past_submissions(root, boards),
        **side._asdict(),
        publications=[*map(index_of, publications(folder))],
        marks=_kept_marks(folder) if archive else {},
        files={
            path.name: store.read_bytes(path) for name in LARGE for path in folder.glob(f"{name}*")
        }
        if archive and not records["withheld"]
        else {},
    )


def _kept_marks(folder: Path) -> dict[str, KeptMarks]:
    """Return by track what an archive keeps of withheld answers: a judge's marks if there are any.

    One submission at a time: those of all are a hundred megabytes as JSON.
    """
    kept: dict[str, KeptMarks] = {}
    earned, why = dict[tuple[str, int], int](), dict[str, int]()
    for number, line in enumerate(_lines(folder / MARKS), start=1):
        try:
            facts = orjson.loads(line)
            name, reasons, rows = facts["submission_id"], facts["why"], facts["rows"]
            of_track = kept.setdefault(
                facts["track"], KeptMarks([row[0] for row in rows], {}, {}, earned, why)
            )
            if name in of_track.marks and "judge" not in facts:
                continue
            # A row has the question, what became of the answer, and its credit, of every scorer.
            marks = (earned.setdefault((row[1], row[2]), len(earned)) for row in rows)
            of_track.marks[name] = array("I", marks)
            places = (why.setdefault(reasons[row[0]], len(why)) for row in rows)
            of_track.reasons[name] = array("I", places)
        except (ValueError, TypeError, LookupError) as error:
            place, fix = str(folder / MARKS), "published files never change: restore the file"
            got, wrong = repr(error)[:80], "published-changed"
            raise ReleaseError.of(code=wrong, file=place, line=number, got=got, fix=fix) from None
    return kept


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a compressed file, if there is one."""
    rest = b""
    for chunk in content(path, limit=store.MOST_BYTES) if path.is_file() else ():
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole


def _past_submissions(root: Path, boards: Iterable[Board]) -> list[SiteSubmission]:
    """Return the submissions of a superseded release for their pages: cards without answers."""
    rows = {row.submission_id: (board.release, row) for board in boards for row in board.rows}
    return [
        SiteSubmission(
            card=_past_card(root / "predictions" / release / name, release, row), role=row.role
        )
        for name, (release, row) in sorted(rows.items())
    ]


def _past_card(folder: Path, release: str, row: Row) -> Card:
    """Return the card of a submission, or what its row says where its folder is gone."""
    if (folder / METADATA).is_file():
        return read_card(folder)
    card = Card(
        submission_id=row.submission_id,
        release=release,
        model_name=row.model_name,
        organization=row.organization or "-",
    )
    # A computed adversary has none.
    return card.model_copy(update={"organization": row.organization})


def _board(name: str, content: bytes) -> Board:
    return read_record(Board, orjson.loads(content), name, 1, nulls=b"null" in content)
