"""A release or a draft as values: from the bytes of its files to records.

A draft has the same files as a release, but for its working ids (any slug), its manifest without
``files``, and no boards. Both are read by the strict reader, and refused whole.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import orjson

from digesta.canonical import question_id, sha256_hex
from digesta.errors import InputError, Problem, ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.base import Record, release_parts
from digesta.records.log import Access, Attempt, Dispute, JudgeDecision, Withheld, WithheldFile
from digesta.records.question import publication_of
from digesta.records.read import read_record
from digesta.records.release import Changes, Limits, Manifest, Question, Review, Truth
from digesta.records.submission import Decision
from digesta.scorers import SCORERS

R = TypeVar("R", bound=Record)

MANIFEST = "release.json"
DECISIONS = "log/decisions.jsonl"
ATTEMPTS = "log/attempts.jsonl"
ACCESS = "log/access.jsonl"
DISPUTES = "log/disputes.jsonl"
JUDGES = "log/judges.jsonl"
WITHHELD = "log/withheld.jsonl"
SEALED = "holdout.age"
REVEALED = "revealed/truths.jsonl"
SALTS = "revealed/salts.jsonl"
SIDE = "side@/"
"""Where a publication keeps what other pages show beside boards; no track has an @ in its name."""


@dataclass(frozen=True, kw_only=True)
class Logs:
    """What is recorded of a release after its cut."""

    decisions: tuple[Decision, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    access: tuple[Access, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    judges: tuple[JudgeDecision, ...] = ()
    withheld: tuple[Withheld, ...] = ()

    @property
    def scored_ids(self) -> frozenset[str]:
        """Return the submissions that the log of attempts says were scored on sealed questions."""
        scored = (attempt for attempt in self.attempts if attempt.outcome == "scored")
        return frozenset(attempt.submission_id for attempt in scored)


_LOGS: Mapping[str, tuple[str, type[Record]]] = {
    "decisions": (DECISIONS, Decision),
    "attempts": (ATTEMPTS, Attempt),
    "access": (ACCESS, Access),
    "disputes": (DISPUTES, Dispute),
    "judges": (JUDGES, JudgeDecision),
    "withheld": (WITHHELD, Withheld),
}


@dataclass(frozen=True, kw_only=True)
class ReleaseData(Logs):
    """A release's records. digest: SHA-256 of its manifest; lines: file -> line of each id.

    sealed: bytes of the sealed file, if there is one. opened: whether truths and reviews of the
    holdout are here, beside the public ones.
    """

    manifest: Manifest
    digest: str
    questions: tuple[Question, ...]
    truths: Mapping[str, Truth]
    reviews: tuple[Review, ...]
    changes: Changes
    limits: Limits
    resources: Mapping[str, Any]
    lines: Mapping[tuple[str, str], int]
    sealed: bytes = b""
    opened: bool = False

    def place(self, file: str, question_id: str) -> tuple[str, int]:
        """Return file and line where a question's record stands; line 0 where it does not."""
        return file, self.lines.get((file, question_id), 0)

    def problem(self, file: str, question_id: str, code: str, **fields: str) -> Problem:
        """Return a problem of a question's record, located. fields: its further ones."""
        path, line = self.place(file, question_id)
        return Problem(code=code, file=path, line=line, question_id=question_id, **fields)

    def public(self) -> tuple[Question, ...]:
        """Return the questions whose truths are open."""
        return self.of_split("public")

    def holdout(self) -> tuple[Question, ...]:
        """Return the questions whose truths are sealed."""
        return self.of_split("holdout")

    def of_split(self, split: str) -> tuple[Question, ...]:
        """Return the questions of a split."""
        return tuple(question for question in self.questions if question.split == split)

    def open_part(self, *, members: bool = False) -> ReleaseData:
        """Return the part whose text may be shown to all, or to members."""
        open_to = {"full", "members"} if members else {"full"}
        rules = self.manifest.publish
        questions = tuple(
            question
            for question in self.questions
            if all(publication_of(name, rules) in open_to for name in question.licenses)
        )
        closed = ids_of(self.questions) - ids_of(questions)
        return replace(
            self,
            questions=questions,
            truths={key: truth for key, truth in self.truths.items() if key not in closed},
            reviews=tuple(each for each in self.reviews if each.question_id not in closed),
        )

    @property
    def splits(self) -> tuple[str, ...]:
        """Return the splits whose truths are here."""
        return ("public", "holdout") if self.opened and self.holdout() else ("public",)


