"""The scorer contract: ``mark`` turns a response into a row of integers; metrics read sums.

A scorer is a folder next to this file that exports ``SCORER``. ``mark`` sees one question, and a
metric sees only summed columns. So no later step reads texts, the order does not matter, and a
metric can be computed again without some answers (docs/architecture.md).
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
"""(question, truth, resources) -> the prepared question for ``mark``."""
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
    """An answer to mark, with a judge's verdict on it and the passages retrieved for it.

    answer: None if it is missing.

    >>> digesta.Response("B").passages
    ()
    """

    answer: Any
    verdict: Mapping[str, Any] | None = None
    passages: tuple[str, ...] = ()


MISSING = Response(None)


class Sums(Mapping[str, Any]):
    """Column sums over some questions, by column name; ``n`` is the number of questions.

    Values and n are Python integers, or arrays with one sum for each cluster that is left out.
    Metrics must work on both.
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
"""``Metric.least`` of a correlation. Correlations are shown as numbers, not in percent."""


class Share(NamedTuple):
    """A numerator and denominator of integers, not yet divided.

    >>> digesta.Share(2, 3)
    Share(numerator=2, denominator=3)
    """

    numerator: Any
    denominator: Any


@dataclass(frozen=True, slots=True)
class Metric:
    """A function of column sums.

    about: numerator, denominator, range and edge cases, in one or two sentences.
    share: sums -> (numerator, denominator), integers or integer arrays; a denominator of 0
    gives 0. unit: the numerator's unit (10**9 for sums of shares, 1 for counts).
    undefined: hide the 0 of a zero denominator, because nothing was measured. proportion: each
    question adds 0 or 1 to the numerator and 1 to the denominator, so Wilson's interval applies.
    whole: each question that the metric covers is entirely right or wrong. of_answered: the
    denominator depends on the answer or the judge; such a metric never ranks or is a headline.
    least: the smallest value: 0 for a share, -1 for a correlation, -2 for a score before its
    clamp, -w if a wrong answer costs w. column: the share column whose mean over all questions is
    the metric; empty for other metrics. limits: further limits of what the metric shows.
    formula: ``share`` in mathematical signs, over column names; a column of shares means their
    sum. ``n`` is the number of questions. Σ[k=01…27] x adds x for each label k, only for the
    next factor; a label by itself is its place. [x > 0] is 1 or 0; round12 rounds to twelve
    decimals. A test compares it with ``share``. family: the common name of metrics that differ
    only in a part, cut or label, such as ``PART.precision_at_K``; empty if there is only one.

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
        """Return the metric's exact value for column sums."""
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
"""A metric for any scorer, because it needs only the standard columns."""


class PaidFor(NamedTuple):
    """A statement for which an answer earns points. printed_in: text -> whether it has it.

    If no program can decide, ``printed_in`` returns False for every text.
    """

    points: Fraction
    printed_in: Callable[[str], bool]


OWN_FLOORS: Final = 4
"""The version of the statistics from which adversaries take their words from the release, name no
organisation, and are floors also of boards whose judge did not grade them."""


class QuestionWithTruth(NamedTuple):
    """A question with its truth, as an adversary sees it.

    truth: the ``truth`` member of the question's line in the truths. resources: the release's, by
    path, as for ``prepare``, because a system that knows no law could still list their labels.
    stats: the version of the release's statistics; that of a cut to come by default.
    """

    question_id: str
    task: str
    question: Mapping[str, Any]
    truth: Mapping[str, Any]
    resources: Mapping[str, Any] = MappingProxyType({})
    stats: int = OWN_FLOORS


@dataclass(frozen=True, slots=True)
class Adversary(Generic[P]):
    """A system that knows no law.

    answers: all questions of a release's split -> one answer (or None) each. expected: the
    average row of an adversary that draws; its board row uses these, not one draw.

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
    """The code that marks one kind of answer, and all that depends on its form.

    version: raise it whenever any row could change; signatures contain it.
    Ask, Truth, Answer: record classes (or type adapters' types) that the release's files must
    match. An answer is a text, number, boolean or object; put a list in an object.
    columns: the scorer's own, after STANDARD. parts: names of the parts that are measured in one
    answer. metrics: any may be a task's headline, except those ``of_answered``.
    prepare: (question, truth, resources) -> a picklable value for ``mark``. It runs once per
    question and release. question is the whole record as JSON; truth is the ``truth`` member of
    its line. It raises ValueError with one plain sentence if the truth cannot be right.
    prepare_cut: optional; returns the same as ``prepare`` for a question and truth that
    ``release cut`` validated, without checking again.
    mark: the definition of the marks. mark_many: optional and faster; must equal ``mark`` on every
    answer. why: one plain sentence on why the response earned its marks.
    normalisers: ask -> names of the normalisers that it uses, such as ``text/1``.
    with_reading: ask, the track's ``reading`` -> the ask with the rule for reading its answers.
    unread: ask, language -> what the scorer does not read as that language writes it, or "".
    listed: ask, resources -> texts of the tables that the ask names, such as labels. Everyone who
    answers sees them, so a truth among them is no leak. Empty if the tables are unsound.
    labels: ask, truth -> the right labels by name of the part. Truths of other questions share
    them, so a pattern of words could reveal one. Empty if the truth has none.
    paid_for: truth -> statements that earn points. A question that prints one rewards an echo.
    Empty if answers are right or wrong as a whole.
    to_judge: for a scorer with optional verdicts: the criteria, by id, that a judge may decide for
    an answer. Empty if the scorer decides all itself.
    read: for a scorer of replies: what it reads in a reply, to find replies that are the same.
    sheet: the form of answers in an answer sheet; without it, a text or a JSON object.
    prompt: how to ask a model; an owner's is asked in neutral words without it. formats: of files
    that it reads among a release's resources. example: for the page of its metrics:
    ``resources`` (path -> JSON, or a list of the lines of a ``.jsonl``) and ``questions``, each
    with question, truth, answer, optional verdict and passages, and ``about``, what it shows.
    answer_types: ``answer_type`` of an ask -> when an answer is right, for the site.
    pictures: what a board shows after its score, in this order. source: SHA-256 of the code of an
    owner's scorer, set by its import; never write it by hand.

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
        """Return its name in signatures: name and version, and an owner's source."""
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
        """Return the metric of that name. Raises KeyError."""
        return {metric.name: metric for metric in self.metrics}[name]

    def mark_all(self, prepared: Sequence[P], answers: Sequence[Any]) -> Rows:
        """Mark answers without verdicts or passages, by ``mark_many`` if it exists."""
        if self.mark_many is not None:
            return self.mark_many(prepared, answers)
        rows = [self.mark(p, Response(a)) for p, a in zip(prepared, answers, strict=True)]
        return np.array(rows, dtype=np.int64).reshape(len(rows), len(self.all_columns))

    def sums(self, rows: Rows) -> Sums:
        """Sum rows by column, exactly."""
        return column_sums(self.column_names, rows)


def column_sums(names: Sequence[str], rows: Rows) -> Sums:
    """Return the exact sums of rows, by column name."""
    totals = [int(total) for total in rows.sum(axis=0, dtype=np.int64)]
    return Sums(len(rows), names, totals)
