"""The cut of a draft into a release: checked, every question under its id, files canonical.

The same draft always gives the same bytes. A cut release never changes; corrections are cut as
a new release.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.errors import Problem, ReleaseError
from digesta.records.base import Record
from digesta.records.release import FileEntry, Question, UnevenBoard
from digesta.releases.balance import in_numbers
from digesta.releases.checks import problems_of
from digesta.releases.checks.calibration import with_ids
from digesta.releases.checks.limits import limits
from digesta.releases.data import (
    MANIFEST,
    SEALED,
    ReleaseData,
    final_ids,
    locate,
    parse_release,
)
from digesta.releases.diff import LISTED, changes_of, foreign_ids, unexplained_changes
from digesta.releases.errata import problems_besides, uneven_boards
from digesta.releases.giveaways import held_to_limits
from digesta.scorers import scorer_named

STATS = 4
"""The version of the statistics that releases are cut with: raised whenever any interval, rank or
place on a board could come out otherwise."""

MARKS = "marks.jsonl.xz"
"""What was found of answers that a release withholds."""

UNLISTED = ("log/", "boards/", "revealed/", MARKS)
"""What grows after the cut; the manifest does not list them."""


def cut(
    files: Mapping[str, bytes],
    *,
    name: str,
    before: ReleaseData | None = None,
    draft: ReleaseData | None = None,
) -> dict[str, bytes]:
    """Return the files of the release that a draft makes, or ReleaseError with every problem.

    files: the draft's, by relative path. name: the draft's folder, for messages. before: the
    release before it; ``changes.json`` is then completed by comparing the two, else left as it is.
    draft: what the files hold, where it was read already.
    """
    draft = draft or parse_release(files, name=name)
    problems, uneven = draft_problems(draft, before)
    if problems := problems or held_to_limits(draft, before):
        raise ReleaseError(locate(name, problems))
    return release_files(draft, files, before, uneven)


def release_files(
    draft: ReleaseData,
    files: Mapping[str, bytes],
    before: ReleaseData | None,
    uneven: Sequence[UnevenBoard] = (),
) -> dict[str, bytes]:
    """Return the files of the release that a draft without problems makes."""
    ids = final_ids(draft.questions)
    listed = listing(draft, files, ids)
    changes = changes_of(before, draft, ids) if before else draft.changes.as_json()
    changes.pop("uneven", None)  # only a cut says so
    if uneven:
        changes["uneven"] = [row.as_json() for row in uneven]
    listed["changes.json"] = canonical_bytes(_changes(changes, ids)) + b"\n"
    manifest = draft.manifest.as_json() | {
        "normalisers": _normalisers(draft),
        "stats": STATS,
        **_owners_scorers(draft),
        "files": [file.as_json() for file in file_entries(listed)],
    }
    return {MANIFEST: canonical_bytes(manifest) + b"\n", "log/decisions.jsonl": b"", **listed}


def draft_problems(
    draft: ReleaseData, before: ReleaseData | None, *, every: bool = False
) -> tuple[list[Problem], list[UnevenBoard]]:
    """Return what keeps a draft from being cut, and the boards that errata alone made uneven.

    every: also what only shows once other problems are mended, as far as it can be computed.
    """
    problems, uneven = problems_of(draft, every=every), []
    ids = final_ids(draft.questions)
    if before:
        uneven = uneven_boards(before, draft, ids, problems)
        problems = problems_besides(uneven, problems)
    problems = [*in_numbers(draft, problems), *limits(draft)]
    problems += repeated_questions(draft, ids)
    problems += unexplained_changes(before, draft, ids) if before else foreign_ids(draft, ids, ())
    return problems, uneven


def file_entries(files: Mapping[str, bytes]) -> list[FileEntry]:
    """Return path, digest, size and line count of each file, sorted by path."""
    return [
        FileEntry(path=path, sha256=sha256_hex(data), bytes=len(data), lines=data.count(b"\n"))
        for path, data in sorted(files.items())
        if path != MANIFEST and not path.startswith(UNLISTED)
    ]


def listing(
    draft: ReleaseData, files: Mapping[str, bytes], ids: Mapping[str, str]
) -> dict[str, bytes]:
    """Return the files that the manifest of a cut lists, unchecked; ids: working id -> final id."""
    questions: Iterable[Question] = draft.questions
    lines: dict[str, Iterable[Record]] = {
        "questions.jsonl": questions,
        "truths.jsonl": draft.truths.values(),
        "review.jsonl": draft.reviews,
    }
    canary = {"canary": draft.manifest.canary} if draft.manifest.canary_on_lines else {}
    listed = {
        path: _lines(records, ids, {} if path == "review.jsonl" else canary)
        for path, records in lines.items()
    }
    listed["limits.json"] = canonical_bytes(draft.limits.as_json()) + b"\n"
    resources = {path: data for path, data in files.items() if path.startswith("resources/")}
    sealed = {SEALED: draft.sealed} if draft.sealed else {}
    return listed | with_ids(resources, ids) | sealed


def _lines(records: Iterable[Record], ids: Mapping[str, str], more: dict[str, str]) -> bytes:
    values = [_with_id(record.as_json(), ids) | more for record in records]
    values.sort(key=lambda value: (value["question_id"], canonical_bytes(value)))
    return canonical_lines(values)


def _with_id(value: dict[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    # A dropped question is in no other file: its review brings its own id.
    return value | {"question_id": ids.get(value["question_id"], value["question_id"])}


def _changes(changes: dict[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    for kind in LISTED:
        rows = [_with_id(row, ids) for row in changes.get(kind, [])]
        changes[kind] = sorted(rows, key=lambda row: str(row["question_id"]))
    return changes


def _normalisers(draft: ReleaseData) -> dict[str, int]:
    used = {
        name
        for question in draft.questions
        for name in scorer_named(question.scorer).normalisers(question.ask)
    }
    pairs = (name.rsplit("/", 1) for name in sorted(used))
    return {name: int(version) for name, version in pairs}


def _owners_scorers(draft: ReleaseData) -> dict[str, dict[str, str]]:
    """Return the manifest's field that says by which sources of owners' scorers it was cut."""
    used = map(scorer_named, sorted({question.scorer for question in draft.questions}))
    sources = {f"{each.name}/{each.version}": each.source for each in used if each.source}
    return {"scorers": sources} if sources else {}


def repeated_questions(draft: ReleaseData, ids: Mapping[str, str]) -> list[Problem]:
    """Return the questions that repeat another; ids: working id -> final id."""
    first: dict[str, str] = {}
    problems = []
    for working, final in ids.items():
        if final in first:
            got = f"what {first[final]} asks"
            wrong = partial(draft.problem, "questions.jsonl", working, "dup-question")
            problems.append(wrong(got=got, fix="keep one of the two"))
        first.setdefault(final, working)
    return problems
