"""A private folder: a holdout's truths, reviews and keys, outside the project.

Its records keep the ids under which they were written, while a draft that goes on from a release
names its questions by the digest of what an answerer sees. ``ids.json`` leads from that digest to
the id that the records have: sealing writes it, and the next draft is sealed from the same folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeVar

from digesta.canonical import canonical_bytes, canonical_lines
from digesta.errors import Problem, ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.base import Record
from digesta.records.release import Keys, Review, Sealed, Truth
from digesta.releases.data import ReleaseData, final_ids, ids_of, locate, records_of

R = TypeVar("R", bound=Record)
T = TypeVar("T", Truth, Review)

KEYS, TRUTHS, REVIEWS, IDS = "keys.json", "truths.jsonl", "review.jsonl", "ids.json"
BEFORE = "before.json"
"""The files of a private folder. BEFORE: what the release before a draft sealed, as ``Sealed``."""

TELLING = frozenset({
    "truth-in-question", "truth-refused", "record", "bad-value", "wrong-type", "not-json",
    "dup-key", "number-range", "control", "noncharacter", "surrogate", "marks",
})  # fmt: skip
"""Codes of problems that quote a value; for sealed records the value is left out."""


class OwnRecords(NamedTuple):
    """The records of a private folder, under the ids that they have there; ``ids.json``."""

    truths: Sequence[Truth]
    reviews: Sequence[Review]
    ids: Mapping[str, str]


class PrivateFolder(NamedTuple):
    """The records of a private folder, under the ids of a draft. ids: ``ids.json``, brought up."""

    keys: Keys
    truths: Sequence[Truth]
    reviews: Sequence[Review]
    ids: Mapping[str, str]


def own_records(files: Mapping[str, bytes], *, folder: str) -> OwnRecords:
    """Return a private folder's records under their own ids.

    files: the folder's. folder: its name, for messages. ReleaseError with every problem, none of
    which quotes a value.
    """
    truths = _records(files, TRUTHS, Truth, folder)
    reviews = _records(files, REVIEWS, Review, folder)
    return OwnRecords(truths, reviews, _ids(files.get(IDS, b"{}"), f"{folder}/{IDS}"))


def keys_of(files: Mapping[str, bytes], *, folder: str) -> Keys:
    """Return a private folder's keys; files and folder: as of ``own_records``."""
    return _records(files, KEYS, Keys, folder)[0]


def content_before(files: Mapping[str, bytes], *, folder: str) -> Sealed | None:
    """Return what ``before.json`` holds, or None; files and folder: as of ``own_records``."""
    return _records(files, BEFORE, Sealed, folder)[0] if BEFORE in files else None


def read_private(files: Mapping[str, bytes], draft: ReleaseData, *, folder: str) -> PrivateFolder:
    """Return a private folder's records under the ids of a draft's questions.

    files: the folder's. folder: its name, for messages. ReleaseError with every problem, none of
    which quotes a value.
    """
    truths, reviews, there = own_records(files, folder=folder)
    keys, ids = keys_of(files, folder=folder), dict(there)
    names = {ids[name]: name for name in ids_of(draft.holdout()) & ids.keys() if ids[name] != name}
    if IDS not in files:
        _refuse_strangers(draft, truths, folder)
    if twice := list(_ids_twice(draft, names)):
        raise ReleaseError(locate(folder, twice))
    own_ids = {name: own for own, name in names.items()}
    ids |= {final: own_ids.get(name, name) for name, final in final_ids(draft.holdout()).items()}
    return PrivateFolder(keys, _named(truths, names), _named(reviews, names), ids)


def _ids(data: bytes, file: str) -> dict[str, str]:
    """Return what ``ids.json`` holds: the id of a sealed question -> that of its records here."""
    ids = strict_json(data, file=file, line=1, limits=RELEASE_LIMITS)
    if isinstance(ids, dict) and all(isinstance(own, str) for own in ids.values()):
        return ids
    fix = "remove the file, and write a new folder: digesta release unseal"
    raise ReleaseError.of(code="private-ids", file=file, expected="ids by ids", fix=fix)


def _ids_twice(draft: ReleaseData, names: Mapping[str, str]) -> Iterator[Problem]:
    """Yield working ids of a draft under which the folder has records of another question."""
    for own in sorted(ids_of(draft.questions) & names.keys()):
        wrong = partial(Problem, code="private-ids", file=TRUTHS, question_id=own)
        fix = "give the new question another working id, here and in the draft"
        yield wrong(got=f"the id of the records of {names[own]} too", fix=fix)


def _named(records: Sequence[T], names: Mapping[str, str]) -> list[T]:
    """Return records under the ids that their questions have in the draft."""
    ids = ((record, names.get(record.question_id, record.question_id)) for record in records)
    return [record.model_copy(update={"question_id": name}) for record, name in ids]


def _refuse_strangers(draft: ReleaseData, truths: Sequence[Truth], folder: str) -> None:
    """Refuse truths whose ids nothing leads to, where sealed questions of a release lack theirs."""
    known = ids_of(truths)
    lacking = {name for name, final in final_ids(draft.holdout()).items() if name == final} - known
    strange = known - ids_of(draft.questions)
    if lacking and strange:
        raise ReleaseError.of(
            code="private-ids",
            file=f"{folder}/{TRUTHS}",
            got=f"{len(strange)} truths under ids that the draft lacks",
            expected=f"those of {len(lacking)} questions that the release before sealed",
            fix="write a folder with their ids, and add the truths of new questions to it: "
            "digesta release unseal RELEASE --identity PATH --date DAY --private NEW_FOLDER",
        )


def private_files(sealed: Sealed) -> dict[str, bytes]:
    """Return the files of a private folder with all that a sealed file holds, under final ids."""
    keys = Keys(salt_key=sealed.salt_key, draw_key=sealed.draw_key)
    return {
        KEYS: canonical_bytes(keys.as_json()) + b"\n",
        TRUTHS: canonical_lines(truth.as_json() for truth in sealed.truths),
        REVIEWS: canonical_lines(review.as_json() for review in sealed.reviews),
    }


def ids_file(private: PrivateFolder) -> bytes:
    """Return the bytes of ``ids.json``."""
    return canonical_bytes(private.ids) + b"\n"


def _records(files: Mapping[str, bytes], path: str, record: type[R], folder: str) -> list[R]:
    try:
        return records_of(files, path, record)
    except ReleaseError as error:
        raise ReleaseError(locate(folder, list(map(without_value, error.problems)))) from None


def without_value(problem: Problem) -> Problem:
    """Return a problem of a sealed record without the value that it quotes."""
    return replace(problem, got="") if problem.code in TELLING else problem
