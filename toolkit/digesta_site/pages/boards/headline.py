"""Which of a track's questions its own score counts: it may leave whole tasks out."""

from __future__ import annotations

from digesta.board.specs import headlines
from digesta.records.board import Board
from digesta.releases.floors import tasks_of_rule
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
