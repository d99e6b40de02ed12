"""LexEval: questions of 23 tasks of Chinese law, and one model's outputs on them.

Shape of: CSHaitao/LexEval@044c695 (``data``, ``model_output``). A task is a file, ``1_1.json`` or
``1_1.jsonl``, with lines of instruction, input and answer. Outputs are in ``MODEL_1_1.jsonl`` or
``MODEL/1_1.jsonl``, with lines of output, answer, and input or question. A question is a line
number of the task's file, from 0. Either may be packed by gzip. UTF-8.

Replies are read by ``letters/2``, and also by ``lexeval/1``. Choices are taken out of the input. A
key that is not one of their letters is listed: three are empty, a few are texts. Outputs on texts
that the questions lack are left out, and counted there. Of repeated outputs the first counts. The
generated tasks (4_1, 5_1 to 5_4) have no choices: they are texts, which the original compares by
ROUGE-L and we do not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from pydantic import ConfigDict, Field

from digesta.records.base import NonEmpty, Record
from digesta_convert.shared.converter import Converter
from digesta_convert.shared.draft import Draft, Files, SourceQuestion, draft_of, user_turn
from digesta_convert.shared.keys import Stem, right_letters, stem_of
from digesta_convert.shared.kinds import file_groups
from digesta_convert.shared.marks import check
from digesta_convert.shared.rows import Faults, first_line, lines_of, plain_files, record_of

TRACK = {"track": "lexeval", "title": "LexEval"}
READINGS = ("letters/2", "lexeval/1")
LEVELS = {
    "1": "Memorization", "2": "Understanding", "3": "Logic inference", "4": "Discrimination",
    "5": "Generation", "6": "Ethic",
}  # fmt: skip
GENERATION = ("4_1", "5_1", "5_2", "5_3", "5_4")
"""Tasks whose answers are texts."""
_TASK = re.compile(r"(?:(.*)_)?([1-6]_[0-9])")
_ROUGE = "the original compares these texts by ROUGE-L; closed asks for the very text"


class LexEvalQuestion(Record):
    """A line of a task's questions."""

    model_config = ConfigDict(extra="ignore")

    instruction: str = Field(default="", description="what to do")
    input: NonEmpty = Field(description="the question with its choices")
    answer: str | None = Field(default=None, description="the key")


class LexEvalOutput(Record):
    """A line of a model's outputs."""

    model_config = ConfigDict(extra="ignore")

    output: str = Field(default="", description="the reply")
    input: str | None = None
    question: int | None = None


class _Place(NamedTuple):
    """A file's task, and the model of outputs."""

    task: str
    model: str


def parse(files: Files) -> Draft:
    """Return the draft that these files make, or ReleaseError with every problem."""
    faults = Faults(mends=True)
    plain = plain_files(files, faults)
    faults.refuse()
    groups = file_groups(
        plain, _kind, ["questions"], "questions: lines with instruction, input and answer"
    )
    tasks: dict[str, _Task] = {}
    for path in groups.paths["questions"]:
        task = _Task(path, plain[path], faults)
        if task.name in tasks:
            faults.add("file-twice", path, got=f"a second {task.name}", fix="name only one")
        tasks[task.name] = task
    outputs = groups.paths.get("outputs", ())
    notes = list(_models(outputs, faults))
    for path in outputs:
        name = _place(path).task
        if name in tasks:
            notes += tasks[name].notes_on(path, plain[path], faults)
        else:
            known = f"outputs of {', '.join(tasks)}"
            faults.add("unknown-id", path, got=name, expected=known, fix="name its questions, too")
    faults.refuse()
    questions = [question for task in tasks.values() for question in task.questions]
    if not all(question.choices for question in questions):
        notes.append(f"scorer: {_ROUGE}")
    return draft_of(TRACK, questions, faults, readings=READINGS, notes=notes, unread=groups.unread)


def _kind(_path: str, data: bytes) -> str | None:
    first = first_line(data)
    if b'"output"' in first:
        return "outputs"
    return "questions" if b'"answer"' in first and b'"input"' in first else None


