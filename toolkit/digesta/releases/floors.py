"""Checks of a draft that need its questions prepared: truths, weights, and the five adversaries.

No headline without law: on a task with k options no adversary may
exceed chance by more than 0.05, on every other task none may exceed 0.40, and on a track's
headline the greater of the two. Of a holdout the published figures are held to
the floor: headlines, and categories of at least 30 questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from digesta.board.adversaries import ADVERSARIES
from digesta.board.specs import headlines
from digesta.errors import Problem, ReleaseError
from digesta.records.holdout import LEAST_OF_CATEGORY, LEAST_OF_TRACK
from digesta.records.release import PoolScore, Question, Score, TermsScore, Track
from digesta.releases.data import ReleaseData
from digesta.scorers.contract import OPEN_FLOOR, SLACK
from digesta.scoring.facts import (
    CompiledRelease,
    CompiledTask,
    TaskFacts,
    adversary_answers,
    compile_release,
    expected_facts,
    mark_all,
)
from digesta.scoring.rules import WeightedScore, category_score, rule_score, task_score

MOST_UNEVEN = 2
"""How much more a question of a headline may weigh than another."""


def _compile_split(draft: ReleaseData, split: str) -> CompiledRelease:
    return _compile(draft, draft.questions, split)


def _compile(draft: ReleaseData, questions: Sequence[Question], split: str) -> CompiledRelease:
    prepare = partial(compile_release, digest=draft.digest, resources=draft.resources)
    return prepare(draft.manifest, questions, draft.truths, split=split)


def truths_hold(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse truths that cannot be right: outside the choices, against their schema, ambiguous."""
    for question in (each for split in draft.splits for each in draft.of_split(split)):
        try:
            _compile(draft, [question], question.split)
        except ReleaseError as error:
            for each in error.problems:
                wrong = partial(draft.problem, "truths.jsonl", question.question_id)
                yield wrong(each.code, got=each.got, fix=each.fix)


