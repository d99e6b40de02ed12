"""The scorer rubric on generated and long verdicts: order, repetition, halves, time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rubric_cases import (
    ANSWER,
    RUBRIC,
    SUB,
    cells,
    claim,
    criterion,
    perfect,
    prepared,
    said,
    score,
    toy,
)
from rubric_cases import oracle as oracle_script

from digesta.metrics.exact import NANO
from digesta.scorers.base import Response, Sums
from digesta.scorers.rubric.read import SHORTEST, fold, occurrences
from growth import MOST, growth_of, repeated


def test_a_perfect_answer_scores_one_under_the_scripted_oracle_judge() -> None:
    for asked in toy(3):
        rubric = RUBRIC.prepare(asked.question, asked.truth, {})
        answer = perfect(asked)

        row = cells(rubric, answer, oracle_script(asked, answer))

        assert (row["credit"], row["answer_score"], row["unanchored"]) == (NANO, NANO, 0)


@settings(max_examples=60)
@given(st.data())
def test_the_order_of_what_a_judge_says_does_not_matter(data: st.DataObject) -> None:
    rubric = prepared(SUB, criterion("M1", "methodology", "2"), criterion("NEG1", "negative", "-1"))
    passages = ["code civil", "élai abrogé", "nowhere", "causalité"]
    criteria = [
        said(name, *data.draw(st.lists(st.sampled_from(passages), max_size=4)))
        for name in ("SUB1", "M1", "NEG1")
    ]
    claims = [claim(s) for s in data.draw(st.lists(st.sampled_from(["minor", "major", None])))]
    other = [{**one, "evidence": data.draw(st.permutations(one["evidence"]))} for one in criteria]

    turned = score(rubric, *data.draw(st.permutations(other)), claims=claims[::-1])

    assert turned == score(rubric, *criteria, claims=claims)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["code civil", "élai abrogé", "nowhere"]), max_size=6))
def test_listing_a_passage_again_never_helps(evidence: list[str]) -> None:
    rubric = prepared(SUB, criterion("NEG1", "negative", "-0.5", cap="-1"))
    once = score(rubric, said("SUB1", *dict.fromkeys(evidence)), said("NEG1", *set(evidence)))

    again = score(rubric, said("SUB1", *evidence), said("NEG1", *evidence))

    assert again["credit"] <= once["credit"]


def test_metrics_of_counts_add_over_halves() -> None:
    rubric = prepared(SUB)
    verdict = {"criteria": [said("SUB1", "code civil")], "claims": [claim("minor"), claim()]}
    row = RUBRIC.mark(rubric, Response(ANSWER, verdict))
    twice = Sums(2, RUBRIC.column_names, [2 * cell for cell in row])

    for metric in RUBRIC.metrics:
        assert metric.value(twice) == metric.value(Sums(1, RUBRIC.column_names, row))


@pytest.mark.parametrize("unit", ["a", "ab ", "\u00a0 "])
def test_a_long_answer_is_marked_in_linear_time(unit: str) -> None:
    rubric = prepared(*(criterion(f"C{i}", "substance", "1") for i in range(20)))
    evidence = ["a" * 1999 + "b", "ab " * 600 + "c"] * 8
    verdict = {"criteria": [said(f"C{i}", *evidence) for i in range(20)]}

    def mark(answer: str) -> None:
        assert cells(rubric, answer, verdict)["unanchored"] == 20

    assert growth_of(mark, repeated(unit)) <= MOST


def test_occurrences_are_counted_at_most_as_often_as_they_stand_there() -> None:
    assert occurrences(["abc"] * 5, "abc abc") == 2
    assert occurrences(["abc", "abc abc"], "abc abc") == 1
    assert occurrences(["abc"], "abc abc") == 1


@given(st.lists(st.text("ab ", min_size=3, max_size=4), max_size=5), st.text("ab ", max_size=14))
@settings(derandomize=True, max_examples=80)
def test_occurrences_are_never_more_than_places_apart_can_be_found(
    evidence: list[str], text: str
) -> None:
    answer = fold(text)
    passages = [one for one in map(fold, evidence) if len(one) >= SHORTEST]

    def most(left: tuple[str, ...], at: int) -> int:
        """Try every passage left at every place from one on."""
        return max(
            (
                1 + most((*left[:k], *left[k + 1 :]), start + len(one))
                for k, one in enumerate(left)
                for start in range(at, len(answer))
                if answer.startswith(one, start)
            ),
            default=0,
        )

    found = occurrences(evidence, answer)

    assert found <= most(tuple(passages), 0)
    assert (found > 0) == any(one in answer for one in passages)
