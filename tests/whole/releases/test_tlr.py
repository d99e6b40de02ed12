"""The drawn temporal questions: their truths again, their balance, their clusters, their floors."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from datetime import date
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from authoring import keys
from authoring.tlr import build
from authoring.tlr.again import Again, differs
from authoring.tlr.languages.english import ENGLISH
from authoring.tlr.languages.portuguese import PORTUGUESE
from authoring.tlr.law import AmendedLaw
from digesta.canonical import canonical_bytes
from digesta.releases.checks import problems_of
from digesta.releases.data import parse_release
from digesta.workspace import store
from digesta_convert import tlr
from digesta_legal.temporal.text import TextTruth
from places import CONSTITUTION
from world import Track, draft, track_record

TASKS = {
    "point_in_time": 30,
    "amendment_attribution": 20,
    "temporal_difference": 15,
    "causal_lineage": 10,
    "temporal_consistency": 20,
    "hierarchical_impact": 15,
}
SEEDS, KEYS = (1, 2), (1, 2)
Rows = list[dict[str, Any]]


FORBIDDEN = frozenset({"cf_art_134", "cf_art_218", "cf_art_219", "cf_art_144", "adct_art_79"})
WEIGHTS = (
    ("0.40", "point_in_time"),
    ("0.25", "amendment_attribution"),
    ("0.15", "causal_lineage"),
    ("0.10", "temporal_difference"),
    ("0.10", "hierarchical_impact"),
)


def problems_of_draft(made: Mapping[str, bytes]) -> list[str]:
    """Run every check of a cut of these questions, the adversaries' floors among them."""
    tasks = {
        task: {"title": task, "category": category, "scorer": "temporal", "metric": metric}
        for task, (_, category, _, metric) in tlr.TASKS.items()
    }
    terms = [[weight, task, tlr.TASKS[task][3]] for weight, task in WEIGHTS]
    record = track_record(
        "tlr", "temporal", "tlr_score_strict", {}, dated=True,
        notice={"en": "For tests only.", "pt": "Apenas para testes."},
        categories={name: {"title": title} for name, title in tlr.CATEGORIES.items()},
        scores=[{"name": "tlr_score_strict", "terms": terms}],
    ) | {"tasks": tasks}  # fmt: skip
    files = draft(Track(record, [], []), release="2026-11-22") | dict(made)
    return [str(one) for one in problems_of(parse_release(files, name="draft"))]


@cache
def compilations() -> dict[str, bytes]:
    return store.read_tree(CONSTITUTION)


@cache
def law() -> AmendedLaw:
    return AmendedLaw(compilations())


