"""Keys of frenchlaw's dated rules, derived again from the code's dated texts and the prompts."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Any

import pytest
from law_texts import FRENCH, Row, days_in, french_number, keys, public, readings, says, versions

Value = int | str
WORD = rf"(?:{'|'.join([*sorted(FRENCH, key=len, reverse=True), 'cents?'])})"
NUMBER = rf"(\d[\d\s]*|{WORD}(?:[\s-]{WORD})*)"
PARTS = {"moitié": 2, "tiers": 3, "quart": 4, "totalité": 1, "assimilée": 1}
RULES = readings("dated_rules")
"""Words of a question, the article that governs it, and the words of the article that answer: a
number <n>, a share, or words whose presence is a yes. What stands behind || is tried next. Where
the article has none of them, the answer is 0 or no."""


@cache
def pattern(words: str) -> re.Pattern[str]:
    return re.compile(words.replace("<n>", NUMBER), re.IGNORECASE)


def answer(question: str, words: str, text: str) -> Value:
    """What one wording of the article answers."""
    if years := re.search(r"(\d+) ans d'ancienneté.*barème", question):
        return scale(int(years[1]), text)
    tried = [pattern(part) for part in words.split("||")]
    match = next(filter(None, (part.search(text) for part in tried)), None)
    if not tried[0].groups:
        return "oui" if match else "non"
    if not match:
        return 20 if "accident du travail pendant vingt mois" in question else 0
    place = next(n for n, group in enumerate(match.groups(), 1) if group)
    if match[place] in PARTS:
        return part_of(question, PARTS[match[place]])
    reduced = for_small_staff(question, text)
    years_counted = re.match(r" an(née)?\b", text[match.end(place) :])
    in_months = years_counted and re.search("en mois|de (ces )?mois", question)
    return reduced or french_number(match[place]) * (12 if in_months else 1)


def scale(years: int, text: str) -> int:
    """The highest sum of L1235-3 for some years of service: the last column of its row."""
    row = re.search(rf" {years} 3 (\d+) {years + 1} ", text)
    assert row, f"no row of {years} years"
    return int(row[1])


def part_of(question: str, part: int) -> int:
    """A share: of 100, or of the months that a question names, or what a length is divided by."""
    if "pourcentage" in question:
        return 100 // part
    whole = re.search(r"(\d+|dix|douze) mois", question, re.IGNORECASE)
    return french_number(whole[1]) // part if whole else part


def for_small_staff(question: str, text: str) -> int:
    """The days that an employer of few may keep a reservist's absence to, 0 for one of many."""
    few = pattern("moins de <n> salariés[^.]*limiter [^.]* à <n> jours").search(text)
    staff = re.search(r"de (\d+) salariés.*(?:limite ses|réduit son)", question)
    small = few and staff and int(staff[1]) < french_number(few[1])
    return french_number(few[2]) if few and small else 0


def derived(question: str, day: date) -> Row:
    """The article and its answer; a wording that the corpus lacks is as its two neighbours are."""
    fits = {(row["article"], row["answer"]) for row in RULES if says(row["question"], question)}
    assert len(fits) == 1, f"{question}: {len(fits)} rules fit: {fits}"
    article, words = fits.pop()
    known = versions("code_du_travail")[ids()[article]]
    then = [n for n, own in enumerate(known) if own["start"] <= str(day) < (own["end"] or "9")]
    texts = [known[n]["text"] for n in then] or [" "]
    if texts == [""]:
        texts = [known[then[0] - 1]["text"], known[then[0] + 1]["text"]]
    assert all(texts), f"{question}: {article} has no text on {day}"
    values = {answer(question, words, text) for text in texts}
    assert len(values) == 1, f"{question}: {article} may answer {values}"
    return {"article": article, "valeur": values.pop()}


@cache
def ids() -> dict[str, str]:
    return {own[0]["article"]: name for name, own in versions("code_du_travail").items()}


def answers(row: Row) -> Any:
    """The key of one rule on its day, or of each of a file's."""
    lines = [line for line in row["turns"][-1]["content"].splitlines() if days_in(line)]
    rules = [derived(line, day) for line in lines for day in days_in(line)]
    if "valeur" in row["ask"]["schema"]["properties"]:
        (rule,) = rules
        return rule
    return {f"reponse_{n}": rule for n, rule in enumerate(rules, 1)}


QUESTIONS = [row for row in public("frenchlaw") if row["task"] == "regles_du_jour"]


def test_there_are_dated_rules_to_derive() -> None:
    assert QUESTIONS


@pytest.mark.parametrize("row", QUESTIONS, ids=lambda row: row["question_id"][:12])
def test_the_key_of_a_dated_rule_is_what_the_text_of_the_day_gives(row: Row) -> None:
    assert answers(row) == keys()[row["question_id"]]
