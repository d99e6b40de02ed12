"""The reader of ``predictions.jsonl``: all or nothing, streamed, in bounded memory.

Two readers agree on verdict, problems and values: the strict one, line by line, whose verdict
counts, and the fast one, which reads plain lines in blocks and leaves every other line to the
strict one.

A problem is listed once for each kind and line. Batches come before the end of the file: a caller
drops them when a later call raises.
"""

from __future__ import annotations

import difflib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, NoReturn, cast

from digesta.errors import SHOWN
from digesta.intake.codes import Fault
from digesta.intake.limits import LIMITS, InputLimits
from digesta.intake.lines import packed_format, quote, read_line
from digesta.intake.predictions.blocks import BlockCutter
from digesta.intake.predictions.fast import Flat, read_compact, read_flat
from digesta.intake.predictions.rows import TakenRows
from digesta.intake.problems import FileProblems


class Batch(NamedTuple):
    """Some answers, in the order of the file, each with the row of its question."""

    rows: list[int]
    answers: list[Any]


class KnownIds(NamedTuple):
    """All known ids in ascending order, and their rows.

    A file whose lines stand in this order is matched by comparing slices of ids, without looking
    up each.
    """

    ids: Sequence[str]
    rows: Sequence[int]

    @classmethod
    def of(cls, known: Mapping[str, int]) -> KnownIds:
        """Return the known ids, sorted, with their rows."""
        ids = sorted(known)
        return cls(ids, [known[question_id] for question_id in ids])

    def rows_of(self, question_ids: Sequence[str]) -> list[int] | None:
        """Return the rows of ids that follow each other here without a gap, else None."""
        start = bisect_left(self.ids, question_ids[0])
        end = start + len(question_ids)
        same = self.ids[start:end] == question_ids
        return list(self.rows[start:end]) if same else None


