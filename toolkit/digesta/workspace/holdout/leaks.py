"""Leaks of what a release seals: into build/, committed files, and git's whole history.

Searched for are: the identity's secret keys, the salt key, the draw key and every salt; lines
that are a sealed truth or its review, under the id that they have or the one that they had; and
texts of truths, of 12 characters or more, that nothing open holds. Not searched for the last are
predictions and traces (a system may be right), nor, for computable tracks, resources/ and
corpora/, from which anyone can compute the truth.

Short answers ("yes", "B") are everywhere. They count where many sealed ids are next to their own
answer (``answer_keys``). A hit names place and question, never the text.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.errors import Problem, ReleaseError
from digesta.records.release import Sealed, Truth
from digesta.releases.checks.leaks import texts_of
from digesta.releases.commitment import salts_under
from digesta.releases.data import ReleaseData
from digesta.workspace import git as history
from digesta.workspace import store
from digesta.workspace.holdout.answer_keys import (
    MANY,
    Answers,
    answers_of,
    containers_in,
    json_value,
    keyed_questions,
)
from digesta.workspace.holdout.openings import open_truths
from digesta.workspace.holdout.seal import Identities
from digesta.workspace.holdout.seals import retirement_of
from digesta.workspace.releases import StoredRelease

SHORTEST = 12
"""Characters of a text that is looked for."""

_SECRET = re.compile(rb"(?i)AGE-SECRET-KEY-1[0-9A-Z]{20,}")
_DIGEST = re.compile(rb"(?<![0-9a-fA-F])[0-9a-fA-F]{64}(?![0-9a-fA-F])")
_FINAL = re.compile(r"[0-9a-f]{64}")
_ANSWERS = re.compile(r"(^|/)(predictions|trace|journal)\.jsonl\)?$")
_RESOURCES = re.compile(r"(^|[/(])(resources|corpora)/")


def leaks_of(root: Path, release: StoredRelease, identity: Path) -> dict[str, str | int]:
    """Count the places that were searched; ReleaseError with every hit, by place."""
    if retirement_of(root, release):
        return {"leaks": "retired, nothing is sealed"}
    sought = needles(release.data, *open_truths(release, identity))
    problems: list[Problem] = []
    counts = {"files": 0, "objects": 0}
    for kind, place, data in _places(root):
        counts[kind] += 1
        problems += hits(sought, place, data)
    if problems:
        raise ReleaseError(problems)
    return {"leaks": "none", **{f"searched_{kind}": n for kind, n in counts.items()}}


def _places(root: Path) -> Iterator[tuple[str, str, bytes]]:
    in_git = history.is_repository(root)
    # Outside git nothing is known to be ignored: all is searched that a workspace consists of.
    parts = ("build",) if in_git else ("build", "releases", "predictions", "site", "drafts")
    paths = {path for part in parts for path in (root / part).rglob("*")}
    if in_git:
        paths |= {root / name for name in history.committed_paths(root)}
    for path in sorted(paths):
        if path.is_file() and not path.is_symlink():
            yield "files", path.as_posix(), store.read_bytes(path)
    if in_git:
        for place, data in history.objects(root):
            yield "objects", f"git {place}", data


@dataclass(frozen=True)
class Needles:
    """What must not leak. records, texts: bytes -> id of the sealed question.

    computable: the ids whose truths can be computed. answers: id -> the texts of its answer.
    """

    secrets: frozenset[bytes]
    digests: Mapping[bytes, str]
    records: Mapping[bytes, str]
    texts: Mapping[bytes, str]
    computable: frozenset[str]
    answers: Answers


def needles(data: ReleaseData, sealed: Sealed, by: Identities) -> Needles:
    """Return what of a release's holdout must not leak."""
    salts = salts_under(sealed.salt_key, sealed.truths)
    digests = {salt.encode(): f"the salt of {name}" for name, salt in salts.items()}
    digests[sealed.salt_key.encode()] = "the salt key"
    if sealed.draw_key:
        digests[sealed.draw_key.encode()] = "the draw key"
    public = {_record(record.as_json()) for record in (*data.truths.values(), *data.reviews)}
    secret = {_record(truth.as_json()): truth.question_id for truth in sealed.truths}
    secret |= {_record(review.as_json()): review.question_id for review in sealed.reviews}
    tracks = {track.track: track for track in data.manifest.tracks}
    computable = {
        question.question_id
        for question in data.holdout()
        if tracks[question.track].categories[question.category].computable
    }
    return Needles(
        secrets=frozenset(str(key).upper().encode() for key in by.keys),
        digests=digests,
        records={key: name for key, name in secret.items() if key not in public},
        texts=dict(_texts(data, sealed.truths)),
        computable=frozenset(computable),
        answers=answers_of(sealed.truths),
    )


