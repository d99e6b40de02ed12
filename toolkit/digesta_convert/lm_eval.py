"""lm-evaluation-harness: the logs of ``lm_eval run --log_samples``.

Shape of: lm_eval 0.4.13, and 0.4.0 on, whose logs have other types. Each task has a
``samples_TASK_DATE.jsonl``. ``results_DATE.json`` has the model's name and the number of samples.
Before 0.4.3 each task is one list in ``ARGUMENTS_TASK.jsonl``, and the results are in
``results.json``. Before 0.4.8 no line names its filter: lines follow the order of the results.
Without results, a second line with the same replies is another filter's. UTF-8.

Multiple choice becomes letters: the choice with the greatest log-likelihood, the first of equals,
as the harness takes it for ``acc``. A line whose ``acc`` contradicts that is refused. Generated
text is a raw reply to letters where the document has choices and the target is a letter. Otherwise
the answer is the text that the first filter left, compared with the target. The prompt is the one
that was sent, with its examples. Perplexities (``loglikelihood_rolling``) have no answer, and are
refused.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from pydantic import ConfigDict, Field

from digesta.errors import InputError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.base import Record
from digesta.scorers.letters.readings import letters_of
from digesta.scorers.letters.records import MOST
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.draft import ROLES, Files, SourceQuestion, Value, user_turn
from digesta_convert.shared.keys import may_be_choices, right_letters, texts_of
from digesta_convert.shared.kinds import file_groups
from digesta_convert.shared.logs import (
    LogFiles,
    SourceReply,
    TaskLog,
    draft_of_logs,
    is_own,
    read_logs,
    replies_in_logs,
)
from digesta_convert.shared.marks import check
from digesta_convert.shared.rows import (
    Faults,
    JsonLine,
    LineFault,
    document_of,
    first_line,
    lines_of,
    record_of,
)


class LoggedSample(Record):
    """A line of ``samples_TASK_DATE.jsonl``; numbers may be texts, as the harness writes them."""

    model_config = ConfigDict(extra="allow")

    doc_id: int = Field(description="the document's number")
    document: Value = Field(alias="doc", description="the document, an object")
    target: str | int | float | bool | list[Any] = Field(description="what is right")
    arguments: dict[str, Any] | list[Any] = Field(description="what was sent, request by request")
    resps: list[Any] = Field(min_length=1, description="a list of replies for each request")
    filtered_resps: list[Any] = Field(min_length=1, description="what the filter left of each")
    filter: str | None = Field(default=None, description="the filter's name")
    metrics: list[str] = Field(default=[], description="the metrics that the line has")
    acc: float | None = None

    def mark(self) -> tuple[str, Any]:
        """Return the metric that counts, acc of a choice, else the first; and what it gave."""
        marks = (self.model_extra or {}) | {"acc": self.acc}
        names = ["acc", *self.metrics, "exact_match"]
        metric = next((name for name in names if marks.get(name) is not None), "")
        return metric, marks.get(metric)


_MODEL = re.compile(r"(?:^|,)(?:pretrained|model)=([^,]+)")


class RunResults(Record):
    """``results_DATE.json``."""

    model_config = ConfigDict(extra="ignore")

    results: dict[str, Any] = Field(description="scores by task")
    model_name: str | None = None
    config: dict[str, Any] = Field(default={}, description="settings")
    counts: dict[str, Any] | None = Field(default=None, alias="n-samples")
    version: str | None = Field(default=None, alias="lm_eval_version")
    date: float | None = None

    def model(self) -> str:
        """Return the model's name, as the arguments state it where nothing else does."""
        named = _MODEL.search(str(self.config.get("model_args")))
        return self.model_name or (named[1] if named else "a model")

    def filters(self, task: str) -> list[str]:
        """Return the filters of a task, in order."""
        stated = self.results.get(task)
        keys = stated if isinstance(stated, dict) else {}
        return [*dict.fromkeys(key.partition(",")[2] for key in keys if "," in key)] or ["none"]

    def day_and_version(self) -> str:
        """Return the day of the run, and the harness's version, as far as they are known."""
        day = ""
        with suppress(ValueError, OverflowError, OSError):
            day = f"{datetime.fromtimestamp(self.date, UTC):%Y-%m-%d}" if self.date else ""
        return ", ".join(filter(None, [day, self.version and f"lm_eval {self.version}"]))


# Requests --------------------------------------------------------------------------------------


_HEAD = 1 << 16
_LISTS = ("choices", "options", "endings")


