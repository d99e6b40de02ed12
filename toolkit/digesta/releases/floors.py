"""Checks of a draft that need its questions prepared: truths, weights, and the five adversaries.

No headline without law (architecture.md section 6): on a task with k options no adversary may
exceed chance by more than 0.05, on every other task none may exceed 0.40, and on a track's
headline the greater of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from digesta.errors import Problem, ReleaseError
from digesta.model.release import Score, TermsScore, Track
from digesta.releases.reading import ReleaseData
from digesta.scores import task_score, weighted
from digesta.scoring import (
    Compiled,
    TaskFacts,
    adversary_answers,
    compile_release,
    expected_facts,
    mark_all,
)

ADVERSARIES = ("silent", "constant", "random", "enumerate", "echo")
OPEN_FLOOR = Fraction(40, 100)
SLACK = Fraction(5, 100)


def _compiled(draft: ReleaseData) -> Compiled:
    return compile_release(
        draft.manifest, draft.questions, draft.truths,
        digest=draft.digest, resources=draft.resources,
    )  # fmt: skip


def truths_hold(draft: ReleaseData) -> Iterator[Problem]:
    """Every truth can be right: within its choices, satisfying its own schema, unambiguous."""
    for question in draft.public():
        try:
            compile_release(
                draft.manifest, [question], draft.truths,
                digest=draft.digest, resources=draft.resources,
            )  # fmt: skip
        except ReleaseError as error:
            for problem in error.problems:
                yield draft.problem(
                    "truths.jsonl", question.question_id, problem.code,
                    got=problem.got, fix=problem.fix,
                )  # fmt: skip


def weights_even(draft: ReleaseData) -> Iterator[Problem]:
    """Refuse a question that weighs over twice as much as another of its track's headline."""
    compiled = _compiled(draft)
    for track in draft.manifest.tracks:
        rule = headline_of(track)
        score = weighted(rule, track, compiled.tasks_of(track.track))
        if score is None or isinstance(rule, TermsScore):
            continue  # published weights stand as they were published (tracks.md rule 4)
        weights = {task.task: weight for task, weight in score.question_weights()}
        heavy, light = max(weights, key=weights.__getitem__), min(weights, key=weights.__getitem__)
        if weights[heavy] > 2 * weights[light]:
            yield Problem(
                code="weights", file="questions.jsonl", got=f"{track.track}: {heavy} > 2 x {light}",
                fix="add questions to the heavy task or take some from the light one",
            )  # fmt: skip


def headline_of(track: Track) -> Score:
    """Give the rule of a track's headline."""
    return next(score for score in track.scores if score.name == track.headline)


def no_headline_without_law(draft: ReleaseData) -> Iterator[Problem]:
    """Hold the five adversaries to the floor (architecture.md section 6)."""
    compiled = _compiled(draft)
    order = [question_id for task in compiled.tasks for question_id in task.ids]
    for adversary in ADVERSARIES:
        facts = expected_facts(compiled, adversary)
        if facts is None:
            answers = adversary_answers(
                draft.public(), draft.truths, adversary, resources=draft.resources
            )
            facts = mark_all(compiled, [answers.get(question_id) for question_id in order])
        yield from over_the_floor(draft, facts, adversary)


def over_the_floor(
    draft: ReleaseData, facts: Iterable[TaskFacts], adversary: str
) -> Iterator[Problem]:
    """Name the headlines on which an adversary exceeds its limit."""
    listed = list(facts)
    for track in draft.manifest.tracks:
        mine = {one.task.task: one for one in listed if one.task.track == track.track}
        tasks = [one.task for one in mine.values()]
        scores = [(f"{track.track}/{t.category}/{t.task}", task_score(t)) for t in tasks]
        whole = weighted(headline_of(track), track, tasks)
        scores += [(track.track, whole)] if whole else []
        for board, score in scores:
            chance = score.chance(mine)
            limit = chance + SLACK if chance and board != track.track else OPEN_FLOOR
            limit = max(limit, chance + SLACK) if board == track.track else limit
            if score.value(mine) > limit:
                yield Problem(
                    code="won-without-law", file="truths.jsonl",
                    got=f"{board}: {adversary} scores {float(score.value(mine)):.3f}",
                    expected=f"at most {float(limit):.3f}",
                    fix="balance the key, or choose a metric that it cannot win",
                )  # fmt: skip


SCORED_CHECKS = (truths_hold, weights_even, no_headline_without_law)
