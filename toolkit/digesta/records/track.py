"""Records of a track in the manifest: categories, tasks, and the three score rules.

``terms``: a weighted sum whose weights add to exactly 1. ``mean_of: categories``: the mean of
the categories, each the mean of its tasks' own metrics. ``pool``: one metric over all questions
of the named categories. There is no other rule, and no score across tracks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Annotated, Literal, Self

from pydantic import Field, Tag, model_validator

from digesta.records.base import (
    Language,
    MetricName,
    Name,
    NonEmpty,
    Record,
    Scorer,
    UnitDecimal,
    by_key,
    duplicates,
    optional,
)
from digesta.records.review import Author
from digesta.text.readings import ReadingName

Condition = Literal["closed_book", "retrieval", "gold_injected"]


Pair = Annotated[tuple[Condition, Condition], Field(strict=False)]
"""Two conditions; a file's list is read as a tuple."""


class Category(Record):
    """A group of tasks within a track."""

    title: NonEmpty = Field(description="Name that pages show.")
    computable: Literal[True] | None = optional(
        "Whether its truths can be computed from published facts: then a row of level "
        "sealed is not ranked on it, and the leak check leaves resources/ out."
    )


class Task(Record):
    """A set of questions with one scorer and one headline metric."""

    title: NonEmpty = Field(description="Name that pages show.")
    about: str = Field(default="", description="What is asked, in one sentence.")
    category: Name = Field(description="The category that the task belongs to.")
    scorer: Scorer = Field(description="The scorer that marks its questions.")
    metric: MetricName = Field(description="The scorer's metric that is the task's headline.")


Term = Annotated[tuple[UnitDecimal, Name, MetricName], Field(strict=False)]
"""[weight, scope, metric]; a file's list is read as a tuple."""


class TermsScore(Record):
    """A weighted sum: [weight, scope, metric], the weights adding to exactly 1."""

    name: Name = Field(description="Canonical name: key, column, anchor.")
    title: str = Field(default="", description="Name that pages show.")
    terms: list[Term] = Field(
        min_length=1,
        description="[weight, scope, metric]: a decimal string over 0, a task or category of the "
        "track, a metric of its scorer. The weights add to exactly 1.",
    )

    @model_validator(mode="after")
    def _weights_add_to_one(self) -> Self:
        weights = [Fraction(weight) for weight, _, _ in self.terms]
        if sum(weights) != 1 or 0 in weights:
            total = " + ".join(weight for weight, _, _ in self.terms)
            raise ValueError(f"weights over 0 that add to exactly 1, not {total}")
        return self


class MeanOfScore(Record):
    """The mean of categories, each the mean of its tasks' own metrics."""

    name: Name = Field(description="Canonical name: key, column, anchor.")
    title: str = Field(default="", description="Name that pages show.")
    mean_of: Annotated[list[Name], Field(min_length=2)] | Literal["categories"] = Field(
        description="What the mean is taken of: all categories, or those that are named."
    )

    def categories_of(self, track: Track) -> list[str]:
        """Return the categories of a track that the mean is taken of."""
        return [*track.categories] if self.mean_of == "categories" else [*self.mean_of]


class PoolScore(Record):
    """One metric over all questions of the named categories, or of ``all``."""

    name: Name = Field(description="Canonical name: key, column, anchor.")
    title: str = Field(default="", description="Name that pages show.")
    pool: Annotated[list[Name], Field(min_length=1)] | Literal["all"] = Field(
        description="Names of categories, or all of them."
    )
    metric: MetricName = Field(description="The scorer's metric over the pooled questions.")


Score = Annotated[
    Annotated[TermsScore, Tag("by terms")]
    | Annotated[MeanOfScore, Tag("by mean_of")]
    | Annotated[PoolScore, Tag("by pool")],
    by_key("terms", "mean_of", "pool"),
]