def _place(path: str) -> _Place:
    """Return what a path says: MODEL/1_1.jsonl, MODEL_1_1.jsonl, or data/1_1.json."""
    name = PurePosixPath(path.removesuffix(".gz")).stem
    folder = PurePosixPath(path).parent.name
    match = _TASK.fullmatch(name.replace("-", "_"))
    return _Place(match[2], match[1] or folder) if match else _Place(name, folder)


def _models(outputs: Sequence[str], faults: Faults) -> Iterator[str]:
    """Yield a note on whose outputs these are; several models are a problem."""
    models = list(dict.fromkeys(_place(path).model for path in outputs))
    for other in models[1:]:
        faults.add("several-models", outputs[0], got=f"outputs of {models[0]} and of {other}",
                   expected="one model's", fix="import each model by itself")  # fmt: skip
    yield from (f"the answers are those of {name}" for name in models if name)


def key_of(text: str) -> str:
    """Return the letters that a key of LexEval begins with, in order; empty where it has none.

    >>> key_of("选项BD"), key_of("cd（无效合同不一定要撤销）"), key_of("")
    ('BD', 'CD', '')
    """
    match = re.match(r"(?:选项)?([A-E ]*)", text.upper())
    return "".join(sorted(set(match[1].replace(" ", "")))) if match else ""


class _Task:
    """A task's questions, and the place of each text."""

    def __init__(self, path: str, data: bytes, faults: Faults) -> None:
        self.name = _place(path).task
        self.questions: list[SourceQuestion] = []
        self._places: dict[str, list[int]] = {}
        self._text: list[str] = []
        for line in lines_of(path, data, faults):
            if record := record_of(LexEvalQuestion, line, faults):
                text = record.input.strip()
                self._places.setdefault(text, []).append(len(self.questions))
                self._text.append(text)
                self.questions.append(self._question(path, line.line, record))

    def _question(self, path: str, line: int, record: LexEvalQuestion) -> SourceQuestion:
        stem = Stem(record.input, []) if self.name in GENERATION else stem_of(record.input)
        own = record.answer or ""
        key = right_letters(own, stem.choices) or key_of(own)
        return SourceQuestion(
            name=f"{self.name}-{line - 1}",
            file=path,
            line=line,
            category=LEVELS.get(self.name[0], ""),
            task=self.name,
            turns=user_turn(f"{record.instruction.strip()}\n{stem.text}".strip()),
            choices=stem.choices,
            right=key or own,
            published=own if key and own != key else "",
            work="LexEval",
            at=f"{self.name}, line {line}",
            fields={"language": "zh"},
        )

    def notes_on(self, path: str, data: bytes, faults: Faults) -> Iterator[str]:
        """Put a model's outputs to the questions, and yield what is left out."""
        counts: Counter[str] = Counter()
        for line in lines_of(path, data, faults):
            if output := record_of(LexEvalOutput, line, faults):
                places = self._places.get(self._text_of(output), [])
                free = [place for place in places if self.questions[place].reply is None]
                if free:
                    known = self.questions[free[0]]
                    self.questions[free[0]] = replace(known, reply=output.output)
                else:
                    counts["a question that has one" if places else "texts that it lacks"] += 1
        for reason, count in counts.items():
            yield f"{self.name}: {count} outputs left out, on {reason}"

    def _text_of(self, output: LexEvalOutput) -> str:
        """Return the text of an output's question; if two questions have it, both are meant."""
        if output.question is not None:
            return self._text[output.question] if output.question in range(len(self._text)) else ""
        return (output.input or "").removesuffix("答案:").strip()


CONVERTER = Converter(
    name="lexeval",
    about="LexEval: questions 1_1.json or .jsonl, one file per task, and one model's outputs, "
    "MODEL_1_1.jsonl or MODEL/1_1.jsonl; also .gz; UTF-8",
    track="lexeval",
    scorers=("letters", "closed"),
    parse=parse,
    check=check,
    import_example="lexeval lexeval -o build/lexeval",
)
