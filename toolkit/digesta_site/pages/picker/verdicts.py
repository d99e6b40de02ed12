"""What is said of every two systems of a track: its published paired test, or why there is none.

Nothing is computed here: the figures are those of the track's page of comparisons, rounded as it
rounds them; the script puts them into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from digesta.board.comparison import SMALLEST_P
from digesta.records.board import Board
from digesta.records.release import Track
from digesta_site.pages.boards.compare import FAMILIES
from digesta_site.pages.picker.systems import Pick
from digesta_site.paths import BoardName, board_name
from digesta_site.values import SiteRelease
from digesta_site.views.triangle import best_first
from digesta_site.words import percent

ADVERSARY = (
    "is an adversary, which knows no law: boards draw it as a floor, and no paired test with a "
    "floor is published."
)
SENT_IN = "was sent in for open questions: only what maintainers ran is tested pair by pair."
JUDGED = (
    "Answers to this track are marked by judges, and figures by different judges are not compared "
    "with each other: no paired test is published."
)
NONE = "No paired test of these two is published."
REASONS = (ADVERSARY, SENT_IN, JUDGED, NONE)


class Verdicts(NamedTuple):
    """What is said of every two systems. shared: of all; rows: of each system with later ones."""

    shared: dict[str, Any]
    rows: list[list[list[int | None]]]


def verdicts(release: SiteRelease, track: Track, picks: Sequence[Pick]) -> Verdicts:
    """Return what is said of every two systems, in the order in which they are picked.

    A cell of a tested pair: whether the later has the higher score, whether they are told apart,
    the difference in tenths of a point (null where there is none), the ends of its interval
    likewise, how many questions the higher and the lower earned more on, p in thousandths, the
    place of its family, how many more questions would tell (null where that is not said). Of
    another pair: the place of the reason, and of the system that is the reason, or null.
    """
    tested = {
        frozenset((pair["a"], pair["b"])): best_first(pair)
        for pair in release.pairs
        if pair["board"] == track.track
    }
    families = sorted({(pair["family"], pair["pairs"]) for pair in tested.values()})
    scores = {pair[side]: pair[f"score_{side}"] for pair in tested.values() for side in "ab"}
    judged = any(name.track == track.track and name.judges for name in map(_name, release.boards))
    ids = [pick.row.submission_id for pick in picks]
    some = next(iter(tested.values()), None)

    def cell(a: int, b: int) -> list[int | None]:
        pair = tested.get(frozenset((ids[a], ids[b])))
        if pair is None:
            return _reason(a, b, picks, judged=judged)
        return _finding(pair, families.index((pair["family"], pair["pairs"])), later=ids[b])

    return Verdicts(
        {
            "metric": some["metric"] if some else "",
            "n": some["n"] if some else 0,
            "families": [[FAMILIES[name], pairs] for name, pairs in families],
            "scores": [percent(scores[name]) if name in scores else "" for name in ids],
            "reasons": list(REASONS),
        },
        [[cell(a, b) for b in range(a + 1, len(ids))] for a in range(len(ids))],
    )


def _name(board: Board) -> BoardName:
    return board_name(board.board)


def _finding(pair: Mapping[str, Any], family: int, *, later: str) -> list[int | None]:
    return [
        int(pair["a"] == later),
        int(pair["separable"]),
        _tenths(pair["difference"]) if pair["difference"] else None,
        _tenths(pair["low"]),
        _tenths(pair["high"]),
        pair["only_a_better"],
        pair["only_b_better"],
        round(1000 * round(pair["adjusted"], 3)) if pair["adjusted"] >= SMALLEST_P else 0,
        family,
        pair["more"],
    ]


def _tenths(share: float | None) -> int | None:
    """Return a share in tenths of a point of a percent, rounded as pages round it."""
    return None if share is None else round(10 * round(share * 100, 1))


def _reason(a: int, b: int, picks: Sequence[Pick], *, judged: bool) -> list[int | None]:
    """Return why no test of two systems is published, and which of them is the reason, if one."""
    for at in (a, b):
        row = picks[at].row
        for why, holds in ((ADVERSARY, row.role == "adversary"), (SENT_IN, row.level == "open")):
            if holds:
                return [REASONS.index(why), at]
    return [REASONS.index(JUDGED if judged else NONE), None]
