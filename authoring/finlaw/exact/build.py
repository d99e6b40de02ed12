"""Draw the set: so many cases of each kind of institution, under a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from authoring.draws import Draws
from authoring.finlaw.exact.derive import FINED, Result, derive
from authoring.finlaw.exact.draw import draw
from authoring.finlaw.exact.facts import FileCase
from authoring.finlaw.exact.lines import lines_of
from authoring.finlaw.exact.places import StatuteBook
from authoring.finlaw.exact.scene import SETTINGS, Setting
from authoring.finlaw.exact.words import FileWriter, Wordings
from authoring.lines import QuestionLines

_TRIES, _CHOICE = 4_000, 12
"""Draws for a case at most; fit ones of which the one with the rarest topics is taken."""
_FINED, _KINDS = 2, 3
"""Matters that are fined, and different outcomes, at least."""
_FEW_LEDGERS = {"LE", "TR", "CF", "FC"}
"""Institutions with one topic of a ledger before the supervisor of banks."""


class CaseDraw(NamedTuple):
    """A case with its key and its words."""

    case: FileCase
    results: list[Result]
    text: str


def build(
    key: bytes, number: int, *, split: str, released: str, statutes: StatuteBook, wordings: Wordings
) -> list[QuestionLines]:
    """Return the lines of so many cases; the same key and wordings always give the same."""
    used: Counter[str] = Counter()
    drawn = [
        drawn
        for setting, share in _shares(number)
        for drawn in _cases(key, setting, share, used, statutes, wordings)
    ]
    slugs = (f"exact-{split}-{place:03d}" for place in range(1, number + 1))
    return [
        lines_of(slug, *case, split=split, released=released)
        for slug, case in zip(slugs, drawn, strict=True)
    ]


def _shares(number: int) -> list[tuple[Setting, int]]:
    """Return how many cases each setting gives, by largest remainders."""
    exact = [(setting, number * setting.share) for setting in SETTINGS]
    whole = {setting: part // 100 for setting, part in exact}
    by_rest = sorted(exact, key=lambda pair: -(pair[1] % 100))
    for setting, _ in by_rest[: number - sum(whole.values())]:
        whole[setting] += 1
    return list(whole.items())


def _cases(
    key: bytes,
    setting: Setting,
    share: int,
    used: Counter[str],  # topics and places of the cases before; those of the new ones are added
    statutes: StatuteBook,
    wordings: Wordings,
) -> Iterator[CaseDraw]:
    draws = Draws(key, f"finlaw-exact/{setting.kind}-{setting.authority}")
    for _ in range(share):
        candidates = islice(_fit(draws, setting, statutes), _CHOICE)
        case, results = min(candidates, key=lambda candidate: _weight(_marks(*candidate), used))
        used.update(_marks(case, results))
        yield CaseDraw(case, results, FileWriter(case, wordings, draws).text())


def _fit(
    draws: Draws, setting: Setting, statutes: StatuteBook
) -> Iterator[tuple[FileCase, list[Result]]]:
    """Yield the draws that have enough to judge and, of most institutions, gains to sum up."""
    few = setting.authority == "N" and setting.kind in _FEW_LEDGERS
    for _ in range(_TRIES):
        case = draw(draws, setting)
        if case is None:
            continue
        results = derive(case, statutes)
        outcomes = Counter(result.outcome for result in results)
        enough = outcomes[FINED] >= _FINED and len(outcomes) >= _KINDS
        if enough and (few or _reckons(case, results)):
            yield case, results


def _reckons(case: FileCase, results: list[Result]) -> bool:
    """Say whether the ledger decides what becomes of a matter that is taken up."""
    pairs = zip(case.matters, results, strict=True)
    return any(matter.topic.ledger and result.fine for matter, result in pairs)


def _marks(case: FileCase, results: list[Result]) -> list[str]:
    """Return the topics of a case, and the places that it cites."""
    places = {str(result.place) for result in results if result.place}
    return [*(matter.key for matter in case.matters), *sorted(places)]


def _weight(marks: list[str], used: Counter[str]) -> Fraction:
    """Return how often topics and places came before: the case of the rarest is taken."""
    return Fraction(sum(used[mark] ** 2 for mark in marks), len(marks) ** 2)
