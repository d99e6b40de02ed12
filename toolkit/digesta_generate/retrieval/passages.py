"""The file between a search and a model: what was found for each question, and what to show of it.

JSONL, one line a question, sorted by question id. It may hold texts that nobody may publish, so it
lies under ``build/`` and is recorded by its digest. ``query_sha256`` is of the question's own words
as ``similarity.ranking.queries`` gives them: a file made for another release does not fit. Beside
``NAME.jsonl`` may lie ``NAME.json``, which says how it was made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field

from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.errors import InputError, Problem
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.intake.records import RecordFile
from digesta.records.base import Name, NonEmpty, Record, ReleaseId, Sha256, Slug, duplicates
from digesta.records.question import Question, Truth
from digesta.records.read import read_record
from digesta.records.track import Condition
from digesta.workspace import store

MADE_BY = "digesta-generate retrieve"
_AGAIN = f"make the file again with: {MADE_BY}"


class ShownPassage(Record):
    """A passage as a prompt shows it."""

    id: NonEmpty = Field(description="Its id in the corpus.")
    text: NonEmpty = Field(description="Its words.")


class Passages(Record):
    """What one question's prompt shows. retrieved: best first. injected: not among them."""

    question_id: Slug = Field(description="The question.")
    query_sha256: Sha256 = Field(description="Of the question's own words, in UTF-8.")
    retrieved: list[NonEmpty] = Field(description="Ids that the search gave, best first.")
    injected: list[NonEmpty] = Field(description="Ids of right passages that it had not found.")
    shown: list[ShownPassage] = Field(description="In the order in which a prompt shows them.")


class PassagesRecord(Record):
    """How a file of passages was made, for the records of what is answered with it."""

    format: Literal["passages/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release whose questions it is for.")
    track: Name = Field(description="Their track.")
    condition: Condition = Field(description="retrieval or gold_injected.")
    retriever: NonEmpty = Field(description="What found the passages.")
    retrieval: dict[str, Any] = Field(description="Its settings.")
    passages_sha256: Sha256 = Field(description="Of the file of passages.")


class PassagesFile(NamedTuple):
    """A file of passages as it was read. about: where it says how it was made."""

    lines: Mapping[str, Passages]
    sha256: str
    about: PassagesRecord | None


def as_lines(passages: Iterable[Passages]) -> bytes:
    """Return the file's bytes: a line for each question, sorted by id."""
    ordered = sorted(passages, key=lambda line: line.question_id)
    return canonical_lines(line.as_json() for line in ordered)


def write_passages(path: Path, passages: Iterable[Passages], **about: Any) -> None:
    """Write a file of passages, and next to it its record. about: the record's other members."""
    data = as_lines(passages)
    record = PassagesRecord(format="passages/1", passages_sha256=sha256_hex(data), **about)
    path.parent.mkdir(parents=True, exist_ok=True)
    store.write_file(path, data)
    store.write_file(about_path(path), canonical_bytes(record.as_json()) + b"\n")


def about_path(path: Path) -> Path:
    """Return the place of the record beside a file of passages."""
    return path.with_suffix(".json")


def read_passages(path: Path) -> PassagesFile:
    """Return a file of passages and what lies beside it, or InputError with all that is wrong."""
    place, data = path.as_posix(), store.read_bytes(path)
    reading = RecordFile(place, RELEASE_LIMITS)
    read = [line for _, line in reading.lines(data, Passages)]
    reading.end()
    problems = [
        Problem(
            code="passages-twice",
            file=place,
            question_id=question_id,
            expected="one line for each question",
            fix=_AGAIN,
        )
        for question_id in duplicates(line.question_id for line in read)
    ]
    if problems:
        raise InputError(problems)
    sha256 = sha256_hex(data)
    return PassagesFile({line.question_id: line for line in read}, sha256, _about(path, sha256))


