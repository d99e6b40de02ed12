"""What submissions to a release share: wrong answers with one another, wording with the truths."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from digesta.board.exposure.similarity import SimilarPair, similar_pairs
from digesta.records.analysis import Repetition
from digesta.workspace.boards import scored_submissions
from digesta.workspace.releases import open_release
from digesta.workspace.side import built_side


class Similarity(NamedTuple):
    """The screen of a release. verbatim: submissions that repeat references word for word."""

    release: str
    pairs: Sequence[SimilarPair]
    verbatim: Sequence[Repetition]

    def as_json(self) -> dict[str, Any]:
        """Return the screen as a JSON value."""
        return {
            "format": "similarity/1",
            "release": self.release,
            "pairs": [pair.as_json() for pair in self.pairs],
            "verbatim": [repetition.as_json() for repetition in self.verbatim],
        }


def similarity(root: Path, wanted: str | None, *, within: bool) -> Similarity:
    """Return which submissions to a release share wrong answers, or repeat its references.

    within: also pairs of one organisation.
    """
    release = open_release(root, wanted)
    submissions, _ = scored_submissions(root, release)
    exposure = built_side(root, release, "exposure").exposure
    repetitions = exposure.repetitions if exposure else ()
    return Similarity(
        release.id,
        similar_pairs(release.compiled, submissions, within=within),
        [each for each in repetitions if each.verbatim and each.role != "adversary"],
    )