class MarkBasis(NamedTuple):
    """What marks rest on, as JSON values: each question, by id what is right, the resources."""

    questions: Iterable[Mapping[str, Any]]
    truths: Mapping[str, Mapping[str, Any]]
    resources: Mapping[str, Any]


def is_of_basis(path: str) -> bool:
    """Return whether marks rest on a file of a release; path: its own, below the folder."""
    return path in {MANIFEST, "questions.jsonl", "truths.jsonl"} or path.startswith("resources/")


def parse_manifest(files: Mapping[str, bytes], *, name: str) -> Manifest:
    """Return a release's manifest from the bytes of its files; name: for messages."""
    records, problems = _records(files, MANIFEST, Manifest)
    if problems:
        raise ReleaseError(locate(name, problems))
    return records[0][1]


def parse_basis(
    files: Mapping[str, bytes], manifest: Manifest, *, name: str, validated: bool = False
) -> MarkBasis:
    """Return what marks rest on from the bytes of a release's files; name: for messages.

    validated: cutting validated these very bytes, so they are parsed and not validated again.
    """
    if validated:
        lines = (BytesIO(files[path]) for path in ("questions.jsonl", "truths.jsonl"))
        values, right = (map(orjson.loads, each) for each in lines)
        known = {truth["question_id"]: truth["truth"] for truth in right}
        return MarkBasis(values, known, _resources(files))
    questions, truths = parse_questions(files, manifest, name=name)
    return MarkBasis(
        (question.as_json() for question in questions),
        {key: truth.truth for key, truth in truths.items()},
        _resources(files),
    )


def parse_questions(
    files: Mapping[str, bytes],
    manifest: Manifest,
    *,
    name: str,
    ids: Container[str] | None = None,
) -> tuple[tuple[Question, ...], dict[str, Truth]]:
    """Return questions, and truths by question. ids: of those that are wanted; None for all."""
    numbered, odd = _records(files, "questions.jsonl", Question, ids)
    keys, wrong = _records(files, "truths.jsonl", Truth, ids)
    questions, truths = [question for _, question in numbered], [truth for _, truth in keys]
    if problems := [*odd, *wrong, *_repeats(questions, truths)]:
        raise ReleaseError(locate(name, problems))
    by_id = {truth.question_id: truth for truth in truths}
    return _as_tracks_read(questions, manifest), by_id


def parse_release(files: Mapping[str, bytes], *, name: str, validated: bool = False) -> ReleaseData:
    """Return a release or draft from the bytes of its files; name: the folder, for messages.

    validated: files of the manifest's digests are what cutting validated, of which no character
    is looked at again.
    """
    problems: list[Problem] = []
    lines: dict[tuple[str, str], int] = {}
    digests: dict[str, str] = {}

    def read(path: str, record: type[R]) -> list[R]:
        known = path in digests and sha256_hex(files[path]) == digests[path]
        records, wrong = _records(files, path, record, validated=known)
        problems.extend(wrong)
        for line, value in records:
            if (key := getattr(value, "question_id", None)) is not None:
                lines.setdefault((path, key), line)
        return [value for _, value in records]

    manifest = read(MANIFEST, Manifest)
    if validated and manifest:
        digests |= {file.path: file.sha256 for file in manifest[0].files}
    logs: dict[str, Any] = {
        name: tuple(read(*log)) for name, log in _LOGS.items() if log[0] in files
    }
    # A withheld file holds no line here.
    kept = withheld_files(logs.get("withheld", ()))
    texts = {path.rpartition("/")[2] for path in kept} & {"questions.jsonl", "truths.jsonl"}
    files = dict.fromkeys(texts, b"") | {**files}
    questions = read("questions.jsonl", Question)
    truths = read("truths.jsonl", Truth)
    reviews = read("review.jsonl", Review)
    changes = read("changes.json", Changes)
    limits = read("limits.json", Limits)
    problems.extend(_repeats(questions, truths))
    if problems:
        raise ReleaseError(locate(name, problems))
    return ReleaseData(
        manifest=manifest[0],
        digest=sha256_hex(files[MANIFEST]),
        questions=_as_tracks_read(questions, manifest[0]),
        truths={truth.question_id: truth for truth in truths},
        reviews=tuple(reviews),
        changes=changes[0],
        limits=limits[0],
        resources=_resources(files),
        lines=lines,
        sealed=files.get(SEALED, b""),
        **logs,
    )


def withheld_files(lines: Iterable[Withheld]) -> dict[str, WithheldFile]:
    """Return the files that a release withholds, by their path in the workspace."""
    return {file.path: file for line in lines for file in line.files}


