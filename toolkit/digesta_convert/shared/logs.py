"""Logs of a harness: what several models answered to its tasks, and what it gave them for it.

A log is one model's run of one task. Logs of several models share their questions; a prompt is that
of the first log that has it. A log with a fault is refused, and the others are read. Each answer
has the harness's mark and ours, and every difference is listed.
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
from digesta.scorers.closed.read import normalise
from digesta.text.readings import READING
from digesta.text.replies import fold
from digesta_convert.shared.draft import (
    Draft,
    Files,
    SourceQuestion,
    SourceSystem,
    Value,
    answer_lines,
    draft_of,
)
from digesta_convert.shared.keys import yes_or_no
from digesta_convert.shared.names import slug_of
from digesta_convert.shared.rows import Faults, LineFault

_OWN = frozenset({"question_id", "question", "truth", "weighting"})
_MOST_WORDS, _LONGEST_WORD = 16, 80
_MOST_NOTES = 2000
_FORM = "he/1"
"""The form in which new drafts compare texts."""
_CLOSE = 1e-6
"""Marks nearer than this are one: logs round."""


class SourceReply(NamedTuple):
    """A model's whole reply to our question. cut: a limit ended it. failure: why there is none."""

    file: str
    line: int
    question_id: str
    text: str | None
    model: str
    cut: bool = False
    failure: str = ""


@dataclass
class TaskLog:
    """One model's log of one task, as it is read: questions of another's task, or replies to ours.

    questions: with the model's replies. metric: the harness's, and rule: what it takes as right.
    marks: what it gave each question, by name, from 0 to 1. score: their mean, as the log states
    it. run: its day, and the harness's version. broken: how it ended, where it is not whole.
    """

    path: str
    task: str
    model: str
    run: str = ""
    metric: str = ""
    rule: str = ""
    score: Any = None
    questions: list[SourceQuestion] = field(default_factory=list)
    replies: list[SourceReply] = field(default_factory=list)
    marks: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    broken: str = ""

    def add(self, question: SourceQuestion, mark: Any) -> None:
        """Add a question, and the harness's mark where that is a share.

        LineFault where a text of its key says nothing: no answer could be right.
        """
        texts = () if question.choices else (question.right, *question.accepted)
        if empty := [text for text in texts if not normalise(_FORM, fold(text))]:
            got = f"target {empty[0][:40]!r} of {question.at}"
            raise LineFault("bad-target", got=got, expected="a text with a letter or a digit",
                            fix="leave out samples that have no right answer")  # fmt: skip
        self.questions.append(question)
        if isinstance(mark, int | float) and 0 <= mark <= 1:
            self.marks[question.name] = float(mark)


class LogFiles(NamedTuple):
    """The good logs, what is wrong with others, and the files that are none."""

    good: list[TaskLog]
    refused: Faults
    unread: Sequence[str] = ()


def is_own(record: Mapping[str, Any]) -> bool:
    """Return whether a harness's record is a question that ``digesta export`` wrote."""
    return record.keys() >= _OWN


def read_logs(
    paths: Iterable[str], read: Callable[[str, Faults], TaskLog | None], unread: Sequence[str]
) -> LogFiles:
    """Return the logs; ReleaseError where none is good, or two are of one task by one model.

    One that is not whole gives way to one that is: a run was begun again.
    """
    refused, twice = Faults(), Faults()
    logs: dict[tuple[str, str], TaskLog] = {}
    for path in paths:
        faults = Faults(mends=True)
        log = read(path, faults)
        if log is None or faults.problems:
            refused.problems += faults.problems
            continue
        before = logs.setdefault((log.task, log.model), log)
        if before.broken and not log.broken:
            logs[log.task, log.model], log, before = log, before, log
        if before is not log:
            where = refused if log.broken and not before.broken else twice
            got = f"a second log of {log.task} by {log.model}, after {before.path}"
            where.add("file-twice", log.path, got=got, fix="name the logs of one run")
        refused.mended += faults.mended
    twice.refuse()
    if not logs:
        refused.refuse()
    return LogFiles([*logs.values()], refused, unread)


Read = Callable[[Files], LogFiles]
"""Reads a harness's files, or raises ReleaseError where no log is good."""


def replies_in_logs(read: Read, files: Files) -> list[SourceReply]:
    """Return the replies to our questions, or ReleaseError where a log is bad or another's."""
    logs = read(files)
    for log in logs.good:
        if log.questions:
            fix = "import it as questions of its own: -o releases/SERIES-DATE, or -o drafts/DATE"
            expected = "a log of a task that digesta export wrote"
            logs.refused.add("other-questions", log.path, expected=expected, fix=fix)
    logs.refused.refuse()
    return [reply for log in logs.good for reply in log.replies]


def _refusal(log: TaskLog, known: Mapping[str, SourceQuestion]) -> dict[str, Any] | None:
    """Return what keeps a log out of a draft, if anything does; known: questions of logs before."""
    if log.replies:
        fix = "make it a submission: -o predictions/RELEASE/NAME"
        return {"code": "own-question", "got": "a task that digesta export wrote", "fix": fix}
    own: dict[str, SourceQuestion] = {}
    for each in log.questions:
        if own.setdefault(each.name, each) is not each:
            got = f"{each.at}, a second time"
            return {"code": "dup-id", "line": each.line, "got": got, "fix": "keep one of the two"}
        if _key(known.get(each.name, each)) != _key(each):
            got = f"{each.at}: another key or other choices than at {known[each.name].place}"
            fix = "import logs of one version of the task"
            return {"code": "question-differs", "line": each.line, "got": got, "fix": fix}
    return None


