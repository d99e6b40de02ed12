"""What a release's own answers show of having been seen before they were asked.

*Age.* Questions published up to the day to which a system's data reach, as its card declares,
beside later ones: two samples, each the track's headline with its jackknife variance, where every
task has questions on both sides; the floors' median gap says how the two differ in difficulty.

*Word for word.* An answer repeats its reference where they share a run of ``RUN`` words (of
``HAN_RUN`` Chinese characters) that does not stand in the question: thirteen words, as Brown and
others 2020 (appendix C) take for an overlap. Statutes quoted by both count, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from digesta.board.contamination import two_samples
from digesta.board.links import narrow, rows_of
from digesta.board.rows import FLOORS
from digesta.metrics.exact import round_share
from digesta.records.analysis import AgeGap, Exposure, Repetition
from digesta.records.release import Question, Track, Truth
from digesta.scoring.facts import CompiledRelease
from digesta.scoring.rules import WeightedScore, rule_score
from digesta.scoring.submission import ScoredSubmission
from digesta.stats.estimates import Estimates

RUN = 13
HAN_RUN = 2 * RUN
_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")


Run = tuple[str, ...]
"""Words of a text, one after the other."""


class Side(NamedTuple):
    """A headline on some questions: its value, variance and degrees of freedom."""

    value: Fraction
    variance: Fraction
    free: int


class References:
    """The runs of a release's public truths, against which answers are held."""

    def __init__(
        self,
        compiled: CompiledRelease,
        questions: Sequence[Question],
        truths: Mapping[str, Truth],
    ) -> None:
        self.compiled = compiled
        self.public = [question for question in questions if question.split == "public"]
        runs = {q.question_id: reference_runs(q, truths[q.question_id]) for q in self.public}
        self.runs = {key: own for key, own in runs.items() if own}

    def repetition(self, submission: ScoredSubmission) -> Repetition:
        """Return what a submission's answers repeat."""
        canary = self.compiled.release.canary
        return _repetition(self.compiled, submission, self.runs, canary=canary)

    def exposure(
        self, submissions: Sequence[ScoredSubmission], repetitions: Iterable[Repetition]
    ) -> Exposure | None:
        """Return the release's record; None where there is nothing to look at.

        repetitions: of each submission.
        """
        days = {question.question_id: question.released for question in self.public}
        shown = [row for row in repetitions if row.answers or row.canaries]
        ages = list(_ages(self.compiled, submissions, days))
        if not shown and not ages:
            return None
        return Exposure(
            format="exposure/1",
            release=self.compiled.release.release,
            references=len(self.runs),
            ages=ages,
            repetitions=sorted(shown, key=lambda row: (-row.verbatim, row.submission_id)),
        )


# Word for word --------------------------------------------------------------------------------


def words_of(text: str) -> list[str]:
    """Return a text's words, folded; a Chinese character is a word.

    >>> words_of("L'Article 8, 第二條")
    ['l', 'article', '8', '第', '二', '條']
    """
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def run_length(words: Sequence[str]) -> int:
    """Return how many words of a text are a run: more where most are Chinese characters."""
    han = sum(len(word) == 1 and word > "\u3400" for word in words)
    return HAN_RUN if 2 * han > len(words) else RUN


def runs_of(text: str) -> set[Run]:
    """Return every run of a text."""
    words = words_of(text)
    length = run_length(words)
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def reference_runs(question: Question, truth: Truth) -> set[Run]:
    """Return the runs of a truth's texts that do not stand in what the question shows."""
    runs = {run for text in texts_of(truth.truth) for run in runs_of(text)}
    if not runs:
        return runs
    shown = [turn.content for turn in question.turns]
    shown += [*(source.text for source in question.shown_sources or ()), *texts_of(question.ask)]
    return runs - {run for text in shown for run in runs_of(text)}


