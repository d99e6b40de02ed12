"""TREC files of ranked lists: a run (results) and qrels (what is relevant), and back.

Defined in: trec_eval's README. A line of a run is ``query Q0 case rank score tag``, a line of
qrels ``query 0 case grade``; fields are split at spaces and tabs, the second is not read. As
trec_eval does, a list is ordered by score, highest first; where scores are equal, by the rank
column, then as given (trec_eval: by case id, backwards), so that a list written here is read
back in its order. 0 and below is not relevant; of cases with tiers, tier 1 is 5 and tier 5 is 1.

Reading what was written gives the same rows. A file with a bad line is refused whole, with every
problem. Ids hold no white space: a list that names such a case cannot be written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar

from digesta.intake import LIMITS
from digesta.records.base import is_slug
from digesta_convert.shared.names import slug_of
from digesta_convert.shared.rows import Faults, LineFault, too_many_lines

QRELS, RUN = "qrels.txt", "run.txt"
PARTS: Mapping[str, str] = {
    part: f"qrels.{part}.txt" for part in ("accusation", "article", "imprisonment")
}
BEST_GRADE = 5
"""Of a case of the first tier."""
MOST_GRADE = 100
"""Of a judged document."""
RUN_LINES = 250_000
"""Most lines of a run: a thousand cases for each of 250 queries. Of qrels, as of any file."""
LONGEST = 64
"""Characters of a number."""

_WHOLE = re.compile(r"[+-]?[0-9]+")
_SCORE = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_SHOWN = 80
_SIGNS = {"-": "minus-", "+": "plus-"}


class RunRow(NamedTuple):
    """A line of a run: at this rank, with this score, by the system ``tag``."""

    query: str
    case: str
    rank: int
    score: Decimal
    tag: str


class Judgement(NamedTuple):
    """A line of qrels: how relevant a case is to a query."""

    query: str
    case: str
    grade: int


T = TypeVar("T", RunRow, Judgement)


def read_run(path: str, data: bytes, faults: Faults) -> list[tuple[int, RunRow]]:
    """Return the rows of a run, each with its line; none where a line is wrong, which is noted."""
    return _read(path, data, faults, _result, most=RUN_LINES)


def read_qrels(path: str, data: bytes, faults: Faults) -> list[tuple[int, Judgement]]:
    """Return the rows of qrels, each with its line; none where a line is wrong."""
    return _read(path, data, faults, _judgement, most=LIMITS.lines)


def id_of(name: str) -> str:
    """Return the id that a name of the files becomes: a sign before it is spelt out.

    >>> id_of("-1405"), id_of("1405"), id_of("FBIS3-1")
    ('minus-1405', '1405', 'fbis3-1')
    """
    sign, rest = (_SIGNS[name[0]], name[1:]) if name[:1] in _SIGNS and name[1:] else ("", name)
    return sign + (rest if is_slug(sign + rest) else slug_of(rest))


def with_signs(rows: Iterable[T]) -> tuple[T, ...]:
    """Return rows of our ids with the signs that ``id_of`` spelt out."""
    return tuple(row._replace(query=sign_of(row.query), case=sign_of(row.case)) for row in rows)


def sign_of(own: str) -> str:
    """Return an id with the sign that ``id_of`` spelt out.

    >>> sign_of("minus-1405")
    '-1405'
    """
    signs = (sign + own.removeprefix(word) for sign, word in _SIGNS.items() if own.startswith(word))
    return next(signs, own)


def write_run(rows: Iterable[RunRow]) -> bytes:
    """Return a run's bytes; ReleaseError for ids or tags that the format cannot hold."""
    fields = [(row.query, "Q0", row.case, str(row.rank), str(row.score), row.tag) for row in rows]
    return _encode(fields)


def write_qrels(rows: Iterable[Judgement]) -> bytes:
    """Return the bytes of qrels; ReleaseError for ids that the format cannot hold."""
    fields = [(row.query, "0", row.case, str(row.grade)) for row in rows]
    return _encode(fields)


def results_of(ranked: Mapping[str, Sequence[str]], *, tag: str) -> tuple[RunRow, ...]:
    """Return lists of cases by query as rows, scores falling to 1; a repeat keeps its first place.

    >>> [tuple(one)[:3] for one in results_of({"q": ["b", "a", "b"]}, tag="t")]
    [('q', 'b', 1), ('q', 'a', 2)]
    """
    rows = []
    for query, names in ranked.items():
        distinct = list(dict.fromkeys(names))
        rows += [
            RunRow(query, case, rank, Decimal(len(distinct) + 1 - rank), tag)
            for rank, case in enumerate(distinct, start=1)
        ]
    return tuple(rows)


def rankings_of(rows: Iterable[RunRow]) -> dict[str, list[str]]:
    """Return each query's cases, best first, in the order in which queries come."""
    lists: dict[str, list[RunRow]] = {}
    for row in rows:
        lists.setdefault(row.query, []).append(row)
    return {
        query: [row.case for row in sorted(results, key=lambda row: (-row.score, row.rank))]
        for query, results in lists.items()
    }


