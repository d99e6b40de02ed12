"""Numbers in Chinese: one grammar, exact values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.text import numerals_named
from digesta.text.chinese.numerals import CHARACTERS, zh_1, zh_int
from growth import MOST, growth_of, repeated

DIGITS = "零一二三四五六七八九"


def section(number: int) -> str:
    """Write a number below 10,000 as a school book does, 一十六 for 16."""
    written, skipped = "", False
    for size, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, size)
        if digit:
            written += ("零" if skipped else "") + DIGITS[digit] + unit
            skipped = False
        elif written and number:
            skipped = True
    return written


def written(number: int) -> str:
    if number < 10_000:
        return section(number) or DIGITS[0]
    size, unit = (10**8, "亿") if number >= 10**8 else (10**4, "万")
    many, rest = divmod(number, size)
    zero = "零" if 0 < rest < size // 10 else ""
    return written(many) + unit + (zero + written(rest) if rest else "")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("〇", 0), ("0", 0), ("零", 0), ("两", 2), ("十", 10), ("十六", 16), ("四十六", 46),
        ("46", 46), ("４６", 46), ("４6", 46), ("4十6", 46), ("廿六", 26), ("卅", 30), ("卌二", 42),
        ("一百廿六", 126), ("一百零六", 106), ("一百〇六", 106), ("一百十", 110), ("一百一十", 110),
        ("百二十", None), ("两百五十", 250), ("一千零一十", 1010), ("一千零十六", 1016),
        ("二〇二六", 2026), ("二零二六", 2026), ("２０２６", 2026), ("四六", 46),
        ("一万零五", 10005),
        ("一万五千", 15000), ("两千万", 20_000_000), ("12万", 120_000), ("1万2000", 12_000),
        ("三万亿", 3 * 10**12), ("一亿零五百", 100_000_500), ("伍拾万", 500_000),
        ("壹佰貳拾", 120), ("三萬", 30_000), (" 十六\u3000", 16),
    ],
)  # fmt: skip
def test_a_number_of_the_grammar_is_read_exactly(text: str, value: int | None) -> None:
    assert zh_int(text) == value
    assert zh_1(text) == (None if value is None else Fraction(value))


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "条", "四十六条", "第四十六", "一百六", "一千六", "一万五", "一亿五百", "046",
        "〇七",
        "十十", "二两", "两十", "万", "百", "0万", "一百零十", "二十廿", "十万万零", "-1", "1.5",
        "四 十", "一百百", "半", "几", "1,000", "1e3", "٤٦", "²", "一" * 65, "亿亿亿", "零零",
    ],
)  # fmt: skip
def test_what_is_not_of_the_grammar_is_no_number(text: str) -> None:
    assert zh_int(text) is None


@given(st.integers(0, 10**16 - 1) | st.integers(0, 99_999))
def test_every_number_that_a_school_book_writes_is_read_back(number: int) -> None:
    assert zh_int(written(number)) == number
    assert zh_int(written(number).replace("零", "〇")) == number


def test_all_numbers_of_articles_are_read_in_every_form() -> None:
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    for number in range(1, 2000):
        short = written(number).removeprefix("一") if 10 <= number < 20 else written(number)
        forms = {written(number), short, str(number), str(number).translate(wide)}
        forms.add("".join(DIGITS[int(digit)] for digit in str(number)))
        assert {zh_int(form) for form in forms} == {number}


@given(st.text(CHARACTERS + " 条-.", max_size=70))
def test_the_reader_never_raises_and_reads_no_number_below_zero(text: str) -> None:
    value = zh_int(text)

    assert value is None or value >= 0


def test_the_numerals_stand_under_their_name_and_version() -> None:
    assert numerals_named("zh/1") is zh_1


def test_long_texts_take_linear_time() -> None:
    for sign in CHARACTERS:
        assert zh_int(sign * 200_000) is None
        assert growth_of(zh_int, repeated(sign)) <= MOST
