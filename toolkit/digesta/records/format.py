"""What is known of a file format."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import BaseModel

RESOURCES = "releases/<id>/resources/<name>/"
"""Where a release keeps what its scorers read."""


class Format(NamedTuple):
    """A file format.

    name: of its schema file and anchor. path: where such files lie, or of which field it is the
    value. meaning: what it is for. record: what a file, each of its lines, or the field holds.
    """

    name: str
    path: str
    meaning: str
    record: type[BaseModel]

    @property
    def kind(self) -> Literal["JSON", "JSONL", "value"]:
        """Return whether a file is a record, each of its lines is, or a field's value."""
        if ": " in self.path:
            return "value"
        return "JSONL" if self.path.endswith(".jsonl") else "JSON"
