"""Runs and qrels of TREC: rows out of bytes, and back; every bad line is located."""

from __future__ import annotations

import random
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.errors import InputError, ReleaseError
from digesta_convert.shared.rows import Faults
from digesta_convert.trec.lines import (
    Judgement,
    RunRow,
    grades_of,
    judged_documents,
    judgements_of,
    rankings_of,
    results_of,
    write_qrels,
    write_run,
)
from digesta_convert.trec.lines import read_qrels as rows_of_qrels
from digesta_convert.trec.lines import read_run as rows_of_run

names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=6)
lists = st.dictionaries(names, st.lists(names, min_size=1, max_size=8, unique=True), max_size=5)


def read(rows_of: Any, data: bytes, file: str) -> Any:
    """Return the rows without their lines, or raise what is wrong with them."""
    faults = Faults()
    rows = tuple(row for _, row in rows_of(file, data, faults))
    faults.refuse()
    return rows


read_run, read_qrels = partial(read, rows_of_run), partial(read, rows_of_qrels)


def codes(error: InputError) -> list[tuple[int, str]]:
    return [(problem.line, problem.code) for problem in error.problems]


@given(lists)
def test_lists_that_are_written_are_read_back_in_their_order(ranked: dict[str, list[str]]) -> None:
    rows = results_of(ranked, tag="t")

    again = read_run(write_run(rows), file="run")

    assert again == rows
    assert rankings_of(again) == ranked
    assert write_run(again) == write_run(rows)


@given(
    st.lists(
        st.tuples(
            names, names, st.integers(max_value=100), st.decimals(-1000, 1000, places=3), names
        ),
        unique_by=lambda row: row[:2],
    )
)
def test_any_rows_that_are_written_are_read_back(rows: list[Any]) -> None:
    results = tuple(RunRow(*row) for row in rows)
    judgements = tuple(Judgement(*row[:3]) for row in rows)

    assert read_run(write_run(results), file="run") == results
    assert read_qrels(write_qrels(judgements), file="qrels") == judgements


@given(st.dictionaries(names, st.lists(names, min_size=1, max_size=10, unique=True), max_size=4))
def test_grades_survive_qrels(lists: dict[str, list[str]]) -> None:
    grades = {
        query: [{"grade": grade, "documents": documents[place::3]}
                for place, grade in enumerate([7, 2, 0]) if documents[place::3]]
        for query, documents in lists.items()
    }  # fmt: skip

    rows = read_qrels(write_qrels(judged_documents(grades)), file="qrels")

    assert grades_of(rows) == grades


def test_a_list_goes_by_score_then_rank_and_not_by_the_lines_order() -> None:
    run = b"q Q0 a 2 0.5 t\nq\tQ0  b 1 5e-1 t \r\n\nq Q0 c 9 12 t\n"

    assert rankings_of(read_run(run, file="run")) == {"q": ["c", "b", "a"]}
    assert read_run(run, file="run")[0] == RunRow("q", "a", 2, Decimal("0.5"), "t")


def test_documents_are_grouped_by_grade_and_what_is_below_zero_is_zero() -> None:
    rows = read_qrels(b"q 0 a 0\nq 0 b -1\nq 0 c 1\nq 0 d 5\nr 0 a 0\n", file="qrels")

    assert grades_of(rows) == {
        "q": [{"grade": 5, "documents": ["d"]}, {"grade": 1, "documents": ["c"]},
              {"grade": 0, "documents": ["a", "b"]}],
        "r": [{"grade": 0, "documents": ["a"]}],
    }  # fmt: skip


def test_a_grade_that_is_over_the_highest_is_told_by_its_line() -> None:
    with pytest.raises(ReleaseError, match="qrels:2: bad-grade; got 101; expected at most 100"):
        read_qrels(b"q 0 a 100\nq 0 b 101\n", file="qrels")


def test_every_bad_line_of_a_run_is_reported_with_its_number() -> None:
    run = (
        b"q Q0 a 1 2.0 t\nq Q0 a 2 1.0 t\nq Q0 b one 1.0 t\nq Q0 c 1 nan t\nq Q0 d 1 t\n"
        b"q Q0 \xff 1 1 t\nq Q0 e\x00 1 1 t\nq Q0 \xe3\x80\x80f 1 1 t\nq Q0 g 1 1e9999 t\n"
        b"q Q0 h 1 " + b"1" * 65 + b" t\n"
    )

    with pytest.raises(ReleaseError) as caught:
        read_run(run, file="run.txt")

    assert codes(caught.value) == [
        (2, "dup-row"), (3, "bad-rank"), (4, "bad-score"), (5, "field-count"), (6, "utf8"),
        (7, "bad-id"), (8, "bad-id"), (9, "bad-score"), (10, "bad-score"),
    ]  # fmt: skip
    assert "run.txt:2: dup-row; got the query and case of line 1" in str(caught.value)


def test_every_bad_line_of_qrels_is_reported_with_its_number() -> None:
    with pytest.raises(ReleaseError) as caught:
        read_qrels("q 0 a 1.5\nq 0 b\nq 0 c ٣\nq 0 d 1\nq 1 d 2\n".encode(), file="qrels")

    assert codes(caught.value) == [
        (1, "bad-grade"), (2, "field-count"), (3, "bad-grade"), (5, "dup-row"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["a b", "", "a\nq Q0 b 1 9 t", "a\u3000", "\x1b[2J", "a\u2028"])
def test_an_id_that_a_line_cannot_hold_is_not_written(name: str) -> None:
    with pytest.raises(ReleaseError, match=r"TREC:1: bad-id"):
        write_run([RunRow("q", name, 1, Decimal(1), "t")])
    with pytest.raises(ReleaseError, match=r"TREC:1: bad-id"):
        write_qrels([Judgement(name, "a", 1)])


def test_pytrec_eval_reads_what_we_write_and_ranks_it_as_we_do() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    rng = random.Random(3)
    ranked = {f"q{n}": rng.sample([f"c{m}" for m in range(30)], 20) for n in range(20)}
    positives = {query: [{"case": found[7], "tier": 1}] for query, found in ranked.items()}

    run = pytrec_eval.parse_run(write_run(results_of(ranked, tag="t")).decode().splitlines())
    qrels = pytrec_eval.parse_qrel(write_qrels(judgements_of(positives)).decode().splitlines())
    found = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(run)

    assert {one["recip_rank"] for one in found.values()} == {1 / 8}
