"""Records of the scorer ``extraction``: a document's points as JSON by a published schema."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from digesta.model.base import Record, Whole, shown

_FIELDS = {"cessionnaire": {"nom": "Alpha SAS"}, "actions_cedees": {"nombre": 60}}


class ExtractionAsk(Record):
    """Which fields are asked for."""

    model_config = shown({"schema": "cession_actions/1"})

    schema_: str = Field(
        alias="schema",
        pattern=r"^[a-z][a-z0-9_-]*/[1-9][0-9]*$",
        description="A schema among the release's resources, by name and version; it marks text "
        "fields, sets and units.",
    )


class ExtractionTruth(Record):
    """What the document says; a field that it does not settle is absent."""

    model_config = shown({"fields": _FIELDS})

    fields: dict[str, Any] = Field(
        min_length=1, description="The fields that are set, nested as in the schema."
    )


class ExtractionAnswer(Whole[dict[str, Any] | str]):
    """The fields as an object, or a text that parses to one."""

    model_config = shown(_FIELDS)
