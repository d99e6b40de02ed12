"""Which law a folder of dated compilations is of: its name, its days, its checked tables.

A folder with ``law.json`` says so itself, and its tables are ``attributions.jsonl`` and
``deferrals.jsonl`` beside it, where it has them. A folder without is of the Brazilian
constitution, whose tables are this package's. Nothing of one law is ever applied to another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple, TypeVar, get_args

from pydantic import Field

from digesta.errors import InputError, Problem, ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.base import Day, NonEmpty, Record
from digesta.records.reading import read_record
from digesta.scorers.temporal.resources import AttributedChange, DeferredEntry
from digesta.text.amendments_pt import br_amendment_1
from digesta.timeline import Attributions, Norm
from digesta_generate.questions.tlr._attributions import (
    DEFERRALS,
    OTHER_DAYS,
    Attribution,
    Deferral,
    attributions,
    by_article_and_day,
)
from digesta_generate.questions.tlr._candidate import Task
from digesta_generate.questions.tlr._folder import (
    AMENDMENTS,
    LAW,
    TOLD,
    VERSIONS,
    WAITING,
    read_folder,
)
from digesta_generate.questions.tlr._says import Words
from digesta_generate.questions.tlr._sequence import Row
from digesta_generate.questions.tlr._wording_en import CONSTITUTION_EN, other_en
from digesta_generate.questions.tlr._wording_pt import CONSTITUTION_PT, other_pt

R = TypeVar("R", bound=Record)


class Book(NamedTuple):
    """A law, and what is known of it beside its versions.

    first_day, horizon: between which days it is asked about. words: language -> how it is spoken
    of. told: which amendment changed an article on a day that several share. deferrals: what
    waits. other_days: amendment -> the day that its own words give. no_place: articles whose
    division is not sure; doubtful: those that are not asked about. numbers: task -> how many
    questions a split has; None: as many as the seed.
    """

    norm: Norm
    horizon: str
    words: Mapping[str, Words]
    source: str
    told: tuple[Attribution, ...] = ()
    deferrals: tuple[Deferral, ...] = ()
    other_days: Mapping[str, str] = {}
    no_place: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    numbers: Mapping[str, int] | None = None

    @property
    def first_day(self) -> str:
        """Return the day of the original text."""
        return self.norm.enactment_date

    @property
    def attributions(self) -> Attributions:
        """Return the table as the engine takes it."""
        return by_article_and_day(self.told)


_NO_PLACE = frozenset({"cf_art_134", "cf_art_218", "cf_art_219"})
CONSTITUTION = Book(
    Norm(
        "cf_1988", "Constituição da República Federativa do Brasil", "1988-10-05", "BR",
        "constitution", "pt",
    ),
    "2020-08-26",
    {"en": CONSTITUTION_EN, "pt": CONSTITUTION_PT},
    "the compilations of the Senado Federal as collected in abjur/constituicao (MIT)",
    told=attributions(), deferrals=DEFERRALS, other_days=OTHER_DAYS,
    # Of these the compilations do not give chapter or section surely.
    no_place=_NO_PLACE,
    # Of article 144 a paragraph stands twice in the last compilations; what changed in ADCT 79 in
    # 2010 is a note that EC 67 prolongs it, not its words.
    doubtful=_NO_PLACE | {"cf_art_144", "adct_art_79"},
)  # fmt: skip


class InWords(Record):
    """A name in the two languages of the questions, with its article: "o Código do Porto"."""

    en: NonEmpty = Field(description="In English.")
    pt: str = Field(
        pattern=r"^(o|a|os|as) \S",
        description="In Portuguese, the article in lower case: the preposition joins it.",
    )


class LawFile(Record):
    """``law.json``: the law that a folder's compilations are of."""

    id: NonEmpty = Field(description="Of the Norm.")
    name: NonEmpty = Field(description="In its own language.")
    jurisdiction: NonEmpty = Field(description="Where it holds.")
    type: NonEmpty = Field(description="Such as code or constitution.")
    language: NonEmpty = Field(description="Of its text.")
    first_day: Day = Field(description="Of the original text.")
    horizon: Day = Field(description="The last day that the compilations know.")
    called: InWords = Field(description="How a question names it.")
    bodies: Mapping[str, InWords] = Field(description="Body, in lower case -> its name.")
    source: NonEmpty = Field(description="Whose compilations they are, for an attribution.")
    questions: Mapping[str, Annotated[int, Field(ge=1)]] | None = Field(
        default=None, min_length=1, description="Task -> how many questions a split has."
    )


class Folder(NamedTuple):
    """A folder, read: the law, its versions' lines, its amendments' lines."""

    book: Book
    rows: Sequence[Row]
    days: Sequence[Row]


