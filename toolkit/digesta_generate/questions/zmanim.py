"""Questions of the category zmanim_calendar whose truths are computed, not looked up.

Eighteen of the task ``computed_time`` (ten clock times of one place and date, eight numbers of
the fixed calendar) and sixteen of ``order_of_times`` (eight by the sun, eight by the calendar),
half in Hebrew, half in English. Everything a truth depends on stands in its question: place with
coordinates, date, the clock's offset, the definition of sunrise, the opinion. Nothing is drawn:
the tables name every question, and computing them again gives the same bytes.

Difficulty counts operations of the deepest of a question's values, an event of the sun being
one: easy one operation or one known definition, medium two or three, hard four or more. A time
of day lies within 20 seconds of a full minute, neighbours in an order at least four minutes or a
day apart, and no two truths of a task are equal.
"""

from __future__ import annotations

from typing import NamedTuple

from digesta_generate.questions._clock_times import clock_times
from digesta_generate.questions._counts import counts
from digesta_generate.questions._date_orders import date_orders
from digesta_generate.questions._rows import Row, lines_of
from digesta_generate.questions._sun_orders import sun_orders


class Built(NamedTuple):
    """The lines of a draft's three files, in one order: by working id."""

    questions: tuple[Row, ...]
    truths: tuple[Row, ...]
    passages: tuple[Row, ...]


def build() -> Built:
    """Return the 34 questions with their truths and the words that their rulings rest on."""
    asked = (*clock_times(), *counts(), *sun_orders(), *date_orders())
    lines = [lines_of(one) for one in sorted(asked, key=lambda one: one.slug)]
    return Built(*zip(*lines, strict=True))
