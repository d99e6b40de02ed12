"""The fines that an article's text provides, read by a small grammar of money.

Read are 处…以上…以下罚款 (a range), 处…以下罚款 (an upper limit: the least is 0), multiples of
illegal gains (处…违法所得N倍以上M倍以下罚款) and percentages (处…百分之N以上…罚款), in the order of
the text; 处以 is 处. Amounts are whole yuan (元, 万元, 亿元). A limit of what may be decided on the
spot (罚款或者警告的行政处罚) is no fine that an article provides.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from digesta.errors import InputError
from digesta.text.chinese.numerals import CHARACTERS, zh_int
from digesta_generate.compilations.statutes.statute import problem


class Fine(NamedTuple):
    """A fine. kind: range, most, multiple or percent. least, most: yuan, or times; or nothing."""

    kind: str
    least: int = 0
    most: int = 0

    def as_json(self) -> dict[str, str | int]:
        """Return the fine as ``penalties.json`` has it."""
        if self.kind == "percent":
            return {"kind": self.kind}
        if self.kind == "multiple":
            return {"kind": self.kind, "least_times": self.least, "most_times": self.most}
        return {"kind": self.kind, "least_cny": str(self.least), "most_cny": str(self.most)}


_NUM = f"[{CHARACTERS}]+?"
_SUM = f"{_NUM}(?:亿元|万元|元)"
_FINED = "罚款(?!或者警告的行政处罚)"
_FINE = re.compile(
    rf"处以?(?P<range>{_SUM})以上(?P<range_most>{_SUM})以下(?:的)?{_FINED}"
    rf"|(?:处以?(?P<most>{_SUM})以下(?:的)?{_FINED}|、(?P<listed>{_SUM})以下{_FINED})"
    rf"|处[^，。；]{{0,12}}?违法所得(?P<multiple>{_NUM})倍以上(?P<times_most>{_NUM})倍以下(?:的)?罚款"
    rf"|处[^，。；]{{0,24}}?(?P<percent>{_NUM}%|百分之{_NUM})以上[^，。；]{{0,12}}?罚款"
)


def fines(text: str, *, place: str = "") -> list[Fine]:
    """Return the fines of an article, in the order of its text.

    place: the article, for messages. InputError where a sum is no number, such as 万万元.

    >>> fines("并处二十万元以上五十万元以下罚款；处违法所得一倍以上五倍以下罚款；处5万元以下的罚款")
    [Fine(kind='range', least=200000, most=500000), Fine(kind='multiple', least=1, most=5), \
Fine(kind='most', least=0, most=50000)]
    """
    try:
        return [_fine(match) for match in _FINE.finditer(text)]
    except ValueError as error:
        raise InputError([problem("fine-number", place, got=str(error))]) from error


def fine_words(text: str) -> list[str]:
    """Return the words of each fine of an article, in the order of its text.

    >>> fine_words("并处二十万元以上五十万元以下罚款")
    ['处二十万元以上五十万元以下罚款']
    """
    return [match[0] for match in _FINE.finditer(text)]


def _fine(match: re.Match[str]) -> Fine:
    parts = match.groupdict()
    if parts["range"]:
        return Fine("range", _yuan(parts["range"]), _yuan(parts["range_most"]))
    if most := parts["most"] or parts["listed"]:
        return Fine("most", 0, _yuan(most))
    if parts["multiple"]:
        return Fine("multiple", _number(parts["multiple"]), _number(parts["times_most"]))
    return Fine("percent")


def _yuan(text: str) -> int:
    return _number(text.removesuffix("元"))


def _number(text: str) -> int:
    value = zh_int(text)
    if value is None:
        raise ValueError(text)
    return value
