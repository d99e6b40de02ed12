"""Linear work and bounded help, counted and not timed."""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from digesta.errors import SHOWN, SubmissionError
from digesta.intake import InputLimits, PredictionReader, strict_parse
from hostile import judged_predictions


def calls_in(work: Callable[[], object]) -> int:
    """Count the calls, of Python and C functions, that some work makes."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def lines(answers: int, *, answer: Any, wrong: bytes = b"") -> bytes:
    each = (json.dumps({"question_id": f"q-{n}", "answer": answer}) for n in range(answers))
    return b"".join(one.encode() + wrong + b"\n" for one in each)


KINDS: dict[str, Callable[[int], bytes]] = {
    "flat": lambda n: lines(n, answer="B"),
    "objects": lambda n: lines(n, answer={"a": ["x", {"b": 1}]}),
    "no json": lambda n: lines(n, answer="B", wrong=b"x"),
    "repeats": lambda n: lines(1, answer="B") * n,
    "unknown": lambda n: lines(n, answer="B").replace(b"q-", b"p-"),
    "blank": lambda n: b"\n" * n,
}


@pytest.mark.parametrize("reader", ["fast", "strict"])
@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_lines_cost_at_most_twice_the_calls(kind: str, reader: str) -> None:
    known = {f"q-{n}": n for n in range(2000)}

    def work(count: int) -> int:
        data = KINDS[kind](count)
        return calls_in(lambda: judged_predictions([data], known, reader=reader))

    work(10)  # tables that are made once
    assert work(2000) <= 2.1 * work(1000)


def test_a_flat_line_costs_the_fast_reader_no_calls_of_its_own() -> None:
    known = {f"q-{n}": n for n in range(6000)}

    def work(count: int) -> int:
        intake = PredictionReader(known, file="x")
        data = lines(count, answer="B")
        return calls_in(lambda: (intake.feed(data), intake.finish()))

    work(10)
    assert work(6000) - work(3000) < 100


@pytest.mark.parametrize(
    "hostile",
    [
        lambda n: b"[" * n,
        lambda n: b"[]," * n,
        lambda n: b'["' + b'\\"' * n,
        lambda n: b'"' + b"\\n" * n + b'"',
        lambda n: b"1" * n,
        lambda n: b"1," * n,
        lambda n: b'{"a":1,' * n,
        lambda n: ('"' + "a" + "\u0316\u0301" * n + '"').encode(),
        lambda n: ('"' + ("a" + "\u0316\u0301" * 15) * (n // 30) + '"').encode(),
        lambda n: b" " * n,
        lambda n: b"[" + b" " * n,
    ],
    ids=range(11),
)
def test_a_hostile_line_costs_calls_at_most_in_proportion(hostile: Callable[[int], bytes]) -> None:
    def work(size: int) -> int:
        data = hostile(size)
        return calls_in(lambda: strict_parse(data, file="x"))

    work(300)
    assert work(20_000) <= 2.1 * work(10_000) + 50


class CountedIds(dict[str, int]):
    """Known ids that count how often somebody walks through all of them."""

    walks = 0

    def __iter__(self) -> Iterator[str]:
        self.walks += 1
        return super().__iter__()


@pytest.mark.parametrize("reader", ["fast", "strict"])
def test_nearest_ids_are_sought_only_for_listed_problems(
    reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = CountedIds({f"question-{n:05}": n for n in range(3000)})
    compared: list[int] = []
    closest = difflib.get_close_matches

    def counted(word: str, among: list[str], most: int) -> list[str]:
        compared.append(len(among))
        return closest(word, among, most)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    data = lines(1000, answer="B").replace(b"q-", b"question-x")

    verdict = judged_predictions([data], known, reader=reader)

    assert verdict.total == 1000
    once_for_the_order = int(reader == "fast")
    assert known.walks - once_for_the_order == len(compared) == SHOWN
    assert max(compared) <= 500


@pytest.mark.parametrize("reader", ["fast", "strict"])
def test_reading_stops_where_reading_on_is_pointless(reader: str) -> None:
    intake = PredictionReader(
        {}, file="x", fast=reader == "fast", limits=InputLimits(file_bytes=1 << 20)
    )

    for _ in range(4):
        assert intake.feed(b"x" * (1 << 18)) == []
    with pytest.raises(SubmissionError, match="file-size"):
        intake.feed(b"x")