class Request(NamedTuple):
    """A prompt, and the text whose likelihood was asked for; None where text was generated."""

    prompt: Any
    continuation: str | None


def requests_of(logged: LoggedSample) -> list[Request]:
    """Return the requests of a document, in order; LineFault where they are of no known form."""
    listed = logged.arguments
    raw = list(listed.values()) if isinstance(listed, dict) else listed
    pairs = [[*each.values()] if isinstance(each, dict) else each for each in raw]
    if not pairs or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):  # noqa: PLR2004
        expected = "a prompt and a continuation, or settings, for each request"
        raise LineFault("bad-arguments", got=_brief(raw), expected=expected, fix=_LOG_AGAIN)
    requests = [Request(pair[0], pair[1] if isinstance(pair[1], str) else None) for pair in pairs]
    half = len(requests) // 2
    # acc_mutual_info asks for each choice a second time, without a prompt.
    return requests[:half] if half and not any(r.prompt for r in requests[half:]) else requests


_LOG_AGAIN = "log the samples again with lm_eval --log_samples"


def turns_of(prompt: Any) -> list[Value]:
    """Return the messages of a prompt: a text, or a chat's JSON in a list of one."""
    if isinstance(prompt, str) and prompt.strip():
        return user_turn(prompt)
    if isinstance(prompt, list):
        turns = _json(prompt[0]) if [type(each) for each in prompt] == [str] else prompt
        if isinstance(turns, list) and turns and all(map(_is_turn, turns)):
            return [{"role": turn["role"], "content": turn["content"]} for turn in turns]
    expected = f"a text, or messages with role and content: {', '.join(ROLES)}"
    raise LineFault("bad-prompt", got=_brief(prompt), expected=expected, fix=_LOG_AGAIN)


def _json(text: str) -> Any:
    try:
        return strict_json(text.encode(), file="prompt", limits=RELEASE_LIMITS)
    except InputError:
        return None


def _is_turn(turn: Any) -> bool:
    if not isinstance(turn, dict) or turn.get("role") not in ROLES:
        return False
    return isinstance(turn.get("content"), str) and bool(turn["content"].strip())


def likeliest(logged: LoggedSample, n: int) -> int:
    """Return the place of the greatest log-likelihood, the first of equals."""
    scores = [_likelihood(reply) for reply in logged.filtered_resps[:n]]
    if len(scores) != n or any(score is None for score in scores):
        got = f"/filtered_resps: {_brief(logged.filtered_resps)}"
        raise LineFault("bad-value", got=got, expected=f"{n} log-likelihoods", fix=_LOG_AGAIN)
    return max(range(n), key=lambda place: scores[place])  # type: ignore[arg-type, return-value]


def _likelihood(reply: Any) -> float | None:
    first = reply[0] if isinstance(reply, list) and reply else reply
    try:
        number = float(first)
    except (TypeError, ValueError):
        return None
    return None if math.isnan(number) else number


def listed_choices(document: Value) -> list[str]:
    """Return the texts of the choices that a document lists, in one of the usual ways; or none."""
    values = [document.get(key) for key in _LISTS]
    values = [value.get("text") if isinstance(value, dict) else value for value in values]
    values.append([document[key] for key in "ABCDEFGHIJ" if key in document])
    return next((list(value) for value in values if value and may_be_choices(value)), [])


def choices_of(logged: LoggedSample, labels: Sequence[str]) -> list[str]:
    """Return what the model chose among; of bare letters, the texts that they name."""
    listed = listed_choices(logged.document)
    bare = [label.strip("().: ") for label in labels] == list(letters_of(len(labels)))
    return listed if bare and len(listed) == len(labels) else list(labels)


def right_choice(logged: LoggedSample, labels: Sequence[str], best: int) -> str:
    """Return the letter of what is right; the log's ``acc`` decides between a place and a text.

    best: the place of what the model chose.
    """
    letters, text = letters_of(len(labels)), str(logged.target).strip()
    by_place = [int(text)] if text.isascii() and text.isdigit() and int(text) < len(labels) else []
    by_text = [labels.index(text)] if text in labels else []
    possible = list(dict.fromkeys([*by_place, *by_text]))
    agreeing = [p for p in possible if logged.acc in (None, float(p == best))]
    if not possible:
        expected = f"one of {', '.join(labels)}, or its place from 0"
        raise LineFault(
            "bad-target", got=f"/target: {text[:80]}", expected=expected, fix=_ONE_RIGHT
        )
    if not agreeing:
        got = f"/acc: {logged.acc}"
        expected = f"{float(possible[0] == best)}: the likeliest choice is {letters[best]}"
        raise LineFault("bad-value", got=got, expected=expected, fix=_LOG_AGAIN)
    return letters[agreeing[0]]