def _record(value: Mapping[str, Any]) -> bytes:
    """Return the content of a truth or a review without its id, optional fields written out."""
    whole = {"passages": [], "why": "", **value} if "readers" in value else value
    return canonical_bytes({key: part for key, part in whole.items() if key != "question_id"})


def _texts(data: ReleaseData, truths: Sequence[Truth]) -> Iterator[tuple[bytes, str]]:
    records = (*data.questions, *data.truths.values(), data.limits)
    open_text = "\n".join(texts_of(record.as_json() for record in records))
    for truth in truths:
        for text in sorted(set(texts_of([truth.truth]))):
            if len(text) >= SHORTEST and text not in open_text:
                for form in forms_of(text):
                    yield form.encode(), truth.question_id


def forms_of(text: str) -> set[str]:
    """Return a text as our files hold it: plain, in JSON of two kinds, in HTML of two kinds."""
    escaped = {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
    page = html.escape(text)
    # Our templates write quotes by number, others by name.
    numbered = page.replace("&quot;", "&#34;").replace("&#x27;", "&#39;")
    return {text, page, numbered} | escaped


def hits(sought: Needles, place: str, data: bytes) -> Iterator[Problem]:
    """Yield what of a holdout leaked into a file or an object of git. place: where that is."""
    for secret in set(_SECRET.findall(data)):
        if secret.upper() in sought.secrets:
            yield _hit("leak-identity", place, "the identity")
    digests = set(map(bytes.lower, _DIGEST.findall(data)))
    for key in sorted(digests & sought.digests.keys()):
        yield _hit("leak-key", place, sought.digests[key])
    for line, name, kind in _record_lines(sought, data):
        yield _hit("leak-truth", place, kind, line=line, name=name)
    if _ANSWERS.search(place):
        return
    allowed = sought.computable if _RESOURCES.search(place) else frozenset()
    keyed = [name for name in keyed_questions(sought.answers, data) if name not in allowed]
    if len(keyed) >= MANY:
        got = f"{len(keyed)} sealed questions next to their answers"
        yield _hit("leak-answers", place, got, name=keyed[0])
    for name in sorted({name for text, name in sought.texts.items() if text in data}):
        if name not in allowed:
            yield _hit("leak-text", place, "words of its truth", name=name)


_KINDS = {"truth": "its truth", "readers": "its review"}
"""The key that only a truth, or only a review, has."""


def _record_lines(sought: Needles, data: bytes) -> Iterator[tuple[int, str, str]]:
    keys = [f'"{key}"'.encode() for key in _KINDS]
    if not any(key in data for key in keys):
        return
    reported = set()
    # Line by line, then the file as a whole: a record may take many lines.
    for number, text in (*enumerate(data.splitlines(), start=1), (0, data)):
        for value in _objects(text) if any(key in text for key in keys) else ():
            kind = _KINDS[next(key for key in _KINDS if key in value)]
            name = _sealed_id(sought, value)
            if name and (number or (name, kind) not in reported):
                reported.add((name, kind))
                yield number, name, kind


def _sealed_id(sought: Needles, value: Mapping[str, Any]) -> str:
    """Return the id of the sealed question that a record is about, or "".

    A final id is enough; with a working id the rest of the record must be the same.
    """
    name = str(value.get("question_id"))
    if name in sought.answers:
        return name
    return "" if _FINAL.fullmatch(name) else sought.records.get(_record(value), "")


def _objects(text: bytes) -> Iterator[Mapping[str, Any]]:
    """Yield what may be a record of ours, at any depth of a JSON value."""
    for node in containers_in(json_value(text)):
        if isinstance(node, dict) and not _KINDS.keys().isdisjoint(node):
            try:
                canonical_bytes(node)
            except (ValueError, RecursionError):  # no canonical bytes: no record of ours
                continue
            yield node


def _hit(code: str, place: str, got: str, *, line: int = 0, name: str = "") -> Problem:
    fix = "take it out; if it was ever pushed, retire the release: what was seen stays seen"
    return Problem(code=code, file=place, line=line, question_id=name, got=got, fix=fix)