def weights_even(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse a question that weighs over twice as much as another of its track's headline."""
    fix = "add questions to the heavy task, or give it a track of its own (import --track)"
    for split in draft.splits:
        for rule, got in _uneven(draft, split):
            if not isinstance(rule, TermsScore):
                yield Problem(code="weights", file="questions.jsonl", got=got, fix=fix)


def uneven_terms(draft: ReleaseData) -> Iterator[str]:
    """Yield the same of headlines whose terms have weights of their own: a warning."""
    for split in () if draft.manifest.archive else ("public", "holdout"):
        for rule, got in _uneven(draft, split):
            if isinstance(rule, TermsScore):
                yield f"{got}; level the weights or the questions in the next release"


def _uneven(draft: ReleaseData, split: str) -> Iterator[tuple[Score, str]]:
    of = "" if split == "public" else f" ({split})"
    for track in draft.manifest.tracks:
        counts = Counter(q.task for q in draft.of_split(split) if q.track == track.track)
        for board, rule in headlines(track, split).items():
            if words := uneven_words(rule, track, counts):
                yield rule, f"{board}: {words}{of}"


def uneven_words(rule: Score, track: Track, counts: Mapping[str, int]) -> str:
    """Say which task's questions weigh most in a score, where that is over twice the least.

    counts: questions by task. Empty also where a split lacks a part, and so the score.
    """
    if isinstance(rule, PoolScore):
        return ""  # every question weighs the same
    tasks = {name: task.category for name, task in track.tasks.items() if counts.get(name)}
    if of_terms := isinstance(rule, TermsScore):
        shares = [(Fraction(weight), scope) for weight, scope, _ in rule.terms]
    else:
        places = rule.categories_of(track)
        shares = [(Fraction(1, len(places)), place) for place in places]
    weights: dict[str, Fraction] = {}
    for share, scope in shares:
        group = [name for name, category in tasks.items() if scope in (name, category)]
        pooled = sum(counts[name] for name in group)
        for name in group:
            n = pooled if of_terms else len(group) * counts[name]
            weights[name] = weights.get(name, Fraction(0)) + share / n
        if not group:
            return ""
    heavy, light = max(weights, key=weights.__getitem__), min(weights, key=weights.__getitem__)
    times = weights[heavy] / weights[light]
    if times <= MOST_UNEVEN:
        return ""
    return f"a question of {heavy} weighs {float(times):.3g} times one of {light}"


def _of(compiled: CompiledRelease) -> str:
    return "" if compiled.split == "public" else f" ({compiled.split})"


def headlines_whole(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse sealed questions of a track that are too few for a figure, or lack its headline."""
    for split in draft.splits[1:]:
        compiled = _compile_split(draft, split)
        for track in draft.manifest.tracks:
            tasks = compiled.tasks_of(track.track)
            n = sum(len(task.ids) for task in tasks)
            for rule in _without_figure(track, tasks, n) if tasks else ():
                wrong = partial(Problem, code="holdout-headline", file="questions.jsonl")
                got = f"{track.track}: {n} sealed questions in {len(tasks)} tasks"
                expected = f"at least {LEAST_OF_TRACK}, in all that {rule.name} is made of"
                fix = "seal questions of what is lacking, or none; or name a sealed_headline"
                yield wrong(got=got, expected=expected, fix=fix)


def _without_figure(track: Track, tasks: Sequence[CompiledTask], n: int) -> Iterator[Score]:
    """Yield the headlines of which sealed questions give no figure, though some count in them."""
    first, *others = headlines(track, "holdout").values()
    if n < LEAST_OF_TRACK or rule_score(first, track, tasks) is None:
        yield first
    for rule in others:
        sealed = tasks_of_rule(track, rule) & {task.task for task in tasks}
        if sealed and rule_score(rule, track, tasks) is None:
            yield rule


def headline_of(track: Track, split: str = "public") -> Score:
    """Return the rule of a track's first headline on a split."""
    return headlines(track, split)[track.track]


def tasks_of_rule(track: Track, rule: Score) -> set[str]:
    """Return the tasks whose questions a score of a track counts."""
    if isinstance(rule, TermsScore):
        named = {scope for _, scope, _ in rule.terms}
    elif isinstance(rule, PoolScore):
        named = set(rule.pool) if rule.pool != "all" else set()
    else:
        named = set(rule.categories_of(track))
    return {
        name for name, task in track.tasks.items() if not named or {name, task.category} & named
    }


class FloorRow(NamedTuple):
    """What an adversary scores on a board, TRACK/CATEGORY/TASK or a track, and what it may."""

    board: str
    adversary: str
    score: Fraction
    limit: Fraction

    def problem(self) -> Problem:
        """Return what is wrong with a score over its limit."""
        return Problem(
            code="won-without-law",
            file="truths.jsonl",
            got=f"{self.board}: {self.adversary} scores {float(self.score):.3f}",
            expected=f"at most {float(self.limit):.3f}",
            fix="balance the key, or choose a metric that it cannot win",
        )


def no_headline_without_law(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse tasks and headlines on which one of the five adversaries exceeds its limit."""
    yield from (row.problem() for row in floor_rows(draft) if row.score > row.limit)


def floor_rows(draft: ReleaseData) -> Iterator[FloorRow]:
    """Yield what each of the five adversaries scores on each board of a draft's splits."""
    for split in draft.splits:
        compiled = _compile_split(draft, split)
        order = [question_id for task in compiled.tasks for question_id in task.ids]
        for adversary in ADVERSARIES:
            facts = expected_facts(compiled, adversary)
            if facts is None:
                answers = adversary_answers(
                    draft.of_split(split), draft.truths, adversary, resources=draft.resources
                )
                facts = mark_all(compiled, [answers.get(question_id) for question_id in order])
            label = adversary + _of(compiled)
            yield from _rows(draft, facts, label, split=split)


Scores = Iterator[tuple[str, WeightedScore]]


def _of_tasks(track: Track, tasks: Sequence[CompiledTask]) -> Scores:
    yield from ((f"{track.track}/{t.category}/{t.task}", task_score(t)) for t in tasks)


def _of_large_categories(track: Track, tasks: Sequence[CompiledTask]) -> Scores:
    for category in track.categories:
        if sum(len(task.ids) for task in tasks if task.category == category) >= LEAST_OF_CATEGORY:
            yield f"{track.track}/{category}", category_score(category, tasks)


_PUBLISHED = {"public": _of_tasks, "holdout": _of_large_categories}
"""What is published of a split below its headlines."""


def _rows(
    draft: ReleaseData, facts: Iterable[TaskFacts], adversary: str, *, split: str
) -> Iterator[FloorRow]:
    listed = list(facts)
    for track in draft.manifest.tracks:
        mine = {each.task.task: each for each in listed if each.task.track == track.track}
        tasks = [each.task for each in mine.values()]
        scores = list(_PUBLISHED[split](track, tasks))
        rules = headlines(track, split)
        wholes = ((board, rule_score(rule, track, tasks)) for board, rule in rules.items())
        scores += ((board, whole) for board, whole in wholes if whole)
        for board, score in scores:
            chance, whole = score.chance(mine), board in rules
            closed = score.count("chance", mine) and not whole
            limit = chance + SLACK if closed else OPEN_FLOOR
            limit = max(limit, chance + SLACK) if whole else limit
            yield FloorRow(board, adversary, score.value(mine), limit)


def board_of(problem: Problem) -> tuple[str, str]:
    """Return the board and the adversary that a problem of this gate is about."""
    board, _, rest = problem.got.partition(": ")
    return board, rest.partition(" scores ")[0]


SCORED_CHECKS = (weights_even, headlines_whole, no_headline_without_law)
