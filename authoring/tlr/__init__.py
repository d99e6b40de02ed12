"""Temporal questions about a law, drawn from its dated compilations.

From the folder of the compilations and a key, ``build`` makes a draft: questions, their truths,
their reviews, and the tables of ``resources/tlr/``. The Brazilian constitution has 110 questions
in a public split and 101 in a holdout; another law as many as its ``law.json`` states. Truths come
from ``digesta_legal.timeline``; the same folder, key and used questions always give the same bytes.

A cluster is an article, or the outermost division with questions (``scopes``); it lies in one
task and one split. Clusters used before are left out (``used``), so a holdout shares no
article, no division and hence no state with the public questions.

Difficulty. easy: one or two states; medium: three or four, or a day before 2000; hard: five or
more, or a state in force for under two years. The day is the question's (of two the earlier), else
those of the article's changes; the state is one that the answer depends on. Impact: medium two
to four articles, hard five or more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from authoring.draws import Draws
from authoring.tlr.again import Again, differs
from authoring.tlr.choice import Split, choose, used_clusters
from authoring.tlr.law import AmendedLaw, Temporal
from authoring.tlr.lines import TemporalLines, lines_of
from authoring.tlr.resources import folder_of, resources
from digesta.canonical import canonical_lines
from digesta.errors import Problem, ReleaseError

__all__ = ["Split", "build"]


def build(
    compilations: Mapping[str, bytes],
    key: bytes,
    *,
    split: Split,
    released: str,
    used: Sequence[Mapping[str, Any]] = (),
    temporal: Temporal | None = None,
) -> dict[str, bytes]:
    """Return a draft's files by path.

    compilations: the folder's files, by name (``compilations.dated.folder``). key: of the draws;
    secret for a holdout. used: questions whose articles and divisions are not asked about.
    temporal: a graph of the same folder, in place of a timeline in memory.
    ReleaseError where a file is missing or too little is left to ask about.
    """
    law = AmendedLaw(compilations, temporal)
    chosen = choose(law, key, split, used_clusters(law, used))
    draws = Draws(key, f"tlr/{split}/{law.digest}/wording")
    drafts = lines_of(chosen, draws, law, split=split, released=released)
    tables = resources(law)
    _check(compilations, drafts, tables[f"{folder_of(law)}attributions.jsonl"])
    return {
        "questions.jsonl": canonical_lines(lines.question for lines in drafts),
        "truths.jsonl": canonical_lines(lines.truth for lines in drafts),
        "review.jsonl": canonical_lines(lines.review for lines in drafts),
        **tables,
    }


def _check(
    compilations: Mapping[str, bytes], drafts: Sequence[TemporalLines], attributed: bytes
) -> None:
    """Refuse a draft with a truth that comes out otherwise when computed another way."""
    again = Again(compilations, map(json.loads, attributed.splitlines()))
    problems = [
        Problem(
            code="truth-differs",
            file="truths.jsonl",
            question_id=line.question["question_id"],
            got=difference,
            fix="find which of the two computations is wrong before anything is asked",
        )
        for line in drafts
        if (difference := differs(again, line.question["ask"], line.truth["truth"]))
    ]
    if problems:
        raise ReleaseError(problems)
