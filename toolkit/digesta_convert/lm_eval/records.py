"""Lines of lm-evaluation-harness's logs, as far as they are read."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field

from digesta.records.base import Record
from digesta_convert.shared.draft import Value


class LoggedSample(Record):
    """A line of ``samples_TASK_DATE.jsonl``; numbers may stand as texts, as the harness writes."""

    model_config = ConfigDict(extra="ignore")

    doc_id: int = Field(description="the document's number")
    document: Value = Field(alias="doc", description="the document, an object")
    target: str | int | float | bool | list[Any] = Field(description="what is right")
    arguments: dict[str, Any] | list[Any] = Field(description="what was sent, request by request")
    resps: list[Any] = Field(min_length=1, description="a list of replies for each request")
    filtered_resps: list[Any] = Field(min_length=1, description="what the filter left of each")
    filter: str = Field(default="none", description="the filter's name")
    acc: float | None = None


class RunResults(Record):
    """``results_DATE.json``."""

    model_config = ConfigDict(extra="ignore")

    results: dict[str, Any] = Field(description="scores by task")
    model_name: str | None = None
    counts: dict[str, Any] | None = Field(default=None, alias="n-samples")
