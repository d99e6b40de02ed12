"""The examiners' tables of points of OAB-Bench: items, and the phrases that points are for.

A table has a row for each item, ``| A. Não. … (0,50), nos termos do Art. 71 (0,10). | 0,00/0,50/
0,60 |``: a phrase ends with its points in parentheses, and the cell behind prints the totals that
an examiner may give. Headings have ``nan`` there. Three forms are read by a rule:

- One cell for several rows stands in each of them, or in the first with ``nan`` behind: each row
  is worth its own phrases, and together they are worth the cell's most.
- Where phrases come to more than the cell's most and ``OU`` or ``ou`` stands behind a bracket, what
  it parts are alternatives: an item is worth its best one.
- An item without points in parentheses is one phrase that is worth the cell's most.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

ANNULLED = "(Anulada)"
NO_POINTS = "nan"
_POINTS = re.compile(r"\((\d+,\d+)\)")
_NUMBERS = re.compile(r"\d+[.,]\d+")
_ALTERNATIVE = re.compile(r"(?<=\d\))[\s.,;]*\b(?:OU|Ou|ou)\b\s*")
_LABEL = re.compile(
    r"([A-Z]\d?|[IVX]+|\d+(?:\.\d+)?|[a-z](?=\)))(?:[.)]+\s*|\s+(?=[A-ZÀ-Ý]))(?=\D)"
)


class Phrase(NamedTuple):
    """What points are for, without them; alternative: 0, or the one of the item's, from 1 on."""

    text: str
    points: Fraction
    alternative: int = 0


class PointsRow(NamedTuple):
    """A row of a table. label: as printed, "A", "3", "8.1", or empty. text: without the label.

    most: what it is worth. totals: as its cell prints them; with ``shared``, of several rows.
    """

    label: str
    text: str
    most: Fraction
    totals: tuple[Fraction, ...]
    phrases: tuple[Phrase, ...]
    shared: bool = False


class PointsTurn(NamedTuple):
    """What examiners printed for one turn, and what in it could not be read, or does not add up."""

    model_answer: str
    rows: tuple[PointsRow, ...]
    problems: tuple[str, ...]


class _RawRow(NamedTuple):
    text: str
    totals: tuple[Fraction, ...]


def turns_of(guideline: Mapping[str, Any], values: Sequence[float]) -> list[PointsTurn]:
    """Return the turns of a line of ``guidelines``. values: of the same line of ``questions``."""
    texts = guideline["choices"][0]["turns"]
    return [_turn(text, Fraction(str(most))) for text, most in zip(texts, values, strict=True)]


def attainable(row: PointsRow) -> set[Fraction]:
    """Return every total that some of a row's phrases come to."""
    by_alternative = (
        [phrase.points for phrase in row.phrases if phrase.alternative == n]
        for n in sorted({phrase.alternative for phrase in row.phrases})
    )
    return {sum(some, Fraction(0)) for every in by_alternative for some in _subsets(every)}


def _subsets(points: Sequence[Fraction]) -> Iterator[tuple[Fraction, ...]]:
    return itertools.chain.from_iterable(
        itertools.combinations(points, n) for n in range(len(points) + 1)
    )


def _turn(text: str, most: Fraction) -> PointsTurn:
    at = text.index("\n|")
    answer = re.sub(r"\s*DISTRIBUIÇÃO DOS PONTOS\s*$", "", text[:at], flags=re.IGNORECASE).strip()
    rows = [new for cell in _cells(text[at:]) for new in _rows_of(cell)]
    problems = [problem for new in rows for problem in _problems(new)]
    total = sum((new.most for new in rows), Fraction(0))
    if total != most:
        problems.append(f"the table comes to {float(total):.2f}, values say {float(most):.2f}")
    return PointsTurn(answer, tuple(rows), tuple(problems))


def _cells(table: str) -> Iterator[list[_RawRow]]:
    """Yield the rows of each cell of totals: several, where one cell stands for them."""
    cell: list[_RawRow] = []
    for line in table.strip().splitlines()[2:]:
        text, printed = (part.strip() for part in line.strip().strip("|").split("|"))
        if printed == NO_POINTS and not _POINTS.search(text):
            continue
        row = _RawRow(text, tuple(map(_number, _NUMBERS.findall(printed))))
        if cell and not _goes_on(cell, row):
            yield cell
            cell = []
        cell.append(row)
    if cell:
        yield cell


def _goes_on(cell: Sequence[_RawRow], row: _RawRow) -> bool:
    """Return whether a row has its predecessor's cell: then its phrases fit what is left of it."""
    left = max(cell[0].totals) - sum(_sum(before.text) for before in cell)
    return row.totals in ((), cell[0].totals) and 0 < _sum(row.text) <= left


def _rows_of(cell: Sequence[_RawRow]) -> Iterator[PointsRow]:
    totals, shared = cell[0].totals, len(cell) > 1
    for row in cell:
        label = _LABEL.match(row.text)
        text = row.text[label.end() :] if label else row.text
        most = _sum(text) if shared else max(totals)
        phrases = tuple(_phrases(text, most))
        yield PointsRow(label[1] if label else "", text, most, totals, phrases, shared)


def _phrases(text: str, most: Fraction) -> Iterator[Phrase]:
    if not _POINTS.search(text):
        yield from [] if text == ANNULLED else [Phrase(text, most)]
        return
    parts = _ALTERNATIVE.split(text) if _sum(text) > most else [text]
    for n, part in enumerate(parts, start=len(parts) > 1):
        at = 0
        for match in _POINTS.finditer(part):
            yield Phrase(part[at : match.start()].strip(" ,.;"), _number(match[1]), n)
            at = match.end()


def _problems(new: PointsRow) -> Iterator[str]:
    where = f"{new.label or new.text[:40]}:"
    if not new.phrases:
        yield f"{where} annulled"
    sums = dict.fromkeys((phrase.alternative for phrase in new.phrases), Fraction(0))
    for phrase in new.phrases:
        sums[phrase.alternative] += phrase.points
    if any(total != new.most for total in sums.values()):
        yield f"{where} its phrases do not come to {float(new.most):.2f}"
    elif new.phrases and not new.shared and (odd := set(new.totals) - attainable(new)):
        printed = ", ".join(f"{float(total):.2f}" for total in sorted(odd))
        yield f"{where} no phrases come to the printed {printed}"


def _sum(text: str) -> Fraction:
    return sum(map(_number, _POINTS.findall(text)), Fraction(0))


def _number(printed: str) -> Fraction:
    return Fraction(printed.replace(",", "."))
