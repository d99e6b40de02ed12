"""Marking of the scorer ``letters``: from a raw reply to a row, by two readings."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from digesta.metrics.exact import NANO, nano
from digesta.scorers.base import Column, Response, Row
from digesta.scorers.letters.readings import READINGS, Letters
from digesta.scorers.letters.records import LettersAsk, LettersTruth

COLUMNS = (
    Column("f1", "share", "F1 of the letters read and the right ones"),
    Column("precision", "share", "letters read that are right, of those read"),
    Column("recall", "share", "right letters that were read, of the right ones"),
    Column("published", "share", "credit by the original's reading, a draw of its at its mean"),
    Column("differ", "count", "1 when the two readings read other letters"),
)


class LettersKey(NamedTuple):
    """What a question's replies are marked with."""

    right: Letters
    letters: str
    choices: tuple[str, ...]
    readings: tuple[str, ...]
    chance: int
    published: str

    @property
    def sets(self) -> list[Letters]:
        """Return every set of letters that a uniform guess draws from."""
        several = self.chance != nano(Fraction(1, len(self.letters)))
        sizes = range(1, len(self.letters) + 1) if several else (1,)
        return [frozenset(some) for n in sizes for some in combinations(self.letters, n)]


def prepare(
    question: Mapping[str, Any], truth: Mapping[str, Any], _resources: Mapping[str, Any]
) -> LettersKey:
    """Prepare a question, or ValueError when its truth names no choice."""
    ask = LettersAsk.model_validate(question["ask"])
    own = LettersTruth.model_validate(truth)
    answer = own.answer
    right = frozenset(answer)
    if not right <= frozenset(ask.letters) or "".join(sorted(right)) != answer:
        raise ValueError(f"answer {answer}: letters of the choices, in order, each once")
    if len(right) > 1 and not ask.several:
        raise ValueError(f"answer {answer}: several letters, but ask.several is false")
    n = len(ask.choices)
    chance = nano(Fraction(1, 2**n - 1 if ask.several else n))
    published = own.published or answer
    return LettersKey(
        right, ask.letters, tuple(ask.choices), tuple(ask.readings), chance, published
    )


def mark(key: LettersKey, response: Response) -> Row:
    """Mark one reply: the standard columns, then f1, precision, recall, published, differ."""
    if response.answer is None:
        return (0, 1, 0, key.chance, 0, 0, 0, _draw_credit(key), 0)
    read, other = read_letters(key, response.answer)
    credit = NANO * (read == key.right)
    standard = (credit, 0, int(not read), key.chance)
    return (
        *standard,
        *_shares(key, read),
        _original_credit(key, response, other),
        int(read != other),
    )


def read_letters(key: LettersKey, answer: Any) -> tuple[Letters, Letters]:
    """Return the letters that the two readings read; the same twice where there is one."""
    reply = answer if isinstance(answer, str) else ""
    sets = [READINGS[name].read(reply, key.choices) for name in key.readings]
    return sets[0], sets[-1]


def _original_credit(key: LettersKey, response: Response, letters: Letters) -> int:
    """Return the credit that the original gave."""
    spell = READINGS[key.readings[-1]].spell
    if spell is not None:
        return NANO * (spell(str(response.answer)) == key.published)
    return NANO * (letters == key.right) if letters else _draw_credit(key)


def _draw_credit(key: LettersKey) -> int:
    """Return the credit that the original gave on average where it read nothing."""
    draws = READINGS[key.readings[-1]].draws
    return nano(Fraction(len(key.right), len(key.letters))) if draws else 0


def _shares(key: LettersKey, read: Letters) -> tuple[int, int, int]:
    return _shares_of(len(read & key.right), len(read), len(key.right))


@cache
def _shares_of(both: int, read: int, right: int) -> tuple[int, int, int]:
    """Return F1, precision and recall of letters, by how many there are: there are few such."""
    if not both:
        return 0, 0, 0
    f1 = Fraction(2 * both, read + right)
    return nano(f1), nano(Fraction(both, read)), nano(Fraction(both, right))


def expectation(key: LettersKey) -> Row:
    """Return the row that a uniform guess earns on average."""
    sets = key.sets
    shares = [_shares(key, each) for each in sets]
    means = [nano(Fraction(sum(column), len(sets) * NANO)) for column in zip(*shares, strict=True)]
    return (key.chance, 0, 0, key.chance, *means, key.chance, 0)


def why(key: LettersKey, response: Response) -> str:
    """Return in one plain sentence why the reply earned what it did."""
    if response.answer is None:
        return "missing: there is no reply"
    read, other = read_letters(key, response.answer)
    first, last = key.readings[0], key.readings[-1]
    also = "" if first == last else f", {last} reads {_text(other)}"
    verdict = ("right" if read == key.right else "wrong") if read else "unreadable"
    return f"{verdict}: {first} reads {_text(read)}{also}; right is {_text(key.right)}"


def read(key: LettersKey, answer: Any) -> str:
    """Return the letters that the first reading reads in a reply."""
    return _text(read_letters(key, answer)[0])


def _text(letters: Letters) -> str:
    return "".join(sorted(letters)) or "nothing"
