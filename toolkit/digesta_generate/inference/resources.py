"""What a release's resources say of a question: the lists and fields that its ask names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from digesta.errors import UsageError
from digesta.scorers.extraction.fields import schema_of, schema_path
from digesta.scorers.extraction.records import ExtractionField
from digesta.scorers.penalty.terms import terms_of

Resources = Mapping[str, Any]
"""A release's resources: path below ``resources/`` -> bytes."""

NO_RESOURCES: Resources = MappingProxyType({})


class Labels(NamedTuple):
    """The labels to choose from, in the vocabulary's order."""

    types: list[str]
    domains: list[str]


def penalty_labels(ask: Mapping[str, Any], resources: Resources) -> Labels:
    """Return the labels of the vocabulary that an ask names, or UsageError."""
    try:
        types, domains = terms_of(ask["vocabulary"], resources).names
    except ValueError as error:
        raise UsageError(str(error)) from error
    return Labels(list(types), list(domains))


def extraction_fields(ask: Mapping[str, Any], resources: Resources) -> Sequence[ExtractionField]:
    """Return the fields of the schema that an ask names, or UsageError."""
    path = schema_path(ask["schema"])
    if path not in resources:
        raise UsageError(f"the release has no resources/{path}")
    try:
        return schema_of(path, resources[path]).fields
    except ValueError as error:
        raise UsageError(str(error)) from error
