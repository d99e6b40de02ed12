"""The reader of predictions: what refuses a file, how it is told, and what is held in memory."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digesta.errors import SHOWN, SubmissionError
from digesta.intake import CODES, LIMITS, InputLimits, KnownIds, PredictionReader
from digesta.intake.predictions.blocks import BLOCK
from digesta.intake.predictions.rows import TakenRows
from growth import growth_of, peak
from hostile import judged_predictions

KNOWN = {f"q-{n:03}": n for n in range(200)}
BOTH = pytest.mark.parametrize("reader", ["fast", "strict"])


def line(question_id: Any, answer: Any = "B") -> bytes:
    return json.dumps({"question_id": question_id, "answer": answer}).encode() + b"\n"


def problems_of(data: bytes, reader: str, **limits: int) -> list[str]:
    verdict = judged_predictions([data], KNOWN, reader=reader, limits=InputLimits(**limits))
    return [f"{problem.line} {problem.code}" for problem in verdict.problems]


@BOTH
def test_answers_of_every_kind_come_back_by_row(reader: str) -> None:
    answers = ["B", "", 'a "quoted" {text}', True, None, 7, -0.5, 1e300, {"a": [1, {"b": 2}]}]
    data = b"".join(line(f"q-{n:03}", answer) for n, answer in enumerate(answers))

    verdict = judged_predictions([data], KNOWN, reader=reader)

    assert repr(verdict.answers) == repr(dict(enumerate(answers)))


@BOTH
def test_crlf_and_a_last_line_without_its_end_are_accepted(reader: str) -> None:
    with_ends = line("q-001") + line("q-000", {"a": 1}) + line("q-002")
    without = with_ends.replace(b"\n", b"\r\n")[:-2]

    assert judged_predictions([without], KNOWN, reader=reader).answers == {
        1: "B", 0: {"a": 1}, 2: "B",
    }  # fmt: skip
    assert judged_predictions([with_ends], KNOWN, reader=reader).total == 0


@BOTH
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", ["0 file-empty"]),
        (b"\n", ["1 line-blank"]),
        (line("q-001") + b" \t\r\n" + line("q-002"), ["2 line-blank"]),
        (line("q-001") + b"\n", ["2 line-blank"]),
        (b"\xef\xbb\xbf" + line("q-001"), ["1 bom"]),
        (b"PK\x03\x04" + line("q-001") * 3, ["0 file-packed"]),
        (line("q-001", [1]), ["1 list-answer"]),
        (line("con"), ["1 bad-id"]),
        (line("Q-001") + line(None) + line(""), ["1 bad-id", "2 bad-id", "3 bad-id"]),
        (b'{"question_id":"q-001"}', ["1 missing-key"]),
        (b"{}", ["1 missing-key"]),
        (b"[]", ["1 not-object"]),
        (b'{"question_id":"q-001","answer":1,"answer ":2}', ["1 unknown-key"]),
        (
            b'{"id":"q-001","answer":["\\u0000"]}',
            ["1 control", "1 unknown-key", "1 missing-key", "1 list-answer"],
        ),
        (line("q-001", "\x7f") + line("q-001"), ["1 control", "2 dup-id"]),
        (line("q-001") + line("q-002") + line("q-001", {}), ["3 dup-id"]),
    ],
)
def test_a_wrong_file_is_refused_with_every_problem(
    data: bytes, expected: list[str], reader: str
) -> None:
    assert problems_of(data, reader) == expected


@BOTH
@pytest.mark.parametrize(
    ("limits", "allowed", "expected"),
    [
        ({"line_bytes": len(line("q-001")) - 1}, line("q-001"), "1 line-size"),
        ({"lines": 1}, line("q-001"), "2 line-count"),
        ({"file_bytes": len(line("q-001"))}, line("q-001"), "0 file-size"),
    ],
)
def test_a_limit_of_the_file_is_allowed_and_more_is_not(
    limits: dict[str, int], allowed: bytes, expected: str, reader: str
) -> None:
    longer, more = line("q-001").replace(b"}", b" }"), line("q-001") + line("q-002")
    beyond = longer if "line_bytes" in limits else more

    assert problems_of(allowed, reader, **limits) == []
    assert problems_of(beyond, reader, **limits)[-1] == expected


@BOTH
def test_reading_stops_at_the_limit_of_the_file_and_judges_the_lines_before(reader: str) -> None:
    data = line("q-001") + line("nobody") + line("q-002")

    found = problems_of(data, reader, file_bytes=len(data) - 1)

    assert found == ["2 unknown-id", "0 file-size"]


@BOTH
def test_a_second_answer_names_the_line_of_the_first(reader: str) -> None:
    data = b"".join(line(f"q-{n:03}") for n in range(9)) + line("q-004", 7)

    (problem,) = judged_predictions([data], KNOWN, reader=reader).problems

    assert str(problem) == (
        "predictions.jsonl:10: dup-id; question q-004; got the question of line 5; expected one "
        "line for each question; fix: keep one of the two lines"
    )


@BOTH
def test_an_unknown_id_names_the_nearest_known_one(reader: str) -> None:
    many = {hashlib.sha256(b"%d" % n).hexdigest(): n for n in range(5000)}
    whole = list(many)[77]
    cut = whole[:-1]

    few = judged_predictions([line("q-01")], KNOWN, reader=reader).problems[0]
    long = judged_predictions([line(cut)], many, reader=reader).problems[0]

    assert few.nearest in KNOWN
    assert (long.code, long.question_id) == ("unknown-id", cut)
    assert long.nearest == whole


@BOTH
def test_the_first_twenty_problems_are_listed_in_order_and_all_are_counted(reader: str) -> None:
    data = b"".join(line("q-001") if n % 3 else b"nonsense\n" for n in range(90))

    verdict = judged_predictions([data], KNOWN, reader=reader)

    assert verdict.total == 30 + 59
    assert [problem.line for problem in verdict.problems] == [1, *range(3, 3 + SHOWN - 1)]
    assert all(problem.fix and problem.expected for problem in verdict.problems)


def test_an_id_is_told_even_where_the_line_is_no_json() -> None:
    verdict = judged_predictions([b'{"question_id": "q-007", "answer": NaN }'], KNOWN)

    assert verdict.problems[0].question_id == "q-007"


def test_every_code_says_what_it_means_what_is_expected_and_what_to_do() -> None:
    for code, info in CODES.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)
        assert info.meaning
        assert "{" not in info.expectation(LIMITS).replace('{"question_id"', "")
        assert info.fix


def test_rows_are_taken_once_whether_alone_or_in_blocks() -> None:
    placing = TakenRows()

    assert placing.take(7)
    assert not placing.take(7)
    assert not placing.take_all([1, 7])
    assert not placing.take_all([1, 2, 1])
    assert placing.take_all([1, 2])
    placing.skip()
    assert not placing.take_all([3, 2])
    assert placing.take_all([3, 0])
    assert [placing.first_line(row) for row in (7, 1, 2, 3, 0)] == [1, 3, 4, 6, 7]


def blocks_of_text(count: int) -> Iterator[bytes]:
    """Yield chunks of lines of 2 KB, one for each of the first ids of ``large_known``."""
    per_chunk = BLOCK // 2048
    for chunk in range(count):
        numbers = range(chunk * per_chunk, (chunk + 1) * per_chunk)
        yield b"".join(line(f"q-{n}", "答案" * 320 + str(n)) for n in numbers)


@BOTH
def test_memory_does_not_grow_with_the_file(reader: str) -> None:
    known = {f"q-{n}": n for n in range(40 * BLOCK // 2048)}

    def read(chunks: int) -> None:
        intake = PredictionReader(known, file="x", fast=reader == "fast")
        for chunk in blocks_of_text(chunks):
            for batch in intake.feed(chunk):
                assert batch.rows
        intake.finish()

    read(1)  # tables that are made once
    assert growth_of(read, int, 10, measure=peak) < 1.25


@BOTH
def test_a_line_without_end_is_cut_short_and_refused_once(reader: str) -> None:
    limits = InputLimits(line_bytes=1000, file_bytes=1 << 40)
    intake = PredictionReader(KNOWN, file="x", fast=reader == "fast", limits=limits)

    for _ in range(64):
        assert intake.feed(b"[" * BLOCK) == []
        assert len(intake._cutter._open_line) <= 1001
        assert len(intake._cutter._pending) < BLOCK

    with pytest.raises(SubmissionError, match="line-size") as refused:
        intake.finish()
    assert refused.value.total == 1


@BOTH
def test_what_comes_after_a_problem_is_checked_and_not_handed_on(reader: str) -> None:
    good = b"".join(blocks_of_text(2))
    known = {f"q-{n}": n for n in range(1000)}
    intake = PredictionReader(known, file="x", fast=reader == "fast")

    batches = intake.feed(b"nonsense\n" + good + line("q-0"))

    assert batches == []
    with pytest.raises(SubmissionError, match="dup-id; question q-0; got the question of line 2"):
        intake.finish()


@settings(max_examples=40)
@given(st.lists(st.integers(1, 5000), max_size=30), st.sampled_from(["fast", "strict"]))
def test_how_the_bytes_are_cut_changes_nothing(cuts: list[int], reader: str) -> None:
    data = b"".join(line(f"q-{n:03}", "é" * 2000 if n % 3 else {"n": n}) for n in range(150))
    data += b"\n" + line("q-001")
    chunks, rest = [], data
    for size in cuts:
        chunks.append(rest[:size])
        rest = rest[size:]

    pieces = judged_predictions([*chunks, rest], KNOWN, reader=reader)

    assert pieces == judged_predictions([data], KNOWN, reader=reader)


@settings(max_examples=60)
@given(st.permutations(range(30)), st.integers(0, 30), st.booleans())
def test_the_order_of_known_ids_changes_the_speed_alone(
    rows: list[int],
    left_out: int,
    turned: bool,  # noqa: FBT001 - hypothesis draws it
) -> None:
    known = {f"q-{n:03}": row for n, row in enumerate(rows)}
    ids = [question_id for n, question_id in enumerate(known) if n != left_out]
    data = b"".join(line(one, one) for one in (reversed(ids) if turned else ids))

    read = []
    for order in (None, KnownIds.of(known)):
        intake = PredictionReader(known, file="x", order=order)
        read.append([*intake.feed(data), *intake.finish()])

    assert read[0] == read[1]


def test_an_id_that_stands_twice_in_a_row_is_found_whatever_the_order() -> None:
    known = {f"q-{n}": n for n in range(3)}
    intake = PredictionReader(known, file="x", order=KnownIds.of(known))

    intake.feed(line("q-0") + line("q-1") + line("q-1"))

    with pytest.raises(SubmissionError, match="dup-id"):
        intake.finish()
