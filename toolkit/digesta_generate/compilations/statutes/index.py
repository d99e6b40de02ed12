"""A release's index of clauses, compared with statutes on disk.

``resources/NAME/clauses.jsonl`` has a line per clause, without its text: the clauses that a
release's questions may cite, under the ids that truths and passages use. The texts come from a
folder of statutes; two clauses are the same where law, version, article, path and digest are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import Field

from digesta.errors import InputError, Problem
from digesta.intake.records import read_records
from digesta.records.base import Day, NonEmpty, Record, Sha256, Slug
from digesta_generate.compilations.statutes import Clause

Place = tuple[str, str, str]
"""Law, version, article."""

NAME = "clauses.jsonl"


class IndexLine(Record):
    """A clause of a release's index."""

    id: Slug = Field(description="Its id in truths and passages.")
    law: NonEmpty = Field(description="The law's full name.")
    version: Day = Field(description="The day of promulgation.")
    article: NonEmpty = Field(description="Such as 46 or 120-1.")
    path: list[NonEmpty] = Field(min_length=2, description="The law, headings, the article.")
    sha256: Sha256 = Field(description="Of the text's NFC, a run of white space being a space.")

    @property
    def place(self) -> Place:
        """Return law, version and article."""
        return self.law, self.version, self.article


def read_index(resources: Mapping[str, Any], path: str) -> list[IndexLine]:
    """Return the index among a release's resources, such as ``finlaw/clauses.jsonl``."""
    if path not in resources:
        missing = f"no resources/{path}"
        fix = "name a release whose questions cite clauses"
        raise InputError.of(code="no-index", file=path, got=missing, fix=fix)
    return read_records(IndexLine, bytes(resources[path]), file=f"resources/{path}")


def match_index(
    index: Sequence[IndexLine], clauses: Iterable[Clause], *, file: str
) -> list[Clause]:
    """Return the index's clauses in its order and under its ids, with their texts.

    file: of the index, for messages. Raises InputError with every clause that the statutes lack, or
    have in another form.
    """
    texts = {(clause.law, clause.version, clause.article): clause for clause in clauses}
    problems = [
        _problem(row, texts.get(row.place), file, line) for line, row in enumerate(index, start=1)
    ]
    if any(problems):
        raise InputError([*filter(None, problems)])
    return [texts[row.place]._replace(id=row.id) for row in index]


def _problem(row: IndexLine, clause: Clause | None, file: str, line: int) -> Problem | None:
    named = f"{row.id}: {row.law} ({row.version}) article {row.article}"
    if clause is None:
        return Problem(
            code="clause-missing",
            file=file,
            line=line,
            got="no such article in the statutes",
            expected=named,
            fix="name a folder that holds this version of the law",
        )
    if (clause.sha256, list(clause.path)) == (row.sha256, row.path):
        return None
    same = clause.sha256 == row.sha256
    return Problem(
        code="clause-differs",
        file=file,
        line=line,
        got=" / ".join(clause.path) if same else f"{named}, sha256 {clause.sha256}",
        expected=" / ".join(row.path) if same else row.sha256,
        fix="take the statutes that the release was made from, or make the index again",
    )
