"""The shape of the graph: labels with the key of their nodes, relations with what they join."""

from __future__ import annotations

from typing import Literal

from digesta_legal.timeline.graph import Relation

Label = Literal["Norm", "Component", "CTV", "CLV", "TextUnit", "Action"]

KEYS: dict[Label, str] = {
    "Norm": "official_id",
    "Component": "component_id",
    "CTV": "ctv_id",
    "CLV": "clv_id",
    "TextUnit": "text_id",
    "Action": "action_id",
}
"""Label -> the property by which a node is known, unique."""

ENDS: dict[Relation, tuple[Label, Label]] = {
    "HAS_COMPONENT": ("Norm", "Component"),
    "HAS_CHILD": ("Component", "Component"),
    "HAS_VERSION": ("Component", "CTV"),
    "EXPRESSED_IN": ("CTV", "CLV"),
    "HAS_TEXT": ("CLV", "TextUnit"),
    "AGGREGATES": ("CTV", "CTV"),
    "SUPERSEDES": ("CTV", "CTV"),
    "RESULTED_IN": ("Action", "CTV"),
}
"""Relation -> the labels that it leads from and to."""

DAYS = frozenset({"enactment_date", "date", "date_start", "date_end"})
"""Properties that are dates in a database, and YYYY-MM-DD here."""

INDEXES: tuple[tuple[Label, str], ...] = (
    ("Component", "component_type"),
    ("CTV", "date_start"),
    ("CTV", "place"),
)
"""What queries look for beside the keys."""