_ONE_RIGHT = "leave out tasks in which several choices are right"


def right_texts(target: Any) -> list[str]:
    """Return the right texts of a target: the harness writes a list of several as Python does."""
    if isinstance(target, list):
        return [str(text) for text in target]
    text = str(target)
    return texts_of(text) or [text]


def _brief(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:80]


# To a draft ------------------------------------------------------------------------------------


TRACK = {"track": "lm_eval", "title": "lm-evaluation-harness"}
_SAMPLES, _RESULTS = "samples", "results"
_TASK = re.compile(r"samples_(.+?)(?:_([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9.-]+))?\.jsonl")


def _logs(files: Files) -> LogFiles:
    expected = "samples_TASK_DATE.jsonl, as lm_eval writes them with --log_samples"
    groups = file_groups(files, _kind, [_SAMPLES], expected)
    faults = Faults(mends=True)
    results = {path: _results(path, files, faults) for path in groups.paths.get(_RESULTS, ())}
    faults.refuse()

    def read(path: str, faults: Faults) -> TaskLog:
        return _Task(path, faults, *_run_of(path, results)).log(files[path])

    return read_logs(groups.paths[_SAMPLES], read, groups.unread)


def _run_of(path: str, runs: Mapping[str, RunResults]) -> tuple[str, RunResults]:
    """Return the results of a log's own run: of its folder, and of its time where it has some."""
    own = _TASK.fullmatch(PurePosixPath(path).name)
    siblings = [run for run in runs if PurePosixPath(run).parent == PurePosixPath(path).parent]
    timed = [run for run in siblings if own and own[2] and own[2] in run]
    name = next(iter(timed or siblings), "")
    folder = PurePosixPath(path).parent.name or "a model"
    return name, runs.get(name) or RunResults(results={}, model_name=folder)


def _kind(path: str, data: bytes) -> str | None:
    first = first_line(data)
    head = data[:_HEAD] if first == b"[" else first
    if path.endswith(".jsonl") and b'"doc_id"' in head and (b'"resps"' in head or first == b"["):
        return _SAMPLES
    name = PurePosixPath(path).name
    is_results = name.startswith("results") and name.endswith(".json")
    return _RESULTS if is_results and b'"results"' in data[:200] else None


def _task(path: str, known: Iterable[str]) -> str:
    """Return the task of a log by its name; known: those of its run."""
    name = PurePosixPath(path).name
    match = _TASK.fullmatch(name)
    stem = match[1] if match else name.removesuffix(".jsonl")
    ending = [task for task in known if stem.endswith(f"_{task}")]
    return stem if match else max(ending, key=len, default=stem)


def _lines(path: str, data: bytes, faults: Faults) -> list[JsonLine]:
    """Return the samples of a log, a line each or in one list."""
    if first_line(data) != b"[":
        return lines_of(path, data, faults)
    listed = document_of(path, data, faults)
    pairs = zip(listed.raw, listed.value, strict=True) if listed else ()
    return [JsonLine(path, number, *pair) for number, pair in enumerate(pairs, start=1)]


def _results(path: str, files: Files, faults: Faults) -> Any:
    document = document_of(path, files[path], faults)
    return record_of(RunResults, document, faults) if document else None


_RULES = {
    "acc": "the likeliest choice",
    "exact_match": "what the filter left of the reply, where it equals the target",
}
"""Metric of the harness -> what it takes as right."""


