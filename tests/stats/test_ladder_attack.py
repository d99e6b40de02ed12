"""The attack on a sealed holdout, simulated: what an adaptive submitter gains under each rule.

180 yes/no questions; the submitter knows nothing and starts at 50 %. Two attackers, both known:

- *votes* (Blum and Hardt 2015, section 4): random answers each time; the final answers are the
  majority of those attempts whose told score rose (or stood) above one half;
- *probes*: change the answers to a few questions; keep the change if the told score rises. How
  many is what gains most under the rule.

Up to 200 attempts, 20 seeded runs a cell. A cell is the mean true score of the final answers in
percent, less 50. The page on methodology prints this table; a test holds it to these figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from digesta.workspace.holdout.attempts import SCORED_CAP
from digesta.workspace.holdout.ladder import climbs, whole_percent
from places import PAGES

N, ATTEMPTS, RUNS = 180, 200, 20
Told = Callable[[Any], float]


class Holdout:
    """Sealed answers, and a rule by which scores on them are told."""

    def __init__(self, rule: str, rng: np.random.Generator) -> None:
        self.key = rng.integers(0, 2, N)
        self.rule = rule
        self.stands: Any = None
        self.left = SCORED_CAP if "cap" in rule else ATTEMPTS

    def score(self, answers: Any) -> Fraction:
        return Fraction(int((answers == self.key).sum()), N)

    def told(self, answers: Any) -> float:
        self.left -= 1
        score = self.score(answers)
        if self.rule == "exact":
            return float(score)
        if "ladder" in self.rule:
            if self.stands is None or self._climbs(score, answers):
                self.stands = answers.copy()
            score = self.score(self.stands)
        return whole_percent(score) / 100

    def _climbs(self, score: Fraction, answers: Any) -> bool:
        then = self.score(self.stands)
        if score <= then:
            return False
        right, before = answers == self.key, self.stands == self.key
        return climbs(
            score, then, [Fraction(int(a) - int(b), N) for a, b in zip(right, before, strict=True)]
        )


def votes(holdout: Holdout, rng: np.random.Generator) -> Fraction:
    kept, last = [], 0.0
    while holdout.left:
        answers = rng.integers(0, 2, N)
        told = holdout.told(answers)
        # Under a ladder the told score moves only when an attempt counted.
        rose = told > max(last, 0.5) if "ladder" in holdout.rule else told > 0.5
        if rose:
            kept.append(answers)
        last = max(last, told)
    if not kept:
        return holdout.score(rng.integers(0, 2, N))
    return holdout.score((np.mean(kept, axis=0) > 0.5).astype(int))


def probes(holdout: Holdout, rng: np.random.Generator) -> Fraction:
    step = STEPS[holdout.rule]
    answers = rng.integers(0, 2, N)
    best = holdout.told(answers)
    order = np.concatenate([rng.permutation(N) for _ in range(4)])
    at = 0
    while holdout.left:
        tried = answers.copy()
        chosen = order[at : at + step]
        tried[chosen] = 1 - tried[chosen]
        at = (at + step) % (len(order) - step)
        told = holdout.told(tried)
        if told > best:
            answers, best = tried, told
    return holdout.score(answers)


STEPS = {"exact": 1, "percent": 2, "ladder": 3, "cap": 6, "cap and ladder": 6}
"""The best of 1, 2, 3, 4, 6, 10, 20 and 60 questions at a time."""

ATTACKS = {"votes": votes, "probes": probes}
RULES = {
    "exact": "every digit",
    "percent": "whole percent",
    "ladder": "whole percent, through the ladder",
    "cap": "whole percent, at most 3 attempts",
    "cap and ladder": "whole percent, ladder, at most 3 attempts (what is done here)",
}


@lru_cache
def gain(rule: str, attack: str) -> float:
    scores = []
    for run in range(RUNS):
        rng = np.random.default_rng([run, len(rule), len(attack)])
        scores.append(ATTACKS[attack](Holdout(rule, rng), rng))
    return float(sum(scores, Fraction(0)) / RUNS * 100 - 50)


@pytest.mark.parametrize(
    ("rule", "attack", "low", "high"),
    [
        ("exact", "votes", 15, 50),
        ("exact", "probes", 45, 50),
        ("percent", "votes", 15, 50),
        ("percent", "probes", 15, 50),
        ("ladder", "votes", 2, 12),
        ("ladder", "probes", 10, 28),
        ("cap", "votes", 0, 6),
        ("cap", "probes", -1, 5),
        ("cap and ladder", "votes", 0, 6),
        ("cap and ladder", "probes", -1, 5),
    ],
)
def test_an_adaptive_submitter_gains_what_the_page_says(
    rule: str, attack: str, low: float, high: float
) -> None:
    print(f"{rule} {attack}: {gain(rule, attack):+.1f}")  # noqa: T201 - the figures of the page

    assert low <= gain(rule, attack) <= high


def test_each_rule_takes_from_the_attacker_and_the_cap_takes_most() -> None:
    for attack in ATTACKS:
        assert gain("ladder", attack) < gain("percent", attack)
        assert gain("cap and ladder", attack) < gain("ladder", attack)
        assert gain("cap and ladder", attack) < 5


def test_the_page_on_methodology_prints_these_figures() -> None:
    page = (PAGES / "methodology.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+ \| [^|]+?) \|$", page, re.MULTILINE))

    for rule, words in RULES.items():
        assert rows[words] == f"{gain(rule, 'votes'):+.0f} | {gain(rule, 'probes'):+.0f}"
