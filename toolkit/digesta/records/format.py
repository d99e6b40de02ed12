"""What is known of a file format."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import BaseModel

RESOURCES = "releases/<id>/resources/<name>/"
"""Where a release keeps what its scorers read."""


class Format(NamedTuple):
    """One file format.

    name: of its schema file and anchor. path: where such files lie, or of which field it is the
    value. meaning: what it is for. record: what a file (JSON), each of its lines (JSONL) or the
    field (value) holds.
    """

    name: str
    path: str
    meaning: str
    record: type[BaseModel]
    kind: Literal["JSON", "JSONL", "value"]
