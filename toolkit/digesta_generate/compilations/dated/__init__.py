"""One law's dated compilations, read from a folder.

A folder's ``law.json`` names its law; a folder without is of the Brazilian constitution. Its tables
are ``attributions.jsonl`` and ``deferrals.jsonl``, where it has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from digesta.errors import Problem, ReleaseError
from digesta_generate.compilations.dated import tables
from digesta_generate.compilations.dated.folder import (
    AMENDMENTS,
    ATTRIBUTIONS,
    DEFERRALS,
    LAW,
    VERSIONS,
    problem,
    read_folder,
    versions_in,
)
from digesta_generate.compilations.dated.records import CompiledLaw, LawFile, Row
from digesta_legal.timeline import Norm, Timeline, timeline_of

CONSTITUTION = CompiledLaw(
    Norm(
        "cf_1988",
        "Constituição da República Federativa do Brasil",
        "1988-10-05",
        "BR",
        "constitution",
        "pt",
    ),
    "2020-08-26",
    frozenset({"cf", "adct"}),
    "the compilations of the Senado Federal as collected in abjur/constituicao (MIT)",
)
"""The law of a folder without ``law.json``, as the corpus of its compilations has it."""


class Compilations(NamedTuple):
    """A folder, read: the law, its versions' lines, its amendments' lines.

    file: the name of the versions' file, for messages.
    """

    law: CompiledLaw
    rows: Sequence[Row]
    days: Sequence[Row]
    file: str

    def timeline(self) -> Timeline:
        """Return the law through time, or raise ReleaseError where versions are contradictory."""
        law = self.law
        try:
            return timeline_of(self.rows, self.days, norm=law.norm, attributions=law.attributions)
        except ValueError as error:
            raise self.contradiction(error) from error

    def contradiction(self, error: ValueError) -> ReleaseError:
        """Return the error of versions that do not follow each other."""
        expected, fix = "versions that follow each other", "correct the line that it names"
        return ReleaseError([problem(self.file, 0, str(error), expected=expected, fix=fix)])


def read_compilations(files: Mapping[str, bytes]) -> Compilations:
    """Return a folder's compilations, or raise ReleaseError with all problems of a file."""
    law = law_of(files)
    rows, days = read_folder(files, once=law.file is None or law.file.dates == "promulgation")
    _check(law, rows, days)
    law = law._replace(
        attributed=tuple(tables.attributions(files.get(ATTRIBUTIONS, b""), rows, days)),
        deferrals=tuple(tables.deferrals(files.get(DEFERRALS, b""), rows, days)),
    )
    return Compilations(law, rows, days, versions_in(files))


_problem = partial(problem, expected=tables.OTHERS)


def law_of(files: Mapping[str, bytes]) -> CompiledLaw:
    """Return the law that a folder's compilations are of, without its tables."""
    if LAW not in files:
        return CONSTITUTION
    file = tables.read(LawFile, files[LAW], LAW)
    if not file.bodies:
        raise ReleaseError([_problem(LAW, 0, "no body")])
    norm = Norm(file.id, file.name, file.first_day, file.jurisdiction, file.type, file.language)
    return CompiledLaw(norm, file.horizon, frozenset(file.bodies), file.source, file)


def _check(law: CompiledLaw, rows: Sequence[Row], days: Sequence[Row]) -> None:
    """Raise ReleaseError with all lines of other bodies or days than the law's."""
    problems: list[Problem] = []
    if unnamed := sorted({row["body"].lower() for row in rows} - law.bodies):
        problems.append(_problem(LAW, 0, f"no name of the body {', '.join(unnamed)}"))
    first = min((row["start"] for row in rows), default="no line")
    if first != law.first_day:
        got = f"a first day of {law.first_day}, and the first of {VERSIONS} is {first}"
        problems.append(_problem(LAW, 0, got))
    for number, day in enumerate(days, start=1):
        if day["date"] > law.horizon:
            got = f"{day['date']}, after the law's horizon of {law.horizon}"
            problems.append(_problem(AMENDMENTS, number, got))
        if bool(day["amendments"]) == (day["date"] == law.first_day):
            got = f"{day['date']}: the first day, {law.first_day}, alone has no amendments"
            problems.append(_problem(AMENDMENTS, number, got))
    if problems:
        raise ReleaseError(problems)
