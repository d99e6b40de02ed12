"""Keys of tlr, derived again from two laws' dated versions, their attributions and the prompts."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from functools import cache
from typing import Any

import pytest
from law_texts import CORPORA, Row, days_in, keys, prompt, public, rows, versions

Changes = dict[str, set[str] | None]
"""The days on which an article's versions begin, in order, each with the amendments that made it,
or None where the sources do not say which they were."""


def law_of(row: Row) -> str:
    return str(row["ask"].get("law", "constitution"))


def article_of(part: str) -> str:
    return "_".join(part.lower().split("_")[:3])


@cache
def changes(law: str) -> dict[str, Changes]:
    """The changes of every article of a law."""
    made: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows(CORPORA / law / "attributions.jsonl"):
        made[row["article"], row["date"]].add(row["amendment"])
    every: dict[str, Changes] = defaultdict(dict)
    for part, own in versions(law).items():
        here = every[article_of(part)]
        starts = {row["start"] for row in own}
        days = [(row["start"], row["amendments"]) for row in own if is_new(row)]
        if law == "constitution":  # a part that ends without another wording was repealed
            ends = [row for row in own if row["end"] and row["end"] not in starts]
            days += [(row["end"], row["removed_by"] or []) for row in ends]
        for day, amendments in days:
            by = {re.sub("emc_", "EC ", re.sub("emr_", "ECR ", name)) for name in amendments}
            if len(by) > 1 or any(re.fullmatch(r"\d{4}-\d\d-\d\d", name) for name in by):
                here[day] = made.get((article_of(part), day))
            elif (known := here.setdefault(day, set())) is not None:
                known |= by
    return {article: dict(sorted(days.items())) for article, days in every.items()}


def is_new(row: Row) -> bool:
    """Whether a wording differs from the last in more than spelling or form."""
    return row["change"] not in {"minor", "editorial"}


@cache
def divisions(law: str) -> dict[str, str]:
    """The innermost division that holds each article, as cf_tit_3_cap_4; the ADCT has none."""
    inner: dict[str, str] = {}
    for part, own in versions(law).items():
        body, at = part.partition("_")[0], own[-1]["location"]
        levels = {"tit": at["title"], "cap": at["chapter"], "sec": at["section"]}
        path = "".join(f"_{level}_{n}" for level, n in levels.items() if n and body != "adct")
        inner.setdefault(article_of(part), f"{body}{path}_")
    return inner


def text(law: str, article: str, day: str) -> str:
    """The whole text of an article on a day: its parts in the order of their numbers."""
    here = [
        row
        for part, own in versions(law).items()
        if article_of(part) == article
        for row in own
        if row["start"] <= day < (row["end"] or "9")
    ]
    return " ".join(row["text"] for row in sorted(here, key=place))


def place(row: Row) -> list[tuple[int, str]]:
    """Where a part stands in its article: by paragraph, item and letter, 9 before 9-A."""
    levels = [(row[level] or "0").partition("-") for level in ("paragraph", "inciso", "alinea")]
    return [(int(digits), letter) for digits, _, letter in levels]


def number(days: Changes, day: str) -> int:
    """The version in force on a day, 0 for none."""
    return sum(start <= day for start in days)


def amendments(days: Changes) -> list[str]:
    """All amendments of some days in order; none where those of one day are not known."""
    if None in days.values():
        return []
    return [name for names in days.values() for name in sorted(names or (), key=by_number)]


def by_number(amendment: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", amendment)]


def impact(row: Row) -> Row:
    ask = row["ask"]
    touched = {
        article: hits
        for article, days in changes(law_of(row)).items()
        if divisions(law_of(row))[article].startswith(f"{ask['scope']}_")
        and (hits := {day: by for day, by in days.items() if ask["from"] <= day < ask["to"]})
    }
    unknown = any(None in days.values() for days in touched.values())
    names = {name for days in touched.values() for name in amendments(days)}
    return {"articles": sorted(touched), "amendments": [] if unknown else sorted(names)}


def answers(row: Row) -> Any:
    ask = row["ask"]
    if ask["kind"] == "impact":
        return impact(row)
    days = changes(law_of(row))[ask["component_id"]]
    later = {day: by for day, by in days.items() if day != min(days) or by}
    match ask["kind"]:
        case "point_in_time":
            version = number(days, ask["date"])
            return {"versions": [{"component_id": ask["component_id"], "version": version}]}
        case "attribution":
            return {"amendments": amendments(later), "dates": list(later)}
        case "consistency":
            return {"amended": bool(later), "amendments": amendments(later)}
        case "lineage":
            chain = [(n, day, amendments({day: by})) for n, (day, by) in enumerate(days.items(), 1)]
            names = ("version", "date", "amendments")
            return {"version_chain": [dict(zip(names, link, strict=True)) for link in chain]}
    between = {day: by for day, by in days.items() if ask["date_1"] < day <= ask["date_2"]}
    one, two = number(days, ask["date_1"]), number(days, ask["date_2"])
    return {
        "changed": one != two, "amendments_between": amendments(between),
        "version_1": one, "version_2": two,
    }  # fmt: skip


QUESTIONS = public("tlr")


def test_there_are_temporal_questions_of_both_laws_to_derive() -> None:
    assert {law_of(row) for row in QUESTIONS} == {"constitution", "code_du_travail"}


@pytest.mark.parametrize("row", QUESTIONS, ids=lambda row: row["question_id"][:12])
def test_the_key_of_a_temporal_question_is_what_the_dated_versions_give(row: Row) -> None:
    ask, key = row["ask"], dict(keys()[row["question_id"]])
    if ask["kind"] == "point_in_time":
        whole = text(law_of(row), ask["component_id"], ask["date"])
        assert all(words in whole for words in key.pop("must_contain"))
        assert not any(words in whole for words in key.pop("must_not_contain"))
        digest = hashlib.sha256(whole.encode()).hexdigest()
        assert key.pop("text_sha256", digest) == digest
    if ask["kind"] == "impact":
        key = {name: sorted(values) for name, values in key.items()}

    assert answers(row) == key


@pytest.mark.parametrize("row", QUESTIONS, ids=lambda row: row["question_id"][:12])
def test_a_temporal_question_says_the_days_and_the_article_that_it_asks_about(row: Row) -> None:
    ask, words = row["ask"], prompt(row)
    days = {str(day) for day in days_in(words)}

    assert {ask[name] for name in ("date", "date_1", "date_2", "from", "to") if name in ask} <= days
    assert ask.get("component_id", "_ _ ").split("_")[2] in words.lower().replace("l. ", "l")
