"""Logs of Inspect, as far as they are read."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from digesta.records.base import NonEmpty, Record
from digesta_convert.shared.draft import Value


class LogRecord(Record):
    """A record of a log; what else stands there is passed over."""

    model_config = ConfigDict(extra="ignore")


class LoggedMessage(LogRecord):
    """A message: a text, or parts of which each is one."""

    role: str = Field(description="who speaks")
    content: str | list[Value] = Field(description="a text, or parts")


class LoggedOutput(LogRecord):
    """What a model returned."""

    completion: str | None = None
    choices: list[Value] = Field(default=[], description="replies")


class InspectSample(LogRecord):
    """A sample with its epoch."""

    id: int | NonEmpty = Field(description="the sample's id")
    epoch: int = Field(default=1, description="its epoch, from 1")
    input: str | list[LoggedMessage] = Field(description="a text, or messages")
    target: str | list[str] = Field(description="what is right")
    choices: list[str] | None = None
    output: LoggedOutput = Field(default=LoggedOutput(), description="the reply")
    scores: dict[str, Value] = Field(default={}, description="scores by scorer")
    error: Value | None = None
    attachments: dict[str, str] = Field(default={}, description="long texts by digest")


class InspectRun(LogRecord):
    """What was run."""

    task: NonEmpty = Field(description="the task's name")
    model: NonEmpty = Field(description="the model's name")


class InspectLog(LogRecord):
    """A log; of an archive its ``header.json``, without samples."""

    run: InspectRun = Field(alias="eval", description="what was run")
    status: str = Field(default="started", description="how it ended")
    plan: Value = Field(default={}, description="the solvers")
    runs: list[InspectSample] = Field(default=[], alias="samples", description="samples")
