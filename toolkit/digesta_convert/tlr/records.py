"""TLR-Bench's own records: a query, and the ground truth of each of its six tasks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from digesta.records.base import Answer, AnswerRecord, Day, NonEmpty, Record

BENCHMARK, ANSWERS = "tlr_bench_v1.json", "answers.jsonl"
METADATA = "tlr/benchmark.json"
"""The file's own metadata, among a draft's resources."""
LEAST = {"name": "TLR-Bench", "version": "1.0"}
"""Metadata of a file whose draft has none."""
DERIVED = ("description", "total_queries")
"""Metadata that a draft holds otherwise: ``about`` of its track, and its questions."""
WORK = "TLR-Bench,"

TASKS: Mapping[str, tuple[str, str, int, str]] = {
    "point_in_time": ("point_in_time", "retrieval", 1, "version_accuracy"),
    "amendment_attribution": ("attribution", "provenance", 10, "amendment_f1"),
    "temporal_difference": ("difference", "change", 10, "change_balanced_accuracy"),
    "causal_lineage": ("lineage", "provenance", 20, "lineage_f1"),
    "temporal_consistency": ("consistency", "change", 10, "consistency_balanced_accuracy"),
    "hierarchical_impact": ("impact", "impact", 15, "article_f1"),
}
"""Task -> our kind, category, how much an answer may name, and headline metric."""

CATEGORIES = {
    "retrieval": "Text in force",
    "provenance": "Provenance",
    "change": "Change",
    "impact": "Impact",
}
DIFFICULTIES = ("easy", "medium", "hard")


class SeedQuery(Record):
    """One query of the benchmark."""

    task: Literal[
        "point_in_time",
        "amendment_attribution",
        "temporal_difference",
        "causal_lineage",
        "temporal_consistency",
        "hierarchical_impact",
    ] = Field(description="one of the six tasks")
    query_id: NonEmpty = Field(description="the query's id")
    query: NonEmpty = Field(description="the question")
    difficulty: Literal["easy", "medium", "hard"] = Field(description="easy, medium or hard")
    target_component: NonEmpty = Field(description="the component's id")
    target_date: Day | None = None
    date_range: Annotated[list[Day], Field(min_length=2, max_length=2)] | None = None
    ground_truth: dict[str, Any] = Field(description="what is right")
    metadata: dict[str, Any] | None = None


class SeedBenchmark(Record):
    """The whole file; its queries are read apart."""

    metadata: dict[str, Any] = Field(default_factory=dict)
    task_distribution: dict[str, int] = Field(default_factory=dict)
    difficulty_distribution: dict[str, int] = Field(default_factory=dict)
    queries: list[Any] = Field(description="the queries")


class SeedPointInTime(Record):
    """Which version was in force."""

    correct_version: int = Field(ge=1, description="its number")
    valid_range: list[Day | None] | None = None
    text_hash: str | None = None
    must_contain: list[str] = Field(default_factory=list)
    must_not_contain: list[str] = Field(default_factory=list)


class SeedAttribution(Record):
    """Which amendments changed it."""

    amendments: list[NonEmpty] = Field(description="the amendments")
    dates: list[Day] = Field(description="their dates")
    chronological_order: bool | None = None


class SeedDifference(Record):
    """Whether it changed between two days."""

    changed: bool = Field(description="whether it changed")
    amendments_between: list[NonEmpty] = Field(description="what changed it")
    version_1: int = Field(ge=1, description="version on the earlier day")
    version_2: int = Field(ge=1, description="version on the later day")
    num_changes: int | None = None
    change_description: str | None = None


class SeedLink(Record):
    """One version of a chain."""

    version: int = Field(ge=1, description="its number")
    date: Day = Field(description="the day from which it is in force")
    amendment: NonEmpty | None = None


class SeedLineage(Record):
    """Through which versions it went."""

    version_chain: list[SeedLink] = Field(description="the versions")
    total_versions: int | None = None


class SeedConsistency(Record):
    """Whether it was ever amended."""

    amended: bool = Field(description="whether it was")
    versions: int | None = None
    amendments: list[NonEmpty] = Field(default_factory=list)


class SeedImpact(Record):
    """Which articles of a part were changed."""

    affected_articles: list[NonEmpty] = Field(description="the articles")
    amendments: list[NonEmpty] | None = None
    total_changes: int | None = None


class SeedAnswer(AnswerRecord):
    """A line of answers."""

    query_id: NonEmpty = Field(description="the query's id")
    answer: Answer = Field(description="what was answered")


GROUND: Mapping[str, type[Record]] = {
    "point_in_time": SeedPointInTime,
    "amendment_attribution": SeedAttribution,
    "temporal_difference": SeedDifference,
    "causal_lineage": SeedLineage,
    "temporal_consistency": SeedConsistency,
    "hierarchical_impact": SeedImpact,
}
OWN: Mapping[str, tuple[str, ...]] = {
    "point_in_time": ("valid_range", "text_hash"),
    "amendment_attribution": ("chronological_order",),
    "temporal_difference": ("num_changes", "change_description"),
    "causal_lineage": ("total_versions",),
    "temporal_consistency": ("versions",),
    "hierarchical_impact": ("affected_articles", "total_changes"),
}
"""Keys of a ground truth that ours has no place for, or spells otherwise; kept as they stand."""
