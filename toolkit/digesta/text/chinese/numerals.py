"""Whole numbers as Chinese texts write them: one strict grammar in, exact integers out.

``zh/1`` reads

* digits, by place: 46, ４６, 四六, 二〇二六 (〇 and 零 are zero), and any mixture of these;
* numerals: 十六, 一百零六, 一千零一十, 三万, 两千万, 一亿零五百, 一万亿, with digits of any kind
  (4十6, 12万); 十 alone after 百 (一百十) is one ten; 廿, 卅, 卌 are 20, 30, 40 (廿六, 一百廿六);
* the characters of bank notes: 壹贰叁肆伍陆柒捌玖拾佰仟, and the traditional 萬億兩.

A skipped place needs its zero: 一百零六 is 106, and "一百六" (spoken: 160) is no number. Neither
are leading zeros (046, 〇七), signs, fractions, units, and spaces inside. At most 64 characters.
"""

from __future__ import annotations

import re
from fractions import Fraction

LONGEST = 64
"""Characters of a number, white space at the ends not counted."""

SPACES = " \t\n\r\u3000"

ZEROS = "0０〇零"
_NINE = "1１一壹 2２二贰貳 3３三叁參 4４四肆 5５五伍 6６六陆陸 7７七柒 8８八捌 9９九玖"
DIGITS = {digit: value for value, digits in enumerate((ZEROS, *_NINE.split())) for digit in digits}
"""Character -> the digit that it writes by itself; 两 is not among them."""

SIGNS = {
    **{digit: str(value) for digit, value in DIGITS.items()},
    **dict(zip("兩拾佰仟萬億", "两十百千万亿", strict=True)),
    "廿": "2十",
    "卅": "3十",
    "卌": "4十",
}

CHARACTERS = "".join([*SIGNS, *"两十百千万亿"])
"""Every character that may stand in a number."""

_SIGNS = str.maketrans(SIGNS)
_PLACES = re.compile(r"0|[1-9][0-9]*")
_TENS = r"[1-9]?十[1-9]?"
_HUNDREDS = rf"[1-9两]百(?:0[1-9]|{_TENS})?"
_SECTION = re.compile(rf"{_TENS}|{_HUNDREDS}|[1-9两]千(?:0[1-9]|0{_TENS}|{_HUNDREDS})?")
_PARTS = re.compile(r"([1-9两]?)([千百十])|([1-9])")
_UNITS = {"十": 10, "百": 100, "千": 1000}
_LARGE = (("亿", 10**8), ("万", 10**4))


def zh_1(text: str) -> Fraction | None:
    """Return the whole number that a text writes in ``zh/1``; None where it writes none.

    >>> zh_1("一百零六"), zh_1(" ４６ "), zh_1("一百六"), zh_1("四十六条")
    (Fraction(106, 1), Fraction(46, 1), None, None)
    """
    value = zh_int(text)
    return None if value is None else Fraction(value)


def zh_int(text: str) -> int | None:
    """Return the whole number that a text writes in ``zh/1`` as an integer, or None.

    >>> zh_int("廿六"), zh_int("二〇二六"), zh_int("两千零一十"), zh_int("12万")
    (26, 2026, 2010, 120000)
    """
    number = text.strip(SPACES)
    if not 0 < len(number) <= LONGEST:
        return None
    return _value(number.translate(_SIGNS))


def _value(signs: str, large: tuple[tuple[str, int], ...] = _LARGE) -> int | None:
    for position, (sign, size) in enumerate(large):
        head, mark, tail = signs.rpartition(sign)
        if not mark:
            continue
        many = _value(head, large[position + 1 :])
        rest = _rest(tail, size, large[position + 1 :])
        return many * size + rest if many and rest is not None else None
    return _small(signs)


def _rest(signs: str, size: int, large: tuple[tuple[str, int], ...]) -> int | None:
    """Return what follows 万 or 亿: under a tenth of it exactly when a zero stands first."""
    if not signs:
        return 0
    skipped = signs[0] == "0"
    value = _value(signs[skipped:], large)
    fits = value is not None and 0 < value < size and skipped == (value < size // 10)
    return value if fits else None


def _small(signs: str) -> int | None:
    if signs == "两":
        return 2
    if _PLACES.fullmatch(signs):
        return int(signs)
    if not _SECTION.fullmatch(signs):
        return None
    total = 0
    for many, unit, last in _PARTS.findall(signs):
        digit = 2 if many == "两" else int(many or "1")
        total += digit * _UNITS[unit] if unit else int(last)
    return total
