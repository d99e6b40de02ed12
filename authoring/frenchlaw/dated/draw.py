"""Draw dated questions from the table of rules, under a key: a rule is a cluster.

A rule that changed is asked on two days, one each side of a change; one that did not, on one day.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

from authoring.draws import Draws
from authoring.frenchlaw import french
from authoring.frenchlaw.dated.rules import Rule, RulePeriod, Value
from authoring.lines import QuestionLines, Row, object_schema
from digesta.canonical import sha256_hex

TASK = "regles_du_jour"
INSTRUCTION = Path(__file__).with_name("consigne.txt").read_text(encoding="utf-8")
WORK = "Code du travail (partie législative)"
ATTRIBUTION = (
    "Digesta authors; fictional facts; days and words from the LEGI base of the DILA (Licence "
    "Ouverte 2.0; last update 27 March 2026), as published in the npm package "
    "@socialgouv/legi-data (Apache-2.0)"
)
OFFICIAL = "https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006072050"
"""The code at Légifrance; a day after it gives the code of that day."""


def build(key: bytes, rules: Sequence[Rule], *, split: str, released: str) -> list[QuestionLines]:
    """Return a question for each rule and day; the same key and rules always give the same."""
    draws = Draws(key, "frenchlaw-rules")
    dated = [(rule, period) for rule in rules for period in _periods(draws, rule)]
    return [
        _lines(f"rule-{split}-{count:03d}", rule, period, _day(draws, period), key, split, released)
        for count, (rule, period) in enumerate(draws.some(dated, len(dated)), 1)
    ]


def _periods(draws: Draws, rule: Rule) -> list[RulePeriod]:
    """Return the periods before and after one change of a rule's value; else any one period."""
    changes = [pair for pair in pairwise(rule.periods) if pair[0].value != pair[1].value]
    return list(draws.pick(changes)) if changes else [draws.pick(rule.periods)]


def _day(draws: Draws, period: RulePeriod) -> date:
    return period.first + timedelta(days=draws.between(0, (period.last - period.first).days))


def _lines(
    slug: str, rule: Rule, period: RulePeriod, day: date, key: bytes, split: str, released: str
) -> QuestionLines:
    question = {
        "question_id": slug,
        "track": "frenchlaw",
        "category": "recall",
        "task": TASK,
        "scorer": "closed",
        "split": split,
        "language": "fr",
        "turns": [
            {"role": "system", "content": INSTRUCTION},
            {"role": "user", "content": rule.ask.replace("{jour}", french.day(day))},
        ],
        "ask": {
            "answer_type": "json",
            "normaliser": "fr-article/1",
            "schema": _schema(period.value),
        },
        "law_as_of": day.isoformat(),
        "license": "CC-BY-4.0",
        "attribution": ATTRIBUTION,
        "difficulty": "hard",
        "tags": ["computed", "dated", "by-heart"],
        # The key keeps a sealed rule from being guessed by its cluster's name.
        "cluster_id": f"c-{sha256_hex(key + f'frenchlaw-rules/{rule.key}'.encode())[:12]}",
        "released": released,
    }
    at = f"{rule.article} (au {day})"
    truth = {
        "question_id": slug,
        "truth": {"answer": {"article": rule.article, "valeur": period.value}},
        "source_refs": [{"work": WORK, "at": at}],
    }
    return QuestionLines(question, truth, {"question_id": slug, **_proof(rule, period, day, at)})


def _schema(value: Value) -> Row:
    number = {"type": "integer", "minimum": 0, "maximum": 10_000}
    return object_schema(
        {
            "article": {"type": "string", "maxLength": 64},
            "valeur": number if isinstance(value, int) else {"enum": ["oui", "non"]},
        }
    )


def _proof(rule: Rule, period: RulePeriod, day: date, at: str) -> Row:
    """Return the text in force, the words of it that decide, and why they do."""
    lacking = period.words.startswith("!")
    words = " ".join(period.text.split()[:8]) if lacking else period.words
    passage = {
        "work": WORK,
        "at": at,
        "words": words,
        "text": period.text,
        "url": f"{OFFICIAL}/{day}/",
    }
    claim = f"does not have the words “{period.words[1:]}”" if lacking else "has the words marked"
    return {
        "passages": [passage],
        "reason": f"On {day} article {rule.article}, in its version of {period.start}, {claim}.",
        "steps": f"{period.start} ≤ {day}" + (f" < {period.end}" if period.end else ""),
    }
