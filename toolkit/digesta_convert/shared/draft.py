"""A draft as an import makes it: lines of its files, and what to add or check."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from pydantic import BaseModel

from digesta.canonical import canonical_lines
from digesta.errors import InputError, Problem
from digesta.records.base import example_of
from digesta.records.question import LICENSE_FORM, Publication, Question, Truth, Turn
from digesta.records.read import read_record, records_at
from digesta.records.submission import Prediction
from digesta.scorers import SCORERS
from digesta_convert.shared.names import cluster_of, slug_of, task_names, unique_names
from digesta_convert.shared.rows import Faults, document_of, lines_of

Value = dict[str, Any]
"""A JSON object: a line of a draft."""
Files = Mapping[str, bytes]
"""Relative path -> bytes."""

QUESTIONS, TRUTHS, PREDICTIONS = "questions.jsonl", "truths.jsonl", "predictions.jsonl"


@dataclass(frozen=True)
class SourceSystem:
    """A system of a source: its name there, its answers by question id.

    absent: tasks that it did not answer, by name, and why. notes: further remarks.
    """

    name: str
    answers: Mapping[str, Any]
    absent: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""


@dataclass(frozen=True)
class Draft:
    """Lines of a draft's files, and what a maintainer has to add.

    questions: in the source's order. truths, predictions: at most one for each question, in the
    order of the questions. track: title, categories and tasks for the manifest. publish: the
    manifest's, by licence. resources: files that the questions refer to, by path below
    ``resources/``. beside: further files on the answers, such as a judge's verdicts and traces, by
    path. line_of: (file, question id) -> line, of a draft that was read from files. reasons: why
    a question changed, by its id. places: file:line of a question in the source. notes: what the
    source cannot express. lacks: what our own records miss. unread: files of no known kind.
    systems: the systems that the source names; predictions are the answers of only one. odd:
    oddities of the source, and how they are read. archive: the source's part of the record of an
    archive, by key. refused: faults of logs that were left out.
    """

    questions: tuple[Value, ...]
    truths: tuple[Value, ...]
    predictions: tuple[Value, ...] = ()
    track: Value = field(default_factory=dict)
    publish: Mapping[str, Publication] = field(default_factory=dict)
    resources: Files = field(default_factory=dict)
    beside: Files = field(default_factory=dict, compare=False)
    line_of: Mapping[tuple[str, str], int] = field(default_factory=dict, compare=False)
    reasons: Mapping[str, str] = field(default_factory=dict, compare=False)
    places: Mapping[str, str] = field(default_factory=dict, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    lacks: tuple[Problem, ...] = field(default=(), compare=False)
    unread: tuple[str, ...] = field(default=(), compare=False)
    systems: tuple[SourceSystem, ...] = field(default=(), compare=False)
    odd: tuple[str, ...] = field(default=(), compare=False)
    archive: Mapping[str, str] = field(default_factory=dict, compare=False)
    refused: tuple[Problem, ...] = field(default=(), compare=False)

    def messages(self) -> list[str]:
        """Return what to add or check, a line each."""
        return [*map(str, self.lacks), *self.notes, *self.odd]

    def answer_files(self, ids: Mapping[str, str] | None = None) -> dict[str, bytes]:
        """Return a file of answers; of several systems one for each. ids: ours -> the file's."""
        systems = {PREDICTIONS: self.predictions} if self.predictions else {}
        if len(self.systems) > 1:
            systems = {
                f"predictions-{name}.jsonl": answer_lines(self.questions, system.answers)
                for name, system in self.named_systems().items()
            }
        known = ids or {}
        return {
            path: canonical_lines(
                {**line, "question_id": known.get(line["question_id"], line["question_id"])}
                for line in lines
            )
            for path, lines in systems.items()
        }

    def named_systems(self) -> dict[str, SourceSystem]:
        """Return the systems by an id for each; one of no name has that of the answers' file."""
        every = self.systems or (
            (SourceSystem("predictions", self.answer_of()),) if self.predictions else ()
        )
        names = unique_names((each.name for each in every), slug_of)
        return {names[each.name]: each for each in every}

    def truth_of(self) -> dict[str, Value]:
        """Return each question's line of the truths, by its id."""
        return {truth["question_id"]: truth for truth in self.truths}

    def answer_of(self) -> dict[str, Any]:
        """Return each answered question's answer, by its id."""
        return {line["question_id"]: line["answer"] for line in self.predictions}


