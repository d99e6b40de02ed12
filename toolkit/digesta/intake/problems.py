"""The problems of a file that is taken whole or refused whole: the first are kept, all counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from digesta.errors import SHOWN, InputError, Problem, SubmissionError
from digesta.intake.codes import Fault, problem
from digesta.intake.limits import LIMITS, InputLimits


@dataclass
class FileProblems:
    """A file by name, and its problems so far. total: how many there are."""

    file: str
    limits: InputLimits = LIMITS
    total: int = field(default=0, init=False)
    _first: list[Problem] = field(default_factory=list, init=False)

    def note(self, fault: Fault, line: int = 0, question_id: str = "") -> None:
        """Note a problem."""
        self.total += 1
        if len(self._first) < SHOWN:
            limits = self.limits
            self._first.append(
                problem(fault, file=self.file, line=line, question_id=question_id, limits=limits)
            )

    def note_all(self, faults: Iterable[Fault], line: int, question_id: str) -> None:
        """Note the problems of one line."""
        for fault in faults:
            self.note(fault, line, question_id)

    def note_error(self, error: InputError) -> None:
        """Note the problems of an error."""
        self._first.extend(error.problems[: SHOWN - len(self._first)])
        self.total += error.total

    def end(self) -> None:
        """Raise SubmissionError if the file has a problem."""
        if self.total:
            raise SubmissionError(self._first, self.total)
