"""Checks of a release's statutes against their texts.

For every vocabulary ``NAME/1`` that a release's penalty questions name:

- each clause of ``NAME/clauses.jsonl`` is in the statutes, with its path and digest;
- ``NAME/penalties.json`` (where there is one) gives each clause's fines as its text does, and
  leaves no clause out whose text provides one;
- each range of ``NAME/discretion.json`` is a fine of its article's text, or 0 to 0 where that
  provides none;
- each public truth cites the articles of its clauses, in the version in force on the day that
  its question gives or, named by its year, in an earlier one, and derives its level from one of
  them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from pydantic import Field

from authoring.finlaw.fines import fines
from digesta.errors import InputError, Problem
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.base import Day, NonEmpty, Record, Sha256, Slug
from digesta.records.question import Question
from digesta.records.read import read_record
from digesta.releases.data import ReleaseData
from digesta.text.chinese.citations import law_name, year_of
from digesta.text.chinese.law_names import name_key, names_of
from digesta_generate.compilations.statutes import Clause
from digesta_generate.compilations.statutes.index import NAME, Place, match_index, read_index
from digesta_legal.penalty.records import PenaltyTruth
from digesta_legal.penalty.resources import Discretion, Laws

R = TypeVar("R", bound=Record)

FIXES: Mapping[str, str] = {
    "penalty-fines": "make penalties.json again from the statutes",
    "penalty-clause": "name a clause of clauses.jsonl by its id, place and digest",
    "range-article": "name an article of clauses.jsonl",
    "range-differs": "take one of the fines that the article's text provides",
    "truth-clause": "name clauses of clauses.jsonl",
    "truth-basis": "cite the articles of the truth's clauses, and no others",
    "truth-version": "cite the version in force on the day of the decision, or an earlier by year",
    "truth-derivation": "derive the level from a cited clause",
}
"""The stable codes of this module, and what to do about each."""


class PenaltyArticle(Record):
    """What an article provides."""

    clause: Slug = Field(description="Its id in clauses.jsonl.")
    law: NonEmpty = Field(description="The law's full name.")
    version: Day = Field(description="The day of promulgation.")
    article: NonEmpty = Field(description="Such as 46 or 120-1.")
    fines: list[dict[str, Any]] = Field(description="Fines, in the order of the text.")
    provides: list[NonEmpty] = Field(default_factory=list, description="What else it provides.")
    sha256: Sha256 = Field(description="Digest of the text, as in clauses.jsonl.")


class Penalties(Record):
    """What the articles of a release provide."""

    articles: list[PenaltyArticle] = Field(description="Articles with a fine or another sanction.")


def check(data: ReleaseData, clauses: Sequence[Clause]) -> list[Clause]:
    """Return clauses of a release's indexes, with their texts, or InputError with every problem.

    clauses: of the folder of statutes. A release without penalty questions has none: InputError.
    """
    penalties = [question for question in data.questions if question.scorer == "penalty"]
    held: list[Clause] = []
    problems: list[Problem] = []
    for folder in sorted({folder_of(question) for question in penalties}) or ["finlaw"]:
        path = f"{folder}/{NAME}"
        indexed_here = match_index(
            read_index(data.resources, path), clauses, file=f"resources/{path}"
        )
        held += indexed_here
        tables = _Tables(folder, data.resources, {clause.id: clause for clause in indexed_here})
        problems += [*tables.penalties(), *tables.ranges(), *_truth_problems(data, tables)]
    if problems:
        raise InputError(problems)
    return held


def _truth_problems(data: ReleaseData, tables: _Tables) -> Iterator[Problem]:
    """Yield what is wrong with the public truths that rest on these tables."""
    for question in data.public():
        if question.scorer == "penalty" and folder_of(question) == tables.folder:
            for code, got, expected in tables.truth(question, _truth(data, question)):
                details = {"got": got, "expected": expected, "fix": FIXES[code]}
                yield data.problem("truths.jsonl", question.question_id, code, **details)


def folder_of(question: Question) -> str:
    """Return the folder among the resources that a penalty question's vocabulary names."""
    return str(question.as_json()["ask"]["vocabulary"]).rpartition("/")[0]


def _truth(data: ReleaseData, question: Question) -> PenaltyTruth:
    return PenaltyTruth.model_validate(data.truths[question.question_id].as_json()["truth"])


Wrong = tuple[str, str, str]
"""Code, got, expected."""


