"""Which law a folder of dated compilations is of: its name, its days, its checked tables.

A folder with ``law.json`` says so itself, and its table of attributions is ``attributions.jsonl``
beside it, where it has one. A folder without is of the Brazilian constitution, whose tables are
this package's. Nothing of one law is ever applied to another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar, get_args

from pydantic import Field

from digesta.errors import InputError, Problem, ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.model.base import Day, NonEmpty, Record
from digesta.model.reading import read_record
from digesta.model.temporal_resources import AttributedChange
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
from digesta_generate.questions.tlr._folder import AMENDMENTS, LAW, TOLD, Row, read_folder
from digesta_generate.questions.tlr._says import Words
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
        """Give the day of the original text."""
        return self.norm.enactment_date

    @property
    def attributions(self) -> Attributions:
        """Give the table as the engine takes it."""
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
    pt: NonEmpty = Field(description="In Portuguese.")


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
    questions: Mapping[str, int] | None = Field(
        default=None, description="Task -> how many questions a split has."
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
        return Folder(_as_far_as(CONSTITUTION, rows), rows, days)
    said = _read(LawFile, files[LAW], LAW)
    there = {row["body"].lower() for row in rows}
    if unnamed := sorted(there - said.bodies.keys()):
        raise ReleaseError([_wrong(LAW, 0, f"no name of the body {', '.join(unnamed)}")])
    if unknown := sorted((said.questions or {}).keys() - {*get_args(Task)}):
        raise ReleaseError([_wrong(LAW, 0, f"questions of no task: {', '.join(unknown)}")])
    if late := [day["date"] for day in days if day["date"] > said.horizon]:
        got = f"a horizon of {said.horizon}, before {late[0]} of {AMENDMENTS}"
        raise ReleaseError([_wrong(LAW, 0, got)])
    book = _book(said)._replace(told=tuple(_told(files.get(TOLD, b""), rows, days)))
    return Folder(book, rows, days)


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
    """Give a law with the lines of its table that are about what a folder holds."""
    there = _articles(rows)
    return book._replace(told=tuple(one for one in book.told if one.article in there))


def _articles(rows: Sequence[Row]) -> set[str]:
    return {f"{row['body']}_art_{row['article']}".lower() for row in rows}


def _told(data: bytes, rows: Sequence[Row], days: Sequence[Row]) -> Iterator[Attribution]:
    there = _articles(rows)
    made_by = {day["date"]: {*map(br_amendment_1, day["amendments"])} for day in days}
    for number, line in enumerate(data.splitlines(), start=1):
        one = _read(AttributedChange, line, TOLD, number)
        if one.article not in there:
            raise ReleaseError([_wrong(TOLD, number, f"{one.article}, which is not there")])
        if one.amendment not in made_by.get(one.date, ()):
            got = f"{one.amendment} on {one.date}, a day on which it was not promulgated"
            raise ReleaseError([_wrong(TOLD, number, got)])
        yield Attribution(one.article, one.date, one.amendment, one.source, one.words)


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
