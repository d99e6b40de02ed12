"""From a release's committed submissions to its boards; the check against published ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

from digesta import store
from digesta.board import boards
from digesta.canonical import canonical_bytes, sha256_hex
from digesta.cli.workspace import (
    JOURNAL,
    PREDICTIONS,
    Answers,
    StoredRelease,
    marked,
    read_answers,
)
from digesta.entry import Entry, facts_of
from digesta.errors import Problem, StaleScoreError, SubmissionError, UsageError
from digesta.intake import name_skeleton
from digesta.metrics.exact import published
from digesta.model.board import Ineligible
from digesta.model.published import Published
from digesta.model.submission import Decision
from digesta.releases.cut import file_entries
from digesta.releases.log import latest
from digesta.releases.reading import DECISIONS, MANIFEST
from digesta.scores import track_scores
from digesta.scoring import expected_facts
from digesta.usage import NOT_REPORTED

OUT = frozenset({"reject", "withdraw", "exclude"})
"""Decisions that take a submission off the boards; it is listed with the reason."""

ADVERSARY = "adversary-"
"""How the folders of the five adversaries begin."""

OF_ALL_ROWS = frozenset({"rank_low", "rank_high", "tie_group"})
"""What of a row depends on the other rows, and so may change when one joins."""


@lru_cache(maxsize=2)
def entries_of(
    root: Path, found: StoredRelease
) -> tuple[tuple[Entry, ...], tuple[Ineligible, ...]]:
    """Read and score every committed submission of a release."""
    decided = latest(found.data.decisions)
    entries, refused = [], []
    for folder in _submissions(root, found):
        decision = decided.get(folder.name)
        if decision is not None and decision.decision in OUT:
            refused.append(
                Ineligible(
                    submission_id=folder.name, code=decision.decision, detail=decision.reason
                )
            )
            continue
        entries.append(_entry(read_answers(folder, found.compiled), decision, found))
    _check_names(entries)
    return tuple(entries), tuple(refused)


def _submissions(root: Path, found: StoredRelease) -> Iterator[Path]:
    for folder in store.folders(root / "predictions" / found.manifest.release):
        # A folder that holds a journal alone is a run that goes on, or will.
        if not folder.name.startswith("_") and [p.name for p in folder.iterdir()] != [JOURNAL]:
            yield folder


def _entry(answers: Answers, decision: Decision | None, found: StoredRelease) -> Entry:
    role = decision.role if decision else "system"
    level = decision.level if decision else "open"
    name = answers.submission.submission_id.removeprefix(ADVERSARY)
    expected = expected_facts(found.compiled, name) if role == "adversary" else None
    facts = expected or marked(found.compiled, answers)
    return Entry(
        answers.submission, answers.sha256, facts, answers.answers, role, level,
        expectation=expected is not None, traces=answers.traces,
    )  # fmt: skip


def _check_names(entries: list[Entry]) -> None:
    first: dict[tuple[str, str, str], str] = {}
    for entry in entries:
        one = entry.submission
        key = (name_skeleton(one.model_name), name_skeleton(one.organization), one.condition)
        if key in first:
            raise SubmissionError(
                [
                    Problem(
                        code="name-taken", file=f"{one.submission_id}/submission.json",
                        got=one.model_name, expected=f"a name that {first[key]} does not have",
                        fix="one system has one submission per release and condition",
                    )
                ]
            )  # fmt: skip
        first[key] = one.submission_id


def board_files(root: Path, found: StoredRelease) -> dict[str, bytes]:
    """Give every board of a release: file name -> canonical bytes."""
    entries, refused = entries_of(root, found)
    made = boards(found.compiled, entries, refused)
    return {f"{one.board}.json": canonical_bytes(one.as_json()) + b"\n" for one in made}


def facts_files(root: Path, found: StoredRelease) -> dict[str, bytes]:
    """Give the integer rows of every submission: <submission>/<track>.json -> canonical bytes."""
    entries, _ = entries_of(root, found)
    return {
        f"{entry.submission.submission_id}/{track.track}.json": canonical_bytes(
            facts_of(found.compiled, entry, track.track).as_json()
        )
        + b"\n"
        for entry in entries
        for track in found.manifest.tracks
    }


def scores_of(folder: Path, found: StoredRelease) -> dict[str, float]:
    """Give the headline of each track for one submission, as a decision records it."""
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such submission")
    facts = marked(found.compiled, read_answers(folder, found.compiled))
    return {
        track.track: published(value)
        for track in found.manifest.tracks
        for rule, value in track_scores(track, facts)
        if rule.name == track.headline and value is not None
    }


# What was published ---------------------------------------------------------------------------


def published_index(
    root: Path, found: StoredRelease, files: Mapping[str, bytes], number: int
) -> dict[str, bytes]:
    """Give the index of a published set of boards: what it was computed from, and digests."""
    entries, _ = entries_of(root, found)
    release = found.manifest.release
    inputs = {
        f"predictions/{release}/{one.submission.submission_id}/{PREDICTIONS}": (
            one.predictions_sha256
        )
        for one in entries
    }
    index = Published(
        format="boards/1",
        release=release,
        number=number,
        boards=file_entries(files),
        inputs={
            f"releases/{release}/{MANIFEST}": found.compiled.digest,
            _log_path(found): sha256_hex(store.read_bytes(found.root / DECISIONS)),
            **inputs,
        },
    )
    return {"index.json": canonical_bytes(index.as_json()) + b"\n"}


def check_published(found: StoredRelease, files: Mapping[str, bytes]) -> None:
    """Refuse when a row that was published last comes out otherwise today, naming the row.

    A row may move, or go, once a decision about its submission (rescore, withdraw, reject,
    exclude) was logged after that publication.
    """
    folders = sorted(store.folders(found.root / "boards"), key=lambda path: int(path.name))
    for folder in folders[-1:]:
        published_then = store.read_tree(folder)
        may_move = _decided_since(found, orjson.loads(published_then.pop("index.json")))
        problems = [
            problem
            for name, data in sorted(published_then.items())
            for problem in _moved(f"{folder.as_posix()}/{name}", data, files.get(name))
            if problem.got not in may_move
        ]
        if problems:
            raise StaleScoreError(problems)


def _decided_since(found: StoredRelease, index: Mapping[str, Any]) -> set[str]:
    """Give the submissions that the log speaks of after what it was at a publication."""
    log = store.read_bytes(found.root / DECISIONS)
    then = index["inputs"][_log_path(found)]
    lines = log.splitlines(keepends=True)
    known = [n for n in range(len(lines) + 1) if sha256_hex(b"".join(lines[:n])) == then]
    if not known:
        raise StaleScoreError(
            [
                Problem(
                    code="log-rewritten",
                    file=(found.root / DECISIONS).as_posix(),
                    expected=f"a log that begins with that of SHA-256 {then}",
                    fix="the log is append-only; restore the lines that were published",
                )
            ]
        )
    since = found.data.decisions[known[-1] :]
    return {one.submission_id for one in since if one.decision != "accept"}


def _log_path(found: StoredRelease) -> str:
    return f"releases/{found.manifest.release}/{DECISIONS}"


def _moved(place: str, then: bytes, now: bytes | None) -> Iterator[Problem]:
    rows_now = _rows(now) if now is not None else {}
    for submission_id, row in _rows(then).items():
        if rows_now.get(submission_id) != row:
            yield Problem(
                code="published-moved",
                file=place,
                got=submission_id,
                expected="the row as it was published",
                fix="find what changed; if it is right, record it with: digesta decide ... "
                "rescore, then: digesta release publish",
            )


def _rows(board: bytes) -> dict[str, dict[str, Any]]:
    """Give what may not move of each row; a figure of usage not reported is as good as absent."""
    return {
        row["submission_id"]: {k: v for k, v in row.items() if k not in OF_ALL_ROWS}
        | {"usage": {k: v for k, v in row["usage"].items() if v != NOT_REPORTED}}
        for row in orjson.loads(board)["rows"]
    }


def check_built(root: Path, found: StoredRelease, files: Mapping[str, bytes]) -> int:
    """Compare the boards in build/ with those recomputed, byte for byte; give their number."""
    folder = root / "build" / "boards" / found.manifest.release
    if not folder.is_dir():
        return 0
    built = store.read_tree(folder)
    wrong = sorted(
        name for name in built.keys() | files.keys() if built.get(name) != files.get(name)
    )
    if wrong:
        raise StaleScoreError(
            [
                Problem(
                    code="board-differs", file=f"{folder.as_posix()}/{name}",
                    fix="make the boards again with: digesta board",
                )
                for name in wrong
            ]
        )  # fmt: skip
    return len(built)