def _about(path: Path, sha256: str) -> PassagesRecord | None:
    beside = about_path(path)
    if beside == path or not beside.exists():
        return None
    place = beside.as_posix()
    value = strict_json(store.read_bytes(beside), file=place, limits=RELEASE_LIMITS)
    about = read_record(PassagesRecord, value, place)
    if about.passages_sha256 == sha256:
        return about
    raise InputError.of(
        code="passages-digest",
        file=place,
        got=sha256,
        expected=about.passages_sha256,
        fix=f"{_AGAIN}; or remove {beside.name}, which is of another file",
    )


class PassageUse(NamedTuple):
    """What a file of passages is to be used for.

    right: under gold_injected the clauses that the truth of each question names, by its id.
    """

    release: str
    tracks: Collection[str]
    condition: str
    right: Mapping[str, Sequence[str]] | None = None


def named_clauses(
    questions: Iterable[Question], truths: Mapping[str, Truth]
) -> dict[str, list[str]]:
    """Return the ids of the clauses that truths name, by question id; a truth may name none."""
    return {
        question.question_id: list(
            truths[question.question_id].as_json()["truth"].get("clauses", [])
        )
        for question in questions
    }


def refuse_unfit(
    passages: PassagesFile, queries: Mapping[str, str], use: PassageUse, *, file: str
) -> None:
    """Refuse a file that does not fit what is asked. queries: own words by question id."""
    problems = [*_misfits(passages.lines, queries, file), *_strangers(passages, use, file)]
    if problems:
        raise InputError(problems)


def _misfits(
    lines: Mapping[str, Passages], queries: Mapping[str, str], file: str
) -> Iterator[Problem]:
    for name in sorted(queries):
        if name not in lines:
            yield Problem(
                code="passages-missing",
                file=file,
                question_id=name,
                expected="a line for it",
                fix=f"{_AGAIN} for the same release, track and split; or ask with --split public",
            )
        elif lines[name].query_sha256 != (right := sha256_hex(queries[name].encode())):
            yield Problem(
                code="passages-query",
                file=file,
                question_id=name,
                got=lines[name].query_sha256,
                expected=right,
                fix=f"{_AGAIN} for this release",
            )


def _strangers(passages: PassagesFile, use: PassageUse, file: str) -> Iterator[Problem]:
    others = list(_made_for_others(passages.about, use, file)) if passages.about else []
    if others:
        yield from others
        return
    for name, line in passages.lines.items():
        ids = {passage.id for passage in line.shown}
        if use.condition == "retrieval" and line.injected:
            yield Problem(
                code="passages-injected",
                file=file,
                question_id=name,
                got="injected passages",
                expected="none under the condition retrieval",
                fix=_AGAIN,
            )
        elif not set(line.injected) <= ids <= {*line.retrieved, *line.injected}:
            yield Problem(
                code="passages-shown",
                file=file,
                question_id=name,
                expected="shown: passages retrieved or injected, and all that are injected",
                fix=_AGAIN,
            )
        elif name in (use.right or {}):
            yield from _wrong(line, (use.right or {})[name], file)


def _made_for_others(about: PassagesRecord, use: PassageUse, file: str) -> Iterator[Problem]:
    if about.condition != use.condition:
        yield Problem(
            code="passages-condition",
            file=file,
            got=about.condition,
            expected=use.condition,
            fix=f"name the condition that the file is for, or {_AGAIN}",
        )
    if about.release != use.release:
        yield Problem(
            code="passages-release",
            file=file,
            got=about.release,
            expected=use.release,
            fix=f"{_AGAIN} for this release",
        )
    if other := sorted(set(use.tracks) - {about.track}):
        yield Problem(
            code="passages-track",
            file=file,
            got=about.track,
            expected=", ".join(other),
            fix="name with --track the one that the file is for",
        )


def _wrong(line: Passages, right: Sequence[str], file: str) -> Iterator[Problem]:
    shown = {passage.id for passage in line.shown}
    missing = [clause for clause in right if clause not in shown]
    if missing or not right:
        yield Problem(
            code="passages-right",
            file=file,
            question_id=line.question_id,
            got=f"not shown: {', '.join(missing)}" if missing else "a truth that names no clause",
            expected="the right passages under the condition gold_injected",
            fix=_AGAIN,
        )
