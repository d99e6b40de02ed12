"""The steps of the tour: what is said, which files change, which command runs, what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from digesta.demo.answering import ADDED_NUMERALS, NO_LEAP_DAYS, TWO_LANGUAGES
from digesta.demo.asking import CASES, RELEASE, TRACK, right_answer
from digesta.demo.unpacking import Demo, folder_of, id_of

_ID_SHOWN = 12
"""Characters of a question's id that a command is given."""


@dataclass(frozen=True)
class Step:
    """One step: ``said``, then ``changes`` (path -> bytes), then ``command`` with this exit code.

    into: the file that the command's output goes to. board: a board to show as a table.
    """

    title: str
    said: str
    command: str
    code: int = 0
    changes: Mapping[str, bytes] = field(default_factory=dict)
    into: str = ""
    board: str = ""


def steps(demo: Demo) -> tuple[Step, ...]:
    """Give the steps through an unpacked workspace, in order."""
    return (*_checking(demo), *_comparing(), *_explaining(demo), *_verifying(demo))


def _checking(demo: Demo) -> tuple[Step, ...]:
    folder = folder_of(TWO_LANGUAGES.submission_id)
    return (
        Step(
            "A file that is refused",
            "Five lines of the fourth system's file are bad. All are listed, each with its fault\n"
            "and what to do; nothing of the file is scored.",
            f"digesta check {folder}",
            code=1,
        ),
        Step(
            "The same file, mended",
            'The tour does so: of two answers one stays, "anwser" becomes "answer", the id is\n'
            "that of a question again, the French line is saved as UTF-8, the repeated line goes.\n"
            "This system answers in two languages only; what it leaves out counts as wrong.",
            f"digesta check {folder}",
            changes={f"{folder}/predictions.jsonl": demo.mended},
        ),
    )


def _comparing() -> tuple[Step, ...]:
    first, second = NO_LEAP_DAYS.submission_id, ADDED_NUMERALS.submission_id
    board = f"build/boards/{RELEASE}/{TRACK}@closed_book.json"
    return (
        Step(
            "A board whose leaders are tied",
            "One board for each track, category and task. Here is the track's own, as a table. A\n"
            "rank is what the data leave open: the two leaders share 1-2. The fourth system has\n"
            "no rank, since no decision about it says that its answers came out again.",
            "digesta board",
            board=board,
        ),
        Step(
            "Why they are tied",
            "The two err on different questions. Paired, question by question, the difference\n"
            "could be chance.",
            f"digesta compare {folder_of(first)} {folder_of(second)}",
        ),
    )


def _explaining(demo: Demo) -> tuple[Step, ...]:
    folder = folder_of(NO_LEAP_DAYS.submission_id)
    return (
        Step(
            "Why one Hebrew answer was right",
            "The system wrote as printed books do, with vowel points, Hebrew's own hyphen and\n"
            "marks, and a space that does not break. Only what is read after that is compared.",
            f"digesta explain {folder} {id_of(demo.shown)[:_ID_SHOWN]}",
        ),
        Step(
            "A report to hand on",
            "One printable page that needs no other file.",
            f"digesta report {folder} --format html",
            into="report.html",
        ),
    )


def _verifying(demo: Demo) -> tuple[Step, ...]:
    path = f"releases/{RELEASE}/truths.jsonl"
    right = right_answer(CASES[0])
    wrong = right.replace("3", "4", 1)
    changed = demo.files[path].replace(f'"{right}"'.encode(), f'"{wrong}"'.encode(), 1)
    return (
        Step(
            "Nothing was moved",
            "Ids, digests and the log of decisions are checked, and every board is made again.",
            "digesta verify",
        ),
        Step(
            "One byte is changed",
            f"In {path} the truth {right} becomes {wrong}.",
            "digesta verify",
            code=1,
            changes={path: changed},
        ),
        Step(
            "The byte is restored",
            "The file is again the one that was released.",
            "digesta verify",
            changes={path: demo.files[path]},
        ),
    )


def board_table(board: Mapping[str, Any]) -> str:
    """Give a board as a small table of plain text: rank, system, level, score, interval.

    board: the canonical JSON of a board, read.
    """
    lines = [f"{'rank':6} {'system':26} {'level':6} {'score':>6}  {'95 % interval':17} {'missing'}"]
    for row in board["rows"]:
        low, high = row.get("rank_low"), row.get("rank_high")
        rank = "-" if low is None else f"{low}" if low == high else f"{low}-{high}"
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        lines.append(
            f"{rank:6} {row['model_name']:26} {row['level']:6} {row['score']:>6.1%}  "
            f"{interval:17} {row['missing']:>7}"
        )
    return "\n".join(lines) + "\n"
