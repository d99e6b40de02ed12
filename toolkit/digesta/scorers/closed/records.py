"""Records of the scorer ``closed``: what is asked and what is right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from digesta.records.base import Record, optional
from digesta.text.readings import ReadingName

AnswerType = Literal["enum", "mcq", "boolean", "numeric", "json"]
Versioned = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*/[1-9][0-9]*$")]
"""A name and version, such as ``text/1``."""
Text = Annotated[str, Field(min_length=1)]
ClosedAnswer = str | bool | int | float | dict[str, Any]
"""What an answer to a closed question may be; None is an abstention."""

BELONGS: dict[str, frozenset[str]] = {
    "enum": frozenset({"choices", "normaliser", "reading"}),
    "mcq": frozenset({"choices", "labels", "normaliser", "reading"}),
    "boolean": frozenset({"normaliser", "reading"}),
    "numeric": frozenset({"numerals", "reading", "unit", "tolerance"}),
    "json": frozenset({"schema", "unordered", "normaliser", "reading"}),
}
"""Answer type -> the keys that an ask of this type may have."""

REQUIRED = {"mcq": "choices", "json": "schema"}


class Tolerance(Record):
    """How far from a truth a number may be, inclusive: absolutely, or as a share of |truth|."""

    amount: Annotated[str, Field(pattern=r"^(0|[1-9][0-9]*)(\.[0-9]+)?$")] = Field(
        title="decimal as a string", description="How far, inclusive: a decimal of at least 0."
    )
    kind: Literal["absolute", "relative"] = Field(
        description="In the answer's unit, or as a share of |truth| (absolute where that is 0)."
    )


class ClosedAsk(Record):
    """What form the answer takes."""

    answer_type: AnswerType = Field(description="The type of the answer.")
    choices: Annotated[list[Text], Field(min_length=2)] | None = optional(
        "What to choose from, shown in this order."
    )
    labels: Annotated[list[Text], Field(min_length=2)] | None = optional(
        "One for each choice, shown too."
    )
    normaliser: Versioned | None = optional("How texts are compared; text/1 where absent.")
    numerals: Versioned | None = optional("How numbers are read; ascii/1 where absent.")
    reading: ReadingName | None = optional(
        "How answers are taken out of replies, and yes, no and numbers read as languages write "
        "them. Absent: by closed's own words and numerals. Cutting writes that of the track."
    )
    unit: Text | None = optional("clock: times of day HH:MM; any other is for the reader.")
    tolerance: Tolerance | None = optional("How far a number may be off; exact where absent.")
    schema_: dict[str, Any] | None = optional(
        "JSON Schema 2020-12 of the answer, linted.", alias="schema"
    )
    unordered: list[Annotated[str, Field(pattern=r"^/")]] | None = optional(
        "JSON pointers of lists whose order does not matter."
    )

    @model_validator(mode="after")
    def _keys_belong(self) -> ClosedAsk:
        keys = {
            name.rstrip("_")
            for name in self.model_fields_set
            if name != "answer_type" and getattr(self, name) is not None
        }
        belongs = BELONGS[self.answer_type]
        if extra := sorted(keys - belongs):
            raise ValueError(f"{', '.join(extra)}: means nothing with {self.answer_type}")
        if {"numerals", "reading"} <= keys:
            raise ValueError("numerals: means nothing beside reading")
        needed = REQUIRED.get(self.answer_type)
        if needed is not None and needed not in keys:
            raise ValueError(f"{needed}: required with {self.answer_type}")
        if self.labels is not None and len(self.labels) != len(self.choices or []):
            raise ValueError("labels: there must be one for each choice")
        return self


class ClosedTruth(Record):
    """What is right: ``answer`` always, and whatever else is accepted."""

    answer: ClosedAnswer = Field(description="What is right.")
    accepted: list[ClosedAnswer] | None = optional(
        "What else is right; the answer itself always is."
    )

    @property
    def all(self) -> tuple[ClosedAnswer, ...]:
        """Return every right answer, ``answer`` first."""
        return (self.answer, *(self.accepted or ()))


def labels(ask: Mapping[str, Any], truth: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what is right as labels: the place of a choice, a listed text, true or false.

    Of an object, the members that are true or false, or of a list in the schema. Numbers are none.
    """
    answer, kind = truth["answer"], ask["answer_type"]
    if kind == "mcq":
        named = [*ask["choices"], *ask.get("labels", ())]
        place = named.index(answer) % len(ask["choices"]) if answer in named else answer
        return {"choice": [str(int(place) + 1)]}
    if kind in {"enum", "boolean"}:
        return {"answer": [str(answer)]}
    if kind != "json":
        return {}
    members = ask["schema"].get("properties", {})
    return {
        name: [str(value)]
        for name, value in answer.items()
        if isinstance(value, bool) or "enum" in members.get(name, {})
    }