def read_logs(files: Mapping[str, bytes], *, name: str) -> Logs:
    """Return what a release's logs hold, from the bytes of their files; name: the folder."""
    logs, problems = dict[str, Any](), list[Problem]()
    for field, (path, record) in _LOGS.items():
        if path in files:
            records, wrong = _records(files, path, record)
            problems.extend(wrong)
            logs[field] = tuple(value for _, value in records)
    if problems:
        raise ReleaseError(locate(name, problems))
    return Logs(**logs)


def _as_tracks_read(questions: Iterable[Question], manifest: Manifest) -> tuple[Question, ...]:
    """Return questions whose asks say how answers are read; a cut release's say so already."""
    readings = {track.track: track.reading for track in manifest.tracks if track.reading}
    return tuple(
        question.model_copy(update={"ask": dict(scorer.with_reading(question.ask, reading))})
        if (reading := readings.get(question.track)) and (scorer := SCORERS.get(question.scorer))
        else question
        for question in questions
    )


def records_of(files: Mapping[str, bytes], path: str, record: type[R]) -> list[R]:
    """Return a file's records; ReleaseError with every problem."""
    records, problems = _records(files, path, record)
    if problems:
        raise ReleaseError(problems)
    return [value for _, value in records]


def _records(
    files: Mapping[str, bytes],
    path: str,
    record: type[R],
    ids: Container[str] | None = None,
    *,
    validated: bool = False,
) -> tuple[list[tuple[int, R]], list[Problem]]:
    if path not in files:
        return [], [Problem(code="file-missing", file=path, fix="add the file (see formats)")]
    if path.endswith(".jsonl"):
        numbered = list(enumerate(files[path].splitlines(), start=1))
        pieces: Sequence[tuple[int, bytes]] = numbered
        if ids is not None:
            pieces = [each for each in numbered if orjson.loads(each[1])["question_id"] in ids]
    else:
        pieces = [(1, files[path])]
    records: list[tuple[int, R]] = []
    problems: list[Problem] = []
    for line, data in pieces:
        try:
            records.append((line, record_in(record, data, path, line, validated=validated)))
        except InputError as error:
            problems.extend(error.problems)
    return records, problems


def record_in(
    record: type[R], data: bytes, file: str, line: int = 1, *, validated: bool = False
) -> R:
    """Return the record that a file's bytes are, or ReleaseError; validated: see parse_release."""
    value = None
    with suppress(ValueError):  # the strict reader says why
        value = orjson.loads(data) if validated else None
    if value is None:
        value = strict_json(data, file=file, line=line, limits=RELEASE_LIMITS, error=ReleaseError)
    return read_record(record, value, file, line, nulls=b"null" in data)


def _repeats(questions: Iterable[Question], truths: Iterable[Truth]) -> list[Problem]:
    return [
        *repeats([question.question_id for question in questions], "questions.jsonl"),
        *repeats([truth.question_id for truth in truths], "truths.jsonl"),
    ]


def repeats(ids: Sequence[str], path: str) -> list[Problem]:
    """Return a problem for each id that a line before has already; path: the file's."""
    first: dict[str, int] = {}
    problems = []
    for line, name in enumerate(ids, start=1):
        if name in first:
            where = partial(Problem, file=path, line=line, question_id=name)
            got = f"the id of line {first[name]}"
            problems.append(where(code="dup-id", got=got, fix="keep one line"))
        first.setdefault(name, line)
    return problems


def _resources(files: Mapping[str, bytes]) -> dict[str, Any]:
    return {
        path.removeprefix("resources/"): data
        for path, data in files.items()
        if path.startswith("resources/")
    }


def locate(name: str, problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems with their files under a folder's name."""
    return [replace(problem, file=f"{name}/{problem.file}") for problem in problems]


def ids_of(records: Iterable[Question | Truth]) -> set[str]:
    """Return the question ids of some records."""
    return {record.question_id for record in records}


def final_ids(questions: Iterable[Question]) -> dict[str, str]:
    """Return working id -> final id of a draft's questions."""
    return {question.question_id: question_id(question.as_json()) for question in questions}


def release_order(release_id: str) -> tuple[str, int, str]:
    """Order release ids by date, then by the number after the dot, then by series."""
    return release_parts(release_id)


def digest_fix(data: bytes, sha256: str, otherwise: str) -> str:
    """Return what mends a file whose digest should be another: git may have changed line ends."""
    if sha256_hex(data.replace(b"\r\n", b"\n")) != sha256:
        return otherwise
    return "git changed its line ends: write * -text into .gitattributes, then check it out again"
