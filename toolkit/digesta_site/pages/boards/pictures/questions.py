"""Pictures of what is known question by question: groups, percentiles, tables of classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from digesta.board.usage import nearest_rank
from digesta.metrics.exact import NANO
from digesta.records.board import Board, Facts, Row
from digesta.records.release import Question
from digesta.scorers.base import Scorer, Sums
from digesta.scorers.forms import BoardPicture, GroupPicture, MatrixPicture, SpreadPicture
from digesta_site.language import gettext, ngettext, noop
from digesta_site.pages.boards.pictures.tables import (
    PictureCell,
    PictureHead,
    PictureTable,
    head_of,
    rows_beside,
    shade_of,
)
from digesta_site.pages.common import person
from digesta_site.paths import board_name
from digesta_site.values import KeptMarks, SiteRelease
from digesta_site.words import percent, with_spaces

Line = tuple[PictureHead, Sequence[PictureCell]]
FEWEST_GROUPS = 2
MOST_ACROSS = 6
"""Groups that stand as columns; more stand as lines."""


class _Marks(NamedTuple):
    """One system's marks: the names of the columns, and the integers of each question."""

    row: Row
    columns: Sequence[str]
    values: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, row: Row, facts: Facts, questions: Sequence[Question]) -> _Marks:
        ids = {question.question_id for question in questions}
        values = {marks[0]: marks[2:] for marks in facts.rows if marks[0] in ids}
        return cls(row, facts.scorers[questions[0].scorer], values)

    def sums(self, questions: Sequence[Question]) -> Sums:
        marks = [self.values[question.question_id] for question in questions]
        return Sums(len(marks), self.columns, [sum(column) for column in zip(*marks, strict=True)])

    def percentiles(self, picture: SpreadPicture) -> list[Fraction]:
        at = self.columns.index(picture.column)
        shares = [marks[at] for marks in self.values.values()]
        return [Fraction(nearest_rank(shares, percent), NANO) for percent in picture.percents]


class QuestionFacts(NamedTuple):
    """What is known by question of a board: its public questions of one scorer, and the marks."""

    release: SiteRelease
    board: Board
    scorer: Scorer[Any]
    questions: Sequence[Question]
    marks: Sequence[_Marks]

    def tables(self, picture: BoardPicture) -> list[PictureTable] | None:
        """Return a picture's tables, none where nothing is known; None where it has no place."""
        match picture:
            case GroupPicture() if self.questions:
                return self._groups(picture)
            case SpreadPicture() if self.questions:
                return self._spread(picture)
            case MatrixPicture() if self.questions:
                return self._matrices(picture)
        return None

    def _groups(self, picture: GroupPicture) -> list[PictureTable] | None:
        groups: dict[str, list[Question]] = {}
        for question in self.questions:
            if picture.field in question.ask:
                groups.setdefault(str(question.ask[picture.field]), []).append(question)
        if len(groups) < FEWEST_GROUPS:
            return None
        metric = self.scorer.metric_named(picture.metric)
        heads = [
            PictureHead(text=with_spaces(name), small=_question_count(len(groups[name])))
            for name in sorted(groups)
        ]
        lines = [
            (
                self._head(each),
                [_share(metric.value(each.sums(groups[name]))) for name in sorted(groups)],
            )
            for each in self.marks
        ]
        return [_table(heads, lines)] if lines else []

    def _spread(self, picture: SpreadPicture) -> list[PictureTable]:
        heads = [PictureHead(text=f"P{at}") for at in picture.percents]
        lines = [
            (self._head(each), [_share(share) for share in each.percentiles(picture)])
            for each in self.marks
        ]
        note = gettext("Of %(questions)s.", questions=_question_count(len(self.questions)))
        return [PictureTable(heads=heads, lines=lines, note=note)] if lines else []

    def full_credit(self, picture: SpreadPicture) -> dict[str, str]:
        """Return by submission the share of the questions whose column is full, in percent."""
        at = [each.columns.index(picture.column) for each in self.marks]
        return {
            each.row.submission_id: percent(
                sum(each.values[q.question_id][place] == NANO for q in self.questions)
                / len(self.questions)
            )
            for each, place in zip(self.marks, at, strict=True)
            if self.questions
        }

    def _matrices(self, picture: MatrixPicture) -> list[PictureTable]:
        systems = [each for each in self.marks if each.row.role == "system"]
        return [
            PictureTable(
                heads=[PictureHead(text=title) for title in picture.columns.values()],
                lines=list(_classes(each.sums(self.questions), picture)),
                corner=noop("Right"),
                groups=[(gettext("Answered"), len(picture.columns))],
                system=person(self.release, each.row),
                fold=each is not systems[0],
            )
            for each in systems
        ]

    def _head(self, each: _Marks) -> PictureHead:
        return head_of(self.release, self.board, each.row)


def _question_count(n: int) -> str:
    return ngettext("%(n)s question", "%(n)s questions", n)


def _share(share: Fraction) -> PictureCell:
    return PictureCell(percent(float(share)), "", shade_of(float(share)))


def _table(heads: Sequence[PictureHead], lines: Sequence[Line]) -> PictureTable:
    """Return a table of systems by groups; where there are many groups, these are the lines."""
    if len(heads) <= MOST_ACROSS:
        return PictureTable(heads=heads, lines=lines)
    columns = zip(*(cells for _, cells in lines), strict=True)
    return PictureTable(
        heads=[head for head, _ in lines],
        lines=list(zip(heads, columns, strict=True)),
        corner=noop("Questions"),
    )


def _classes(sums: Sums, picture: MatrixPicture) -> Iterator[Line]:
    """Yield a line for each right class: how many of its questions were answered by which."""
    for row, title in picture.rows.items():
        counts = [int(sums[picture.cell.format(row=row, column=name)]) for name in picture.columns]
        whole = max(1, sum(counts))
        yield (
            PictureHead(text=title),
            [PictureCell(str(n), "", shade_of(n / whole)) for n in counts],
        )


def kept_full_credit(kept: KeptMarks) -> dict[str, str]:
    """Return by submission the share of the questions whose kept credit is full, in percent."""
    full = {number for (_, credit), number in kept.earned.items() if credit == NANO}
    return {
        name: percent(sum(number in full for number in numbers) / len(numbers))
        for name, numbers in kept.marks.items()
        if numbers
    }


def facts_under(release: SiteRelease, board: Board, scorer: Scorer[Any]) -> QuestionFacts:
    """Return what is known by question of a board, of its own judge and of no adversary.

    An adversary's row may be an expectation, of which no question's marks are known. A question
    stands here where every other row has marks of it, so that the lines of a table compare.
    """
    place = board_name(board.board).place
    questions = [
        question
        for question in release.public_under.get(place, ())
        if board.split == "public" and question.scorer == scorer.name
    ]
    rows = [row for row in rows_beside(board) if row.role != "adversary"]
    marks = [_marks(release, board, row, questions=questions) for row in rows]
    known = [each for each in marks if each is not None]
    marked = [q for q in questions if all(q.question_id in each.values for each in known)]
    return QuestionFacts(release, board, scorer, marked, known)


def _marks(
    release: SiteRelease, board: Board, row: Row, *, questions: Sequence[Question]
) -> _Marks | None:
    name = board_name(board.board)
    for submission in release.submissions:
        if submission.card.submission_id == row.submission_id and questions:
            known = submission.by_judge.get(name.judges) if name.judges else submission.facts
            facts = (known or {}).get(name.track)
            return _Marks.of(row, facts, questions) if facts else None
    return None