@dataclass
class DraftLines:
    """Questions and truths, as an importer meets them.

    track: of the manifest; categories and tasks are added.
    """

    track: Value
    questions: list[Value] = field(default_factory=list)
    truths: list[Value] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)

    def task(self, name: str, title: str, category: Sequence[str], marked: Sequence[str]) -> Value:
        """Add a task to the manifest; return what its questions get.

        category: its name and title. marked: the scorer and the headline metric.
        """
        own = {"title": title, "category": category[0], "scorer": marked[0], "metric": marked[1]}
        self.track.setdefault("categories", {})[category[0]] = {"title": category[1]}
        self.track.setdefault("tasks", {})[name] = own
        return {
            "track": self.track["track"],
            "category": category[0],
            "task": name,
            "scorer": marked[0],
        }

    def add(self, own_id: str, place: str, truth: Value, refs: list[Value], **keys: Any) -> None:
        """Add a question with what is right: public, in a cluster of its own. keys: its others."""
        bare = {"split": "public", "cluster_id": cluster_of(own_id), "tags": []}
        self.questions.append({"question_id": own_id, **bare, **keys})
        named = {"source_refs": refs} if refs else {}
        self.truths.append({"question_id": own_id, "truth": truth, **named})
        self.places[own_id] = place

    def draft(self, answers: Mapping[str, Any] | None = None, **parts: Any) -> Draft:
        """Return the draft. answers: by question id. parts: others of a draft."""
        predictions = answer_lines(self.questions, answers or {})
        every = tuple(self.questions), tuple(self.truths), predictions
        return Draft(*every, track=self.track, places=self.places, **parts)


def in_question_order(questions: Sequence[Value], lines: Iterable[Value]) -> tuple[Value, ...]:
    """Return lines that carry a question_id in the order of the questions."""
    by_id = {line["question_id"]: line for line in lines}
    return tuple(by_id[q["question_id"]] for q in questions if q["question_id"] in by_id)


def answer_lines(questions: Sequence[Value], answers: Mapping[str, Any]) -> tuple[Value, ...]:
    """Return answers by question id as lines, in the order of the questions."""
    ids = [question["question_id"] for question in questions]
    return tuple({"question_id": key, "answer": answers[key]} for key in ids if key in answers)


@dataclass
class AnswerCollector:
    """Answers read so far: each to a question of the source, each question once.

    ids: the source's name of each question -> ours. known: what a name must be, for problems.
    """

    ids: Mapping[str, str]
    known: str
    faults: Faults
    by_id: dict[str, Any] = field(default_factory=dict)

    def add(self, file: str, line: int, name: str, answer: Any, *, at: str = "") -> None:
        """Add an answer, or a problem with it. at: a pointer to the name, in a document."""
        got = f"{at}: {name}" if at else name
        if name not in self.ids:
            fix = "correct or remove the answer"
            self.faults.add("unknown-id", file, line, got=got, expected=self.known, fix=fix)
        elif self.ids[name] in self.by_id:
            twice = f"{got}, a second time"
            self.faults.add("dup-id", file, line, got=twice, fix="keep one of the two")
        else:
            self.by_id[self.ids[name]] = answer


# What a draft lacks by our own records ---------------------------------------------------------


Check = Callable[[Value, Value, Mapping[str, bytes]], str | None]
"""A question, its truth and the resources -> why the scorer refuses them, if it does."""

ADD: Mapping[str, str] = {
    "license": f"the licence: {LICENSE_FORM}",
    "law_as_of": "the day as of which the law is meant, YYYY-MM-DD",
    "released": "the date of the release that first has the question, YYYY-MM-DD",
    "difficulty": "easy, medium or hard, by the datasheet's rule",
    "attribution": "whom to name when the question is used",
    "turns": "the prompt, message by message",
    "source_refs": "where in which work the truth is found",
}
"""What to add where a key is absent; for other keys their description."""

LINES: Mapping[str, type[BaseModel]] = {QUESTIONS: Question, TRUTHS: Truth, PREDICTIONS: Prediction}
_NEEDED = frozenset(
    {"question_id", "scorer", "track", "category", "task", "ask", "truth", "answer"}
)
_TEXT_TO_ADD = re.compile(r"no /shown_sources/[0-9]+/text")


