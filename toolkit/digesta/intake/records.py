"""Lines of a file that is taken whole or refused whole, each a record, every problem located."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from digesta.errors import SHOWN, InputError, Problem, ReleaseError, SubmissionError
from digesta.intake.codes import Fault, problem
from digesta.intake.limits import RELEASE_LIMITS, InputLimits
from digesta.intake.lines import packed_format
from digesta.intake.strict import strict_json
from digesta.records.base import Record
from digesta.records.read import read_record

R = TypeVar("R", bound=Record)


@dataclass
class RecordFile:
    """A file being read: its name, and the problems so far; the first are kept, all counted."""

    file: str
    limits: InputLimits

    def __post_init__(self) -> None:
        self._problems: list[Problem] = []
        self._total = 0

    def lines(self, data: bytes, record: type[R]) -> Iterator[tuple[int, R]]:
        """Yield each line that is such a record, with its number; note what is wrong."""
        refused = self._whole(data)
        lines = [] if refused else data.removesuffix(b"\n").split(b"\n")
        for number, line in enumerate(lines if data else [], start=1):
            if number > self.limits.lines:
                self.note(Fault("line-count", f"line {number}"), number)
                return
            try:
                yield number, self._record(line, record, number)
            except InputError as error:
                self._problems.extend(error.problems[: SHOWN - len(self._problems)])
                self._total += error.total

    def _whole(self, data: bytes) -> bool:
        """Return whether the file is left unread; note what is wrong with it as a whole."""
        if len(data) > self.limits.file_bytes:
            self.note(Fault("file-size", f"{len(data)} bytes"))
        elif packed := packed_format(data):
            self.note(Fault("file-packed", packed))
        return self._total > 0

    def _record(self, line: bytes, record: type[R], number: int) -> R:
        if not line.strip(b" \t\r"):
            fault = problem(Fault("line-blank"), file=self.file, line=number, limits=self.limits)
            raise SubmissionError([fault])
        value = strict_json(line, file=self.file, line=number, limits=self.limits)
        return read_record(record, value, self.file, number, error=SubmissionError)

    def note(self, fault: Fault, line: int = 0, question_id: str = "") -> None:
        """Note a problem."""
        self._total += 1
        if len(self._problems) < SHOWN:
            where = partial(problem, file=self.file, line=line, limits=self.limits)
            self._problems.append(where(fault, question_id=question_id))

    def note_all(self, faults: Iterator[Fault], line: int, question_id: str) -> None:
        """Note the problems of one line."""
        for fault in faults:
            self.note(fault, line, question_id)

    def end(self) -> None:
        """Refuse the file when anything is wrong with it."""
        if self._total:
            raise SubmissionError(self._problems, self._total)


def read_records(
    record: type[R], data: bytes, *, file: str, error: type[InputError] = ReleaseError
) -> list[R]:
    """Return the lines of a maintainers' file as records; the first wrong one raises ``error``."""
    records = []
    for number, line in enumerate(data.splitlines(), start=1):
        value = strict_json(line, file=file, line=number, limits=RELEASE_LIMITS)
        records.append(read_record(record, value, file, number, error=error))
    return records
