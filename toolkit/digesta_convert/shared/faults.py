"""Problems of a source's files, noted as they are met and raised together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from digesta.errors import Problem, ReleaseError
from digesta_convert.shared.draft import Value, answer_lines


class LineFault(Exception):  # noqa: N818 - noted by ``Faults.noting`` and never leaves a reader
    """What is wrong with one line: a code, and details such as got, expected and fix."""

    def __init__(self, code: str, **details: str) -> None:
        super().__init__(code)
        self.code, self.details = code, details


@dataclass
class Faults:
    """Problems so far; ``refuse`` raises them all.

    mends: whether what no release may hold is replaced. mended: in how many values.
    """

    problems: list[Problem] = field(default_factory=list)
    mends: bool = False
    mended: int = 0

    def add(self, code: str, file: str, line: int = 0, **details: str) -> None:
        """Note a problem. details: got, expected, nearest, fix, question_id."""
        self.problems.append(Problem(code=code, file=file, line=line, **details))

    @contextmanager
    def noting(self, file: str, line: int = 0) -> Iterator[None]:
        """Note the LineFault that is raised in this block, and go on after it."""
        try:
            yield
        except LineFault as fault:
            self.add(fault.code, file, line, **fault.details)

    def refuse(self) -> None:
        """Raise ReleaseError if anything is wrong."""
        if self.problems:
            raise ReleaseError(self.problems)


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

    def lines(self, questions: Sequence[Value]) -> tuple[Value, ...]:
        """Return the answers as a draft's lines."""
        return answer_lines(questions, self.by_id)
