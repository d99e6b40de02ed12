"""Records of the scorer ``letters``: choices, and how letters are read out of a raw reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, model_validator

from digesta.records.base import NonEmpty, Record, duplicates, optional
from digesta.scorers.letters.readings import READINGS, letters_of

MOST = 16
"""Choices of a question at most."""

Raw = Annotated[str, Field(description="The reply of a model as it came, or letters alone.")]


class LettersAsk(Record):
    """Choices under the letters A, B, C …, of which one or several are right."""

    choices: Annotated[list[NonEmpty], Field(min_length=2, max_length=MOST)] = Field(
        description="What to choose from; the first is A."
    )
    several: bool = Field(default=False, description="Whether several may be right.")
    readings: Annotated[list[str], Field(min_length=1, max_length=2)] = Field(
        description="How letters are read out of a reply, by name and version: first the one that "
        "the credit is by, then the original benchmark's."
    )

    @model_validator(mode="after")
    def _check_readings(self) -> LettersAsk:
        if unknown := [name for name in self.readings if name not in READINGS]:
            raise ValueError(f"no reading {', '.join(unknown)}; there are: {', '.join(READINGS)}")
        if duplicates(self.readings):
            raise ValueError("readings: two different ones, or one")
        return self

    @property
    def letters(self) -> str:
        """Return the letters of the choices, in order."""
        return letters_of(len(self.choices))


class LettersTruth(Record):
    """The right letters."""

    answer: Annotated[str, Field(pattern=r"^[A-P]{1,16}$")] = Field(
        description="The right letters, in their order, each once."
    )
    published: NonEmpty | None = optional(
        "The key as its makers published it, where it is not those letters; the "
        "original's reading is compared with it where it compared texts."
    )


def labels(_ask: Mapping[str, Any], truth: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the places of the right choices, from 1."""
    return {"choice": [str(ord(letter) - ord("A") + 1) for letter in truth["answer"]]}
