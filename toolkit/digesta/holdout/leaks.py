"""Look for sealed truths where they must not be: in what is built, committed, or was once.

What is looked for: the identity's secret keys, the salt key, the draw key and every salt; lines
that are a sealed truth or its review, under the id that they have or the one that they had; and
texts of truths, of 12 characters or more, that nothing open holds. Left out of the last are
answers in predictions and traces (a system may be right), and resources/ and corpora/ for
computable tracks: what these are computed from tells the truth to all alike.

Short answers ("yes", "B") stand everywhere: they are found where many sealed ids stand beside
their own (``keyed``), but not one by one. A hit names the place and the question, never the text.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from digesta.canonical import canonical_bytes
from digesta.errors import Problem
from digesta.holdout.keyed import MANY, Answers, answers_of, keyed, parsed, within
from digesta.holdout.sealing import Opener
from digesta.records.release import Sealed, Truth
from digesta.releases.checks.telling import texts_of
from digesta.releases.commitment import salts_under
from digesta.releases.reading import ReleaseData

SHORTEST = 12
"""Characters of a text that is looked for."""

_SECRET = re.compile(rb"(?i)AGE-SECRET-KEY-1[0-9A-Z]{20,}")
_DIGEST = re.compile(rb"(?<![0-9a-fA-F])[0-9a-fA-F]{64}(?![0-9a-fA-F])")
_FINAL = re.compile(r"[0-9a-f]{64}")
_ANSWERS = re.compile(r"(^|/)(predictions|trace|journal)\.jsonl\)?$")
_RESOURCES = re.compile(r"(^|[/(])(resources|corpora)/")


@dataclass(frozen=True)
class Needles:
    """What must not be found. asked: ids of the sealed questions; records, texts: bytes -> id.

    computable: the ids whose truths can be computed. answers: id -> the texts of its answer.
    """

    secrets: frozenset[bytes]
    digests: Mapping[bytes, str]
    asked: frozenset[str]
    records: Mapping[bytes, str]
    texts: Mapping[bytes, str]
    computable: frozenset[str]
    answers: Answers


def needles(data: ReleaseData, sealed: Sealed, by: Opener) -> Needles:
    """Return what must not be found of a release's holdout."""
    salts = salts_under(sealed.salt_key, sealed.truths)
    digests = {salt.encode(): f"the salt of {name}" for name, salt in salts.items()}
    digests[sealed.salt_key.encode()] = "the salt key"
    if sealed.draw_key:
        digests[sealed.draw_key.encode()] = "the draw key"
    public = {_record(one.as_json()) for one in (*data.truths.values(), *data.reviews)}
    records = {_record(one.as_json()): one.question_id for one in sealed.truths}
    records |= {_record(one.as_json()): one.question_id for one in sealed.reviews}
    tracks = {track.track: track for track in data.manifest.tracks}
    computable = {
        one.question_id
        for one in data.holdout()
        if tracks[one.track].categories[one.category].computable
    }
    return Needles(
        secrets=frozenset(str(key).upper().encode() for key in by.keys),
        digests=digests,
        asked=frozenset(one.question_id for one in sealed.truths),
        records={key: name for key, name in records.items() if key not in public},
        texts=dict(_texts(data, sealed.truths)),
        computable=frozenset(computable),
        answers=answers_of(sealed.truths),
    )


def _record(value: Mapping[str, Any]) -> bytes:
    """Return what a truth or a review says, whatever id it has; what may be left out is there."""
    whole = {"passages": [], "why": "", **value} if "readers" in value else value
    return canonical_bytes({key: one for key, one in whole.items() if key != "question_id"})


def _texts(data: ReleaseData, truths: Sequence[Truth]) -> Iterator[tuple[bytes, str]]:
    said = [one.as_json() for one in (*data.questions, *data.truths.values(), data.limits)]
    spoken = "\n".join(texts_of(said))
    for truth in truths:
        for text in sorted(set(texts_of([truth.truth]))):
            if len(text) >= SHORTEST and text not in spoken:
                for form in forms_of(text):
                    yield form.encode(), truth.question_id


def forms_of(text: str) -> set[str]:
    """Return a text as files of ours hold it: plain, in JSON of two kinds, in HTML of two kinds."""
    escaped = {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]}
    page = html.escape(text)
    # Our templates write quotes by number, others by name.
    numbered = page.replace("&quot;", "&#34;").replace("&#x27;", "&#39;")
    return {text, page, numbered} | escaped


def hits(sought: Needles, place: str, data: bytes) -> Iterator[Problem]:
    """Yield what of a holdout stands in a file or an object of git. place: where that is."""
    for found in set(_SECRET.findall(data)):
        if found.upper() in sought.secrets:
            yield _hit("leak-identity", place, "the identity")
    for found in sorted({one.lower() for one in _DIGEST.findall(data)} & sought.digests.keys()):
        yield _hit("leak-key", place, sought.digests[found])
    for line, name, what in _record_lines(sought, data):
        yield _hit("leak-truth", place, what, line=line, name=name)
    if _ANSWERS.search(place):
        return
    allowed = sought.computable if _RESOURCES.search(place) else frozenset()
    if len(names := [one for one in keyed(sought.answers, data) if one not in allowed]) >= MANY:
        what = f"{len(names)} sealed questions beside their answers"
        yield _hit("leak-answers", place, what, name=names[0])
    for name in sorted({name for text, name in sought.texts.items() if text in data}):
        if name not in allowed:
            yield _hit("leak-text", place, "words of its truth", name=name)


_KINDS = {"truth": "its truth", "readers": "its review"}
"""The key that only a truth, or only a review, has."""


def _record_lines(sought: Needles, data: bytes) -> Iterator[tuple[int, str, str]]:
    keys = [f'"{key}"'.encode() for key in _KINDS]
    if not any(key in data for key in keys):
        return
    told = set()
    lines = ((n, line) for n, line in enumerate(data.splitlines(), start=1))
    # Then the file as one value: a record may stand over many lines.
    for number, text in (*lines, (0, data)):
        for value in _objects(text) if any(key in text for key in keys) else ():
            said = _of_whom(sought, value), _KINDS[next(key for key in _KINDS if key in value)]
            if said[0] and (number or said not in told):
                told.add(said)
                yield number, *said


def _of_whom(sought: Needles, value: Mapping[str, Any]) -> str:
    """Return the sealed question of which a record speaks, or none.

    A final id says so itself; a working id says nothing, so there the rest must be the same.
    """
    name = str(value.get("question_id"))
    if name in sought.asked:
        return name
    return "" if _FINAL.fullmatch(name) else sought.records.get(_record(value), "")


def _objects(text: bytes) -> Iterator[Mapping[str, Any]]:
    """Yield what may be a record of ours, at any depth of a JSON value."""
    for one in within(parsed(text)):
        if isinstance(one, dict) and not _KINDS.keys().isdisjoint(one):
            try:
                canonical_bytes(one)
            except ValueError:  # no canonical bytes: no record of ours
                continue
            yield one


def _hit(code: str, place: str, what: str, *, line: int = 0, name: str = "") -> Problem:
    return Problem(
        code=code, file=place, line=line, question_id=name, got=what,
        fix="take it out; if it was ever pushed, retire the release: what was seen stays seen",
    )  # fmt: skip
