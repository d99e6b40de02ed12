"""The balance of a key: what the best constant earns of a task, and what would level it.

``constant`` gives the one answer that is right most often. Which questions it earns is what a
refresh takes first; of what stays, it is also how many new questions a key lacks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.canonical import canonical_bytes
from digesta.errors import Problem
from digesta.metrics.exact import NANO
from digesta.records.release import Question
from digesta.releases.data import ReleaseData
from digesta.releases.floors import (
    board_of,
    no_headline_without_law,
    weights_even,
)
from digesta.scorers.contract import OPEN_FLOOR, SLACK
from digesta.scoring.facts import adversary_answers, compile_release, mark_all

OWN = "an answer of its own"
"""What a new question of an open form can have: it is no other's answer."""

LONGEST, SHOWN, MOST = 40, 6, 100
"""Of an answer that a message names, in characters; of such answers; of the new questions that it
asks for."""


class Credit(NamedTuple):
    """What the best constant earns on a question, what it answers there, and the chance."""

    credit: Fraction
    chance: Fraction
    answer: Any


def credits_of(draft: ReleaseData, questions: Sequence[Question]) -> dict[str, Credit]:
    """Return what the best constant earns on each question of one task, by id."""
    resources = draft.resources
    answers = adversary_answers(questions, draft.truths, "constant", resources=resources)
    compiled = compile_release(
        draft.manifest, questions, draft.truths, digest=draft.digest, resources=resources
    )
    [task] = compiled.tasks
    [facts] = mark_all(compiled, [answers[name] for name in task.ids])
    scorer, chance = task.scorer, task.scorer.column_names.index("chance")
    return {
        name: Credit(
            task.headline.value(scorer.sums(facts.rows[row : row + 1])),
            Fraction(int(facts.rows[row, chance]), NANO),
            answers[name],
        )
        for row, name in enumerate(task.ids)
    }


def excess(draft: ReleaseData, questions: Sequence[Question]) -> Fraction:
    """Return how much more than its limit ``constant`` earns on the questions of a task, in all."""
    earned = credits_of(draft, questions).values()
    return sum((each.credit for each in earned), Fraction(0)) - _limit(earned)


def _limit(earned: Collection[Credit]) -> Fraction:
    chance = sum((each.chance for each in earned), Fraction(0))
    return chance + SLACK * len(earned) if chance else OPEN_FLOOR * len(earned)


def obstacles(draft: ReleaseData) -> Iterator[Problem]:
    """Yield what keeps a refreshed draft from being cut, with its keys' counts and what they lack.

    Of a task that ``constant`` wins and that is a mean of credits, the fix names how many new
    questions of which answer level the key.
    """
    problems = (*no_headline_without_law(draft), *weights_even(draft))
    for problem in in_numbers(draft, problems):
        yield replace(problem, fix=f"{problem.fix}; or leave some out with --except")


