"""A release that holds a draft of temporal questions and nothing else, for its checks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from digesta.releases.checks import problems_of
from digesta.releases.data import parse_release
from digesta_convert.tlr import CATEGORIES, TASKS

FORBIDDEN = frozenset({"cf_art_134", "cf_art_218", "cf_art_219", "cf_art_144", "adct_art_79"})
WEIGHTS = (
    ("0.40", "point_in_time"),
    ("0.25", "amendment_attribution"),
    ("0.15", "causal_lineage"),
    ("0.10", "temporal_difference"),
    ("0.10", "hierarchical_impact"),
)


def manifest() -> dict[str, Any]:
    """Return the manifest of the track alone."""
    tasks = {
        task: {"title": task, "category": category, "scorer": "temporal", "metric": metric}
        for task, (_, category, _, metric) in TASKS.items()
    }
    terms = [[weight, task, TASKS[task][3]] for weight, task in WEIGHTS]
    track = {
        "track": "tlr",
        "dated": True,
        "title": "Temporal legal reasoning",
        "notice": {"en": "For tests only.", "pt": "Apenas para testes."},
        "headline": "tlr_score_strict",
        "conditions": ["closed_book", "retrieval"],
        "categories": {name: {"title": title} for name, title in CATEGORIES.items()},
        "tasks": tasks,
        "scores": [{"name": "tlr_score_strict", "terms": terms}],
    }
    return {
        "format": "release/1",
        "release": "2026-11-22",
        "title": "Test release",
        "canary": "00000000-0000-4000-8000-000000000000",
        "normalisers": {},
        "licenses": ["CC-BY-4.0"],
        "tracks": [track],
    }


def files_of(draft: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the draft with a manifest, no changes, and one limit."""
    limit = {"track": "tlr", "limit": "A test.", "why": "It is one."}
    beside = {
        "release.json": manifest(),
        "limits.json": {"format": "limits/1", "limits": [limit]},
        "changes.json": {
            "format": "changes/1", "added": [], "retired": [], "revised": [], "rekeyed": [],
        },
    }  # fmt: skip
    return dict(draft) | {path: json.dumps(value).encode() for path, value in beside.items()}


def problems_of_draft(draft: Mapping[str, bytes]) -> list[str]:
    """Run every check of a cut, the adversaries' floors among them."""
    return [str(one) for one in problems_of(parse_release(files_of(draft), name="draft"))]
