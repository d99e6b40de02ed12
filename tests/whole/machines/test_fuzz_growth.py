"""The time of every reader of text grows at most as n log n, to 64 thousand characters."""

from __future__ import annotations

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
    def square(text: str) -> int:
        return sum(1 for _ in range((len(text) // 16) ** 2))

    for name in READERS:
        monkeypatch.setitem(READERS, name, square)
    with pytest.raises(AssertionError, match="times for four times the characters"):
        growth(b"\0x")
