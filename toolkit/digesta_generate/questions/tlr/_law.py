"""The dated compilations, read: the timeline, and what of it is safe to ask about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise

from digesta.errors import Problem, ReleaseError
from digesta.timeline import State, Timeline, timeline_of
from digesta_generate.questions.tlr._book import Book, folder_of
from digesta_generate.questions.tlr._folder import source_digest, versions_in
from digesta_generate.questions.tlr._sequence import Row
from digesta_generate.questions.tlr._temporal import Temporal


class Law:
    """A law through time, with its checked tables applied.

    files: the folder's, by name. temporal: what was made of the same folder elsewhere, else a
    timeline in memory is. ReleaseError where a file is missing or wrong.
    """

    def __init__(self, files: Mapping[str, bytes], temporal: Temporal | None = None) -> None:
        self.digest = source_digest(files)
        self.book, rows, days = folder_of(files)
        self.timeline: Temporal = temporal or timeline_in(
            self.book, rows, days, file=versions_in(files)
        )
        self._waiting = {one.amendment: one.articles for one in self.book.deferrals}
        small = ((row["component_id"].lower(), row) for row in rows if row["change"] == "minor")
        self.minor = frozenset(
            (self.timeline.article_of(name), row["start"]) for name, row in small
        )

    @cached_property
    def askable(self) -> tuple[str, ...]:
        """Return the articles without a doubt in the data: a "minor" change may hide a real one.

        An article that was repealed as a whole is not among them: see ``ended``.
        """
        out = self.book.doubtful | {article for article, _ in self.minor}
        out |= {state.article for state in self.ended}
        return tuple(article for article in self.timeline.articles if article not in out)

    @cached_property
    def ended(self) -> tuple[State, ...]:
        """Return the states that no other follows at once: the whole article was repealed.

        Such a repeal begins no state and is in no truth, whereas a question's words speak of
        repeals: neither the article nor the years of its division are asked about.
        """
        return tuple(
            one
            for states in self.timeline.states.values()
            for one, after in pairwise([*states, None])
            if one is not None and one.end and (after is None or after.start != one.end)
        )

    def states(self, article: str) -> tuple[State, ...]:
        """Return an article's states, the first first."""
        return self.timeline.states[article]

    def original(self, article: str) -> bool:
        """Return whether an article stood in the original text."""
        first = self.states(article)[0]
        return first.start == self.book.first_day and not first.amendments

    def waits(self, state: State) -> bool:
        """Return whether a state was made by a change that takes, or may take, effect later."""
        return any(
            amendment in self._waiting
            and state.article in (self._waiting[amendment] or (state.article,))
            for amendment in state.amendments
        )

    def dated(self, article: str) -> bool:
        """Return whether every change of an article has one day in all sources."""
        made_by = (name for state in self.states(article) for name in state.amendments)
        return not any(name in self.book.other_days for name in made_by)

    def certain(self, article: str) -> bool:
        """Return whether every change of an article is attributed and none of them waits."""
        return all(state.settled and not self.waits(state) for state in self.states(article))


def timeline_in(book: Book, rows: Iterable[Row], days: Iterable[Row], *, file: str) -> Timeline:
    """Make the timeline of a folder's lines. ReleaseError where its versions contradict others."""
    try:
        return timeline_of(rows, days, norm=book.norm, attributions=book.attributions)
    except ValueError as error:
        raise contradiction(error, file) from error


def contradiction(error: ValueError, file: str) -> ReleaseError:
    """Return the error of versions that do not follow each other. file: that of their lines."""
    return ReleaseError([
        Problem(
            code="not-a-timeline", file=file, got=str(error),
            expected="versions that follow each other", fix="correct the line that it names",
        )
    ])  # fmt: skip