def problems_of_line(path: str, value: Any, line: int) -> list[Problem]:
    """Return what is wrong with a line of a draft; most keys may be absent, none may be wrong."""
    needed = {f"no /{key}" for key in _NEEDED}
    wrong = [
        problem
        for problem in _problems(LINES[path], value, path, line)
        if problem.code != "missing-key" or problem.got in needed or problem.got.count("/") > 1
    ]
    if path == QUESTIONS and not wrong and value["scorer"] not in SCORERS:
        wrong.append(_unknown_scorer(value["scorer"], line))
    # The text of a document that a source names alone is left to add.
    return [problem for problem in wrong if not _TEXT_TO_ADD.fullmatch(problem.got)]


def _problems(record: type[BaseModel], value: Any, path: str, line: int = 0) -> Sequence[Problem]:
    try:
        read_record(record, value, path, line)
    except InputError as error:
        return error.problems
    return ()


def _unknown_scorer(name: str, line: int) -> Problem:
    got, expected, fix = f"/scorer: {name}", ", ".join(SCORERS), "correct the question"
    return Problem(
        code="scorer-unknown", file=QUESTIONS, line=line, got=got, expected=expected, fix=fix
    )


def lacks_of(draft: Draft, check: Check) -> tuple[Problem, ...]:
    """Return what the lines of a draft lack, each key once, at the first place that lacks it."""
    wanting: dict[tuple[str, str, bool], list[str]] = {}
    dated = bool(draft.track.get("dated"))
    for question, truth in zip(draft.questions, draft.truths, strict=True):
        needs = list(_needs(question, truth, dated=dated))
        # A scorer checks only what our own records accept.
        if not any(key.startswith(("ask", "truth")) for key, *_ in needs):
            refusal = check(question, truth, draft.resources)
            needs += [] if refusal is None else [("truth", refusal, False)]
        for need in needs:
            wanting.setdefault(need, []).append(draft.places[question["question_id"]])
    return tuple(_lack(*need, at) for need, at in wanting.items())


def _lack(key: str, add: str, absent: bool, at: Sequence[str]) -> Problem:  # noqa: FBT001
    more = f" and {len(at) - 1} more" if len(at) > 1 else ""
    file, line = place_of(at[0])
    return Problem(
        code="missing-key" if absent else "bad-value",
        file=file,
        line=line,
        got=f"no {key}{more}" if absent else f"{key}{more}",
        expected=add[:200],
        fix=f"add {OPTIONS.get(key, 'it')}" if absent else "correct the row, or the draft",
    )


def _needs(question: Value, truth: Value, *, dated: bool) -> Iterator[tuple[str, str, bool]]:
    yield from _lacks(Question, question)
    if dated and "law_as_of" not in question:
        yield "law_as_of", ADD["law_as_of"], True
    yield from _lacks(Truth, truth)
    scorer = SCORERS[question["scorer"]]
    for part, record, line in (("ask", scorer.Ask, question), ("truth", scorer.Truth, truth)):
        for key, add, absent in _lacks(record, line.get(part, {})):
            yield f"{part}/{key}".rstrip("/"), add, absent