def texts_of(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from texts_of(each)


def _repeats(words: Sequence[str], runs: Collection[Run]) -> bool:
    """Return whether a text holds one of some runs."""
    lengths, first = {len(run) for run in runs}, {run[:2] for run in runs}
    return any(
        (word, after) in first and any(tuple(words[at : at + n]) in runs for n in lengths)
        for at, (word, after) in enumerate(pairwise(words))
    )


def _repetition(
    compiled: CompiledRelease,
    submission: ScoredSubmission,
    runs: Mapping[str, Collection[Run]],
    *,
    canary: str,
) -> Repetition:
    long, alike, canaries = 0, [], 0
    for task in compiled.tasks:
        for index, key in enumerate(task.ids):
            texts = list(texts_of(submission.answers[task.start + index]))
            canaries += any(canary in text for text in texts)
            if key in runs:
                every = [words for text in texts if len(words := words_of(text)) >= RUN]
                long += any(len(words) >= run_length(words) for words in every)
                alike += [key] if any(_repeats(words, runs[key]) for words in every) else []
    return Repetition(
        submission_id=submission.card.submission_id,
        role=submission.role,
        answers=long,
        verbatim=len(alike),
        questions=sorted(alike),
        canaries=canaries,
    )


# Age ------------------------------------------------------------------------------------------


def last_day(cutoff: str) -> str:
    """Return the last day of a year, a month or a day.

    >>> last_day("2024"), last_day("2024-02"), last_day("2024-02-03")
    ('2024-12-31', '2024-02-29', '2024-02-03')
    """
    year, month, *day = (*map(int, cutoff.split("-")), *[12][: cutoff.count("-") == 0])
    if day:
        return cutoff
    following = date(year + month // 12, month % 12 + 1, 1)
    return (following - timedelta(days=1)).isoformat()


def _ages(
    compiled: CompiledRelease, submissions: Sequence[ScoredSubmission], days: Mapping[str, str]
) -> Iterator[AgeGap]:
    declared = [each for each in submissions if each.card.knowledge_cutoff]
    floors = [each for each in submissions if each.role in FLOORS]
    for track in compiled.release.tracks:
        score = _headline(compiled, track)
        for each in declared if score else ():
            if each.card.claims(track.track) and score:
                yield _age(each, floors, score, days)


def _headline(compiled: CompiledRelease, track: Track) -> WeightedScore | None:
    rule = next(rule for rule in track.scores if rule.name == track.headline)
    score = rule_score(rule, track, compiled.tasks_of(track.track))
    return None if score is None or score.needs_judge else score


def _age(
    submission: ScoredSubmission,
    floors: Sequence[ScoredSubmission],
    score: WeightedScore,
    days: Mapping[str, str],
) -> AgeGap:
    cutoff = str(submission.card.knowledge_cutoff)
    last, ids = last_day(cutoff), [key for task in score.tasks for key in task.ids]
    sides = tuple(
        frozenset(key for key in ids if (days[key] <= last) is early) for early in (True, False)
    )
    alone = [task.task for task in score.tasks if not all(side & set(task.ids) for side in sides)]
    row = AgeGap(
        submission_id=submission.card.submission_id,
        track=score.tasks[0].track,
        cutoff=cutoff,
        before_n=len(sides[0]),
        after_n=len(sides[1]),
        why_not=f"on one side alone: {', '.join(alone)}" if alone else "",
    )
    if alone:
        return row
    early, late = (_side(submission, score, side) for side in sides)
    gaps = [
        _side(each, score, sides[0]).value - _side(each, score, sides[1]).value for each in floors
    ]
    gap = early.value - late.value
    ends = two_samples(gap, [early.variance, late.variance], [early.free, late.free])
    figures = {"before": early.value, "after": late.value, "gap": gap}
    if gaps:
        figures["floor_gap"] = median(gaps)
    rounded = {name: round_share(value) for name, value in figures.items()}
    return AgeGap.model_validate(row.as_json() | rounded | ends)


def _side(submission: ScoredSubmission, score: WeightedScore, some: frozenset[str]) -> Side:
    """Return a submission's headline on some questions."""
    facts = submission.by_task(score.tasks[0].track)
    tasks = {task.task: narrow(task, some) for task in score.tasks}
    terms = tuple((w, m, tuple(tasks[t.task] for t in own)) for w, m, own in score.terms)
    rows = {name: rows_of(facts[name], task) for name, task in tasks.items()}
    estimates = Estimates(WeightedScore(terms), [[rows]])
    value, jackknife = estimates.points[0], estimates.jackknives[0]
    return Side(value, Fraction(jackknife.careful_variance(value)), jackknife.design.df)