def draft_of_logs(
    track: Mapping[str, str], read: Read, files: Files, constants: Value | None
) -> Draft:
    """Return the draft of these logs: the questions, each model's answers, the harness's marks.

    constants: what every question gets; its language is that by which answers are marked.
    """
    logs = read(files)
    known: dict[str, SourceQuestion] = {}
    kept, notes, refused = list[TaskLog](), dict[str, None](), logs.refused
    for log in logs.good:
        if refusal := _refusal(log, known):
            refused.problems.append(Problem(file=log.path, **refusal))
            continue
        if prompts := sum(known.setdefault(q.name, q).turns != q.turns for q in log.questions):
            note = f"{log.task}: {log.model} had other prompts for {prompts} questions"
            notes[f"{note}; the first log's are used"] = None
        kept.append(log)
        notes |= dict.fromkeys(log.notes)
        if log.metric and not log.marks:
            notes[f"{log.task}: the marks of {log.metric} are no shares, and not compared"] = None
    if not kept:
        refused.refuse()
    tasks: dict[str, list[SourceQuestion]] = {}
    for each in known.values():
        tasks.setdefault(each.task, []).append(replace(each, reply=None))
    faults = Faults(mended=refused.mended)
    draft = draft_of(track, [each for task in tasks.values() for each in _with_types(task)], faults)
    models = dict.fromkeys(log.model for log in kept)
    systems = [_system(model, kept, draft) for model in models]
    language = (constants or {}).get("language", "und")
    earned = {each.name: _credits_of(draft, each.answers, language) for each in systems}
    compared = {log.path: list(_comparison(log, earned[log.model])) for log in kept if log.marks}
    systems = [
        replace(each, notes="; ".join(
            lines[0] for log in kept if log.model == each.name and (lines := compared.get(log.path))
        )[:_MOST_NOTES])
        for each in systems
    ]  # fmt: skip
    titles = ", ".join(dict.fromkeys(log.task for log in kept))
    runs = ", ".join(dict.fromkeys(log.run for log in kept if log.run))
    return replace(
        draft,
        predictions=answer_lines(draft.questions, systems[0].answers) if len(systems) == 1 else (),
        systems=tuple(systems),
        notes=(*draft.notes, f"the answers are those of {', '.join(models)}", *notes),
        odd=tuple(map(" ".join, compared.values())),
        archive={"source": f"{track['title']}: {titles}", "commit": runs},
        unread=tuple(logs.unread),
        refused=tuple(refused.problems),
    )


def _key(question: SourceQuestion) -> tuple[Any, ...]:
    return list(question.choices), question.right, list(question.accepted)


def _with_types(task: Sequence[SourceQuestion]) -> Iterator[SourceQuestion]:
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


def _system(model: str, logs: Sequence[TaskLog], draft: Draft) -> SourceSystem:
    """Return a model's answers, and the tasks of which none of its logs is here."""
    own = {slug_of(each.name): each.reply for log in logs if log.model == model
           for each in log.questions}  # fmt: skip
    answered = {each["task"] for each in draft.questions if each["question_id"] in own}
    tasks = dict.fromkeys(each["task"] for each in draft.questions)
    absent = {task: "no log of it was imported" for task in tasks if task not in answered}
    return SourceSystem(model, {key: text for key, text in own.items() if text is not None}, absent)


class _Credit(NamedTuple):
    share: float
    why: str


def _credits_of(draft: Draft, answers: Mapping[str, Any], language: str) -> dict[str, _Credit]:
    """Return what each answer earns here, and why, as the board will have it."""
    earned, truths = {}, draft.truth_of()
    for question in draft.questions:
        key, scorer = question["question_id"], SCORERS[question["scorer"]]
        ask = scorer.with_reading(question["ask"], READING)
        whole = question | {"language": language, "ask": ask}
        prepared = scorer.prepare(whole, truths[key]["truth"], {})
        response = Response(answers.get(key))
        share = scorer.mark(prepared, response)[0] / NANO
        earned[key] = _Credit(share, scorer.why(prepared, response))
    return earned


def _comparison(log: TaskLog, earned: Mapping[str, _Credit]) -> Iterator[str]:
    """Yield the harness's score and ours, and then what differs: which answers, and why."""
    ours = {each.name: (each.at.rpartition(" ")[2], *earned[slug_of(each.name)])
            for each in log.questions if each.name in log.marks}  # fmt: skip
    mean, here = fmean(log.marks.values()), fmean(share for _, share, _ in ours.values())
    score = log.score if isinstance(log.score, int | float) else mean
    yield f"{log.task}, {log.model}: {log.metric} {score:.3f} in the log, {here:.3f} here"
    if abs(score - mean) > _CLOSE:
        yield f"(the mean of its marks of these {len(ours)} answers: {mean:.3f})"
    groups: dict[tuple[float, float], list[tuple[str, str]]] = {}
    for name, (at, share, why) in ours.items():
        if abs(log.marks[name] - share) > _CLOSE:
            groups.setdefault((log.marks[name], share), []).append((at, why))
    if groups:
        yield f"({log.metric} takes as right: {log.rule})."
    for (mark, share), members in sorted(groups.items()):
        places = ", ".join(at for at, _ in members)
        yield f"{mark:g} there, {share:g} here: {places}. {members[0][1]}."
