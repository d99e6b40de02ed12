"""Which of a track's questions a score counts, and how unevenly."""

from __future__ import annotations

from collections import Counter

from digesta.board.specs import headlines
from digesta.records.board import Board
from digesta.records.release import TermsScore, Track
from digesta.releases.floors import tasks_of_rule, uneven_words
from digesta_site.language import gettext
from digesta_site.paths import board_name
from digesta_site.values import SiteRelease
from digesta_site.words import with_spaces


def counted_words(release: SiteRelease, board: Board) -> str:
    """Say which questions a track's score leaves out; empty where it counts all of them."""
    name = board_name(board.board)
    track = release.manifest.track_named(name.track)
    rule = headlines(track, board.split).get(board.board.partition("@")[0])
    if rule is None:
        return ""
    tasks = [q.task for q in release.questions if (q.track, q.split) == (name.track, board.split)]
    left_out = sorted(set(tasks) - tasks_of_rule(track, rule))
    if not left_out:
        return ""
    titles = ", ".join(
        f"{track.tasks[task].title if task in track.tasks else with_spaces(task)} "
        f"({tasks.count(task)})"
        for task in left_out
    )
    return gettext(
        "The score counts %(n)s of %(all)s questions: not those of %(tasks)s",
        n=len(tasks) - sum(tasks.count(task) for task in left_out),
        all=len(tasks),
        tasks=titles,
    )


def uneven_score(release: SiteRelease, track: Track, score: str, split: str) -> str:
    """Say how unevenly a score made of terms weighs the questions of a split, if over twice."""
    rule = next((each for each in track.scores if each.name == score), None)
    if not isinstance(rule, TermsScore):
        return ""
    tasks = (q.task for q in release.questions if (q.track, q.split) == (track.track, split))
    return with_spaces(uneven_words(rule, track, Counter(tasks)))
