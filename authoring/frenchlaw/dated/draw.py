"""Draw files of dated questions from the table of rules, under a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from authoring.draws import Draws
from authoring.frenchlaw import french
from authoring.frenchlaw.dated.rules import Rule, RulePeriod, Value
from authoring.lines import QuestionLines, Row, object_schema
from digesta.canonical import sha256_hex

CHANGED, SETTLED = 16, 8
"""Questions of a file on rules that changed, and on rules that did not."""
TASK = "regles_datees"
INSTRUCTION = Path(__file__).with_name("consigne.txt").read_text(encoding="utf-8")
WORK = "Code du travail (partie législative)"


class DatedQuestion(NamedTuple):
    """A rule, the period asked about, and the day."""

    rule: Rule
    period: RulePeriod
    day: date


def build(
    key: bytes, number: int, rules: Sequence[Rule], *, split: str, released: str
) -> list[QuestionLines]:
    """Return the lines of so many files; the same key and rules always give the same."""
    draws = Draws(key, "frenchlaw-dated")
    used: Counter[Rule] = Counter()
    changed = [rule for rule in rules if len(rule.values) > 1]
    settled = [rule for rule in rules if len(rule.values) == 1]
    files = []
    for count in range(1, number + 1):
        drawn = _rules(draws, used, changed, CHANGED) + _rules(draws, used, settled, SETTLED)
        dated_questions = [_dated(draws, rule) for rule in draws.some(drawn, len(drawn))]
        files.append(_lines(f"dated-{split}-{count:03d}", dated_questions, split, released))
    return files


def _rules(draws: Draws, used: Counter[Rule], rules: list[Rule], number: int) -> list[Rule]:
    taken: list[Rule] = []
    for _ in range(number):
        taken.append(draws.pick_evenly([rule for rule in rules if rule not in taken], used))
    return taken


def _dated(draws: Draws, rule: Rule) -> DatedQuestion:
    """Return a rule on a day: each of its values as likely, then each of the value's periods."""
    value = draws.pick(rule.values)
    period = draws.pick([period for period in rule.periods if period.value == value])
    days = (period.last - period.first).days
    return DatedQuestion(rule, period, period.first + timedelta(days=draws.between(0, days)))


def _lines(
    slug: str, dated_questions: list[DatedQuestion], split: str, released: str
) -> QuestionLines:
    text = "\n".join(
        f"{number}. {dated.rule.ask.replace('{jour}', french.day(dated.day))}"
        for number, dated in enumerate(dated_questions, 1)
    )
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
            {"role": "user", "content": text},
        ],
        "ask": {
            "answer_type": "json",
            "schema": _schema([d.period.value for d in dated_questions]),
        },
        "law_as_of": max(dated.day for dated in dated_questions).isoformat(),
        "license": "CC-BY-4.0",
        "attribution": "Digesta authors; fictional facts",
        "difficulty": "hard",
        "tags": ["hard", "computed", "dated", "by-heart"],
        "cluster_id": f"c-{sha256_hex(f'frenchlaw-dated/{split}/{slug}'.encode())[:12]}",
        "released": released,
    }
    answer = {
        f"reponse_{number}": {"article": dated.rule.article, "valeur": dated.period.value}
        for number, dated in enumerate(dated_questions, 1)
    }
    articles = dict.fromkeys(
        (dated.rule.article, dated.day.isoformat()) for dated in dated_questions
    )
    sources = [{"work": WORK, "at": f"{article} (au {day})"} for article, day in articles]
    truth = {"question_id": slug, "truth": {"answer": answer}, "source_refs": sources}
    return QuestionLines(question, truth, _notes(slug, dated_questions))


def _schema(values: list[Value]) -> Row:
    number = {"type": "integer", "minimum": 0, "maximum": 10_000}
    article = {"type": "string", "maxLength": 16}
    properties = {
        f"reponse_{place}": object_schema(
            {
                "article": article,
                "valeur": number if isinstance(value, int) else {"enum": ["oui", "non"]},
            }
        )
        for place, value in enumerate(values, 1)
    }
    return object_schema(properties)


def _notes(slug: str, dated_questions: list[DatedQuestion]) -> Row:
    """Return the words of the text in force that bear each answer out, for the reviewer."""
    passages = [
        {"work": WORK, "at": f"{d.rule.article} (au {d.day})", "words": d.period.words}
        for d in dated_questions
    ]
    why = "; ".join(f"{d.rule.key} {d.day}: {d.period.value}" for d in dated_questions)
    return {"question_id": slug, "passages": passages, "why": why, "kind": "dated"}