def folder_of(files: Mapping[str, bytes]) -> Folder:
    """Read a folder's files. ReleaseError with all that is wrong with one of them."""
    rows, days = read_folder(files)
    if LAW not in files:
        book = _as_far_as(CONSTITUTION, rows)
        _held_to(book, rows, days)
        return Folder(book, rows, days)
    said = _read(LawFile, files[LAW], LAW)
    if unknown := sorted((said.questions or {}).keys() - {*get_args(Task)}):
        raise ReleaseError([_wrong(LAW, 0, f"questions of no task: {', '.join(unknown)}")])
    if not said.bodies:
        raise ReleaseError([_wrong(LAW, 0, "no body")])
    book = _book(said)
    _held_to(book, rows, days)
    told = tuple(_told(files.get(TOLD, b""), rows, days))
    deferrals = tuple(_deferrals(files.get(WAITING, b""), rows, days))
    return Folder(book._replace(told=told, deferrals=deferrals), rows, days)


def _held_to(book: Book, rows: Sequence[Row], days: Sequence[Row]) -> None:
    """Refuse lines of other bodies or days than the law's. ReleaseError with the first."""
    problems: list[Problem] = []
    there = {row["body"].lower() for row in rows}
    if unnamed := sorted(there - book.words["en"].bodies.keys()):
        got = f"no name of the body {', '.join(unnamed)}"
        problems.append(_wrong(LAW, 0, got))
    first = min((row["start"] for row in rows), default="no line")
    if first != book.first_day:
        got = f"a first day of {book.first_day}, and the first of {VERSIONS} is {first}"
        problems.append(_wrong(LAW, 0, got))
    for number, day in enumerate(days, start=1):
        if day["date"] > book.horizon:
            got = f"{day['date']}, after the law's horizon of {book.horizon}"
            problems.append(_wrong(AMENDMENTS, number, got))
        if bool(day["amendments"]) == (day["date"] == book.first_day):
            got = f"{day['date']}: the first day, {book.first_day}, alone has no amendments"
            problems.append(_wrong(AMENDMENTS, number, got))
    if problems:
        raise ReleaseError(problems)


def _book(said: LawFile) -> Book:
    return Book(
        Norm(said.id, said.name, said.first_day, said.jurisdiction, said.type, said.language),
        said.horizon,
        {
            "en": other_en(said.called.en, {name: one.en for name, one in said.bodies.items()}),
            "pt": other_pt(said.called.pt, {name: one.pt for name, one in said.bodies.items()}),
        },
        said.source,
        numbers=said.questions,
    )  # fmt: skip


def _as_far_as(book: Book, rows: Sequence[Row]) -> Book:
    """Return a law with the lines of its table that are about what a folder holds."""
    there = _articles(rows)
    return book._replace(told=tuple(one for one in book.told if one.article in there))


def _articles(rows: Sequence[Row]) -> set[str]:
    return {_article(row) for row in rows}


def _article(row: Row) -> str:
    return f"{row['body']}_art_{row['article']}".lower()


def _told(data: bytes, rows: Sequence[Row], days: Sequence[Row]) -> Iterator[Attribution]:
    there = _articles(rows)
    seen: set[tuple[str, str, str]] = set()
    changed = {(_article(row), row[side]) for row in rows for side in ("start", "end")}
    made_by = {day["date"]: {*map(br_amendment_1, day["amendments"])} for day in days}
    for number, line in enumerate(data.splitlines(), start=1):
        one = _read(AttributedChange, line, TOLD, number)
        if one.article not in there:
            raise ReleaseError([_wrong(TOLD, number, f"{one.article}, which is not there")])
        if one.amendment not in made_by.get(one.date, ()):
            got = f"{one.amendment} on {one.date}, a day on which it was not promulgated"
            raise ReleaseError([_wrong(TOLD, number, got)])
        if (one.article, one.date) not in changed:
            got = f"{one.article} on {one.date}, a day on which no line of it changed"
            raise ReleaseError([_wrong(TOLD, number, got)])
        if (said := (one.article, one.date, one.amendment)) in seen:
            raise ReleaseError([_wrong(TOLD, number, f"{', '.join(said)} a second time")])
        seen.add(said)
        yield Attribution(one.article, one.date, one.amendment, one.source, one.words)


def _deferrals(data: bytes, rows: Sequence[Row], days: Sequence[Row]) -> Iterator[Deferral]:
    there = _articles(rows)
    made = {br_amendment_1(name) for day in days for name in day["amendments"]}
    for number, line in enumerate(data.splitlines(), start=1):
        one = _read(DeferredEntry, line, WAITING, number)
        if unknown := [name for name in one.articles if name not in there]:
            raise ReleaseError([_wrong(WAITING, number, f"{unknown[0]}, which is not there")])
        if one.amendment not in made:
            got = f"{one.amendment}, of no day, or a second time"
            raise ReleaseError([_wrong(WAITING, number, got)])
        made.remove(one.amendment)
        yield Deferral(one.amendment, tuple(one.articles), one.found, one.evidence)


def _read(record: type[R], data: bytes, file: str, line: int = 0) -> R:
    try:
        value = strict_json(data, file=file, line=line, limits=RELEASE_LIMITS)
    except InputError as error:
        raise ReleaseError(error.problems) from error
    return read_record(record, value, file, line)


def _wrong(file: str, line: int, got: str) -> Problem:
    return Problem(
        code="not-a-timeline", file=file, line=line, got=got,
        expected="what the folder's other files hold", fix="correct the file",
    )  # fmt: skip
