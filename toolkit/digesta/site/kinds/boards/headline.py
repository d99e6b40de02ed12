"""Which of a track's questions its own score counts: it may leave whole tasks out."""

from __future__ import annotations

from digesta.records.board import Board
from digesta.records.release import PoolScore, TermsScore, Track
from digesta.releases.checks.floors import headline_of
from digesta.site.language import gettext
from digesta.site.paths import board_name
from digesta.site.values import SiteRelease
from digesta.site.words import with_spaces


def tasks_of_headline(track: Track) -> set[str]:
    """Return the tasks whose questions a track's own score is made of."""
    rule = headline_of(track)
    if isinstance(rule, TermsScore):
        named = {scope for _, scope, _ in rule.terms}
    elif isinstance(rule, PoolScore):
        named = set(rule.pool) if rule.pool != "all" else set()
    else:
        named = set(rule.categories_of(track))
    return {
        name for name, task in track.tasks.items() if not named or {name, task.category} & named
    }


def counted_words(release: SiteRelease, board: Board) -> str:
    """Say which questions a track's score leaves out; empty where it counts all of them."""
    name = board_name(board.board)
    track = release.manifest.track_named(name.track)
    if len(name.place) > 1:
        return ""
    tasks = [q.task for q in release.questions if (q.track, q.split) == (name.track, board.split)]
    left_out = sorted(set(tasks) - tasks_of_headline(track))
    if not left_out or board.n == len(tasks):
        return ""
    titles = ", ".join(
        f"{track.tasks[task].title if task in track.tasks else with_spaces(task)} "
        f"({tasks.count(task)})"
        for task in left_out
    )
    return gettext(
        "The score counts %(n)s of %(all)s questions: not those of %(tasks)s, which count on "
        "boards of their own",
        n=board.n,
        all=len(tasks),
        tasks=titles,
    )