def key_of(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def rows(files: dict[str, bytes], name: str) -> Rows:
    return [json.loads(line) for line in files[name].splitlines()]


@cache
def public(seed: int) -> dict[str, bytes]:
    return build(compilations(), keys.key_of(seed, None), split="public", released="2026-11-22")


@cache
def holdout(number: int) -> dict[str, bytes]:
    used = rows(public(SEEDS[0]), "questions.jsonl")
    key = key_of(f"holdout {number}")
    return build(compilations(), key, split="holdout", released="2026-11-22", used=used)


def every_draft() -> list[dict[str, bytes]]:
    return [*map(public, SEEDS), *map(holdout, KEYS)]


def asked(files: dict[str, bytes]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    truths = {row["question_id"]: row["truth"] for row in rows(files, "truths.jsonl")}
    return [(row, truths[row["question_id"]]) for row in rows(files, "questions.jsonl")]


def test_articles_by_number_of_states_are_as_published() -> None:
    table = Counter(row["article"] for row in rows(public(1), "resources/tlr/states.jsonl"))
    sizes = Counter(table.values())

    assert (len(table), sizes[1], sizes[2], sizes[3] + sizes[4]) == (382, 233, 74, 54)
    assert sum(number for states, number in sizes.items() if states >= 5) == 21


@pytest.mark.parametrize("files", [1, 2, -1, -2], ids=str)
def test_every_truth_comes_out_the_same_from_the_lines_alone(files: int) -> None:
    draft = public(files) if files > 0 else holdout(-files)
    again = Again(compilations(), rows(draft, "resources/tlr/attributions.jsonl"))

    assert not [found for q, truth in asked(draft) if (found := differs(again, q["ask"], truth))]


def test_a_truth_that_is_wrong_in_anything_is_seen_to_differ() -> None:
    draft = public(1)
    again = Again(compilations(), rows(draft, "resources/tlr/attributions.jsonl"))
    wrong = {
        "versions": [{"component_id": "cf_art_1", "version": 9}], "amendments": ["EC 999"],
        "dates": ["1991-01-01"], "changed": None, "version_1": 99, "version_chain": [],
        "amended": None, "articles": ["cf_art_1"], "text_sha256": "0" * 64,
    }  # fmt: skip
    for question, truth in asked(draft):
        for name in truth.keys() & wrong.keys():
            assert differs(again, question["ask"], truth | {name: wrong[name]}), (question, name)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_public_counts_are_those_of_the_track(seed: int) -> None:
    questions = rows(public(seed), "questions.jsonl")
    levels = Counter((row["task"], row["difficulty"]) for row in questions)

    assert Counter(row["task"] for row in questions) == TASKS
    assert [levels["point_in_time", level] for level in ("easy", "medium", "hard")] == [10, 15, 5]
    assert [levels["amendment_attribution", x] for x in ("easy", "medium", "hard")] == [10, 7, 3]
    assert [levels["temporal_difference", x] for x in ("easy", "medium", "hard")] == [5, 7, 3]
    assert [levels["causal_lineage", x] for x in ("medium", "hard")] == [6, 4]
    assert [levels["hierarchical_impact", x] for x in ("medium", "hard")] == [10, 5]


@pytest.mark.parametrize("number", KEYS)
def test_a_holdout_has_a_hundred_questions_and_fifteen_of_every_task(number: int) -> None:
    tasks = Counter(row["task"] for row in rows(holdout(number), "questions.jsonl"))

    assert tasks.total() >= 100
    assert set(tasks) == set(TASKS)
    assert min(tasks.values()) >= 15


def test_languages_share_every_task_and_every_truth_value_evenly() -> None:
    for files in every_draft():
        counts: Counter[tuple[str, str, Any]] = Counter()
        for question, truth in asked(files):
            counts[question["task"], question["language"], None] += 1
            if isinstance(value := truth.get("changed", truth.get("amended")), bool):
                counts[question["task"], question["language"], value] += 1
        for task, _, value in list(counts):
            assert abs(counts[task, "en", value] - counts[task, "pt", value]) <= 1, task


def test_truth_values_are_balanced() -> None:
    for files in every_draft():
        values = Counter(
            (question["task"], truth.get("changed", truth.get("amended")))
            for question, truth in asked(files)
            if question["task"] in ("temporal_difference", "temporal_consistency")
        )
        assert values["temporal_consistency", True] == values["temporal_consistency", False]
        changed = values["temporal_difference", True] - values["temporal_difference", False]
        assert abs(changed) <= 1


def test_a_cluster_lies_in_one_task_and_an_article_in_one_question() -> None:
    for files in every_draft():
        questions = rows(files, "questions.jsonl")
        clusters: dict[str, set[str]] = {}
        for row in questions:
            clusters.setdefault(row["cluster_id"], set()).add(row["task"])
        articles = [row["ask"]["component_id"] for row in questions if "component_id" in row["ask"]]

        assert all(len(tasks) == 1 for tasks in clusters.values())
        assert len(articles) == len(set(articles))


def test_years_of_one_division_never_overlap() -> None:
    for files in every_draft():
        by_cluster: dict[str, list[tuple[str, str]]] = {}
        for row in rows(files, "questions.jsonl"):
            if row["task"] == "hierarchical_impact":
                years = (row["ask"]["from"], row["ask"]["to"])
                by_cluster.setdefault(row["cluster_id"], []).append(years)
        for spans in by_cluster.values():
            spans.sort()
            assert all(one[1] <= two[0] for one, two in pairwise(spans))


@pytest.mark.parametrize("number", KEYS)
def test_no_article_and_no_division_lies_in_both_splits(number: int) -> None:
    ours, theirs = (rows(files, "questions.jsonl") for files in (public(1), holdout(number)))

    assert {row["cluster_id"] for row in ours}.isdisjoint(row["cluster_id"] for row in theirs)
    assert {row["ask"].get("component_id", row["ask"].get("scope")) for row in ours}.isdisjoint(
        row["ask"].get("component_id", row["ask"].get("scope")) for row in theirs
    )


def test_another_key_draws_other_questions() -> None:
    drawn = [{canonical_bytes(q["ask"]) for q, _ in asked(holdout(number))} for number in KEYS]

    assert all(len(one & two) < 40 for one in drawn for two in drawn if one is not two)


def test_nothing_is_asked_about_what_is_doubtful_or_takes_effect_later() -> None:
    waiting = {
        (state.article, state.start)
        for states in law().timeline.states.values()
        for state in states
        if law().waits(state)
    }
    assert waiting
    for files in every_draft():
        for question, truth in asked(files):
            article = question["ask"].get("component_id", "")
            assert article not in {*FORBIDDEN, *(one for one, _ in law().minor)}
            if question["task"] in ("amendment_attribution", "causal_lineage"):
                assert not any(one == article for one, _ in waiting)
            assert FORBIDDEN.isdisjoint(truth.get("articles", ()))
            for one in truth.get("articles", ()):
                since, until = question["ask"]["from"], question["ask"]["to"]
                assert not any(a == one and since <= day < until for a, day in waiting)


def test_no_lineage_is_asked_whose_days_sources_give_otherwise() -> None:
    table = rows(public(1), "resources/tlr/amendments.jsonl")
    disputed = {row["amendment"] for row in table if "also" in row}

    assert disputed == {"EC 41", "EC 42", "EC 45"}
    for files in every_draft():
        for _, truth in asked(files):
            for link in truth.get("version_chain", ()):
                assert disputed.isdisjoint(link["amendments"])


def test_a_day_that_is_asked_about_lies_a_month_from_every_change() -> None:
    for files in every_draft():
        for question, _ in asked(files):
            ask = question["ask"]
            for name in {"date", "date_1", "date_2"} & set(ask):
                for state in law().states(ask["component_id"]):
                    apart = date.fromisoformat(ask[name]) - date.fromisoformat(state.start)
                    assert abs(apart.days) >= 30


def test_a_division_has_ten_articles_and_at_most_a_quarter_of_them_changed() -> None:
    for files in every_draft():
        for question, truth in asked(files):
            if question["task"] == "hierarchical_impact":
                ask = question["ask"]
                standing = law().timeline.articles_in(ask["scope"], ask["from"])
                last = law().timeline.articles_in(ask["scope"], law().known.horizon)
                assert len(last) >= 10
                assert not {"cf_art_134", "cf_art_218", "cf_art_219"} & set(last)
                assert 2 <= len(truth["articles"]) <= len(standing) / 4


def test_phrases_are_in_the_state_in_force_and_in_no_other() -> None:
    held = 0
    for files in every_draft():
        for question, truth in asked(files):
            if question["task"] != "point_in_time":
                continue
            ask, right = question["ask"], truth["versions"][0]["version"]
            want = TextTruth.of(
                truth["text_sha256"], truth["must_contain"], truth["must_not_contain"]
            )
            for state in law().states(ask["component_id"]):
                found = want.match(state.text)
                assert found is not None
                assert found.same == (state.number == right)
                if state.number == right:
                    assert found.required == 1
                    assert found.forbidden == 0
                elif want.required:
                    assert found.required == 0
            held += bool(want.required) + bool(want.forbidden)
    assert held > 100


def test_a_turn_says_what_it_must_in_its_language() -> None:
    for files in every_draft():
        for row in rows(files, "questions.jsonl"):
            text = row["turns"][0]["content"]
            says = {
                "en": ("as compiled on 26 August 2020", "promulgation date", "version", "JSON"),
                "pt": ("compilada em 26 de agosto de 2020", "promulga", "redaç", "JSON"),
            }[row["language"]]
            assert all(words in text for words in says)
            assert re.search(r"from 1\b|ersion 1\b|a partir de 1\b|redação 1\b", text)
            assert not re.search(r"\{\w|\bstates?\b|\bestados?\b", text)
            assert row["law_as_of"] == "2020-08-26"
            assert not re.search(r"\b(EC|ECR) [0-9]|cf_art_[0-9]|adct_art_[0-9]", text)


def test_every_task_is_asked_in_three_wordings_a_language() -> None:
    met: Counter[tuple[str, str]] = Counter()
    texts = [row["turns"][0]["content"] for row in rows(public(1), "questions.jsonl")]
    for language, says in (("en", ENGLISH), ("pt", PORTUGUESE)):
        for task, asks in says.asks.items():
            shapes = [re.sub(r"\\\{[0-9a-z_]+\\\}", ".+", re.escape(ask)) for ask in asks]
            seen = [any(re.search(shape, text) for text in texts) for shape in shapes]
            met[task, language] = sum(seen)

    assert met == {(task, language): 3 for task in TASKS for language in ("en", "pt")}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_public_draft_can_be_cut_and_no_adversary_wins_it(seed: int) -> None:
    assert problems_of_draft(public(seed)) == []


@pytest.mark.parametrize("number", KEYS)
def test_a_holdout_holds_every_floor_of_a_public_split(number: int) -> None:
    # Held to more than is published of a holdout: every task, as if it were open.
    opened = {
        path: data.replace(b'"split":"holdout"', b'"split":"public"')
        for path, data in holdout(number).items()
    }

    assert problems_of_draft(opened) == []


def test_resources_hold_no_text_of_the_law() -> None:
    longest = max(
        len(value.split())
        for path, data in public(1).items()
        if path.startswith("resources/")
        for line in data.splitlines()
        for name, value in json.loads(line).items()
        if isinstance(value, str) and name != "evidence"
    )

    assert longest <= 8


def test_evidence_of_an_attribution_stands_in_its_days_summary() -> None:
    days = {
        row["date"]: row for row in map(json.loads, compilations()["amendments.jsonl"].splitlines())
    }
    table = rows(public(1), "resources/tlr/attributions.jsonl")
    changed: dict[str, set[str]] = {}
    for article, states in law().timeline.states.items():
        for state in states:
            if state.amendments:
                changed.setdefault(state.start, set()).add(article)

    for row in table:
        day = days[row["date"]]
        names = [name.replace("emc_", "EC ").replace("emr_", "ECR ") for name in day["amendments"]]
        assert row["amendment"] in names
        assert len(names) > 1
        if row["source"] == "official summary":
            parts = [part for part in day["summary_pt"].split("\n\n") if part.strip()]
            assert row["words"] in parts[names.index(row["amendment"])]
    # Of a day that the table settles, every article that changed on it is settled.
    for day in {row["date"] for row in table}:
        assert {row["article"] for row in table if row["date"] == day} == changed[day]