class Track(Record):
    """One benchmark: its own title, notice, categories, tasks and scores."""

    track: Name = Field(description="Id of the track, unique in the release.")
    title: NonEmpty = Field(description="Name that pages show.")
    about: str = Field(default="", description="What the track measures, in one sentence.")
    notice: dict[Language, NonEmpty] = Field(
        description="What the track is not, by language: English and the track's own. It stands "
        "on every page and in every report."
    )
    authors: Annotated[list[Author], Field(min_length=1)] | None = optional(
        "Who wrote its questions and keys; it stands beside the notice. Absent in "
        "releases from before 2026-12."
    )
    dated: Literal[True] | None = optional(
        "Whether its law changes: then each question says in law_as_of as of when it "
        "is meant, and cutting refuses one that does not."
    )
    reading: ReadingName | None = optional(
        "How yes, no and numbers are read as each question's language writes them; "
        "cutting writes it in each ask that names no reading or numerals. In every known language, "
        "and all closed answers as replies give them. Absent in tracks from before 2026-12."
    )
    method_after: str = Field(default="", description="The published benchmark it follows.")
    headline: Name = Field(description="The score that ranks; one of scores.")
    headlines: Annotated[list[Name], Field(min_length=1, max_length=2)] | None = optional(
        "The scores that have a headline board, one or two of scores; the first is "
        "the headline. Absent in releases cut before 2026-12: the headline alone."
    )
    sealed_headline: Name | None = optional(
        "The score of its sealed questions, where they are of another kind than those "
        "that the headline counts, or in other numbers; one of scores. Absent: the headline."
    )
    conditions: list[Condition] = Field(
        min_length=1, description="Under what it may be answered; each has boards of its own."
    )
    categories: dict[Name, Category] = Field(
        min_length=1, description="Each category, by its name."
    )
    tasks: dict[Name, Task] = Field(min_length=1, description="Each task, by its name.")
    scores: list[Score] = Field(min_length=1, description="Every score of the track.")
    planned: list[Pair] | None = optional(
        "Pairs of conditions under which one system is compared with itself by plan; "
        "their tests are corrected among themselves. Absent: every two conditions."
    )

    @cached_property
    def scorers(self) -> list[str]:
        """Return the names of its tasks' scorers, sorted."""
        return sorted({task.scorer for task in self.tasks.values()})

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if wrong := "; ".join(self._contradictions()):
            raise ValueError(wrong)
        return self

    def _contradictions(self) -> Iterator[str]:
        scores = [score.name for score in self.scores]
        if "en" not in self.notice:
            yield "a notice in English (en)"
        further = self.headlines or [self.headline]
        if further[0] != self.headline or duplicates(further):
            yield f"headlines that begin with {self.headline}, each once; not {further}"
        for headline in filter(None, (self.headline, self.sealed_headline, *further[1:])):
            if headline not in scores:
                yield f"a headline among its scores: {', '.join(scores)}; not {headline}"
        if twice := duplicates(scores) + duplicates(self.conditions):
            yield f"scores and conditions named once, not {', '.join(twice)} twice"
        wanted = {tuple(sorted(pair)) for pair in self.planned or ()}
        if wrong := wanted - set(combinations(sorted(self.conditions), 2)):
            listed = ", ".join(" and ".join(pair) for pair in sorted(wrong))
            yield f"planned pairs of two of its conditions, not {listed}"
        for name, task in self.tasks.items():
            if task.category not in self.categories:
                yield f"task {name} in one of {', '.join(self.categories)}; not {task.category}"
        for score in self.scores:
            yield from self._strangers(score)

    def _strangers(self, score: TermsScore | MeanOfScore | PoolScore) -> Iterator[str]:
        if isinstance(score, TermsScore):
            for _, scope, _ in score.terms:
                if (scope in self.tasks) == (scope in self.categories):
                    yield f"{score.name}: a scope that is either a task or a category; not {scope}"
        named: str | Sequence[str] = score.pool if isinstance(score, PoolScore) else ()
        named = score.mean_of if isinstance(score, MeanOfScore) else named
        if not isinstance(named, str):
            for category in [*duplicates(named), *named]:
                if category not in self.categories or category in duplicates(named):
                    yield f"{score.name}: categories of the track, each once; not {category}"
