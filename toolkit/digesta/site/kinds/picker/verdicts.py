"""What is said of every two systems of a track: its published paired test, or why there is none.

Nothing is computed here: the figures are those of the track's page of comparisons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from digesta.records.board import Board
from digesta.records.release import Track
from digesta.site.kinds.boards.compare import best_first, pair_view
from digesta.site.kinds.picker.systems import Pick
from digesta.site.language import gettext, noop
from digesta.site.paths import BoardName, board_name
from digesta.site.values import SiteRelease

ADVERSARY = noop(
    "is an adversary, which knows no law: boards draw it as a floor, and no paired test with a "
    "floor is published."
)
SENT_IN = noop("was sent in for open questions: only what maintainers ran is tested pair by pair.")
JUDGED = noop(
    "Answers to this track are marked by judges, and figures by different judges are not compared "
    "with each other: no paired test is published."
)
NONE = noop("No paired test of these two is published.")


def verdicts(release: SiteRelease, track: Track, picks: Sequence[Pick]) -> dict[str, Any]:
    """Return what is said of every two systems, by their places: "0-3", the lower first.

    Each has a, b: the places of the two, the higher score first; between, after: the words behind
    each name; how: the test in figures. apart is None where no test is published; then a may be
    None, and after says why.
    """
    tested = {
        frozenset((pair["a"], pair["b"])): best_first(pair)
        for pair in release.pairs
        if pair["board"] == track.track
    }
    judged = any(name.track == track.track and name.judges for name in map(_name, release.boards))
    place = {pick.row.submission_id: at for at, pick in enumerate(picks)}
    pairs = {}
    for (a, first), (b, second) in combinations(enumerate(picks), 2):
        pair = tested.get(frozenset((first.row.submission_id, second.row.submission_id)))
        pairs[f"{a}-{b}"] = _finding(pair, place) if pair else _reason(a, b, picks, judged=judged)
    return pairs


def _name(board: Board) -> BoardName:
    return board_name(board.board)


def _finding(pair: Mapping[str, Any], place: Mapping[str, int]) -> dict[str, Any]:
    shown = pair_view(pair)
    scores = gettext(
        "%(first)s against %(second)s", first=shown["scores"][0], second=shown["scores"][1]
    )
    outcome = (
        gettext("The two are told apart.")
        if shown["separable"]
        else gettext(
            "%(n)s questions do not tell the two apart: it may be chance.", n=f"{pair['n']:,}"
        )
    )
    better = gettext(
        "%(first)s against %(second)s",
        first=f"{shown['better'][0]:,}",
        second=f"{shown['better'][1]:,}",
    )
    more = shown["more"] and (
        " "
        + gettext(
            "About %(n)s more questions like these would tell so large a difference apart.",
            n=shown["more"],
        )
    )
    interval = (
        gettext("too few sources for an interval")
        if pair["low"] is None
        else gettext("%(span)s, of this pair alone, at 95%%", span=shown["span"])
    )
    return {
        "a": place[pair["a"]],
        "b": place[pair["b"]],
        "apart": shown["separable"],
        "between": _between(pair["difference"]),
        "after": f": {scores}. {outcome}",
        "how": gettext(
            "Difference in %(metric)s, in points: %(points)s (%(interval)s); more earned on "
            "%(better)s of %(n)s questions. p %(p)s, corrected by Holm's method; %(family)s: "
            "%(pairs)s.",
            metric=pair["metric"],
            points=shown["points"],
            interval=interval,
            better=better,
            n=f"{pair['n']:,}",
            p=shown["p"],
            family=shown["family"],
            pairs=f"{shown['of']:,}",
        )
        + more,
    }


def _between(difference: float) -> str:
    if difference == 0:
        return gettext("scores the same as")
    points = f"{difference * 100:.1f}"
    if points == "0.0":
        return gettext("scores less than 0.1 points more than")
    return gettext("scores %(points)s points more than", points=points)


def _reason(a: int, b: int, picks: Sequence[Pick], *, judged: bool) -> dict[str, Any]:
    """Return why no test of two systems is published, and which of them is the reason, if one."""
    for at in (a, b):
        row = picks[at].row
        for why, holds in ((ADVERSARY, row.role == "adversary"), (SENT_IN, row.level == "open")):
            if holds:
                return {"a": at, "apart": None, "after": gettext(why)}
    return {"a": None, "apart": None, "after": gettext(JUDGED if judged else NONE)}
