"""Logs of a harness: what several models answered to its tasks, and what it gave them for it.

A log is one model's run of one task. The questions of several models' logs are one: the prompt is
that of the first log that has it. A log with a fault refuses itself alone. Beside the harness's
mark of an answer stands ours, and every difference is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any, NamedTuple

from digesta.errors import Problem
from digesta.metrics.exact import NANO
from digesta.scorers import SCORERS
from digesta.scorers.base import Response
from digesta.text.readings import READING
from digesta_convert.shared.draft import (
    Draft,
    SourceQuestion,
    SourceSystem,
    Value,
    answer_lines,
    draft_of,
)
from digesta_convert.shared.keys import yes_or_no
from digesta_convert.shared.names import slug_of
from digesta_convert.shared.rows import Faults

_OWN = frozenset({"question_id", "question", "truth", "weighting"})
_MOST_WORDS, _LONGEST_WORD = 16, 80
_MOST_NOTES = 2000
_CLOSE = 1e-6
"""Marks nearer than this are one: logs round."""


class SourceReply(NamedTuple):
    """A model's whole reply to one of our questions. cut: whether a limit of length ended it."""

    file: str
    line: int
    question_id: str
    text: str | None
    model: str
    cut: bool = False


@dataclass(frozen=True)
class TaskLog:
    """One model's log of one task.

    questions: with the model's replies. metric: the harness's, and rule: what it takes as right.
    marks: what it gave each question, by name, from 0 to 1. score: their mean, as the log states
    it. made: of the run: day, and the harness's version.
    """

    path: str
    task: str
    model: str
    questions: Sequence[SourceQuestion]
    metric: str = ""
    rule: str = ""
    marks: Mapping[str, float] = field(default_factory=dict)
    score: float | None = None
    notes: Sequence[str] = ()
    made: str = ""


def is_own(record: Mapping[str, Any]) -> bool:
    """Return whether a harness's record is a question that ``digesta export`` wrote."""
    return record.keys() >= _OWN


def not_ours(path: str, line: int = 0) -> Problem:
    """Return the problem of a log, to be a submission, that answers none of our questions."""
    fix = "import it as questions of its own: -o releases/SERIES-DATE, or -o drafts/DATE"
    return Problem(
        code="other-questions", file=path, line=line, got="a question of another task",
        expected="a log of a task that digesta export wrote", fix=fix,
    )  # fmt: skip


def not_others(path: str, line: int = 0) -> Problem:
    """Return the problem of a log, to be a benchmark, that answers our questions."""
    return Problem(
        code="own-question", file=path, line=line, got="a question that digesta export wrote",
        expected="another's task", fix="make it a submission: -o predictions/RELEASE/NAME",
    )  # fmt: skip


def read_logs(
    paths: Iterable[str], read: Callable[[str, Faults], TaskLog | None]
) -> tuple[list[TaskLog], Faults]:
    """Return the good logs, and what is wrong with the others; ReleaseError where none is good."""
    logs, refused = list[TaskLog](), Faults()
    for path in paths:
        faults = Faults(mends=True)
        log = read(path, faults)
        if log is not None:
            _check_names(log, faults)
        refused.problems += faults.problems
        refused.mended += faults.mended
        logs += [log] if log is not None and not faults.problems else []
    if not logs:
        refused.refuse()
    twice = Faults()
    first: dict[tuple[str, str], str] = {}
    for log in logs:
        if (before := first.setdefault((log.task, log.model), log.path)) != log.path:
            got = f"a second log of {log.task} by {log.model}, after {before}"
            twice.add("file-twice", log.path, got=got, fix="name the logs of one run")
    twice.refuse()
    return logs, refused


def _check_names(log: TaskLog, faults: Faults) -> None:
    places: dict[str, SourceQuestion] = {}
    for each in log.questions:
        if (before := places.setdefault(each.name, each)) is not each:
            got = f"{each.at}, as at {before.place}"
            faults.add("dup-id", each.file, each.line, got=got, fix="keep one of the two")


def draft_of_logs(
    track: Mapping[str, str],
    logs: Sequence[TaskLog],
    refused: Faults,
    constants: Value | None,
    unread: Sequence[str] = (),
) -> Draft:
    """Return the draft of these logs: the questions, each model's answers, the harness's marks.

    constants: what every question gets; its language is that by which answers are marked.
    """
    known: dict[str, SourceQuestion] = {}
    kept, notes = list[TaskLog](), dict[str, None]()
    for log in logs:
        if other := next((q for q in log.questions if _key(known.get(q.name, q)) != _key(q)), None):
            got = f"{other.at}: another key or other choices than at {known[other.name].place}"
            refused.add("question-differs", log.path, other.line, got=got,
                        fix="import logs of one version of the task")  # fmt: skip
            continue
        prompts = sum(known.setdefault(q.name, q).turns != q.turns for q in log.questions)
        if prompts:
            said = f"{log.task}: {log.model} had other prompts for {prompts} questions"
            notes[f"{said}; those of the first log stand here"] = None
        kept.append(log)
        notes |= dict.fromkeys(log.notes)
    questions = [each for task in _by_task(known.values()) for each in _typed(task)]
    faults = Faults()
    draft = draft_of(track, [replace(each, reply=None) for each in questions], faults)
    faults.refuse()
    tasks = {question["question_id"]: question["task"] for question in draft.questions}
    systems = [_system(model, kept, questions, tasks) for model in dict.fromkeys(
        log.model for log in kept)]  # fmt: skip
    language = (constants or {}).get("language", "und")
    earned = {each.name: _earned(draft, each.answers, language) for each in systems}
    compared = [(log, list(_comparison(log, earned[log.model]))) for log in kept if log.marks]
    said = {each.name: "; ".join(lines[0] for log, lines in compared if log.model == each.name)
            for each in systems}  # fmt: skip
    systems = [replace(each, notes=said[each.name][:_MOST_NOTES]) for each in systems]
    names = ", ".join(each.name for each in systems)
    made = ", ".join(dict.fromkeys(log.made for log in kept if log.made))
    return replace(
        draft,
        predictions=answer_lines(draft.questions, systems[0].answers) if len(systems) == 1 else (),
        systems=tuple(systems),
        notes=(*draft.notes, f"the answers are those of {names}", *notes),
        odd=tuple(" ".join(lines) for _, lines in compared),
        archive={"source": f"{track['title']}: {', '.join(_titles(kept))}", "commit": made},
        unread=tuple(unread),
        refused=tuple(refused.problems),
    )


