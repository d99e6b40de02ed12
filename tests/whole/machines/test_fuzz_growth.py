"""The time of every reader of text grows at most as n log n, to 64 thousand characters."""

from __future__ import annotations

import pytest
from fuzz_texts import READERS, growth

from growth import MOST, growth_of, repeated

UNITS = (
    *("1", "A ", "(", "\n", "第", "《", "第一条、", "art. 1 ", "a\u0301", "{", '{"a":', "&#1;"),
    *("\\", "-", "Answer:", "一", "，", " L. 1-", "```\n"),
)  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_the_time_of_a_reader_grows_with_the_text(name: str) -> None:
    for unit in UNITS:
        times = growth_of(READERS[name], repeated(unit))

        assert times <= MOST, f"{unit!r}: {times:.1f} times as long"


def test_a_reader_whose_time_grows_with_the_square_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def square(text: str) -> int:
        return sum(1 for _ in range((len(text) // 32) ** 2))

    for name in READERS:
        monkeypatch.setitem(READERS, name, square)
    with pytest.raises(AssertionError, match="times for four times the characters"):
        growth(b"\0x")
