"""FrenchLaw Bench's files, columns and closed lists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from digesta.errors import InputError
from digesta.records.read import read_record
from digesta.scorers.rubric.records import Criterion
from digesta_convert.shared.names import name_of
from digesta_convert.shared.rows import SourceRow

TASKS, RESULTS = "tasks.csv", "results.json"
COLUMNS = (
    *("Number", "Category", "SubCategory", "TaskType"),
    *("Title", "Prompt", "Documents", "Rubric"),
)
CLOSED: Mapping[str, tuple[str, ...]] = {
    "Category": ("Droit Privé", "Contentieux", "Droit Européen"),
    "SubCategory": (
        *("Corporate / Sociétés", "Contrats", "Travail", "Propriété intellectuelle"),
        *("Bancaire & Financier", "Commercial", "Administratif", "Pénal des affaires"),
        *("RGPD / Données", "Concurrence FR", "UE Institutionnel", "CEDH", "Concurrence UE"),
        "Numérique UE",
    ),
    "TaskType": (
        *("Conseil stratégique", "Rédaction", "Recherche juridique", "Audit / Due diligence"),
        *("Risques & Conformité", "Stratégie de négociation", "Analyse de documents"),
        *("Analyse de jurisprudence", "Gestion de dossier", "Préparation contentieuse"),
        *("Qualification juridique", "Structuration d'opération"),
    ),
}
TITLES = {name_of(title): title for titles in CLOSED.values() for title in titles}
WORK = "FrenchLaw Bench, tâche"
DIGITS = 6


def title_of(column: str, name: str) -> str:
    """Return the title of a column's closed list that a draft's name stands for, else the name.

    A draft may leave words out, where those that it has lead to a single title.

    >>> title_of("Category", "prive"), title_of("TaskType", "analyse")
    ('Droit Privé', 'analyse')
    """
    words = set(name.split("_"))
    titles = [title for title in CLOSED[column] if words <= set(name_of(title).split("_"))]
    return titles[0] if len(titles) == 1 else TITLES.get(name, name)


# Rubrics ---------------------------------------------------------------------------------------
#
#     [Structure] [Style] [Substance] [Méthodologie] [Négatif]      sections, in any case; accents
#                                                                   optional in the last two
#     ID (Npt|pts) [(max Npt|pts)] : description                    ID: capitals, then digits;
#                                                                   N: -?digits[.digits]
#
# The original passes over every other line in silence (a decimal comma, ``+1pt``, a lower-case id,
# a continuation line, an item before a section). Here each is a problem of its own, as are ids
# that stand twice and points whose sign does not fit their section.


COLUMN = "Rubric"
SECTIONS: Mapping[str, str] = {
    "structure": "Structure",
    "style": "Style",
    "substance": "Substance",
    "methodology": "Méthodologie",
    "negative": "Négatif",
}
"""Our dimensions and the titles of their sections."""

_NAMED = {
    form: name
    for name, title in SECTIONS.items()
    for form in (title.lower(), title.lower().replace("é", "e"))
}
_SECTION = re.compile(r"\[(.+)\]")
_NUMBER = r"-?[0-9]{1,6}(?:\.[0-9]{1,6})?"
_ITEM = re.compile(
    rf"([A-Z]+[0-9]+)\s*\(({_NUMBER})\s*pts?\)(?:\s*\(max\s*({_NUMBER})\s*pts?\))?\s*:\s*(.+)"
)
_NEARLY: Sequence[tuple[re.Pattern[str], str]] = (
    (re.compile(r"[A-Za-z]+[0-9]+\s*\([-+]?[0-9]+,[0-9]"), "a decimal point, not a comma"),
    (re.compile(r"[A-Za-z]+[0-9]+\s*\(\+"), "points without a plus sign"),
    (re.compile(r"[A-Za-z]*[a-z][A-Za-z]*[0-9]+\s*\("), "an id in capitals"),
    (re.compile(r"[A-Z]+[0-9]+\s*\([^)]*\)\s*(?:\([^)]*\)\s*)?$"), "a colon and a description"),
    (re.compile(r"[A-Z]+[0-9]+\b(?!\s*\()"), "points in brackets behind the id"),
)
_EXPECTED = "ID (Npt) : description, or one of " + " ".join(f"[{s}]" for s in SECTIONS.values())


def criteria_of(row: SourceRow) -> list[dict[str, Any]]:
    """Return the criteria of a row's rubric; what is wrong with it is noted on the row."""
    before = len(row.faults.problems)
    criteria = list(_criteria(row))
    _check(row, criteria)
    if not criteria and len(row.faults.problems) == before:
        row.wrong(COLUMN, expected=_EXPECTED)
    return criteria


def rubric_of(criteria: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of criteria, a section's title wherever the dimension changes."""
    lines: list[str] = []
    section = ""
    for criterion in criteria:
        if criterion["dimension"] != section:
            section = criterion["dimension"]
            lines += [""] * bool(lines) + [f"[{SECTIONS[section]}]"]
        cap = f" (max {_points(criterion['cap'])})" if "cap" in criterion else ""
        text = (
            " ".join(criterion["text"].split())
            if "\n" in criterion["text"]
            else criterion["text"].strip()
        )
        lines.append(f"{criterion['criterion_id']} ({_points(criterion['points'])}){cap} : {text}")
    return "\n".join(lines)


def _points(number: str) -> str:
    return f"{number}pts" if abs(float(number)) > 1 else f"{number}pt"


def _criteria(row: SourceRow) -> Iterator[dict[str, Any]]:
    section: str | None = None
    for raw in row[COLUMN].splitlines():
        line = raw.strip()
        if not line:
            continue
        if title := _SECTION.fullmatch(line):
            section = _NAMED.get(title[1].strip().lower())
            if section is None:
                _wrong(row, line, expected=" ".join(f"[{s}]" for s in SECTIONS.values()))
        elif (match := _ITEM.fullmatch(line)) is None:
            _wrong(row, line, expected=_nearly(line))
        elif section is None:
            _wrong(row, line, expected="a section before the first item")
        else:
            yield _criterion(match, section)


def _nearly(line: str) -> str:
    return next((advice for pattern, advice in _NEARLY if pattern.match(line)), _EXPECTED)


def _criterion(match: re.Match[str], section: str) -> dict[str, Any]:
    name, points, cap, text = match.groups()
    fields = {"criterion_id": name, "dimension": section, "points": points, "text": text.strip()}
    return fields | ({"cap": cap} if cap is not None else {})


def _check(row: SourceRow, criteria: Sequence[dict[str, Any]]) -> None:
    seen: set[str] = set()
    for criterion in criteria:
        name = criterion["criterion_id"]
        if name in seen:
            _wrong(row, name, expected="each id once: the original counts the last verdict twice")
        seen.add(name)
        try:
            read_record(Criterion, criterion, row.file, row.line)
        except InputError as error:
            for problem in error.problems:
                _wrong(row, f"{name}: {problem.got}", expected=problem.expected)


def _wrong(row: SourceRow, got: str, *, expected: str) -> None:
    row.faults.add(
        "rubric",
        row.file,
        row.line,
        got=f"column {COLUMN}: {json.dumps(got, ensure_ascii=False)[:120]}",
        expected=expected,
        fix="correct the line of the rubric: the original would pass over it",
    )
