"""The dated compilations of a law: its timeline, and the articles safe for questions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias, get_args

from authoring.tlr.candidates import Task
from authoring.tlr.constitution import DOUBTFUL, NO_PLACE, OTHER_DAYS
from authoring.tlr.languages.words import words_of
from digesta.errors import Problem, ReleaseError
from digesta_generate.compilations.dated import read_compilations
from digesta_generate.compilations.dated.folder import LAW, source_digest
from digesta_generate.compilations.dated.records import CompiledLaw, article_of
from digesta_generate.compilations.dated.sequence import unborn
from digesta_legal.timeline import State, Timeline

if TYPE_CHECKING:
    # Its driver comes with an extra that a draw from memory does not need.
    from authoring.tlr.graph import GraphTimeline

MARGIN_DAYS, ENTRY_MARGIN = 30, 2

Temporal: TypeAlias = "Timeline | GraphTimeline"
"""A law through time, in memory or in a graph database."""


class AmendedLaw:
    """A law through time, with its checked tables applied.

    files: the folder's, by name. temporal: a graph made from the same folder; without it a
    timeline in memory is made. known: its tables. words: language -> words for the law. margin:
    how far a day that is asked about lies from a change at least.
    ReleaseError where a file is missing or wrong.
    """

    def __init__(self, files: Mapping[str, bytes], temporal: Temporal | None = None) -> None:
        compilations = read_compilations(files)
        self.digest = source_digest(files)
        self.known = compilations.law
        # Tables that were checked by hand; another law brings its own list of doubts.
        checked = self.known.file is None
        self.other_days = OTHER_DAYS if checked else {}
        self.no_place = NO_PLACE if checked else frozenset()
        file = self.known.file
        self.doubtful = DOUBTFUL if file is None else frozenset(file.doubtful)
        # Sources of promulgation dates differ by days; days of entry are what the source says.
        self.margin = timedelta(ENTRY_MARGIN if self.by_entry else MARGIN_DAYS)
        self.words = words_of(self.known)
        self.timeline: Temporal = temporal or compilations.timeline()
        self._waiting = {row.amendment: row.articles for row in self.known.deferrals}
        self._numbers = {split: _numbers(self.known, split) for split in ("public", "holdout")}
        self._rows = compilations.rows
        rows = ((row["component_id"].lower(), row) for row in self._rows)
        self.minor = frozenset(
            (self.timeline.article_of(name), row["start"])
            for name, row in rows
            if row["change"] == "minor"
        )

    @cached_property
    def askable(self) -> tuple[str, ...]:
        """Return the articles without a doubt in the data: a "minor" change may hide a real one.

        An article that was repealed as a whole is not among them: see ``repeals``.
        """
        out = self.doubtful | {article for article, _ in self.minor}
        out |= {state.article for state in self.repeals}
        if self.by_entry:
            # Another article may have had the number before; a source may keep the two apart.
            out |= {article for article in self.timeline.articles if not self.original(article)}
        return tuple(article for article in self.timeline.articles if article not in out)

    @cached_property
    def repeals(self) -> tuple[State, ...]:
        """Return the states that no other follows at once: the whole article was repealed.

        Such a repeal begins no state and is in no truth, whereas a question's words speak of
        repeals: neither the article nor the years of its division are asked about.
        """
        return tuple(
            state
            for states in self.timeline.states.values()
            for state, after in pairwise([*states, None])
            if state is not None and state.end and (after is None or after.start != state.end)
        )

    @property
    def named(self) -> dict[str, str]:
        """Return what an ask says of its law: nothing where a release has the tables of one."""
        file = self.known.file
        if file is None or not file.beside_others:
            return {}
        return {"law": file.id, "amendments_by": file.amendments_by}

    @property
    def by_entry(self) -> bool:
        """Return whether days are of entry into force, not of promulgation."""
        return self.known.file is not None and self.known.file.dates == "entry"

    @cached_property
    def reenactments(self) -> tuple[str, ...]:
        """Return the articles that were repealed and later stood again: of their days may be asked.

        Only where days are of entry into force: there the wording says how versions go on.
        """
        again = {state.article for state in self.repeals if self.states(state.article)[-1] != state}
        sound = again - self.doubtful if self.by_entry else frozenset[str]()
        return tuple(a for a in self.timeline.articles if a in sound and self.original(a))

    @cached_property
    def stillbirths(self) -> frozenset[str]:
        """Return the articles with a version that ended before its first day."""
        return frozenset(map(article_of, filter(unborn, self._rows)))

    def numbers(self, split: str) -> Mapping[str, int] | None:
        """Return task -> how many questions a split has; None: as many as the benchmark's own."""
        return self._numbers[split]

    def states(self, article: str) -> tuple[State, ...]:
        """Return an article's states, the first first."""
        return self.timeline.states[article]

    def original(self, article: str) -> bool:
        """Return whether an article stood in the original text."""
        first = self.states(article)[0]
        return first.start == self.known.first_day and not first.amendments

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
        return not any(name in self.other_days for name in made_by)

    def certain(self, article: str) -> bool:
        """Return whether every change of an article is attributed and none of them waits."""
        return all(state.settled and not self.waits(state) for state in self.states(article))


def _numbers(law: CompiledLaw, split: str) -> Mapping[str, int] | None:
    if law.file is None:
        return None
    numbers = (law.file.sealed if split == "holdout" else None) or law.file.questions
    if unknown := sorted((numbers or {}).keys() - {*get_args(Task)}):
        problem = Problem(
            code="task-unknown",
            file=LAW,
            got=f"questions of no task: {', '.join(unknown)}",
            expected=", ".join(get_args(Task)),
            fix="correct the file",
        )
        raise ReleaseError([problem])
    return numbers