class PredictionReader:
    r"""A predictions file taken in chunks of bytes, returned in batches, or refused whole.

    known: question id -> row, rows being distinct and from 0 to 2^31 - 1. file: its name, for
    problems. fast: whether lines that are surely right take the fast way; results are equal.
    order: of the same ids, for speed. lines: how many were read.

    >>> reader = PredictionReader({"q-1": 0, "q-2": 1}, file="predictions.jsonl")
    >>> reader.feed(b'{"question_id": "q-2", "answer": true}\n{"question_id": ')
    []
    >>> reader.feed(b'"q-1", "answer": "B"}')
    []
    >>> reader.finish()
    [Batch(rows=[1, 0], answers=[True, 'B'])]
    """

    def __init__(
        self,
        known: Mapping[str, int],
        *,
        file: str,
        limits: InputLimits = LIMITS,
        fast: bool = True,
        order: KnownIds | None = None,
    ) -> None:
        self.lines = 0
        self._known = known
        self._order = order
        self._limits = limits
        self._fast = fast
        self._cutter = BlockCutter(limits)
        self._taken = TakenRows()
        self._problems = FileProblems(file, limits)

    def feed(self, chunk: bytes) -> list[Batch]:
        """Return the batches that the next bytes complete; bytes may be cut anywhere.

        At most one batch for every 256 KiB: feed chunks of that size to hold little memory.
        Raises SubmissionError as soon as reading on is pointless (the file or its number of
        lines is beyond the limit, or it is compressed).
        """
        batches = [self._read(block) for block in self._cutter.push(chunk)]
        if self._cutter.overfull:
            self._halt(Fault("file-size", f"more than {self._limits.file_bytes} bytes"))
        return [batch for batch in batches if batch.rows]

    def finish(self) -> list[Batch]:
        """Return the last batches, or raise SubmissionError: the first problems, and how many."""
        batches = [self._read(block) for block in self._cutter.end()]
        if not self.lines:
            self._halt(Fault("file-empty"))
        self._problems.end()
        return [batch for batch in batches if batch.rows]

    def _read(self, block: bytes) -> Batch:
        if not self.lines and (packed := packed_format(block)):
            self._halt(Fault("file-packed", packed))
        flat = read_flat(block, self._limits) if self._fast else None
        batch = self._take_whole(flat) if flat else None
        if batch is None:
            batch = self._line_by_line(block, flat)
        return Batch([], []) if self._problems.total else batch

    def _take_whole(self, flat: Flat) -> Batch | None:
        """Return a block's batch if its ids are known and new, and within the limit; else None."""
        known = self._order.rows_of(flat.question_ids) if self._order is not None else None
        rows = known or cast("list[int]", list(map(self._known.get, flat.question_ids)))
        if None in rows or self.lines + len(rows) > self._limits.lines:
            return None
        if not self._taken.take_all(rows):
            return None
        self.lines += len(rows)
        return Batch(rows, flat.answers)

    def _line_by_line(self, block: bytes, flat: Flat | None) -> Batch:
        lines = block.removesuffix(b"\n").split(b"\n")
        plain = self._read_fast(lines, flat) if self._fast else {}
        batch = Batch([], [])
        for index, data in enumerate(lines):
            self.lines += 1
            if self.lines > self._limits.lines:
                self._halt(Fault("line-count", f"line {self.lines}"), line=self.lines)
            question_id, answer = plain.get(index, ("", None))
            row = self._known.get(question_id)
            if row is None:
                row, answer = self._read_strictly(data)
            elif not self._taken.take(row):
                self._note_repeat(row, question_id)
            batch.rows.append(row)
            batch.answers.append(answer)
        return batch

    def _read_fast(self, lines: list[bytes], flat: Flat | None) -> dict[int, tuple[str, Any]]:
        """Return ids and answers of the lines that the fast readers can read, by index."""
        if flat is not None:
            return dict(enumerate(zip(flat.question_ids, flat.answers, strict=True)))
        plain = [i for i, line in enumerate(lines) if line.count(b"{") == 1 and b"[" not in line]
        flat = read_flat(b"\n".join([lines[i] for i in plain]), self._limits)
        if flat is None:
            return read_compact(lines, self._limits)
        read = dict(zip(plain, zip(flat.question_ids, flat.answers, strict=True), strict=True))
        rest = [i for i in range(len(lines)) if i not in read]
        compact = read_compact([lines[i] for i in rest], self._limits)
        return read | {rest[index]: read_line for index, read_line in compact.items()}

    def _read_strictly(self, data: bytes) -> tuple[int, Any]:
        """Return row and answer of a line, row -1 without a known id; note its problems."""
        line = read_line(data, self._limits)
        self._problems.note_all(line.faults, self.lines, line.question_id or line.seems)
        row = self._known.get(line.question_id) if line.question_id else -1
        if row is None:
            # Finding the nearest id is slow: it is done only where it will be shown.
            near = self._nearest(line.question_id) if self._problems.total < SHOWN else ""
            fault = Fault("unknown-id", quote(line.question_id), near)
            self._problems.note(fault, self.lines, line.question_id)
        if row is None or row < 0:
            self._taken.skip()
            return -1, None
        if not self._taken.take(row):
            self._note_repeat(row, line.question_id)
        return row, line.answer

    def _note_repeat(self, row: int, question_id: str) -> None:
        first = self._taken.first_line(row) if self._problems.total < SHOWN else 0
        fault = Fault("dup-id", f"the question of line {first}")
        self._problems.note(fault, self.lines, question_id)

    def _halt(self, fault: Fault, *, line: int = 0) -> NoReturn:
        self._problems.note(fault, line)
        self._problems.end()
        raise AssertionError("a problem was noted")

    def _nearest(self, question_id: str) -> str:
        """Return the closest known id by edit distance, among at most 500 that look like it."""
        size = min(_AFFIX, -(-len(question_id) // 2))
        head, tail = question_id[:size], question_id[-size:]
        alike = (known for known in self._known if known.startswith(head) or known.endswith(tail))
        few = len(self._known) <= _COMPARED
        candidates = list(self._known) if few else list(islice(alike, _COMPARED))
        return "".join(difflib.get_close_matches(question_id, candidates, 1))


_AFFIX = 6
_COMPARED = 500