class _Task:
    """The log of one task: a line for each document and filter."""

    def __init__(self, path: str, faults: Faults, results: str, run: RunResults) -> None:
        """results: the file of the run's results."""
        self.path, self.name, self._faults = path, _task(path, run.results), faults
        self._results, self._run, self._listed = results, run, run.filters(_task(path, run.results))
        self._seen: dict[int, dict[str, Any]] = {}
        self._filters: dict[str, None] = {}

    def log(self, data: bytes) -> TaskLog:
        """Return the log: a question for each document, and what the harness gave it."""
        run = self._run
        log = TaskLog(self.path, self.name, run.model(), run.day_and_version())
        for line in _lines(self.path, data, self._faults):
            logged = record_of(LoggedSample, line, self._faults)
            if logged is None:
                continue
            with self._faults.noting(self.path, line.line):
                if self._is_new(logged):
                    self._add(logged, line.line, log)
        first, *others = self._filters or ["none"]
        if others:
            add = f"of {self.name} those of the filter {first}; left out: {', '.join(others)}"
            log.notes.append(f"answer: {add}")
        log.rule = _RULES.get(log.metric, "what its own formula counts")
        stated, counts = (each.get(self.name) for each in (run.results, run.counts or {}))
        if isinstance(stated, dict):
            log.score = stated.get(f"{log.metric},{first}")
        count = counts.get("effective") if isinstance(counts, dict) else None
        if isinstance(count, int) and count != len(self._seen):
            expected = f"{count}, the number of samples in {self._results}"
            self._faults.add("line-count", self.path, got=f"{len(self._seen)} documents",
                             expected=expected, fix="name the whole log of this run")  # fmt: skip
        return log

    def _add(self, logged: LoggedSample, line: int, log: TaskLog) -> None:
        if is_own(logged.document):
            key, text = str(logged.document["question_id"]), _text(logged.resps[0])
            log.replies.append(SourceReply(self.path, line, key, text, log.model))
        else:
            metric, mark = logged.mark()
            log.metric = log.metric or metric
            log.add(self._question(logged, line), mark if metric == log.metric else None)

    def _is_new(self, logged: LoggedSample) -> bool:
        before = self._seen.setdefault(logged.doc_id, {})
        name = logged.filter or self._listed[min(len(before), len(self._listed) - 1)]
        if not (logged.filter or self._run.results) and logged.resps in before.values():
            name = f"{len(before) + 1}"  # the same replies: another filter, that only results name
        self._filters.setdefault(name)
        if name in before:
            got = f"/doc_id: {logged.doc_id}, a second time"
            raise LineFault("dup-id", got=got, expected="each document once", fix="keep one line")
        before[name] = logged.resps
        return len(before) == 1

    def _question(self, logged: LoggedSample, line: int) -> SourceQuestion:
        requests = requests_of(logged)
        labels = [r.continuation.strip() for r in requests if r.continuation is not None]
        base = SourceQuestion(
            name=f"{self.name}-{logged.doc_id}",
            file=self.path,
            line=line,
            task=self.name,
            turns=turns_of(requests[0].prompt),
            right="",
            work=f"lm-evaluation-harness, {self.name}",
            at=f"doc_id {logged.doc_id}",
        )
        return _with_choice(base, logged, labels) if labels else _with_reply(base, logged)


def _with_choice(
    base: SourceQuestion, logged: LoggedSample, labels: Sequence[str]
) -> SourceQuestion:
    """Return the question with choices, key and answer of a multiple choice by likelihood."""
    if not may_be_choices(list(labels)):
        got, expected = f"{len(labels)} continuations", f"2 to {MOST} choices, each a text"
        fix = "leave out tasks without choices or generated answers"
        raise LineFault("bad-arguments", got=got, expected=expected, fix=fix)
    best = likeliest(logged, len(labels))
    right = right_choice(logged, labels, best)
    choices, reply = choices_of(logged, labels), letters_of(len(labels))[best]
    return replace(base, choices=choices, right=right, reply=reply)


def _with_reply(base: SourceQuestion, logged: LoggedSample) -> SourceQuestion:
    """Return the question with key and answer, and the document's choices where letters count."""
    choices = listed_choices(logged.document)
    if letters := choices and right_letters(str(logged.target), choices):
        return replace(base, choices=choices, right=letters, reply=_text(logged.resps[0]))
    right, *accepted = right_texts(logged.target)
    reply = _text(logged.filtered_resps[0])
    return replace(base, right=right, accepted=accepted, reply=reply)


def _text(reply: Any) -> str:
    """Return the first of a request's replies."""
    first = reply[0] if isinstance(reply, list) and reply else reply
    if not isinstance(first, str):
        got = f"/resps/0: {json.dumps(first, ensure_ascii=False)[:80]}"
        raise LineFault("wrong-type", got=got, expected="a text", fix="leave this task out")
    return first


CONVERTER = Converter(
    name="lm_eval",
    about="lm-evaluation-harness, lm_eval --log_samples: samples_*.jsonl, a file a task, and "
    "results_*.json, of one or more models; UTF-8",
    track="lm_eval",
    scorers=("letters", "closed"),
    parse_with=partial(draft_of_logs, TRACK, _logs),
    replies=partial(replies_in_logs, _logs),
    check=check,
    import_example="lm_eval smollm2 -o build/lm_eval",
)
