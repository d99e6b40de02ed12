"""Records of the files that the scorer ``penalty`` reads among a release's resources.

For a vocabulary ``NAME/1`` they lie in ``resources/NAME/``: ``vocabulary.json`` (labels),
``laws.json`` (names and versions of laws) and ``discretion.json`` (how levels follow).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Self

from pydantic import Field, model_validator

from digesta.records.base import (
    Day,
    Decimal,
    NonEmpty,
    Record,
    UnitDecimal,
    optional,
)
from digesta.records.format import RESOURCES, Format
from digesta.text.normal_form import text_1
from digesta_legal.penalty.records import Level

SEPARATORS = ";,/、；，|"
"""The signs that separate labels in a text; no label holds one."""

MOST_TYPES = 27
MOST_DOMAINS = 17
"""The most labels that a vocabulary may have: a row has columns for so many."""


class Label(Record):
    """A label, and how else it may be written."""

    label: NonEmpty = Field(description="The label; it holds none of ; , / 、 ； ， |.")
    english: NonEmpty | None = optional("What it means, for pages.")
    aliases: list[NonEmpty] = Field(
        default_factory=list, description="Other spellings that count as the label."
    )

    @property
    def spellings(self) -> tuple[str, ...]:
        """Return the label, then its aliases."""
        return (self.label, *self.aliases)


class Vocabulary(Record):
    """The closed lists of labels; a label's place in its list is its number, from 1."""

    vocabulary: str = Field(
        pattern=r"^[a-z][a-z0-9_-]*/[1-9][0-9]*$", description="Name and version; asks name it."
    )
    penalty_type: list[Label] = Field(
        max_length=MOST_TYPES,
        description="Types of penalties, in a fixed order; empty where no truth names one.",
    )
    violation_domain: list[Label] = Field(
        max_length=MOST_DOMAINS,
        description="Domains, in a fixed order; empty where no truth names one.",
    )

    @model_validator(mode="after")
    def _each_spelling_is_one_label(self) -> Self:
        for labels in (self.penalty_type, self.violation_domain):
            numbers: dict[str, int] = {}
            for number, label in enumerate(labels):
                for spelling in label.spellings:
                    _check_spelling(spelling)
                    if numbers.setdefault(text_1(spelling), number) != number:
                        raise ValueError(f"{spelling} must be one label, not two")
        return self


def _check_spelling(spelling: str) -> None:
    if any(sign in spelling for sign in SEPARATORS):
        raise ValueError(f"{spelling} must hold none of {SEPARATORS}")
    if not text_1(spelling):
        raise ValueError("a label must have a letter")


class LawVersion(Record):
    """A version of a law by the day of its promulgation."""

    version: Day = Field(description="When it was promulgated; texts name its year.")
    in_force: Day | None = optional("When it entered into force.")


class Law(Record):
    """A law's full name, and what else it is called."""

    law: NonEmpty = Field(description="The full name, without 《》.")
    aliases: list[NonEmpty] = Field(
        default_factory=list, description="Other names; without 中华人民共和国 it is known anyway."
    )
    versions: list[LawVersion] = Field(default_factory=list, description="Versions, oldest first.")


class Laws(Record):
    """The names by which laws may be cited."""

    laws: list[Law] = Field(min_length=1, description="Every law that a truth cites, and others.")


class LevelLimit(Record):
    """A level, and the largest sum of fines and confiscations that falls in it."""

    level: Level = Field(description="The level.")
    most_cny: Decimal | None = optional(
        "The largest sum in yuan, inclusive; absent for the last level."
    )


class FineRange(Record):
    """The fine that an article allows, as its text has it."""

    law: NonEmpty = Field(description="A law of laws.json.")
    version: Day = Field(description="Its version.")
    article: NonEmpty = Field(description="Number of the article.")
    least_cny: Decimal = Field(description="The least fine in yuan.")
    most_cny: Decimal = Field(description="The largest fine in yuan.")

    @model_validator(mode="after")
    def _least_is_least(self) -> Self:
        if Fraction(self.least_cny) > Fraction(self.most_cny):
            raise ValueError("least_cny must be at most most_cny")
        return self

    def fine(self, share: str) -> Fraction:
        """Return least + share × (most - least), in yuan; exact. share: a decimal string.

        >>> from digesta.records.base import example_of
        >>> FineRange.model_validate(example_of(FineRange)).fine("0.25")
        Fraction(275000, 1)
        """
        least, most = Fraction(self.least_cny), Fraction(self.most_cny)
        return least + Fraction(share) * (most - least)


class Circumstance(Record):
    """A circumstance of the facts, and where in the range it puts the fine."""

    circumstance: NonEmpty = Field(description="What the facts state.")
    share: UnitDecimal = Field(
        description="Fine = least + share × (most - least): 0 the least, 1 the largest."
    )


class Discretion(Record):
    """How a penalty's level follows from the cited article's range and the stated facts."""

    levels: list[LevelLimit] = Field(min_length=1, description="From A on, bounds ascending.")
    ranges: list[FineRange] = Field(description="One for each article that a level rests on.")
    circumstances: list[Circumstance] = Field(description="What moves the fine in its range.")

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        names = [limit.level for limit in self.levels]
        if names != list("ABCDE")[: len(names)]:
            raise ValueError("levels must be A, B, C … in this order")
        bounds = self._bounds()
        if None in bounds[:-1] or bounds[-1] is not None:
            raise ValueError("every level but the last must have a bound")
        known = [bound for bound in bounds if bound is not None]
        if any(low >= high for low, high in pairwise(known)):
            raise ValueError("bounds must ascend")
        if len({case.circumstance for case in self.circumstances}) < len(self.circumstances):
            raise ValueError("a circumstance must stand once")
        return self

    def level_of(self, cny: str | Fraction) -> Level:
        """Return the level of a sum in yuan, a decimal string or a fraction; exact.

        >>> from digesta.records.base import example_of
        >>> Discretion.model_validate(example_of(Discretion)).level_of("50000.01")
        'B'
        """
        amount = Fraction(cny)
        pairs = zip(self.levels, self._bounds(), strict=True)
        return next(limit.level for limit, most in pairs if most is None or amount <= most)

    def _bounds(self) -> list[Fraction | None]:
        return [
            None if limit.most_cny is None else Fraction(limit.most_cny) for limit in self.levels
        ]


FORMATS = tuple(
    Format(name, f"{RESOURCES}{name}.json", about, record)
    for name, about, record in (
        (
            "vocabulary",
            "The closed lists of labels that questions about penalties are answered with.",
            Vocabulary,
        ),
        ("laws", "Full names, aliases and versions of the laws that answers may cite.", Laws),
        (
            "discretion",
            "How a penalty's level follows from an article's range and the facts.",
            Discretion,
        ),
    )
)
"""What the scorer reads among a release's resources."""
