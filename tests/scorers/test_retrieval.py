"""The scorer retrieval: what a ranked list of cases earns, and what a query must have."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from retrieval_cases import (
    CORPUS,
    CUTS,
    PARTS,
    RESOURCES,
    RETRIEVAL,
    TEN,
    ask,
    case,
    prepared,
    ranked,
    resources,
    row,
    term,
    truth,
)

from digesta.metrics.exact import NANO
from digesta.scorers.base import Response

QUERY = prepared()
IDS = ["own", *TEN, *(f"o{n}" for n in range(10)), "nobody", "nobody else"]
lists = st.lists(st.sampled_from(IDS), max_size=40)


def test_the_ten_positives_by_tier_earn_everything() -> None:
    cells = row(QUERY, ranked(*TEN))

    assert cells["credit"] == NANO
    assert cells["gold_rr"] == cells["gold_ap"] == NANO
    assert [cells[f"gold_recall10_at_{k}"] * 10 // NANO for k in CUTS] == [3, 5, 10]


def test_the_query_itself_is_dropped_before_the_list_is_cut() -> None:
    padding = [f"o{n}" for n in range(9)]

    cells = row(prepared(at_most=10), ranked("own", *padding, "own", "p0", "p1"))

    assert (cells["own"], cells["results"]) == (2, 13)
    assert cells["gold_recall10_at_10"] == NANO // 10


def test_a_repeated_case_keeps_its_first_place_and_is_counted() -> None:
    repeated, plain = row(QUERY, ranked("p0", "p0", "p1", "p0")), row(QUERY, ranked("p0", "p1"))

    assert (repeated["duplicates"], plain["duplicates"]) == (2, 0)
    for name in ("credit", "gold_ap", "gold_recall10_at_3", "article_recall10_at_10"):
        assert repeated[name] == plain[name] > 0


def test_an_unknown_id_keeps_its_rank_and_is_a_miss_in_every_part() -> None:
    cells = row(QUERY, ranked("nobody", "nobody else", "p0", "nobody"))

    assert (cells["unknown"], cells["duplicates"]) == (2, 1)
    assert all(cells[f"{part}_rr"] == 333333333 for part in PARTS)
    assert all(cells[f"{part}_recall10_at_10"] == NANO // 10 for part in PARTS)


def test_what_lies_beyond_the_length_that_is_read_earns_nothing() -> None:
    padding = [f"u{n}" for n in range(20)]

    assert row(QUERY, ranked(*padding, "p0"))["gold_rr"] == 0
    assert row(QUERY, ranked(*padding[:-1], "p0"))["gold_rr"] == NANO // 20


@pytest.mark.parametrize(
    "answer",
    [
        "p0", 7, 0.5, True, {}, {"ranked": None}, {"ranked": "p0"}, {"ranked": ["p0", 7]},
        {"ranked": [["p0"]]}, {"ranked": [{}]}, {"ranked": ["p0"], "more": 1}, {"Ranked": []},
        {"ranked": {"p0": 1}}, {"ranked": [None]},
    ],
)  # fmt: skip
def test_any_other_shape_is_unreadable_and_earns_nothing(answer: Any) -> None:
    cells = row(QUERY, answer)

    assert {name: cell for name, cell in cells.items() if cell} == {"unreadable": 1}
    assert RETRIEVAL.why(QUERY, Response(answer)).startswith("unreadable:")
    assert RETRIEVAL.mark_all([QUERY, QUERY], [answer, ranked("p0")])[1, 0] > 0


def test_an_empty_list_is_an_answer_that_finds_nothing() -> None:
    assert {name: cell for name, cell in row(QUERY, ranked()).items() if cell} == {}


@pytest.mark.parametrize(
    ("mine", "theirs", "right"),
    [
        (term(12), term(18), True),
        (term(12), term(6), True),
        (term(12), term(19), False),
        (term(0), term(6), True),
        (term(0), term(7), False),
        (term(60), term(72), True),
        (term(60), term(48), True),
        (term(60), term(73), False),
        (term(33), term(39), True),
        (term(33), term(40), False),
        (term(34), term(41), False),
        (term(35), term(42), True),
        (term(0, life=True), term(0, life=True), True),
        (term(0, life=True), term(0, death=True), False),
        (term(0, life=True), term(0), False),
        (term(0, death=True), term(0, death=True), True),
        (term(0, death=True, life=True), term(0, death=True), False),
        (term(12), None, False),
        (term(0), None, False),
    ],
)
def test_terms_are_near_within_six_months_or_a_fifth_of_the_querys(
    mine: Any, theirs: Any, right: bool  # noqa: FBT001 - a table's column
) -> None:  # fmt: skip
    query = prepared(cases=[*CORPUS, case("t", term=theirs)], term=mine)

    assert bool(row(query, ranked("t"))["imprisonment_rr"]) is right


def test_sets_of_charges_and_articles_must_be_equal_in_any_order() -> None:
    both = case("both", ["b", "a"], articles=["2", "1"])
    one = case("one", ["a"], articles=["1"])
    query = prepared(cases=[*CORPUS, both, one], accusation=["a", "b", "a"], articles=["1", "2"])

    assert row(query, ranked("both"))["accusation_rr"] == NANO
    assert row(query, ranked("both"))["article_rr"] == NANO
    assert (
        row(query, ranked("one"))["accusation_rr"] == row(query, ranked("one"))["article_rr"] == 0
    )


def test_an_empty_set_matches_nothing_but_as_the_original_codes_it() -> None:
    bare = [case(f"e{n}", [], articles=[]) for n in range(3)]
    query = prepared(cases=[*CORPUS, *bare], accusation=[], articles=[])

    cells = row(query, ranked("e0", "e1", "e2"))

    for part in ("accusation", "article"):
        assert cells[f"{part}_recall10_at_3"] == cells[f"{part}_recall_at_3"] == 0
        assert cells[f"{part}_coded10_at_3"] == 3 * NANO // 10


def test_recall_divides_by_all_that_is_right_but_the_query_itself() -> None:
    cells = row(QUERY, ranked("p0", "p1", "p2"))

    assert cells["accusation_recall_at_3"] == 3 * NANO // 10  # ten positives; the own case apart
    assert cells["article_recall_at_3"] == 3 * NANO // 20


def test_the_original_leaves_short_lists_out_and_counts_repeats() -> None:
    short, full = row(QUERY, ranked("own", "p0", "o0")), row(QUERY, ranked("p0", "p0", "o0"))

    assert (short["full_at_3"], full["full_at_3"], full["full_at_5"]) == (0, 1, 0)
    assert (short["gold_coded10_at_3"], full["gold_coded10_at_3"]) == (0, 2 * NANO // 10)
    assert full["gold_recall10_at_3"] == NANO // 10


@given(st.lists(lists, min_size=1, max_size=6))
def test_at_ten_precision_the_seeds_recall_and_both_f1_are_one_figure(many: list[Any]) -> None:
    rows = np.array([RETRIEVAL.mark(QUERY, Response(ranked(*one))) for one in many])
    sums = RETRIEVAL.sums(rows)
    value = {metric.name: metric.value(sums) for metric in RETRIEVAL.metrics}

    for part in PARTS:
        names = ("precision", "recall10", "macro_f1", "micro_f1")
        assert len({value[f"{part}.{name}_at_10"] for name in names}) == 1
        for k in CUTS:
            assert value[f"{part}.macro_f1_at_{k}"] == value[f"{part}.micro_f1_at_{k}"]
            precision, recall = value[f"{part}.precision_at_{k}"], value[f"{part}.recall10_at_{k}"]
            assert precision * k == recall * 10
            assert value[f"{part}.macro_f1_at_{k}"] == 2 * precision * k / (k + 10)
            assert value[f"gold.recall_at_{k}"] == value[f"gold.recall10_at_{k}"]


@given(lists, st.integers(0, 40), st.sampled_from(IDS))
def test_repeating_a_case_or_naming_the_query_never_helps(
    names: list[str], place: int, again: str
) -> None:
    names = [*dict.fromkeys([*names, again])]
    place = max(place, names.index(again) + 1)
    plain = row(QUERY, ranked(*names))

    for more in (again, "own"):
        longer = row(QUERY, ranked(*names[:place], more, *names[place:]))
        for column in ("credit", *(f"{part}_ap" for part in PARTS)):
            assert longer[column] == plain[column]


@given(lists)
def test_a_longer_list_never_earns_less_and_a_higher_hit_never_less(names: list[str]) -> None:
    names = list(dict.fromkeys(names))
    whole, shorter = row(QUERY, ranked(*names)), row(QUERY, ranked(*names[:-1]))
    first = sorted(names, key=lambda one: TEN.index(one) if one in TEN else 99)

    assert shorter["credit"] <= whole["credit"] <= row(QUERY, ranked(*first))["credit"]


@settings(max_examples=40)
@given(st.permutations(CORPUS), lists)
def test_the_order_of_the_corpus_and_of_positives_does_not_matter(
    cases: list[Any], names: list[str]
) -> None:
    shuffled = truth(TEN)
    shuffled["positives"] = shuffled["positives"][::-1]
    question = {"ask": ask("facts of own")}
    other = RETRIEVAL.prepare(question, shuffled, resources(cases))

    assert row(other, ranked(*names)) == row(QUERY, ranked(*names))


def test_the_fast_form_gives_the_rows_of_the_definition_on_hundreds_of_lists() -> None:
    rng = random.Random(7)
    empty = prepared(accusation=[], articles=[], term=term(7))
    elsewhere = prepared(cases=CORPUS[::-1], at_most=10)
    asked = [rng.choice([QUERY, empty, elsewhere]) for _ in range(600)]
    answers: list[Any] = [
        ranked(*rng.choices(IDS, k=rng.randrange(30)))
        if number % 3
        else ranked(*rng.sample(IDS, rng.randrange(len(IDS))))
        for number in range(600)
    ]
    answers[::50] = [None] * 12
    answers[1::50] = ["p0"] * 12

    for some in (slice(None), slice(2, 50), slice(0, 1), slice(1, 2)):
        fast = RETRIEVAL.mark_all(asked[some], answers[some])
        pairs = zip(asked[some], answers[some], strict=True)
        assert fast.tolist() == [list(RETRIEVAL.mark(p, Response(a))) for p, a in pairs]


def test_a_very_long_list_is_read_once() -> None:
    names = [f"u{n}" for n in range(200_000)] + ["p0"] * 200_000

    cells = row(QUERY, ranked(*names))

    assert (cells["results"], cells["duplicates"], cells["unknown"]) == (400_000, 199_999, 200_000)
    assert RETRIEVAL.mark_all([QUERY], [ranked(*names)]).tolist() == [list(cells.values())]


def test_why_says_what_was_found_and_what_was_dropped() -> None:
    said = RETRIEVAL.why(QUERY, Response(ranked("own", "p0", "p0", "nobody")))

    assert said == (
        "1 of 10 positives among the first 10, nDCG 0.313 "
        "(the query itself 1 x, repeated 1 x, 1 not in the corpus)"
    )
    assert RETRIEVAL.why(QUERY, Response(None)).startswith("missing:")


@pytest.mark.parametrize(
    ("question", "right", "files", "said"),
    [
        (ask(), truth(TEN) | {"positives": []}, RESOURCES, "positives"),
        (ask(), truth(TEN) | {"positives": truth(TEN)["positives"][:9]}, RESOURCES, "10 .*, not 9"),
        (ask(), truth([*TEN[:9], "z"]), RESOURCES, "the positive z is not in the corpus"),
        (ask("facts of p3"), truth(TEN), RESOURCES, "the positive p3 is the query itself"),
        (ask(at_most=9), truth(TEN), RESOURCES, "at_most must be 10 to 20, not 9"),
        (ask(at_most=21), truth(TEN), RESOURCES, "at_most must be 10 to 20, not 21"),
        (ask(), truth(TEN), {}, "the release has no resources/cases/corpus.jsonl"),
        (ask(), truth(TEN), {"cases/corpus.jsonl": b""}, "cases/corpus.jsonl holds no case"),
        (ask(), truth(TEN), {"cases/corpus.jsonl": b'{"case":"a"}\n'}, "corpus.jsonl:1: missing"),
        (ask(), truth(TEN), {"cases/corpus.jsonl": b"{\n"}, "corpus.jsonl:1: "),
        (ask(), truth(TEN), resources([case("a"), case("b"), case("a", text="x")]),
         "cases/corpus.jsonl:3: the id of line 1; keep one of them"),
        (ask(), truth(TEN), resources([case("a"), case("b", text=" facts of a\n")]),
         "cases/corpus.jsonl:2: the text of line 1; keep one of them"),
        (ask(), truth(TEN), resources([case("a") | {"text": "other"}]), "the digest of the text"),
        (ask(), truth(TEN, term=term(10**6 + 1)), RESOURCES, "a term of 1000001 months"),
    ],
)  # fmt: skip
def test_a_query_that_cannot_be_right_is_refused_with_the_reason(
    question: Any, right: Any, files: dict[str, bytes], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        RETRIEVAL.prepare({"ask": question}, right, files)
