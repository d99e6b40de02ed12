"""Records of the scorer ``extraction``: a document's points as JSON by a published schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from digesta.records.base import NonEmpty, Record, Whole, duplicates, optional
from digesta.records.format import RESOURCES, Format

FieldKind = Literal["text", "party", "amount", "number", "percent", "date", "boolean", "choice"]
"""How a field's values are compared: as a text (or by a judge's verdict), or as what they write."""
SchemaName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*/[1-9][0-9]*$", title="name/version")]


class ExtractionAsk(Record):
    """Which fields are asked for."""

    schema_: SchemaName = Field(
        alias="schema",
        description="A schema among the release's resources, by name and version; it marks text "
        "fields, sets and units (``resources/<name>/schema.json``).",
    )


class ExtractionField(Record):
    """One field of a schema: a value of the document, or a set of values."""

    pointer: str = Field(
        pattern=r"^(/[a-z][a-z0-9_]*){1,8}$",
        description="Where the field stands in the object: a JSON pointer of plain names.",
    )
    kind: FieldKind = Field(
        description="text: compared after text/1, or right by a judge's verdict; party: name "
        "(fr-party/1), and legal form where both state one; amount: fr-amount/1; number: a number, "
        "as text by the same grammar; percent: in hundredths, 12.5 for 12,5 %; date: fr-date/1; "
        "boolean: true or false; choice: one of the choices."
    )
    set_: bool | None = optional(
        "true: a list of values, whose order and repetitions do not matter.", alias="set"
    )
    unit: NonEmpty | None = optional(
        "Of an amount (required) the currency, ISO 4217; of a number the word that may follow it."
    )
    choices: Annotated[dict[NonEmpty, list[NonEmpty]], Field(min_length=2)] | None = optional(
        "Of a choice (required): each value, with its other wordings."
    )
    about: NonEmpty = Field(description="What the field means, for the answerer.")

    @model_validator(mode="after")
    def _what_its_kind_needs(self) -> ExtractionField:
        if (self.kind == "choice") != (self.choices is not None):
            raise ValueError("choices: a choice has them, and no other kind")
        if self.kind == "amount" and self.unit is None:
            raise ValueError("unit: an amount names its currency")
        if self.unit is not None and self.kind not in {"amount", "number"}:
            raise ValueError("unit: only amounts and numbers have one")
        return self


class ExtractionSchema(Record):
    """The fields that may be asked of a document: a resource of the release.

    It stands in ``resources/<name>/schema.json``.
    """

    format: Literal["extraction-schema/1"] = Field(description="The format and its version.")
    schema_: SchemaName = Field(alias="schema", description="Name and version of the schema.")
    fields: list[ExtractionField] = Field(
        min_length=1, description="The fields, in the order in which they are shown."
    )

    @model_validator(mode="after")
    def _fields_apart(self) -> ExtractionSchema:
        pointers = [field.pointer for field in self.fields]
        if twice := duplicates(pointers):
            raise ValueError(f"each field once, not {', '.join(twice)} twice")
        for pointer in pointers:
            if any(other.startswith(f"{pointer}/") for other in pointers):
                raise ValueError(f"{pointer}: a field has no fields below it")
        return self


class ExtractionTruth(Record):
    """What the document says; a field that it does not settle is absent."""

    fields: dict[str, Any] = Field(
        min_length=1, description="The fields that are set, nested as in the schema."
    )


class ExtractionAnswer(Whole[dict[str, Any] | str]):
    """The fields as an object, or a text that parses to one."""


FORMATS = (
    Format(
        "extraction-schema",
        f"{RESOURCES}schema.json",
        "The fields that questions of extraction ask for, and how each is compared.",
        ExtractionSchema,
    ),
)
"""What the scorer reads among a release's resources."""
