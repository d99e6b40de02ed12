"""The longest choice and the place of the right one, where a question lists what to choose from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from digesta.records.release import Question, Truth
from digesta.releases.giveaways.figures import Giveaway, share
from digesta.scorers import scorer_named


class LongestChoice(NamedTuple):
    """Of questions with one longest choice: how many, how often it is right, how often by chance.

    Who picks it knows no law.
    """

    questions: int
    right: int
    chance: Fraction


def longest_choice(questions: Sequence[Question], truths: Mapping[str, Truth]) -> LongestChoice:
    """Return how often the one longest choice is right, of the questions that have one."""
    rows = [row for each in questions for row in _longest_of(each, truths)]
    chance = sum((Fraction(1, choices) for choices, _ in rows), Fraction(0))
    return LongestChoice(len(rows), sum(right for _, right in rows), chance)


def _longest_of(question: Question, truths: Mapping[str, Truth]) -> Iterator[tuple[int, bool]]:
    """Yield how many choices there are, and whether the one longest is right, if it is one."""
    choices = question.ask.get("choices") or ()
    answer = truths[question.question_id].truth.get("answer")
    lengths = sorted(map(len, choices))
    if len(choices) < 2 or not isinstance(answer, str) or lengths[-1] == lengths[-2]:  # noqa: PLR2004
        return
    longest = max(choices, key=len)
    # Some answers are a choice's text, others its letter.
    letter = chr(ord("A") + choices.index(longest))
    yield len(choices), answer == (longest if answer in choices else letter)


def of_choices(
    track: str, questions: Sequence[Question], truths: Mapping[str, Truth]
) -> Iterator[Giveaway]:
    """Yield what is gained by the longest choice, and by the commonest place of one right choice.

    Places by how many choices there are.
    """
    longest = longest_choice(questions, truths)
    if n := longest.questions:
        gain = share(longest.right - longest.chance, n)
        yield Giveaway("longest", track, "", n, share(longest.chance, n), gain)
    places: dict[int, Counter[str]] = {}
    for question in questions:
        scorer, truth = scorer_named(question.scorer), truths[question.question_id].truth
        right = scorer.labels(question.ask, truth).get("choice", ())
        if len(right) == 1:
            places.setdefault(len(question.ask["choices"]), Counter()).update(right)
    for choices, counts in sorted(places.items()):
        n, chance = counts.total(), Fraction(1, choices)
        place, most = min(counts.items(), key=lambda row: (-row[1], row[0]))
        gain = share(most - n * chance, n)
        base, of = share(chance, 1), f"of {choices} choices"
        yield Giveaway("position", track, of, n, base, gain, f"choice {place}")
