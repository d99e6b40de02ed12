"""The steps of the tour: what is said, which files change, which command runs, what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from digesta.board.report import interval_text
from digesta.package_files import text_file

_SUBMISSIONS = "predictions/2026-01-01"
_REFUSED = f"{_SUBMISSIONS}/rule-two-languages"
_LEADERS = (f"{_SUBMISSIONS}/rule-no-leap-days", f"{_SUBMISSIONS}/rule-added-numerals")
_TRUTHS = "releases/2026-01-01/truths.jsonl"
_RIGHT, _WRONG = "13 March 2026", "14 March 2026"
"""A truth, and what it is changed to."""
_HEBREW = "cf72038fd9ca"
"""The beginning of the id of the question whose answer is explained."""


@dataclass(frozen=True)
class Step:
    """One step: ``text``, then ``changes`` (path -> bytes), then ``command`` with this exit code.

    into: the file that the command's output goes to. board: a board to show as a table. readers:
    whose sheets their programs fill in before the command.
    """

    title: str
    text: str
    command: str
    code: int = 0
    changes: Mapping[str, bytes] = field(default_factory=dict)
    into: str = ""
    board: str = ""
    readers: tuple[str, ...] = ()


def steps(workspace: Mapping[str, bytes]) -> tuple[Step, ...]:
    """Return the steps through an unpacked workspace (path -> bytes), in order."""
    return (*_checking(), *_READING, *_verifying(workspace[_TRUTHS]))


def _checking() -> tuple[Step, ...]:
    return (
        Step(
            "A file that is refused",
            "Five lines of the fourth system's file are bad. All are listed, each with its fault\n"
            "and what to do; nothing of the file is scored.",
            f"digesta check {_REFUSED}",
            code=1,
        ),
        Step(
            "The same file, mended",
            'The tour does so: of two answers one stays, "anwser" becomes "answer", the id is\n'
            "that of a question again, the French line is saved as UTF-8, the repeated line goes.\n"
            "This system answers in two languages only; what it leaves out counts as wrong.",
            f"digesta check {_REFUSED}",
            changes={
                f"{_REFUSED}/predictions.jsonl": text_file("digesta.demo", "mended.jsonl").encode()
            },
        ),
    )


_READING = (
    Step(
        "A board whose leaders are tied",
        "One board for each track, category and task. Here is the track's own, as a table. A\n"
        "rank is what the data leave open: the two leaders share 1-2. The fourth system has\n"
        "no rank, since no decision about it says that its answers came out again.",
        "digesta board",
        board="build/boards/2026-01-01/tour@closed_book.json",
    ),
    Step(
        "Why they are tied",
        "The two err on different questions. Paired, question by question, the difference\n"
        "could be chance.",
        f"digesta compare {_LEADERS[0]} {_LEADERS[1]}",
    ),
    Step(
        "Why one Hebrew answer was right",
        "The system wrote as printed books do, with vowel points, Hebrew's own hyphen and\n"
        "marks, and a space that does not break. Only what is read after that is compared.",
        f"digesta explain {_LEADERS[0]} {_HEBREW}",
    ),
    Step(
        "A report to hand on",
        "One printable page that needs no other file.",
        f"digesta report {_LEADERS[0]} --format html",
        into="report.html",
    ),
)


def _verifying(truths: bytes) -> tuple[Step, ...]:
    changed = truths.replace(f'"{_RIGHT}"'.encode(), f'"{_WRONG}"'.encode(), 1)
    return (
        Step(
            "Nothing was moved",
            "Ids, digests and the log of decisions are checked, and every board is made again.",
            "digesta verify",
        ),
        Step(
            "One byte is changed",
            f"In {_TRUTHS} the truth {_RIGHT} becomes {_WRONG}.",
            "digesta verify",
            code=1,
            changes={_TRUTHS: changed},
        ),
        Step(
            "The byte is restored",
            "The file is again the one that was released.",
            "digesta verify",
            changes={_TRUTHS: truths},
        ),
    )


def board_table(board: Mapping[str, Any]) -> str:
    """Return a board as a small table of plain text: rank, system, level, score, interval.

    board: the canonical JSON of a board, read.
    """
    lines = [f"{'rank':6} {'system':26} {'level':6} {'score':>6}  {'95 % interval':17} {'missing'}"]
    for row in board["rows"]:
        low, high = row.get("rank_low"), row.get("rank_high")
        rank = "-" if low is None else f"{low}" if low == high else f"{low}-{high}"
        interval = interval_text(row)
        lines.append(
            f"{rank:6} {row['model_name']:26} {row['level']:6} {row['score']:>6.1%}  "
            f"{interval:17} {row['missing']:>7}"
        )
    return "\n".join(lines) + "\n"
