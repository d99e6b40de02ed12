"""predictions/about.toml: what is known of models, rows and series beside their own files.

Maintainers own the file. It changes no score. Which rows are one model is written there, because
names do not say it: two names may be one model, and one name may be two.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from digesta.errors import UsageError
from digesta.records.base import Name, NonEmpty, Record, Slug
from digesta.workspace.owner.config import owner_table

FILE = "predictions/about.toml"
FACTS = ("maker", "size", "weights", "released")
"""What may be known of a model, in the order in which a page shows it."""

_Address = Annotated[str, Field(max_length=500, pattern=r"^https://[!-~]+$", title="https address")]
Fact = Annotated[tuple[NonEmpty, _Address], Field(strict=False)]
"""A fact, and the page that says so."""
RowName = Annotated[str, Field(pattern=r"^[a-z0-9._/-]+$", title="SERIES/SUBMISSION")]
"""A submission behind its series and a slash; of the benchmark's own releases without both."""


class Model(Record):
    """A model, the rows that it earned, and what is known of it."""

    model: Slug
    title: NonEmpty
    rows: Annotated[list[RowName], Field(min_length=1)]
    maker: Fact | None = None
    size: Fact | None = None
    weights: Fact | None = None
    released: Fact | None = None

    def names_in(self, series: str) -> list[str]:
        """Return its submissions in the releases of a series; "" is the benchmark's own."""
        named = [row.rpartition("/") for row in self.rows]
        return [name for of, _, name in named if of == series]


class Note(Record):
    """What was found about a row on a board and on those above it; no score changes by it.

    series: empty for the benchmark's own.
    """

    series: Slug | Literal[""] = ""
    submission: Slug
    place: Annotated[list[Name], Field(min_length=1)]
    text: NonEmpty


class SeriesMakers(Record):
    """Who made the questions and truths of another's benchmark."""

    series: Slug
    made: NonEmpty


class AboutFile(Record):
    """The file."""

    model: list[Model] = Field(default_factory=list)
    note: list[Note] = Field(default_factory=list)
    series: list[SeriesMakers] = Field(default_factory=list)


def about_of(root: Path) -> AboutFile:
    """Return what a workspace's owner says; UsageError where a model or a row is there twice."""
    about = owner_table(root, FILE, AboutFile)
    models = Counter(each.model for each in about.model)
    rows = Counter(row for each in about.model for row in each.rows)
    for name, times in (*models.items(), *rows.items()):
        if times > 1:
            raise UsageError(f"{(root / FILE).as_posix()}: {name} is listed twice; keep one entry")
    return about
