"""A scored submission as boards, pages and reports take it: who, how, what was read, the facts."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from digesta.records.base import release_parts
from digesta.records.submission import Card, Level, Role
from digesta.records.trace import Trace
from digesta.scorers.base import OWN_FLOORS, Response, Scorer
from digesta.scoring.facts import ByTask, CompiledRelease, CompiledTask, TaskFacts, facts_by_task
from digesta.text import NORMALISERS

if TYPE_CHECKING:
    from digesta.records.board import Facts


@dataclass(frozen=True, repr=False)
class ScoredSubmission:
    """A submission with what it earned: its card, how its answers came to be, its facts.

    expectation: the facts are what an adversary earns on average, not one draw. traces: by
    question id, where the submission brought some. judge: whose verdicts the facts were marked
    by, or ""; verdicts: those, by question id, as JSON; verdicts_sha256: of their file. A
    submission stands once for each judge, and once without. copy_of: the baseline whose answers
    these are, by its id; its role is then a baseline's.
    """

    card: Card
    predictions_sha256: str
    facts: tuple[TaskFacts, ...]
    answers: tuple[Any, ...]
    role: Role = "system"
    level: Level = "open"
    expectation: bool = False
    traces: Mapping[str, Trace] = field(default_factory=dict)
    judge: str = ""
    verdicts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    verdicts_sha256: str = ""
    copy_of: str = ""

    def by_task(self, track: str) -> ByTask:
        """Return the facts of one track by task."""
        return self._by_track.get(track, {})

    @cached_property
    def _by_track(self) -> dict[str, ByTask]:
        tracks = dict.fromkeys(facts.task.track for facts in self.facts)
        return {track: facts_by_task(self.facts, track) for track in tracks}

    @property
    def needs_verdicts(self) -> bool:
        """Return whether it is on a judge's board only if that judge graded all of its answers."""
        is_floor = self.role == "adversary" and self.facts[0].task.stats >= OWN_FLOORS
        return not (self.expectation or is_floor)

    @property
    def can_rank(self) -> bool:
        """Return whether the row may be ranked on a board of public questions.

        Of level ``sealed`` only the answers to sealed questions are known to be the system's own.
        In an archive of another's benchmark the answers that its makers published rank, too.
        """
        levels = {"rerun", "archived"} if release_parts(self.card.release).series else {"rerun"}
        return self.role == "system" and self.level in levels


def entered_card(
    compiled: CompiledRelease, card: Card, answers: Sequence[Any], traces: Container[str] = ()
) -> Card:
    """Return a card with the tracks that it entered: those that it names, else those answered.

    answers: in compiled order. traces: ids of the questions that a trace says it was asked: these
    it entered, though it never answered. Boards follow it in releases with ``stats/3``.
    """
    if card.tracks is not None:
        return card
    tracks = {
        task.track
        for task in compiled.tasks
        for mine in [zip(task.ids, answers[task.start :], strict=False)]
        if any(answer is not None or key in traces for key, answer in mine)
    }
    names = [track.track for track in compiled.release.tracks if track.track in tracks]
    return card.model_copy(update={"tracks": names})


class NormalForm(NamedTuple):
    """What one normaliser makes of an answer.

    by: the normaliser's name and version. folded: code point and name of each character beyond
    ASCII that stands in the answer and not in the normal form (text), by code point.
    """

    by: str
    text: str
    folded: tuple[str, ...]


def normal_forms(
    scorer: Scorer[Any], ask: Mapping[str, Any], answer: Any
) -> tuple[NormalForm, ...]:
    """Return what each normaliser of a question makes of an answer, also where nothing changes.

    Empty for an answer that is no text or is JSON, of which only the texts inside are normalised.
    """
    if not isinstance(answer, str) or ask.get("answer_type") == "json":
        return ()
    named = sorted(scorer.normalisers(ask) & NORMALISERS.keys())
    return tuple(normal_form(name, answer) for name in named)


def normal_form(normaliser: str, text: str) -> NormalForm:
    """Return what a normaliser, by name and version, makes of a text; KeyError for no such name.

    >>> normal_form("text/1", "5 \u2013 7.")
    NormalForm(by='text/1', text='5 - 7', folded=('U+2013 EN DASH',))
    """
    read = NORMALISERS[normaliser](text)
    gone = sorted({char for char in text if not char.isascii() and char not in read})
    named = (f"U+{ord(char):04X} {unicodedata.name(char, '')}".strip() for char in gone)
    return NormalForm(normaliser, read, tuple(named))


def facts_of(compiled: CompiledRelease, submission: ScoredSubmission, track: str) -> Facts:
    """Return a submission's integer rows on one track, and why each answer earned its mark."""
    from digesta.records.board import Facts  # noqa: PLC0415 - only boards are made of it

    by_task = submission.by_task(track)
    tasks = [facts.task for facts in by_task.values()]
    rows = [
        [question_id, _status(marks), *marks]
        for facts in by_task.values()
        for question_id, marks in zip(facts.task.ids, facts.rows.tolist(), strict=True)
    ]
    return Facts(
        format="facts/1",
        release=compiled.release.release,
        submission_id=submission.card.submission_id,
        track=track,
        scorers={task.scorer_name: list(task.scorer.column_names) for task in tasks},
        judge=submission.judge or None,
        rows=sorted(rows, key=lambda row: str(row[0])),
        why={key: _why(submission, task, i) for task in tasks for i, key in enumerate(task.ids)},
    )


def _why(submission: ScoredSubmission, task: CompiledTask, index: int) -> str:
    if submission.expectation:
        return "the average over all uniform guesses, not one draw"
    answer = submission.answers[task.start + index]
    response = Response(answer, submission.verdicts.get(task.ids[index]))
    return task.scorer.why(task.prepared[index], response)


def _status(marks: Sequence[int]) -> str:
    _, missing, unreadable, _ = marks[:4]
    return "missing" if missing else "unreadable" if unreadable else "answered"
