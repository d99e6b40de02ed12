"""Lines of a file that is taken whole or refused whole, each a record, every problem located."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from digesta.errors import InputError, ReleaseError, SubmissionError
from digesta.intake.codes import Fault
from digesta.intake.limits import RELEASE_LIMITS
from digesta.intake.lines import packed_format
from digesta.intake.problems import FileProblems
from digesta.intake.strict import strict_json
from digesta.records.base import Record
from digesta.records.read import read_record

R = TypeVar("R", bound=Record)


class RecordFile(FileProblems):
    """A file of records, and its problems so far."""

    def lines(self, data: bytes, record: type[R]) -> Iterator[tuple[int, R]]:
        """Yield each line that is such a record, with its number; note the problems of others."""
        if len(data) > self.limits.file_bytes:
            self.note(Fault("file-size", f"{len(data)} bytes"))
        elif packed := packed_format(data):
            self.note(Fault("file-packed", packed))
        whole = data.removesuffix(b"\n") if not self.total else b""
        # No more are made than are looked at: an empty line costs far more than its byte.
        lines = whole.split(b"\n", self.limits.lines) if whole or data == b"\n" else []
        for number, line in enumerate(lines, start=1):
            if number > self.limits.lines:
                self.note(Fault("line-count", f"line {number}"), number)
                return
            if not line.strip(b" \t\r"):
                self.note(Fault("line-blank"), number)
                continue
            try:
                value = strict_json(line, file=self.file, line=number, limits=self.limits)
                yield number, read_record(record, value, self.file, number, error=SubmissionError)
            except InputError as error:
                self.note_error(error)


def read_records(
    record: type[R], data: bytes, *, file: str, error: type[InputError] = ReleaseError
) -> list[R]:
    """Return the lines of a maintainers' file as records; the first wrong one raises ``error``."""
    records = []
    for number, line in enumerate(data.splitlines(), start=1):
        value = strict_json(line, file=file, line=number, limits=RELEASE_LIMITS)
        records.append(read_record(record, value, file, number, error=error))
    return records