@dataclass(frozen=True)
class _Tables:
    """The tables of one folder of resources. clauses: by id, with their texts."""

    folder: str
    resources: Mapping[str, Any]
    clauses: Mapping[str, Clause]

    def penalties(self) -> Iterator[Problem]:
        """Yield where penalties.json differs from the texts."""
        file = f"{self.folder}/penalties.json"
        if file not in self.resources:
            return
        articles = {row.clause: row for row in self._read(Penalties, "penalties").articles}
        for key in sorted(articles.keys() - self.clauses.keys()):
            yield _problem("penalty-clause", file, key, "a clause's id")
        for key, clause in self.clauses.items():
            provided = [fine.as_json() for fine in fines(clause.text, place=clause.citation)]
            article = articles.get(key)
            if article is None and not provided:
                continue
            if article is None or article.fines != provided:
                got = article.fines if article else "nothing"
                yield _problem("penalty-fines", file, f"{key}: {got}", str(provided))
            elif (article.law, article.version, article.article, article.sha256) != (
                *_place(clause),
                clause.sha256,
            ):
                yield _problem("penalty-clause", file, key, f"{clause.citation}, {clause.sha256}")

    def ranges(self) -> Iterator[Problem]:
        """Yield the ranges of discretion.json that their articles' texts do not provide."""
        file = f"{self.folder}/discretion.json"
        if file not in self.resources:
            return
        for limits in self._read(Discretion, "discretion").ranges:
            key = (self._full(limits.law), limits.version, limits.article)
            named = " ".join(key)
            clause = self._places.get(key)
            if clause is None:
                yield _problem("range-article", file, named, "an article of clauses.jsonl")
                continue
            provided = {
                (str(fine.least), str(fine.most))
                for fine in fines(clause.text, place=clause.citation)
                if fine.kind in ("range", "most")
            } or {("0", "0")}
            if (limits.least_cny, limits.most_cny) not in provided:
                got = f"{named}: {limits.least_cny} to {limits.most_cny}"
                expected = " or ".join(f"{least} to {most}" for least, most in sorted(provided))
                yield _problem("range-differs", file, got, expected)

    def truth(self, question: Question, truth: PenaltyTruth) -> Iterator[Wrong]:
        """Yield what is wrong with a truth."""
        if lost := [key for key in truth.clauses if key not in self.clauses]:
            yield "truth-clause", ", ".join(lost), f"ids of resources/{self.folder}/{NAME}"
            return
        cited = {_place(self.clauses[key]) for key in truth.clauses}
        expected = sorted(f"{law} ({version}) {article}" for law, version, article in cited)
        named = {
            (self._full(basis.law), basis.article or "", year_of(law_name(basis.law).version))
            for basis in truth.legal_basis
        }
        years = {(law, article, int(version[:4])) for law, version, article in cited}
        undated = {(law, article, None) for law, _, article in cited}
        if {pair[:2] for pair in named} != {pair[:2] for pair in years} or named - years - undated:
            got = sorted(f"{law} ({year}) {article}" for law, article, year in named)
            yield "truth-basis", ", ".join(got), ", ".join(expected)
        day = question.law_as_of or ""
        for law, version, article in sorted(cited):
            # An act is judged by the law of its own day: an older version may be named by its year.
            dated = (law, article, int(version[:4])) in named and self._begun(law, version, day)
            if (now := self._in_force(law, day)) != version and not dated:
                yield "truth-version", f"{law} ({version}) {article}", f"{now} on {day}"
        if (fact := truth.derivation) is not None:
            key = (self._full(fact.law), fact.version, fact.article)
            if key not in cited:
                yield "truth-derivation", " ".join(key), ", ".join(expected)

    @cached_property
    def _places(self) -> Mapping[Place, Clause]:
        return {_place(clause): clause for clause in self.clauses.values()}

    @cached_property
    def _laws(self) -> Laws:
        return self._read(Laws, "laws")

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return names_of((law.law, law.aliases) for law in self._laws.laws)

    def _full(self, name: str) -> str:
        named = law_name(name).name
        return self._names.get(name_key(named), named)

    def _in_force(self, law: str, day: str) -> str:
        """Return the version in force on a day: the last that had entered into force."""
        return max(self._versions(law, day), default=("", "none"))[1]

    def _begun(self, law: str, version: str, day: str) -> bool:
        return version in {name for _, name in self._versions(law, day)}

    def _versions(self, law: str, day: str) -> list[tuple[str, str]]:
        """Return (day, version) of those that had entered into force on a day."""
        versions = next((record.versions for record in self._laws.laws if record.law == law), [])
        days = ((version.in_force or "~", version.version) for version in versions)
        return [(begun, version) for begun, version in days if begun <= day]

    def _read(self, record: type[R], name: str) -> R:
        file = f"resources/{self.folder}/{name}.json"
        data = bytes(self.resources[f"{self.folder}/{name}.json"])
        return read_record(
            record, strict_json(data, file=file, line=0, limits=RELEASE_LIMITS), file
        )


def _place(clause: Clause) -> Place:
    return clause.law, clause.version, clause.article


def _problem(code: str, file: str, got: str, expected: str) -> Problem:
    return Problem(code=code, file=f"resources/{file}", got=got, expected=expected, fix=FIXES[code])