def _lacks(record: type[BaseModel], value: Mapping[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Yield (key, what to add, whether it is absent): what is absent first."""
    problems = _problems(record, value, "draft")
    absent = {
        problem.got.removeprefix("no /"): problem.expected
        for problem in problems
        if problem.code == "missing-key" and problem.got.count("/") == 1
    }
    for key, about in absent.items():
        yield key, ADD.get(key, about), True
    if absent:
        # A stand-in for what is absent lets the record's other rules speak.
        problems = _problems(record, _stand_ins(record, absent) | dict(value), "draft")
    for problem in problems:
        pointer = problem.got.removeprefix("no ").split(": ", 1)[0]
        yield pointer[1:] if pointer.startswith("/") else "", problem.expected or problem.fix, False


def _stand_ins(record: type[BaseModel], keys: Mapping[str, str]) -> Value:
    """Return an example's value for each key; of a record of several kinds, any kind's."""
    examples = [example_of(kind) for kind in records_at(record, ())]
    return {key: next(example[key] for example in examples if key in example) for key in keys}


OPTIONS: Mapping[str, str] = {
    "language": "--language, or a column language",
    "license": "--license, or a column license",
}


def place_of(text: str) -> tuple[str, int]:
    """Return file and line of a place in a source.

    >>> place_of("a/b.csv:3"), place_of("a/b.json")
    (('a/b.csv', 3), ('a/b.json', 0))
    """
    file, _, line = text.rpartition(":")
    return (file, int(line)) if line.isdigit() else (text, 0)


# Files of a draft ------------------------------------------------------------------------------


TRACK, RESOURCES = "track.json", "resources/"


def as_files(draft: Draft) -> dict[str, bytes]:
    """Return the files of a draft."""
    files = {QUESTIONS: canonical_lines(draft.questions), TRUTHS: canonical_lines(draft.truths)}
    text = json.dumps(draft.track, ensure_ascii=False, indent=1, sort_keys=True)
    resources = {f"{RESOURCES}{path}": data for path, data in draft.resources.items()}
    return {
        **files,
        **draft.answer_files(),
        TRACK: f"{text}\n".encode(),
        **dict(sorted(resources.items())),
        **draft.beside,
    }


def from_files(files: Files) -> Draft:
    """Return the draft that these files are, or ReleaseError with every problem.

    A release's files are read too: its manifest's tracks give the titles (``with_track``).
    """
    faults = Faults()
    for path in (QUESTIONS, TRUTHS):
        if path not in files:
            faults.add("file-missing", path, fix="name a draft, a release or a submission")
    if "todo.json" in files:
        got = "a draft of an older import"
        faults.add("file-gone", "todo.json", got=got, fix="import the source again")
    faults.refuse()
    lines = {path: _read(path, files.get(path, b""), faults) for path in LINES}
    track = document_of(TRACK, files[TRACK], faults) if TRACK in files else None
    faults.refuse()
    _check_ids(lines, faults)
    faults.refuse()
    questions = tuple(lines[QUESTIONS].values())
    return Draft(
        questions=questions,
        truths=in_question_order(questions, lines[TRUTHS].values()),
        predictions=in_question_order(questions, lines[PREDICTIONS].values()),
        track=track.raw if track is not None and isinstance(track.raw, dict) else {},
        resources={
            path.removeprefix(RESOURCES): data
            for path, data in sorted(files.items())
            if path.startswith(RESOURCES)
        },
        line_of={
            (path, record["question_id"]): number
            for path, records in lines.items()
            for number, record in records.items()
        },
    )


def with_track(draft: Draft, manifest: Mapping[str, Any], track: str) -> Draft:
    """Return a release's questions of one track as a draft, with the titles of its manifest."""
    records = [record for record in manifest.get("tracks", []) if record["track"] == track]
    return replace(
        draft,
        questions=tuple(record for record in draft.questions if record["track"] == track),
        track={
            key: records[0][key]
            for key in ("track", "about", "dated", "method_after", "categories", "tasks")
            if key in records[0]
        }
        if records
        else draft.track,
    )


def _read(path: str, data: bytes, faults: Faults) -> dict[int, Value]:
    """Return the records of a file by line number."""
    records = {}
    for line in lines_of(path, data, faults):
        faults.problems.extend(problems_of_line(path, line.raw, line.line))
        if isinstance(line.raw, dict):
            records[line.line] = line.raw
    return records


def _check_ids(lines: Mapping[str, Mapping[int, Value]], faults: Faults) -> None:
    known = {record["question_id"] for record in lines[QUESTIONS].values()}
    for path, records in lines.items():
        seen: set[str] = set()
        for number, record in records.items():
            key = record["question_id"]
            if key in seen:
                faults.add("dup-id", path, number, question_id=key, fix="keep one line")
            elif key not in known:
                expected, fix = f"an id of {QUESTIONS}", "correct or remove the line"
                faults.add("unknown-id", path, number, question_id=key, expected=expected, fix=fix)
            seen.add(key)


# A draft of questions that are answered by letters or a text -----------------------------------


_ODD = "U+FFFD stands for characters that no release may hold, numbers out of range are texts"


ROLES = get_args(Turn.model_fields["role"].annotation)
"""Roles of a prompt's turns."""

_RARE = 20


@dataclass(frozen=True)
class SourceQuestion:
    """A question as a source has it, what is right, and what was answered.

    name: its own in the source, unique. file, line: its place; work, at: the same in words.
    category, task: titles. choices: texts under A, B, C …; none where the answer is a text.
    right: the letters, in order, or the text. accepted: what else is right, of texts. labels: the
    texts that an answer is one of. published: the key as it is written, where ``right`` is not.
    mentions: what is looked for in a reply, and what is right, as that scorer's ask and truth.
    closed: ask and truth of ``closed``, where they are more than a text; of ``rubric``, where there
    are criteria. reply: None where there is none. fields: more keys of a question: ``license``.
    """

    name: str
    file: str
    line: int
    task: str
    turns: Sequence[Value]
    right: str
    work: str
    at: str
    category: str = ""
    choices: Sequence[str] = ()
    accepted: Sequence[str] = ()
    labels: Sequence[str] = ()
    published: str = ""
    mentions: tuple[Value, Value] | None = None
    closed: tuple[Value, Value] | None = None
    reply: str | None = None
    fields: Value = field(default_factory=dict)

    @property
    def scorer(self) -> str:
        """Return the name of who marks it."""
        marked = "rubric" if self.closed and "criteria" in self.closed[1] else "closed"
        return "mentions" if self.mentions else "letters" if self.choices else marked

    @property
    def place(self) -> str:
        """Return file:line."""
        return f"{self.file}:{self.line}" if self.line else self.file


def user_turn(text: str) -> list[Value]:
    """Return a prompt of one message."""
    return [{"role": "user", "content": text}]


def draft_of(
    track: Mapping[str, str],
    questions: Sequence[SourceQuestion],
    faults: Faults,
    *,
    readings: Sequence[str] = ("letters/6",),
    notes: Sequence[str] = (),
    unread: Sequence[str] = (),
) -> Draft:
    """Return the draft of these questions, or ReleaseError where two have one name.

    track: its name and title. readings: of letters, the credit's first.
    """
    ids = _ids(questions, faults)
    faults.refuse()
    tasks = _Tasks(track["title"], questions)
    lines = DraftLines({"track": track["track"], "method_after": track["title"]})
    for each in questions:
        ask: Value = {"answer_type": "enum"} | ({"choices": [*each.labels]} if each.labels else {})
        if each.choices:
            several = {"several": True} if tasks.has_several(each) else {}
            ask = {"choices": list(each.choices), "readings": list(readings), **several}
        if settled := each.mentions or each.closed:
            ask = settled[0]
        more: Value = {"accepted": list(each.accepted)} if each.accepted else {}
        more |= {"published": each.published} if each.published else {}
        truth = settled[1] if settled else {"answer": each.right, **more}
        keys = {**tasks.keys(each, lines), "turns": list(each.turns), "ask": ask, **each.fields}
        refs = [{"work": each.work, "at": each.at}]
        lines.add(ids[each.name], each.place, truth, refs, **keys)
    answers = {ids[each.name]: each.reply for each in questions if each.reply is not None}
    own_clusters = "cluster_id: each question has its own: give one to those on one text or case"
    mended = [f"{_ODD}: of {faults.mended} lines or files"] if faults.mended else []
    return lines.draft(answers, notes=(own_clusters, *notes, *mended), unread=tuple(unread))


def _ids(questions: Sequence[SourceQuestion], faults: Faults) -> dict[str, str]:
    ids: dict[str, str] = {}
    places: dict[str, str] = {}
    for each in questions:
        own = slug_of(each.name)
        if before := places.get(own):
            got = f"{each.name}, the name of {before}"
            faults.add("dup-id", each.file, each.line, got=got, fix="keep one, or rename it")
        ids[each.name] = own
        places.setdefault(own, each.place)
    return ids


_METRICS = defaultdict(lambda: "accuracy", rubric="rubric_score", mentions="reply_score")


class _Tasks:
    """Names of categories and tasks; a task that two scorers mark becomes two."""

    def __init__(self, title: str, questions: Sequence[SourceQuestion]) -> None:
        self._title = title
        self._scorers: dict[tuple[str, str], set[str]] = defaultdict(set)
        with_choices = [each for each in questions if each.choices]
        self._sizes = Counter((each.category, each.task) for each in with_choices)
        self._several = Counter(
            (each.category, each.task) for each in with_choices if len(each.right) > 1
        )
        for each in questions:
            self._scorers[each.category, each.task].add(each.scorer)
        self._categories = unique_names(each.category or title for each in questions)
        self._names = task_names(map(self._pair, questions))

    def _pair(self, each: SourceQuestion) -> tuple[str, str]:
        shared = len(self._scorers[each.category, each.task]) > 1
        title = f"{each.task}, {each.scorer}" if shared else each.task
        return each.category or self._title, title

    def has_several(self, each: SourceQuestion) -> bool:
        """Return whether several letters may be right.

        In a task where fewer than one key in twenty has several, only its question says so.
        """
        task = each.category, each.task
        if self._several[task] * _RARE < self._sizes[task]:
            return len(each.right) > 1
        return self._several[task] > 0

    def keys(self, each: SourceQuestion, lines: DraftLines) -> Value:
        """Add a question's task to the lines; return what the question gets of it."""
        pair = self._pair(each)
        category = self._categories[pair[0]], pair[0]
        return lines.task(
            self._names[pair], pair[1], category, (each.scorer, _METRICS[each.scorer])
        )
