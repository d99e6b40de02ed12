"""Sample logs of lm-evaluation-harness to a draft."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from digesta.scorers.letters.readings import letters_of
from digesta.scorers.letters.records import MOST
from digesta_convert.lm_eval.records import LoggedSample, RunResults
from digesta_convert.lm_eval.requests import (
    choices_of,
    likeliest,
    listed_choices,
    requests_of,
    right_choice,
    right_texts,
    turns_of,
)
from digesta_convert.shared.draft import Draft, Files, SourceQuestion, draft_of
from digesta_convert.shared.keys import may_be_choices, right_letters
from digesta_convert.shared.kinds import file_groups, refuse_repeats
from digesta_convert.shared.rows import (
    Faults,
    LineFault,
    document_of,
    first_line,
    lines_of,
    record_of,
)

TRACK = {"track": "lm_eval", "title": "lm-evaluation-harness"}
_SAMPLES, _RESULTS = "samples", "results"
_TASK = re.compile(r"samples_(.+?)(?:_[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9.-]+)?\.jsonl")


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults(mends=True)
    expected = "samples_TASK_DATE.jsonl, as lm_eval writes them with --log_samples"
    groups = file_groups(files, _kind, [_SAMPLES], expected)
    results = [(path, _results(path, files, faults)) for path in groups.paths.get(_RESULTS, ())]
    tasks = {path: _task(path) for path in groups.paths[_SAMPLES]}
    questions: list[SourceQuestion] = []
    notes: list[str] = []
    refuse_repeats(tasks, faults)
    faults.refuse()
    for path, task in tasks.items():
        read = _Task(path, task, faults)
        questions += read.questions(files[path])
        notes += read.notes()
        _check_number(read, results, faults)
    models = dict.fromkeys(run.model_name for _, run in results if run and run.model_name)
    for model in list(models)[1:]:
        got, expected = f"{model}, after {next(iter(models))}", "the logs of one model"
        faults.add("several-models", results[0][0], got=got, expected=expected,
                   fix="import each model's folder by itself")  # fmt: skip
    faults.refuse()
    notes += [f"the answers are those of {model}" for model in models]
    return draft_of(TRACK, questions, faults, notes=notes, unread=groups.unread)


def _kind(path: str, data: bytes) -> str | None:
    first = first_line(data)
    if path.endswith(".jsonl") and b'"doc_id"' in first and b'"resps"' in first:
        return _SAMPLES
    name = PurePosixPath(path).name
    is_results = name.startswith("results") and name.endswith(".json")
    return _RESULTS if is_results and b'"results"' in data[:200] else None


def _task(path: str) -> str:
    name = PurePosixPath(path).name
    match = _TASK.fullmatch(name)
    return match[1] if match else name.removesuffix(".jsonl")


def _results(path: str, files: Files, faults: Faults) -> RunResults | None:
    document = document_of(path, files[path], faults)
    return record_of(RunResults, document, faults) if document else None


def _check_number(
    task: _Task, results: Sequence[tuple[str, RunResults | None]], faults: Faults
) -> None:
    """Note where the results speak of another number of documents: a log that was cut."""
    for path, run in results:
        stated = ((run and run.counts) or {}).get(task.name)
        count = stated.get("effective") if isinstance(stated, dict) else None
        if isinstance(count, int) and count != len(task.seen):
            expected = f"{count}, the number of samples in {path}"
            faults.add("line-count", task.path, got=f"{len(task.seen)} documents",
                       expected=expected, fix="name the whole log of this run")  # fmt: skip


class _Task:
    """The log of one task: a line for each document and filter."""

    def __init__(self, path: str, name: str, faults: Faults) -> None:
        self.path, self.name, self._faults = path, name, faults
        self.seen: dict[int, set[str]] = {}
        self._filters: dict[str, None] = {}

    def notes(self) -> Iterator[str]:
        """Yield which filter's answers these are, where there are several."""
        if len(self._filters) > 1:
            first, *others = self._filters
            add = f"of {self.name} those of the filter {first}; left out: {', '.join(others)}"
            yield f"answer: {add}"

    def questions(self, data: bytes) -> list[SourceQuestion]:
        """Return a question for each document, with the first filter's answer."""
        questions = []
        for line in lines_of(self.path, data, self._faults):
            logged = record_of(LoggedSample, line, self._faults)
            if logged is None:
                continue
            with self._faults.noting(self.path, line.line):
                if self._is_new(logged):
                    questions.append(self._question(logged, line.line))
        return questions

    def _is_new(self, logged: LoggedSample) -> bool:
        self._filters.setdefault(logged.filter)
        before = self.seen.setdefault(logged.doc_id, set())
        if logged.filter in before:
            got = f"/doc_id: {logged.doc_id}, a second time"
            raise LineFault("dup-id", got=got, expected="each document once", fix="keep one line")
        before.add(logged.filter)
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
        raise LineFault(
            "bad-arguments",
            got=f"{len(labels)} continuations",
            expected=f"2 to {MOST} choices, each a text",
            fix="leave out tasks without choices or generated answers",
        )
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
