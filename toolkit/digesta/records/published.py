"""Records of what is computed from boards: a publication's index, paired conditions."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from digesta.records.base import (
    MetricName,
    Name,
    NonEmpty,
    Record,
    ReleaseId,
    Sha256,
    Share,
    Slug,
    example_config,
    example_of,
)
from digesta.records.board import Figure, IntervalMethod
from digesta.records.question import Split
from digesta.records.release import FileEntry
from digesta.records.track import Condition


class Published(Record):
    """What a publication holds, and the digests that it was computed from."""

    model_config = example_config(
        {
            "format": "boards/1",
            "release": "2026-11-22",
            "number": 1,
            "boards": [
                {"path": "tlr@retrieval.json", "sha256": "6d" * 32, "bytes": 2048, "lines": 1}
            ],
            "inputs": {"predictions/2026-11-22/acme-7b/predictions.jsonl": "2b" * 32},
        }
    )

    format: Literal["boards/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(description="The release.")
    number: int = Field(ge=1, description="The publication's number and folder, from 1.")
    boards: list[FileEntry] = Field(min_length=1, description="Its board files.")
    inputs: dict[str, Sha256] = Field(
        description="SHA-256 of every file that the boards were computed from, by path."
    )


class ConditionScore(Record):
    """One submission of a pair."""

    model_config = example_config(
        {"condition": "closed_book", "submission_id": "acme-7b-closed", "score": 0.5}
    )

    condition: Condition = Field(description="The condition.")
    submission_id: Slug = Field(description="The submission.")
    score: Share = Field(description="The track's headline.")


class ConditionDelta(Record):
    """What a condition changes for one system, question by question."""

    model_config = example_config(
        {
            "model_name": "Acme 7B",
            "organization": "Acme",
            "retriever": "bm25s",
            "base": example_of(ConditionScore),
            "other": {"condition": "retrieval", "submission_id": "acme-7b-bm25s", "score": 0.625},
            "delta": 0.125,
            "low": 0.05,
            "high": 0.2,
        }
    )

    model_name: NonEmpty = Field(description="The system; the same in both.")
    organization: NonEmpty = Field(description="Who submitted both.")
    retriever: NonEmpty | None = Field(default=None, description="What found the passages.")
    base: ConditionScore = Field(description="Without.")
    other: ConditionScore = Field(description="With.")
    delta: Figure = Field(ge=-1, le=1, description="The other score less the base.")
    low: Figure = Field(ge=-1, le=1, description="Lower end of the paired interval.")
    high: Figure = Field(ge=-1, le=1, description="Upper end of the paired interval.")


class Conditions(Record):
    """A track's paired differences between conditions."""

    model_config = example_config(
        {
            "format": "conditions/1",
            "track": "finlaw",
            "release": "2026-11-22",
            "split": "public",
            "n": 100,
            "metric": "penalty_score",
            "interval": example_of(IntervalMethod),
            "signature": "penalty/1|release:2026-11-22|norm:zh-citation/1|stats/1",
            "rows": [example_of(ConditionDelta)],
        }
    )

    format: Literal["conditions/1"] = Field(description="The format and its version.")
    track: Name = Field(description="The track.")
    release: ReleaseId = Field(description="The release.")
    split: Split = Field(description="The questions' split.")
    n: int = Field(ge=1, description="Questions, from the release.")
    metric: MetricName = Field(description="The track's headline.")
    interval: IntervalMethod = Field(description="How intervals were made.")
    signature: NonEmpty = Field(description="All that the numbers depend on.")
    rows: list[ConditionDelta] = Field(description="Pairs of the same system.")
