"""How graders agree before they are reconciled: on all rows, by dimension, by criterion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from digesta.board.judges.people import agreement_figures
from digesta.sheets.graders.masks import AnswerUnderMask, row_id
from digesta.sheets.graders.verdicts import Ratings


def agreement_parts(answers: Sequence[AnswerUnderMask], ratings: Ratings) -> list[dict[str, Any]]:
    """Return for each part its name, criteria, the share graded alike, and alpha.

    Parts: all; each dimension; each criterion of a question, such as ``Q7:SUB1``, over its answers.
    """
    parts: dict[str, list[tuple[bool, ...]]] = defaultdict(list)
    single: dict[str, list[tuple[bool, ...]]] = defaultdict(list)
    for each in answers:
        number = each.masked.label.partition("-")[0]
        for key, criterion in each.judged.criteria.items():
            own = ratings[row_id(each, key)]
            parts["all"].append(own)
            parts[_dimension(criterion)].append(own)
            single[f"{number}:{key}"].append(own)
    return [
        {"part": name, **agreement_figures(some)}
        for name, some in (*parts.items(), *sorted(single.items()))
    ]


def _dimension(criterion: Mapping[str, Any]) -> str:
    return str(criterion.get("dimension", "text field"))


def as_text(parts: Sequence[Mapping[str, Any]]) -> str:
    """Return agreement as plain text: all, each dimension, and the criteria that were disputed."""
    lines = [f"{'agreement':16} {'criteria':>8} {'alike':>7} {'alpha':>7}"]
    for part in parts:
        if ":" not in part["part"] or part["equal"] < 1:
            alpha = "–" if part["alpha"] is None else f"{part['alpha']:.3f}"
            lines.append(
                f"{part['part']:16} {part['criteria']:>8} {part['equal']:>7.1%} {alpha:>7}"
            )
    return "\n".join(lines) + "\n"
