"""The record that every other record is, and the small types they share.

Records are frozen, strict and refuse unknown keys. *Absent means absent*: a field that may be
absent is None here and never null in a file; only an ``answer`` may be null (an abstention).
``reading.read_record`` refuses nulls in files; ``as_json`` leaves out what is None.
A field with another default is written with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from datetime import date
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    RootModel,
    SerializerFunctionWrapHandler,
    WithJsonSchema,
    model_serializer,
)

from digesta.package_files import record_examples

H = TypeVar("H", bound=Hashable)
T = TypeVar("T")

SLUG = r"[a-z0-9](?:[a-z0-9._-]{0,126}[a-z0-9])?"
"""Ids of questions, submissions, tracks, tasks and systems' folders."""

RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))]
)
"""Names that Windows keeps for devices, whatever the ending."""

_SLUG = re.compile(SLUG)
_NAME = r"[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?"
_LONGEST = 64
"""Characters of a number, as in the strict reader of submissions."""


def optional(description: str, **more: Any) -> Any:
    """Return a field of a record that may be absent. more: arguments of pydantic's ``Field``."""
    return Field(default=None, description=description, **more)


def is_slug(text: str) -> bool:
    """Return whether a text can be an id and a folder's name on every system."""
    return _SLUG.fullmatch(text) is not None and text.split(".", 1)[0] not in RESERVED


def _slug(text: str) -> str:
    if not is_slug(text):
        msg = "must be a slug: a-z 0-9 . _ -, at most 128, no reserved name"
        raise ValueError(msg)
    return text


_RELEASE = r"(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*-)?[0-9]{4}-[0-9]{2}-[0-9]{2}(?:\.[1-9][0-9]{0,2})?"
_RELEASE_PARTS = re.compile(r"(?:(.+)-)?([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\.([0-9]+))?")


class ReleaseParts(NamedTuple):
    """A release's id in parts: the number after the dot is 0 without one, a series "" in ours."""

    day: str
    number: int
    series: str


def release_parts(release_id: str) -> ReleaseParts:
    """Return the parts of a release's id, in the order in which releases are sorted.

    >>> release_parts("mmlu-pro-law-2026-11-23.2")
    ReleaseParts(day='2026-11-23', number=2, series='mmlu-pro-law')
    """
    match = _RELEASE_PARTS.fullmatch(release_id)
    series, day, number = match.groups() if match else ("", release_id, None)
    return ReleaseParts(day, int(number or 0), series or "")


def _calendar_day(text: str) -> str:
    try:
        date.fromisoformat(release_parts(text).day)
    except ValueError:
        msg = "must be a day of the calendar"
        raise ValueError(msg) from None
    return text


def _no_list(answer: Any) -> Any:
    if isinstance(answer, list):
        msg = "must be a text, a number, true or false, an object, or null; lists live in objects"
        raise ValueError(msg)  # noqa: TRY004 - pydantic reports ValueError as a located problem
    return answer


Slug = Annotated[str, Field(pattern=rf"^{SLUG}$", title="slug"), AfterValidator(_slug)]
Name = Annotated[str, Field(pattern=rf"^{_NAME}$", title="name"), AfterValidator(_slug)]
"""A track, category, task, metric or score name."""
MetricName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)?$", title="metric")]
"""A metric of a scorer; a part's metric is ``part.metric``."""
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", title="SHA-256")]
ReleaseId = Annotated[
    str,
    Field(pattern=rf"^{_RELEASE}$", title="release id"),
    AfterValidator(_calendar_day),
]
Day = Annotated[
    str,
    Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", title="date"),
    AfterValidator(_calendar_day),
]
Decimal = Annotated[
    str,
    Field(
        pattern=r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$", max_length=_LONGEST, title="decimal as a string"
    ),
]
"""A number that must stay exact: points, weights, tolerances, confidence, money."""
UnitDecimal = Annotated[
    str,
    Field(pattern=r"^(0(\.[0-9]+)?|1(\.0+)?)$", max_length=_LONGEST, title="decimal as a string"),
]
"""A decimal string in [0, 1]."""
Language = Annotated[
    str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", title="language tag (BCP 47)")
]
Scorer = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$", title="scorer")]
NonEmpty = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1, title="share")]
"""A number in [0, 1] of at most nine decimals, rounded once."""
WorkspacePath = Annotated[
    str, Field(pattern=r"^(predictions|releases)(/[A-Za-z0-9_][A-Za-z0-9._@+-]*)+$")
]
"""A file of a workspace that a record names: nothing above, and nothing hidden."""
Answer = Annotated[
    Any,
    AfterValidator(_no_list),
    WithJsonSchema(
        {"anyOf": [{"type": t} for t in ("string", "number", "boolean", "object", "null")]}
    ),
]
"""What a system answered; null is an abstention and counts as missing."""