def in_numbers(draft: ReleaseData, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield problems; of a task that ``constant`` wins with its key's counts and what it lacks."""
    tasks = tasks_of(draft)
    for problem in problems:
        board, adversary = board_of(problem)
        known = problem.code == "won-without-law" and board in tasks and adversary == "constant"
        yield _in_numbers(draft, problem, tasks[board]) if known else problem


def tasks_of(draft: ReleaseData) -> dict[str, list[Question]]:
    """Return the public questions of each task, by TRACK/CATEGORY/TASK."""
    tasks: defaultdict[str, list[Question]] = defaultdict(list)
    for question in draft.public():
        tasks[f"{question.track}/{question.category}/{question.task}"].append(question)
    return dict(tasks)


def key_counts(draft: ReleaseData, questions: Sequence[Question]) -> Counter[str]:
    """Return how often each answer is right on the questions of a task."""
    return sum(_key_of(draft, questions).groups.values(), Counter())


def _in_numbers(draft: ReleaseData, problem: Problem, questions: Sequence[Question]) -> Problem:
    key = _key_of(draft, questions)
    counts = sum(key.groups.values(), Counter()).most_common(SHOWN)
    lacking = ", ".join(f"{n} with {label}" for label, n in sorted(_lacking(key).items()))
    fix = f"add new questions to the draft first: {lacking}" if lacking else problem.fix
    # Of choices that are the same for all, an order says nothing that their texts do not.
    if (
        len(
            {frozenset(map(str, each.ask.get("choices", ()))) for each in questions} - {frozenset()}
        )
        > 1
    ):
        fix = f"shuffle the choices, so that no place is right more often than others; or {fix}"
    got = ", ".join(f"{label} {n}" for label, n in counts)
    return replace(problem, got=f"{problem.got} on the {len(questions)} questions (right: {got})",
                   fix=fix)  # fmt: skip


class _Key(NamedTuple):
    """The right answers of a task. groups: how often each is right, by what is answered alike.

    gains: by how much a new question of a group raises what ``constant`` may earn in all; limit:
    what it may earn now; credit: what it earns.
    """

    groups: Mapping[Hashable, Counter[str]]
    gains: Mapping[Hashable, Fraction]
    limit: Fraction
    credit: Fraction


def _key_of(draft: ReleaseData, questions: Sequence[Question]) -> _Key:
    whole = credits_of(draft, questions)
    groups: dict[Hashable, Counter[str]] = {
        _form(question): Counter(dict.fromkeys(_labels(question), 0)) for question in questions
    }
    left, earned = list(questions), whole
    # What the best constant earns, then of the rest what the best of these earns, and so on.
    while right := [each for each in left if earned[each.question_id].credit]:
        for question in right:
            groups[_form(question)][_label(question, earned[question.question_id].answer)] += 1
        left = [question for question in left if question not in right]
        earned = credits_of(draft, left) if left else {}
    guessed = any(each.chance for each in whole.values())
    gains = {_form(q): whole[q.question_id].chance + SLACK for q in questions}
    return _Key(
        groups,
        gains if guessed else dict.fromkeys(gains, OPEN_FLOOR),
        _limit(whole.values()),
        sum((each.credit for each in whole.values()), Fraction(0)),
    )


def _lacking(key: _Key) -> Counter[str]:
    """Return how many new questions of which answer bring ``constant`` down to its limit.

    Empty where credits are no counts of right answers, or so many would be needed that the task
    is at fault.
    """
    hits, limit = sum(max(labels.values()) for labels in key.groups.values()), key.limit
    lacking: Counter[str] = Counter()
    raised = 0
    while hits == key.credit + raised and hits > limit:
        if lacking.total() > MOST:
            return Counter()
        form, label = min(
            ((form, label) for form, labels in key.groups.items() for label in labels),
            key=lambda row: _cost(key, *row),
        )
        highest = key.groups[form][label] == max(key.groups[form].values())
        hits, raised, limit = hits + highest, raised + highest, limit + key.gains[form]
        key.groups[form][label] += label != OWN
        lacking[label] += 1
    return lacking


def _cost(key: _Key, form: Hashable, label: str) -> tuple[bool, Fraction, int, str]:
    """Order where a new question goes: no longer maximum, the most room, the rarest answer."""
    labels = key.groups[form]
    return labels[label] == max(labels.values()), -key.gains[form], labels[label], label


def _form(question: Question) -> Hashable:
    return question.ask.get("answer_type"), len(question.ask.get("choices", ()))


def _labels(question: Question) -> list[str]:
    """Return what could be right: every choice by its place, both truth values, else anything."""
    choices = len(question.ask.get("choices", ()))
    if choices:
        return [f"choice {place} of {choices}" for place in range(1, choices + 1)]
    return ["true", "false"] if question.ask.get("answer_type") == "boolean" else [OWN]


def _label(question: Question, answer: Any) -> str:
    choices = question.ask.get("choices", ())
    labels = dict(zip(choices, _labels(question), strict=False))
    return labels.get(str(answer)) or canonical_bytes(answer).decode()[:LONGEST]