def _key(question: SourceQuestion) -> tuple[Any, ...]:
    return list(question.choices), question.right, list(question.accepted)


def _titles(logs: Sequence[TaskLog]) -> list[str]:
    return list(dict.fromkeys(log.task for log in logs))


def _by_task(questions: Iterable[SourceQuestion]) -> list[list[SourceQuestion]]:
    tasks: dict[str, list[SourceQuestion]] = {}
    for each in questions:
        tasks.setdefault(each.task, []).append(each)
    return list(tasks.values())


def _typed(task: Sequence[SourceQuestion]) -> Iterator[SourceQuestion]:
    """Yield a task's questions; where all targets are yes or no, or few words, as such."""
    texts = [each for each in task if not each.choices]
    truths = {each.right: yes_or_no(each.right) for each in texts}
    boolean = None not in truths.values() and not any(each.accepted for each in texts)
    words = sorted({each.right for each in texts})
    listed = 1 < len(words) <= min(_MOST_WORDS, len(texts) // 2) and all(
        len(word) <= _LONGEST_WORD and "\n" not in word for word in words
    )
    for each in task:
        if each.choices or not (boolean or listed):
            yield each
        elif boolean:
            truth = {"answer": truths[each.right]}
            yield replace(each, closed=({"answer_type": "boolean"}, truth))
        else:
            yield replace(each, labels=words)


def _system(
    model: str, logs: Sequence[TaskLog], questions: Sequence[SourceQuestion],
    tasks: Mapping[str, str],
) -> SourceSystem:  # fmt: skip
    """Return a model's answers, and the tasks of which none of its logs is here."""
    own = [each for log in logs if log.model == model for each in log.questions]
    answers = {slug_of(each.name): each.reply for each in own if each.reply is not None}
    there = {tasks[slug_of(each.name)] for each in own}
    absent = {tasks[slug_of(each.name)]: "no log of it was imported" for each in questions}
    return SourceSystem(
        model, answers, {task: why for task, why in absent.items() if task not in there}
    )


class _Credit(NamedTuple):
    share: float
    why: str


def _earned(draft: Draft, answers: Mapping[str, Any], language: str) -> dict[str, _Credit]:
    """Return what each answer earns here, and why, as the board will have it."""
    earned, truths = {}, draft.truth_of()
    for question in draft.questions:
        key, scorer = question["question_id"], SCORERS[question["scorer"]]
        asked: Value = {**question, "language": language,
                        "ask": scorer.with_reading(question["ask"], READING)}  # fmt: skip
        prepared = scorer.prepare(asked, truths[key]["truth"], {})
        response = Response(answers.get(key))
        share = scorer.mark(prepared, response)[0] / NANO
        earned[key] = _Credit(share, scorer.why(prepared, response))
    return earned


def _comparison(log: TaskLog, earned: Mapping[str, _Credit]) -> Iterator[str]:
    """Yield the harness's score beside ours, and then what differs: which answers, and why."""
    ours = {each.name: earned[slug_of(each.name)] for each in log.questions}
    marked = {name: ours[name].share for name in log.marks}
    own = {each.name: each.at.rpartition(" ")[2] for each in log.questions}
    mean, here = fmean(log.marks.values()), fmean(marked.values())
    score = mean if log.score is None else log.score
    yield f"{log.task}, {log.model}: {log.metric} {score:.3f} in the log, {here:.3f} here"
    if abs(score - mean) > _CLOSE:
        yield f"(its marks of these {len(log.marks)} answers alone: {mean:.3f})"
    groups: dict[tuple[float, float], list[str]] = {}
    for name, mark in log.marks.items():
        if abs(mark - marked[name]) > _CLOSE:
            groups.setdefault((mark, marked[name]), []).append(name)
    if groups:
        yield f"({log.metric} takes as right: {log.rule})."
    for (mark, share), names in sorted(groups.items()):
        which = ", ".join(own[name] for name in names)
        yield f"{mark:g} there, {share:g} here: {which}. {ours[names[0]].why}."