SIGNATURE = (
    "SSH signature, in base64, of a maintainer's key over the canonical bytes of all other fields; "
    "absent where nobody signs."
)


def example_of(record: type[BaseModel]) -> Any:
    """Return a record's example, as the JSON value of a file.

    It stands in ``record_examples.json`` beside its module; of a record from elsewhere, in its
    configuration.
    """
    own = record_examples(record.__module__.rpartition(".")[0])
    if record.__name__ in own:
        return own[record.__name__]
    extra: Any = record.model_config.get("json_schema_extra")
    return extra["examples"][0]


def by_key(*keys: str) -> Discriminator:
    """Return the choice among records by the first of these keys that an object has, else the last.

    The record for key ``k`` carries ``Tag("by k")``: a tag that cannot itself be a key.
    """

    def choose(value: object) -> str | None:
        if isinstance(value, str | int | float | list | None):
            return None
        names = value if isinstance(value, Mapping) else type(value).model_fields  # type: ignore[attr-defined]
        return "by " + next((key for key in keys if key in names), keys[-1])

    return Discriminator(choose)


def duplicates(values: Iterable[H]) -> list[H]:
    """Return the values that occur more than once, each once, in order."""
    return [value for value, count in Counter(values).items() if count > 1]


_set = object.__setattr__  # where a record is made, which nothing changes after
_NAMES: dict[frozenset[str], set[str]] = {}
"""The names of the fields that a record was given, once for all that were given the same."""


class Record(BaseModel):
    """A frozen record of a file format; unknown keys are an error."""

    # Built at first use: a command pays for the few records that it reads, not for all.
    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, protected_namespaces=(), defer_build=True
    )

    def model_post_init(self, _context: Any, /) -> None:
        """Let records that have the same fields share the set of their names.

        A set of five names takes 728 bytes. Of a frozen record nothing changes it, and a copy has
        its own.
        """
        names = self.model_fields_set
        _set(self, "__pydantic_fields_set__", _NAMES.setdefault(frozenset(names), names))

    # Caches hold hundreds of thousands of records, and these have nothing that is private or extra.
    def __getstate__(self) -> Any:
        return self.__dict__, self.__pydantic_fields_set__

    def __setstate__(self, state: Any) -> None:
        values, names = state
        _set(self, "__dict__", values)
        _set(self, "__pydantic_fields_set__", names)
        _set(self, "__pydantic_extra__", None)
        _set(self, "__pydantic_private__", None)

    def as_json(self) -> dict[str, Any]:
        """Return the record as JSON values; what is absent stays absent."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Whole(RootModel[T], Generic[T]):
    """A JSON value that is one of several records, or no object at all: its ``root``."""

    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)

    def as_json(self) -> Any:
        """Return the value as JSON; what is absent stays absent."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class AnswerRecord(Record):
    """A record with an ``answer``, whose null is written: it says that the system abstained."""

    @model_serializer(mode="wrap")
    def _with_null_answer(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = dump(self)
        if "answer" in self.model_fields_set and vars(self)["answer"] is None:
            fields["answer"] = None
        return fields


class ChainLine(Record):
    """A line of an append-only log; each line holds the digest of the line before."""

    seq: int = Field(ge=1, description="Number of the line, from 1.")
    previous: Sha256 = Field(
        description="SHA-256 of the line before, without its LF; 64 zeros for the first line."
    )
    date: Day = Field(description="When the line was written.")
    signature: NonEmpty | None = optional(SIGNATURE)
