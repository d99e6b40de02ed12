"""The contract of an exporter: what it is given, and what it returns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from digesta.records.board import Board, Row
from digesta.records.question import Question, Truth
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace.releases import StoredRelease
from digesta_convert.shared.converter import Report
from digesta_convert.shared.draft import Files


class Place(NamedTuple):
    """Where a board stands, read from its name. judge: "" where nobody judged."""

    path: str
    condition: str
    judge: str

    @property
    def track(self) -> str:
        """Return the board's track."""
        return self.path.partition("/")[0]


@dataclass(frozen=True)
class ExportInputs:
    """A release and what systems earned on it.

    members: whether what may go to members alone is written, too (the release's ``publish``).
    files: the release's, by path; decompressed. submissions, boards: empty for formats of
    questions alone; of one submission, its own. settings: by name, as the user chose. prompts: of
    the workspace.
    """

    release: StoredRelease
    files: Files = field(default_factory=dict)
    submissions: tuple[ScoredSubmission, ...] = ()
    boards: tuple[Board, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    members: bool = False
    prompts: Files = field(default_factory=dict)

    @property
    def closed(self) -> int:
        """Count the public questions whose text may not be written."""
        data = self.release.data
        return len(data.public()) - len(data.open_part(members=self.members).public())

    def questions(self) -> Iterator[tuple[Question, Truth]]:
        """Yield public questions that may be written, with truths, track by track, task by task."""
        data = self.release.data.open_part(members=self.members)
        order = sorted(data.public(), key=lambda q: (q.track, q.category, q.task, q.question_id))
        return ((question, data.truths[question.question_id]) for question in order)

    def rows(self) -> Iterator[tuple[Board, Place, Row]]:
        """Yield every row of every board, board by board."""
        for board in sorted(self.boards, key=lambda each: each.board):
            place = place_of(board)
            yield from ((board, place, row) for row in board.rows)


@dataclass(frozen=True)
class Exporter:
    """One format. about: its files. example: the rest of a command that writes them.

    of_results: it writes what systems earned; else questions, and needs no submission. settings:
    what ``--set`` may set, by name, with what it means.
    """

    name: str
    about: str
    export_example: str
    write: Callable[[ExportInputs], Report]
    of_results: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)


def place_of(board: Board) -> Place:
    """Return where a board stands."""
    path, condition, *judge = board.board.split("@")
    return Place(path, condition, "".join(judge))
