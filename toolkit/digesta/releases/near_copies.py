"""Near copies: two questions of a task that ask almost the same.

All that an answerer reads is compared: turns, shown sources and what the ask offers, in NFC,
case folded, punctuation and white space as one space. Two texts are near copies when the Jaccard
similarity of their 5-grams of characters is 0.85 or more. A template with other numbers is another
question: where the numbers in the texts differ, they are not compared. The 5-grams that nine in
ten questions of a task share are its instruction, and are left out where there are enough of them
to tell. Questions of both splits are compared, since a near copy in public tells the truth of a
sealed question.

Every pair of the same numbers and of like size is compared, as sets of bits: 2,000 questions of a
task take some seconds.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.canonical import question_id
from digesta.errors import Problem
from digesta.records.release import Question
from digesta.releases.data import ReleaseData
from digesta.text.unicode14 import PUNCTUATION, code_points

GRAM = 5
"""Characters of a gram."""
ALIKE = Fraction(85, 100)
"""Similarity from which two questions are near copies."""
ENOUGH = 8
"""Questions from which on what they share is an instruction."""

_NUMBER = re.compile(r"\d+")
_SPACES = {at: " " for first, last in code_points(PUNCTUATION) for at in range(first, last + 1)}


class _Set(NamedTuple):
    """A text's grams: its position, their number, a bit for each of all texts' grams."""

    at: int
    size: int
    bits: int


def near_copies(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse two questions of a task that ask almost the same; each problem names both."""
    tasks: dict[tuple[str, str, str], list[Question]] = {}
    for question in draft.questions:
        tasks.setdefault((question.track, question.task, question.language), []).append(question)
    for questions in tasks.values():
        for i, j in _alike([asked_text(question) for question in questions]):
            first, second = questions[i], questions[j]
            place, line = draft.place("questions.jsonl", first.question_id)
            got = f"almost what {first.question_id} asks ({place}:{line})"
            fix = "keep one of the two, or ask about something else"
            yield draft.problem(place, second.question_id, "near-copy", got=got, fix=fix)


def copies_of_old_questions(
    fresh: Sequence[Question], known: Sequence[Question]
) -> Iterator[tuple[Question, Question]]:
    """Yield (question, known question) of one task where both ask almost the same.

    A question is no copy of a known one with its own id.
    """
    tasks: dict[tuple[str, str, str], tuple[list[Question], list[Question]]] = {}
    for at, questions in enumerate((fresh, known)):
        for question in questions:
            task = (question.track, question.task, question.language)
            tasks.setdefault(task, ([], []))[at].append(question)
    for mine, others in tasks.values():
        texts = [asked_text(question) for question in (*mine, *others)]
        pairs = _alike(texts) if mine and others else []
        for i, j in pairs:
            known_at = j - len(mine)
            if i < len(mine) <= j and id_of(mine[i]) != id_of(others[known_at]):
                yield mine[i], others[known_at]


def id_of(question: Question) -> str:
    """Return the id that a question has once it is cut."""
    return question_id(question.as_json())


def asked_text(question: Question) -> str:
    """Return all that an answerer reads, as it is compared."""
    parts = [turn.content for turn in question.turns]
    parts += [f"{source.title} {source.text}" for source in question.shown_sources or ()]
    parts += _texts(question.ask)
    return " ".join(unicodedata.normalize("NFC", " ".join(parts)).casefold().split())


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    inner: Sequence[Any] = ()
    if isinstance(value, Mapping):
        inner = [value[key] for key in sorted(value)]
    elif isinstance(value, list):
        # The order of the choices makes no other question.
        inner = sorted(value, key=str)
    for part in inner:
        yield from _texts(part)


def _alike(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of near copies by their positions, ordered by the second, then the first."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for at, text in enumerate(texts):
        groups.setdefault(tuple(_NUMBER.findall(text)), []).append(at)
    several = [group for group in groups.values() if len(group) > 1]
    grams = own_grams(texts) if several else []
    pairs = [
        (group[i], group[j])
        for group in several
        for i, j in pairs_alike([grams[at] for at in group])
    ]
    return sorted(pairs, key=lambda pair: (pair[1], pair[0]))


def pairs_alike(grams: Sequence[set[str]]) -> list[tuple[int, int]]:
    """Return the pairs of sets that are near copies, by their positions; empty sets are alike."""
    return sorted(_pairs(_sets(grams)))


def own_grams(texts: Sequence[str]) -> list[set[str]]:
    """Return the 5-grams of each text of a task without those that nine in ten texts share.

    Of fewer than ``ENOUGH`` texts, all. A text that is shorter than a gram is its own.
    """
    plain = (" ".join(text.translate(_SPACES).split()) for text in texts)
    grams = [{text[at : at + GRAM] for at in range(max(1, len(text) - GRAM + 1))} for text in plain]
    if len(texts) < ENOUGH:
        return grams
    counts = Counter(gram for each in grams for gram in each)
    shared = {gram for gram, n in counts.items() if n * 10 >= len(texts) * 9}
    return [each - shared for each in grams]


def _sets(grams: Sequence[set[str]]) -> list[_Set]:
    place = {gram: at for at, gram in enumerate(sorted(set[str]().union(*grams)))}
    return [
        _Set(at, len(each), _bits(place[gram] for gram in each)) for at, each in enumerate(grams)
    ]


def _bits(places: Iterable[int]) -> int:
    """Return a number with these bits set; adding one at a time copies it each time."""
    ordered = sorted(places)
    data = bytearray(ordered[-1] // 8 + 1 if ordered else 0)
    for at in ordered:
        data[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(data, "little")


def _pairs(group: Sequence[_Set]) -> Iterator[tuple[int, int]]:
    ordered = sorted(group, key=lambda each: (each.size, each.at))
    for at, small in enumerate(ordered):
        for large in ordered[at + 1 :]:
            if small.size * ALIKE.denominator < ALIKE.numerator * large.size:
                break  # all that follow are larger still
            both = (small.bits & large.bits).bit_count()
            if both * ALIKE.denominator >= ALIKE.numerator * (small.size + large.size - both):
                yield min(small.at, large.at), max(small.at, large.at)
