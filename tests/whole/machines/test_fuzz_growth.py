"""The time of every reader of text grows at most as n log n, to 64 thousand characters.

What is compared is CPU time with CPU time, of 16 thousand characters and of 64: four times as many
take at most ten times as long, where the square would take sixteen.
"""

from __future__ import annotations

import pytest
from fuzz_texts import MOST, READERS, growth, ratio

UNITS = (
    *("1", "A ", "(", "\n", "第", "《", "第一条、", "art. 1 ", "a\u0301", "{", '{"a":', "&#1;"),
    *("\\", "-", "Answer:", "一", "，", " L. 1-", "```\n"),
)  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_the_time_of_a_reader_grows_with_the_text(name: str) -> None:
    for unit in UNITS:

        def text(size: int, unit: str = unit) -> str:
            return unit * (size // len(unit))

        times = ratio(READERS[name], text)

        assert times <= MOST, f"{unit!r}: {times:.1f} times as long"


def test_a_reader_whose_time_grows_with_the_square_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def square(text: str) -> int:
        return sum(1 for _ in range((len(text) // 32) ** 2))

    assert ratio(square, lambda size: "x" * size) > MOST
    for name in READERS:
        monkeypatch.setitem(READERS, name, square)
    with pytest.raises(AssertionError, match="times for four times the characters"):
        growth(b"\0x")
