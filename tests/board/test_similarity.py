"""Which answers are alike: by words, by runs of words, by what a scorer reads."""

from __future__ import annotations

from typing import Any

import pytest

from digesta.board.exposure.similarity import alike_answers

LONG = (
    "The lease ended on the first of May because the tenant had given notice in writing three "
    "months before, and the landlord had not answered it within the time that the statute allows."
)
EDITED = LONG.replace("The lease ended", "So the tenancy ended").replace("three", "3")
OTHER = (
    "No notice was needed at all: the parties had agreed that the contract would run out by itself "
    "at the end of its second year, whatever either of them would say or do until then."
)


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ("Red.", "red", True),
        ("red", "blue", False),
        (12, 12.0, True),
        ({"order": ["a", "b"]}, {"order": ["a", "b"]}, True),
        ({"order": ["a", "b"]}, {"order": ["b", "a"]}, False),
        (LONG, EDITED, True),
        (LONG, OTHER, False),
        ({"text": LONG}, {"text": EDITED}, True),
    ],
)
def test_answers_are_alike_by_their_words_or_by_half_of_their_runs(
    a: Any, b: Any, *, alike: bool
) -> None:
    keys = alike_answers({1: a, 2: b})

    assert (keys[1] == keys[2]) is alike


def test_who_is_alike_to_an_edited_copy_has_the_first_one_s_number() -> None:
    keys = alike_answers({4: OTHER, 5: LONG, 6: EDITED, 7: EDITED})

    assert keys == {4: 4, 5: 5, 6: 5, 7: 5}
