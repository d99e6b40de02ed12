"""The time of every reader of text grows at most as n log n, to 64 thousand characters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import fuzz_texts
import pytest
from fuzz_texts import READERS, SUSPECT, growth

from growth import MOMENT, MOST, SHORT, growth_of, repeated, seconds

UNITS = (
    *("1", "A ", "(", "\n", "第", "《", "第一条、", "art. 1 ", "a\u0301", "{", '{"a":', "&#1;"),
    *("\\", "-", "Answer:", "一", "，", " L. 1-", "```\n"),
)  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_the_time_of_a_reader_grows_with_the_text(name: str) -> None:
    read = READERS[name]
    for unit in UNITS:
        text = repeated(unit)
        # What takes 10 times as long for 64 thousand takes 6 times as long for 16 thousand.
        long = seconds(read, text(SHORT // 4)) > 5 * MOMENT
        if long and growth_of(read, text, SHORT // 4) < SUSPECT:
            continue
        times = growth_of(read, text)

        assert times <= MOST, f"{unit!r}: {times:.1f} times as long"


def test_a_reader_whose_time_grows_with_the_square_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Steps are counted in place of seconds: a busy machine changes no step.
    def square(text: str) -> int:
        return (len(text) // 16) ** 2

    def steps(work: Callable[[str], Any], text: str) -> float:
        return float(work(text))

    monkeypatch.setattr(fuzz_texts, "seconds", steps)
    monkeypatch.setattr(fuzz_texts, "growth_of", partial(growth_of, measure=steps))
    for name in READERS:
        monkeypatch.setitem(READERS, name, square)
    with pytest.raises(AssertionError, match=r"16\.0 times for four times the characters"):
        growth(b"\0x")
    for name in READERS:
        monkeypatch.setitem(READERS, name, lambda text: len(text) * len(text).bit_length())
    assert growth(b"\0x") is None
