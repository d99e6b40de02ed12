"""The scorer contract: mark one response into one row of integers; metrics read column sums.

A scorer is one folder beside this file that exports ``SCORER``. ``mark`` sees one question; a
metric sees summed columns only, so nothing downstream reads text again, results do not depend on
order, and every metric can be computed anew without some answers (docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel

from digesta.metrics.exact import ratio
from digesta.records.format import Format
from digesta.scorers.forms import AnswerRule, BoardPicture, PromptForm, SheetForm

P = TypeVar("P")
Prepare = Callable[[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]], P]
"""(question, truth, resources) -> what mark needs."""
Row = tuple[int, ...]
Rows = npt.NDArray[np.int64]
"""Questions × columns."""


class Column(NamedTuple):
    """One integer of a row: a count, a share in nano-units, or a confusion cell.

    >>> digesta.Column("right", "count", "1 when the answer is right").name
    'right'
    """

    name: str
    kind: Literal["count", "share", "cell"]
    about: str


STANDARD = (
    Column("credit", "share", "the question's own share in [0, 1]"),
    Column("missing", "count", "1 when there is no answer, or an abstention"),
    Column("unreadable", "count", "1 when the answer is not of the scorer's answer type"),
    Column("chance", "share", "what a uniform guess earns on average; 0 for open answers"),
)
"""The first four columns of every scorer's row, in this order."""


@dataclass(frozen=True, slots=True)
class Response:
    """What is marked: the answer, one judge's verdict on it, the passages retrieved for it.

    An answer of None is a missing one.

    >>> digesta.Response("B").passages
    ()
    """

    answer: Any
    verdict: Mapping[str, Any] | None = None
    passages: tuple[str, ...] = ()


MISSING = Response(None)


class Sums(Mapping[str, Any]):
    """Column sums over some questions, by column name; ``n`` is the number of questions.

    Values (and n) are Python integers, or arrays with a sum for each cluster that is left out: a
    metric's numerator and denominator are written so that they work on both.
    """

    def __init__(self, n: Any, columns: Sequence[str], values: Sequence[Any]) -> None:
        self.n = n
        self._values = dict(zip(columns, values, strict=True))

    def __getitem__(self, column: str) -> Any:
        """Return the sum of a column."""
        return self._values[column]

    def __iter__(self) -> Any:
        """Iterate over the column names."""
        return iter(self._values)

    def __len__(self) -> int:
        """Return the number of columns."""
        return len(self._values)


CORRELATION: Final = -1
"""``Metric.least`` of a correlation, which is shown as the number that it is, not in percent."""


class Share(NamedTuple):
    """A numerator and denominator of integers, not yet divided.

    >>> digesta.Share(2, 3)
    Share(numerator=2, denominator=3)
    """

    numerator: Any
    denominator: Any


@dataclass(frozen=True, slots=True)
class Metric:
    """A function of summed facts.

    about: what is divided by what, its range and edge cases, in one or two sentences.
    share: sums -> (numerator, denominator), integers or integer arrays; a denominator of 0
    gives 0. unit: the numerator's unit (10**9 for sums of shares, 1 for counts).
    undefined: that 0 is not shown, as there was nothing to measure. proportion: every question
    adds 0 or 1 to the numerator and 1 to the denominator, so that Wilson's interval applies.
    whole: every question that the metric covers is wholly right or wrong, be they all questions
    or not. of_answered: the denominator comes from the answer or the judge; never a headline,
    never ranked. least: the smallest value, 0 for a share, -1 for a correlation, -2 for a score
    before its clamp, -w where a wrong answer costs w. column: the share column of which the
    metric is the mean over all questions; empty for other metrics.
    limits: what the metric cannot say, beyond what the other fields imply.
    formula: ``share`` in signs, over column names; a column of shares stands for the sum of the
    shares themselves. ``n`` counts questions; Σ[k=01…27] x adds x for each label k, of the
    factor after it alone, and a label alone is its place; [x > 0] is 1 or 0; round12 rounds to
    twelve decimals. A test holds it to ``share``. family: the name that metrics share which
    differ in a part, a cut or a label, as ``PART.precision_at_K``; empty where it stands alone.

    >>> half = digesta.Metric("half", "Right / 2n.", lambda s: digesta.Share(s["right"], 2 * s.n))
    >>> half.value(Sums(4, ["right"], [2]))
    Fraction(1, 4)
    """

    name: str
    about: str
    share: Callable[[Sums], Share]
    unit: int = 1
    undefined: bool = False
    proportion: bool = False
    whole: bool = False
    of_answered: bool = False
    lower_is_better: bool = False
    source: str = ""
    least: int | Fraction = 0
    column: str = ""
    limits: str = ""
    formula: str = ""
    family: str = ""

    def value(self, sums: Sums) -> Fraction:
        """Return the metric's exact value for summed facts."""
        numerator, denominator = self.share(sums)
        return ratio(int(numerator), int(denominator))


