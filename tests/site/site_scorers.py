"""The scorers of the fixture: the real one for closed questions, tables alone for others."""

from __future__ import annotations

import dataclasses
from typing import Any

from digesta.records.release import Limits
from digesta.scorers import SCORERS
from digesta.scorers.base import Metric, Scorer, Share


def _metrics(metric: str, about: str) -> tuple[Metric, ...]:
    return (
        Metric(metric, about, lambda sums: Share(sums["credit"], sums.n), proportion=True),
        Metric(
            "stale_rate",
            "Stale versions, divided by versions named.",
            lambda sums: Share(0, sums.n),
            of_answered=True,
            lower_is_better=True,
        ),
    )


def scorer(name: str, metric: str) -> Scorer[Any]:
    """Return a scorer with metrics of ours: the real one, or one of which only tables are read."""
    about = "Right answers, divided by all questions; missing ones count as wrong."
    if name in SCORERS:
        return dataclasses.replace(SCORERS[name], metrics=_metrics(metric, about))
    return Scorer(
        name=name,
        version=1,
        Ask=Limits,
        Truth=Limits,
        Answer=str,
        columns=(),
        adversaries=(),
        metrics=_metrics(metric, about),
        prepare=lambda *_: None,
        mark=lambda *_: (),
        why=lambda *_: "",
    )
