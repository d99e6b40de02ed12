"""Digesta: dated releases of legal benchmarks, scored deterministically and offline.

>>> import digesta
>>> workspace = digesta.open(".")
>>> release = workspace.release("2026-11-22.6")
>>> submission = release.read("predictions/2026-11-22.6/baseline-longest")
>>> score = release.score(submission)
>>> score["halacha"] < 1
True

To write your own scorer, use ``Scorer``, ``Column`` and ``Metric``. Faulty input raises a
``DigestaError``. Each name is imported when it is first used, so ``import digesta`` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from digesta.errors import (
        DigestaError,
        InputError,
        Problem,
        ReleaseError,
        StaleScoreError,
        SubmissionError,
        UsageError,
    )
    from digesta.front import Release, Score, Submission, Workspace, compare, open  # noqa: A004 - digesta.open
    from digesta.scorers import scorer_named as scorer
    from digesta.scorers.base import Adversary, Column, Metric, Response, Scorer, Share
    from digesta.table import Table

__version__ = "0.1.0"

__all__ = [
    "Adversary",
    "Column",
    "DigestaError",
    "InputError",
    "Metric",
    "Problem",
    "Release",
    "ReleaseError",
    "Response",
    "Score",
    "Scorer",
    "Share",
    "StaleScoreError",
    "Submission",
    "SubmissionError",
    "Table",
    "UsageError",
    "Workspace",
    "compare",
    "open",
    "scorer",
]

_FRONT = frozenset({"Release", "Score", "Submission", "Table", "Workspace", "compare", "open"})
_OWNER = frozenset({"Adversary", "Column", "Metric", "Response", "Scorer", "Share"})


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'digesta' has no attribute {name!r}")
    if name == "scorer":
        return import_module("digesta.scorers").scorer_named
    module = "front" if name in _FRONT else "scorers.base" if name in _OWNER else "errors"
    return getattr(import_module(f"digesta.{module}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