ANSWERED_RATE = Metric(
    "answered_rate",
    "Answers that could be read / all questions, right or wrong.",
    lambda sums: Share(sums.n - sums["missing"] - sums["unreadable"], sums.n),
    formula="(n − missing − unreadable) / n",
    proportion=True,
    limits="A readable answer may be wrong.",
)
"""A metric that every scorer may have: it needs no column but the standard ones."""


class PaidFor(NamedTuple):
    """What an answer earns points for saying. printed_in: text -> whether it says so.

    Where no program can tell, it is False for every text.
    """

    points: Fraction
    printed_in: Callable[[str], bool]


class QuestionWithTruth(NamedTuple):
    """A question with its truth, as an adversary sees it.

    truth: the ``truth`` member of the question's line in the truths. resources: the release's,
    by path, as ``prepare`` gets them: a system that knows no law could still list their labels.
    """

    question_id: str
    task: str
    question: Mapping[str, Any]
    truth: Mapping[str, Any]
    resources: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Adversary(Generic[P]):
    """A system that knows no law.

    answers: all questions of a release's split -> one answer (or None) each. expected: for
    an adversary that draws, the row that it earns on average; its board row is made from
    these and not from one draw.

    >>> echo = digesta.Adversary("echo", "Repeats.", lambda questions: ["?" for _ in questions])
    >>> echo.answers([])
    []
    """

    name: Literal["silent", "constant", "random", "enumerate", "echo"]
    about: str
    answers: Callable[[Sequence[QuestionWithTruth]], Sequence[Any]]
    expected: Callable[[P], Row] | None = None


