"""What an attestation says: which files came from which inputs, by which code, on which day.

An in-toto statement, version 1, whose predicate is SLSA's provenance, version 1
(https://in-toto.io/Statement/v1, https://slsa.dev/provenance/v1). Of both formats what we write is
read; a field that we never write is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from digesta.records.base import Day, NonEmpty, Record, ReleaseId, Sha256

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://slsa.dev/provenance/v1"
BUILDER = "urn:digesta:maintainer"
"""Whoever ran the command, on a machine of their own: the signature says who."""


Kind = Literal["release", "board", "site"]
"""What can be attested."""


class Subject(Record):
    """A file that is attested. name: its path in the folder that is attested."""

    name: NonEmpty
    digest: dict[Literal["sha256"], Sha256] = Field(min_length=1)


class Dependency(Record):
    """An input: a file (``sha256``) or folder (``dirHash``) of the workspace; ``digesta``."""

    name: NonEmpty
    digest: dict[Literal["sha256", "dirHash"], Sha256]


class Parameters(Record):
    """What was attested, of which release, and the day that the statement is dated by."""

    kind: Kind
    release: ReleaseId
    date: Day


class BuildDefinition(Record):
    """What was made of what."""

    type_: NonEmpty = Field(alias="buildType")
    parameters: Parameters = Field(alias="externalParameters")
    dependencies: list[Dependency] = Field(alias="resolvedDependencies")


class Provenance(Record):
    """The predicate."""

    definition: BuildDefinition = Field(alias="buildDefinition")
    run: dict[str, Any] = Field(alias="runDetails")


class Attestation(Record):
    """The statement."""

    type_: Literal["https://in-toto.io/Statement/v1"] = Field(alias="_type")
    subject: list[Subject]
    predicate_type: Literal["https://slsa.dev/provenance/v1"] = Field(alias="predicateType")
    predicate: Provenance

    @property
    def parameters(self) -> Parameters:
        """Return what was attested."""
        return self.predicate.definition.parameters


def statement(
    digests: Mapping[str, str],
    dependencies: Sequence[Mapping[str, Any]],
    parameters: Parameters,
    *,
    versions: Mapping[str, str],
) -> dict[str, Any]:
    """Return a statement. digests: of files, by path; versions: of programs that made them."""
    return {
        "_type": STATEMENT,
        "subject": [
            {"name": name, "digest": {"sha256": digests[name]}} for name in sorted(digests)
        ],
        "predicateType": PREDICATE,
        "predicate": {
            "buildDefinition": {
                "buildType": f"urn:digesta:{parameters.kind}:1",
                "externalParameters": parameters.as_json(),
                "resolvedDependencies": list(dependencies),
            },
            "runDetails": {"builder": {"id": BUILDER, "version": dict(versions)}},
        },
    }