def judgements_of(positives: Mapping[str, Sequence[Mapping[str, Any]]]) -> tuple[Judgement, ...]:
    """Return the positives of truths, ``{case, tier}`` by query, as rows."""
    return tuple(
        Judgement(query, positive["case"], BEST_GRADE + 1 - positive["tier"])
        for query, listed in positives.items()
        for positive in listed
    )


def judged_documents(grades: Mapping[str, Sequence[Mapping[str, Any]]]) -> tuple[Judgement, ...]:
    """Return the judged documents of truths, ``{grade, documents}`` by query, as rows."""
    return tuple(
        Judgement(query, document, group["grade"])
        for query, groups in grades.items()
        for group in groups
        for document in group["documents"]
    )


def grades_of(rows: Iterable[Judgement]) -> dict[str, list[dict[str, Any]]]:
    """Return ``{grade, documents}`` by query, the best first, as truths hold them.

    What is below 0 is 0, as trec_eval counts it; documents of a grade keep their order.

    >>> grades_of([Judgement("q", "a", -1), Judgement("q", "b", 2), Judgement("q", "c", 0)])
    {'q': [{'grade': 2, 'documents': ['b']}, {'grade': 0, 'documents': ['a', 'c']}]}
    """
    groups: dict[str, dict[int, list[str]]] = {}
    for row in rows:
        groups.setdefault(row.query, {}).setdefault(max(row.grade, 0), []).append(row.case)
    return {
        query: [{"grade": grade, "documents": by_grade[grade]} for grade in sorted(by_grade)[::-1]]
        for query, by_grade in groups.items()
    }


def _read(
    path: str, data: bytes, faults: Faults, parse: Callable[[list[str]], T], *, most: int
) -> list[tuple[int, T]]:
    before = len(faults.problems)
    faults.problems += too_many_lines(path, data, most)
    rows: list[tuple[int, T]] = []
    first: dict[tuple[str, str], int] = {}
    lines = enumerate(data.split(b"\n"), start=1) if len(faults.problems) == before else ()
    for number, line in lines:
        if line.strip():
            with faults.noting(path, number):
                row = parse(_fields(line))
                once = first.setdefault((row.query, row.case), number)
                if once != number:
                    raise _wrong("dup-row", f"the query and case of line {once}", "one line each")
                rows.append((number, row))
    return rows if len(faults.problems) == before else []


def _wrong(code: str, got: str, expected: str) -> LineFault:
    fix = "correct or remove the line"
    return LineFault(code, got=got[:_SHOWN], expected=expected, fix=fix)


def _fields(line: bytes) -> list[str]:
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise _wrong("utf8", f"byte {line[error.start]:02X}", "UTF-8") from None
    fields = re.split(r"[ \t]+", text.removesuffix("\r").strip(" \t"))
    for field in fields:
        if not can_stand(field):
            raise _wrong("bad-id", repr(field), "printable characters without white space")
    return fields


def can_stand(field: str) -> bool:
    """Return whether a field can stand in a line: something, printable, no space of any script."""
    return bool(field) and field.isprintable() and not any(char.isspace() for char in field)


def _result(fields: list[str]) -> RunRow:
    if len(fields) != len(("query", "Q0", "case", "rank", "score", "tag")):
        raise _wrong("field-count", f"{len(fields)} fields", "query Q0 case rank score tag")
    query, _, case, rank, score, tag = fields
    if len(score) > LONGEST or not _SCORE.fullmatch(score):
        raise _wrong("bad-score", score, "a decimal number")
    return RunRow(query, case, _whole("bad-rank", rank), Decimal(score), tag)


def _judgement(fields: list[str]) -> Judgement:
    if len(fields) != len(("query", "0", "case", "grade")):
        raise _wrong("field-count", f"{len(fields)} fields", "query 0 case grade")
    query, _, case, text = fields
    grade = _whole("bad-grade", text)
    if grade > MOST_GRADE:
        expected = f"at most {MOST_GRADE}: map the grades to 1 to {MOST_GRADE} first"
        raise _wrong("bad-grade", text, expected)
    return Judgement(query, case, grade)


def _whole(code: str, text: str) -> int:
    if len(text) > LONGEST or not _WHOLE.fullmatch(text):
        raise _wrong(code, text, "a whole number")
    return int(text)


def _encode(rows: Sequence[tuple[str, ...]]) -> bytes:
    faults = Faults()
    for number, fields in enumerate(rows, start=1):
        for field in fields:
            if not can_stand(field):
                got, expected = repr(field)[:_SHOWN], "printable characters without white space"
                fix = "leave the case out, or rename it"
                faults.add("bad-id", "TREC", number, got=got, expected=expected, fix=fix)
    faults.refuse()
    return "".join(f"{' '.join(fields)}\n" for fields in rows).encode()