@dataclass(frozen=True)
class Scorer(Generic[P]):
    """Code that marks, and all that follows from the form of its answers: one folder.

    version: raised whenever any row could come out otherwise; it stands in signatures.
    Ask, Truth, Answer: records (or type adapters' types) that the release's files must
    satisfy; an answer is a text, number, boolean or object, and a list lives in an object.
    columns: the scorer's own, after STANDARD. parts: names of several things measured on one
    answer. metrics: all but those ``of_answered`` may be a task's headline.
    prepare: (question, truth, resources) -> what mark needs, picklable; it runs once per
    question and release. question is the whole record as JSON, truth the ``truth`` member of
    its line; it raises ValueError, one plain sentence, when the truth cannot be right.
    prepare_cut: an optional form of ``prepare`` for a question and truth that cutting validated,
    which equals it there and checks nothing again.
    mark: the definition. mark_many: an optional fast form, equal to ``mark`` on every
    answer. why: one plain sentence on why the response earned its marks.
    normalisers: ask -> names of the normalisers it uses, such as ``text/1``.
    with_reading: ask, a track's ``reading`` -> the ask that says how its answers are read.
    unread: ask, language -> what is not read as that language writes it; "" where all is.
    listed: ask, resources -> the texts of the tables that an ask names, such as labels. Every
    answerer is shown them, so a truth among them is no leak. Empty where the tables are unsound.
    labels: ask, truth -> by the name of a part, the labels that are right, which truths of other
    questions share, so that a pattern of words could tell it. Empty where a truth has none.
    paid_for: truth -> what an answer is paid for saying, one by one: a question that prints it
    pays for an echo. Empty where answers are right or wrong as a whole.
    to_judge: of a scorer that can do without a judge and takes verdicts: what a judge may be
    asked of an answer, by the id of the criterion; nothing where all is settled without one.
    read: of a scorer of replies, what it reads in one: replies that read alike are alike.
    sheet: how answers stand in an answer sheet; without it, as a text or a JSON object.
    prompt: how a model is asked for answers; without it no model alone can be asked. formats: of
    the files that it reads among a release's resources. example: of the page of its metrics:
    ``resources`` (path -> JSON, or a list of the lines of a ``.jsonl``) and ``questions``, each
    with question, truth, answer, perhaps verdict and passages, and ``about``, what it shows.
    answer_types: by the ``answer_type`` of an ask, when an answer is right, for the site.
    pictures: what a board shows behind its score, in this order. source: of an owner's scorer the
    SHA-256 of what it was imported from, which is known once it was; never written by hand.

    >>> digesta.scorer("closed").column_names[:3]
    ('credit', 'missing', 'unreadable')
    """

    name: str
    version: int
    Ask: type[BaseModel]
    Truth: type[BaseModel]
    Answer: Any
    columns: tuple[Column, ...]
    metrics: tuple[Metric, ...]
    adversaries: tuple[Adversary[P], ...]
    prepare: Prepare[P]
    mark: Callable[[P, Response], Row]
    why: Callable[[P, Response], str]
    mark_many: Callable[[Sequence[P], Sequence[Any]], Rows] | None = None
    prepare_cut: Prepare[P] | None = None
    parts: tuple[str, ...] = ()
    normalisers: Callable[[Mapping[str, Any]], frozenset[str]] = field(
        default=lambda _ask: frozenset()
    )
    with_reading: Callable[[Mapping[str, Any], str], Mapping[str, Any]] = field(
        default=lambda ask, _reading: ask
    )
    unread: Callable[[Mapping[str, Any], str], str] = field(default=lambda _ask, _language: "")
    listed: Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[str]] = field(
        default=lambda _ask, _resources: ()
    )
    labels: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Sequence[str]]] = field(
        default=lambda _ask, _truth: {}
    )
    paid_for: Callable[[Mapping[str, Any]], Sequence[PaidFor]] = field(default=lambda _truth: ())
    to_judge: Callable[[P, Any], Mapping[str, Mapping[str, Any]]] | None = None
    read: Callable[[P, Any], str] | None = None
    sheet: SheetForm | None = None
    prompt: PromptForm | None = None
    formats: tuple[Format, ...] = ()
    example: Callable[[], Mapping[str, Any]] | None = None
    answer_types: Mapping[str, AnswerRule] = field(default_factory=dict)
    pictures: tuple[BoardPicture, ...] = ()
    source: str = ""

    @property
    def signature(self) -> str:
        """Return what signatures call it: name and version; an owner's also by its source."""
        return f"{self.name}/{self.version}" + (f":{self.source[:12]}" if self.source else "")

    @cached_property
    def all_columns(self) -> tuple[Column, ...]:
        """Return the standard columns, then the scorer's own."""
        return STANDARD + self.columns

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of all columns in the order of a row."""
        return tuple(column.name for column in self.all_columns)

    def metric_named(self, name: str) -> Metric:
        """Return the metric of that name, or KeyError."""
        return {metric.name: metric for metric in self.metrics}[name]

    def mark_all(self, prepared: Sequence[P], answers: Sequence[Any]) -> Rows:
        """Mark answers without verdicts or passages, by the fast form where there is one."""
        if self.mark_many is not None:
            return self.mark_many(prepared, answers)
        rows = [self.mark(p, Response(a)) for p, a in zip(prepared, answers, strict=True)]
        return np.array(rows, dtype=np.int64).reshape(len(rows), len(self.all_columns))

    def sums(self, rows: Rows) -> Sums:
        """Sum rows by column, exactly."""
        return column_sums(self.column_names, rows)


def column_sums(names: Sequence[str], rows: Rows) -> Sums:
    """Return the sums of rows by the names of their columns, exact."""
    totals = [int(total) for total in rows.sum(axis=0, dtype=np.int64)]
    return Sums(len(rows), names, totals)
