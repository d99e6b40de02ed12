"""A law with dated compilations: its name, its days, its tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from digesta.records.base import Day, NonEmpty, Record, optional
from digesta.text.amendments_pt import in_order_of_number
from digesta_legal.temporal.records import AmendmentReader
from digesta_legal.temporal.resources import AttributedChange, DeferredEntry
from digesta_legal.timeline import Attributions, Norm

Row = dict[str, Any]


class InWords(Record):
    """A name in the languages of the questions, with its article: "o Código do Porto"."""

    en: NonEmpty = Field(description="In English.")
    pt: str | None = optional(
        "In Portuguese, the article in lower case: the preposition joins it.",
        pattern=r"^(o|a|os|as) \S",
    )
    fr: str | None = optional(
        "In French, the article in lower case: the preposition joins it.",
        pattern=r"^(le |la |les |l')\S",
    )


class LawFile(Record):
    """``law.json``: the law that a folder's compilations are of."""

    id: NonEmpty = Field(description="Of the Norm.")
    name: NonEmpty = Field(description="In its own language.")
    jurisdiction: NonEmpty = Field(description="Where it holds.")
    type: NonEmpty = Field(description="Such as code or constitution.")
    language: NonEmpty = Field(description="Of its text.")
    first_day: Day = Field(description="Of the original text.")
    horizon: Day = Field(description="The last day that the compilations know.")
    dates: Literal["promulgation", "entry"] = Field(
        default="promulgation", description="Whether days are of promulgation or entry into force."
    )
    amendments_by: AmendmentReader = Field(
        default="br-amendment/1", description="How amendments are read in answers."
    )
    called: InWords = Field(description="How a question names it.")
    recorded: InWords | None = optional(
        "What tells versions and days apart, as questions name it: if dated by entry."
    )
    bodies: Mapping[str, InWords] = Field(description="Body, in lower case -> its name.")
    source: NonEmpty = Field(description="Whose compilations they are, for an attribution.")
    questions: Mapping[str, Annotated[int, Field(ge=1)]] | None = optional(
        "Task -> how many questions a split has.", min_length=1
    )
    sealed: Mapping[str, Annotated[int, Field(ge=1)]] | None = optional(
        "The same of a holdout, where it has other numbers.", min_length=1
    )
    beside_others: bool = Field(
        default=False,
        description="Whether a release has tables of other laws too: its own then lie in a folder "
        "of its id, and its questions name it.",
    )
    hardest_first: bool = Field(
        default=False, description="Whether hard questions are drawn before others."
    )
    doubtful: Mapping[str, NonEmpty] = Field(
        default_factory=dict, description="Article that is not asked about -> why."
    )


class CompiledLaw(NamedTuple):
    """A law and its tables, without its versions.

    horizon: the last day that its compilations know. bodies: its parts with articles numbered
    anew, in lower case. file: its law.json; the Brazilian constitution has none. attributed:
    which amendment changed an article on a day that several share.
    """

    norm: Norm
    horizon: str
    bodies: frozenset[str]
    source: str
    file: LawFile | None = None
    attributed: tuple[AttributedChange, ...] = ()
    deferrals: tuple[DeferredEntry, ...] = ()

    @property
    def first_day(self) -> str:
        """Return the day of the original text."""
        return self.norm.enactment_date

    @property
    def attributions(self) -> Attributions:
        """Return (article, day) -> amendments in order of number."""
        amendments = defaultdict[tuple[str, str], set[str]](set)
        for row in self.attributed:
            amendments[row.article, row.date].add(row.amendment)
        return {
            key: tuple(sorted(names, key=in_order_of_number)) for key, names in amendments.items()
        }


def article_of(row: Row) -> str:
    """Return the id of the article that a version's line belongs to."""
    return f"{row['body']}_art_{row['article']}".lower()
