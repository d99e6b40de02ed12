"""Names of texts that are known by year and number: which written forms name the same one.

``numbered-text/1`` gives ``2016-1088`` for "loi n° 2016-1088 du 8 août 2016", "Décret 2016-1088,
art. 3" and ``2016-1088`` itself: the year, of four digits or two, a hyphen and a number of up to
five. ``numbered-text/2`` also takes a slash or spaces around the sign ("2016/1088", "2016 - 1088");
a day stays a day. Where laws, ordinances and decrees are numbered in one sequence, the kind is no
part of the name. A text that names no such number, or more than one, stays as ``text/1`` gives it.
"""

from __future__ import annotations

import re

from digesta.text.normal_form import text_1

# A day, 2016-08-10, is no number: a hyphen follows.
_NUMBER = re.compile(r"(?<![0-9-])((?:19|20)?[0-9]{2})-0{0,4}([1-9][0-9]{0,4})(?![0-9-])")

_SPACED = re.compile(
    r"(?<![0-9/-])(?<![/-] )((?:19|20)?[0-9]{2})"
    r" ?[-/] ?0{0,4}([1-9][0-9]{0,4})(?! ?[-/] ?[0-9]|[0-9])"
)


def numbered_text_1(text: str) -> str:
    """Return the number of the text that is named; the words in ``text/1`` where there is not one.

    >>> numbered_text_1("Loi n° 2016-1088 du 8 août 2016"), numbered_text_1("2016-08-10")
    ('2016-1088', '2016-08-10')
    """
    return _number_in(text_1(text), _NUMBER)


def numbered_text_2(text: str) -> str:
    """Return the same, of a number with a slash or spaces as well.

    >>> numbered_text_2("Loi n° 2015/990"), numbered_text_2("Loi 2013 - 1278")
    ('2015-990', '2013-1278')
    """
    return _number_in(text_1(text), _SPACED)


def _number_in(folded: str, pattern: re.Pattern[str]) -> str:
    numbers = {f"{year}-{number}" for year, number in pattern.findall(folded)}
    return numbers.pop() if len(numbers) == 1 else folded
