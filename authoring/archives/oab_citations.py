"""OAB-Bench, points for naming the authority: 105 tasks of the bar examination, six models (2025).

The examiners' tables give a tenth of a point for naming the provision behind an argument (``nos
termos do Art. 170 … (0,10)``). A program can mark these points; the others need a judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

from authoring.archives.authorities import question_of, systems_of, track_of
from authoring.archives.oab_tables import Phrase, turns_of
from authoring.archives.shelf import LICENSE, ODD_CHARACTERS, ArchivedSystem, lines_of
from digesta_legal.citations.read import Reference, alternatives, words_beside

SERIES = "oab-bench-citations"
TRACK = "oab_citations"
ATTRIBUTION = "maritaca-ai, OAB-Bench; examinations and tables: OAB and FGV"
AT_MOST = {"peca": 24, "questao": 10}
"""References that count, the first ones: nine in ten of each model's answers name no more."""

WORTH = Fraction(1, 10)
MOST_WORDS = 2
"""Words beside references and what joins them, above which a phrase argues, and is not read."""

KINDS = {"peca": "Draft of a document", "questao": "Question"}
MAKERS = {
    "claude": "Anthropic", "gpt": "OpenAI", "o3": "OpenAI", "qwen": "Alibaba",
    "sabia": "Maritaca AI",
}  # fmt: skip
ODD = (
    "What the table gives 0,10 for and what names provisions alone is marked: 313 phrases.",
    "A provision must be named with all printed parts, or an alternative (OU) to it.",
    "The examiners want the argument too: a name alone earns nothing there.",
    "The two parts of a question are one answer here.",
    "The first 24 references of a draft count, and the first 10 of an answer to a question.",
)
LIMITS = (
    (
        "It cannot say whether an authority is applied rightly.",
        "A program reads what is named, not what is argued.",
    ),
    (
        "It cannot say who would pass the examination.",
        "These are 31 of the 210 points of the tables.",
    ),
    (
        "It cannot tell a lawyer from a list.",
        "The tables are public: all provisions of an area's, named every time, earn most points.",
    ),
)
_GLUED = re.compile(r"(?<=[a-zà-ÿ])(?=Art\b)|(?<=[A-Z]{3})(?=OU\b)")


def manifest(release: str) -> dict[str, Any]:
    """Return the manifest of a draft."""
    track = track_of(
        TRACK,
        tasks={kind: (kind, title) for kind, title in KINDS.items()},
        categories=KINDS,
        title="OAB-Bench, authorities named",
        about="Written answers to the Brazilian bar examination, second phase, examinations 39 "
        "to 41: the points that the official tables give for naming the provision.",
    )
    archive = {
        "source": "OAB-Bench, with the answers in its repository",
        "url": "https://github.com/maritaca-ai/oab-bench",
        "commit": "cafe8633e2b8f74165d51a47fe09fe44910ed8eb (2025-05-08)",
        "license": LICENSE,
        "attribution": ATTRIBUTION,
        "published": "Answers of six models, the examiners' tables, and what two judges gave.",
        "odd": [*ODD_CHARACTERS, *ODD],
    }
    return {
        "release": release,
        "title": "OAB-Bench, authorities named, 6 models, as published in 2025",
        "tracks": [track],
        "archive": archive,
    }


def provisions_of(text: str) -> list[list[Reference]]:
    """Return the ways to name what a phrase asks for; none where it argues, or is not plain.

    >>> provisions_of("com fundamento no Art. 1.658 ou no Art. 1.660 do Código Civil")[1][0].number
    '1660'
    """
    plain = _GLUED.sub(" ", text)
    if len(words_beside(plain)) > MOST_WORDS or _PARTS_OR.search(plain):
        return []
    ways = alternatives(plain)
    if len(ways) > 1 and not re.search(r"\be\b|c/c", plain):  # "Arts. 1, 2 ou 3"
        return [[reference] for way in ways for reference in way]
    return ways


_PARTS_OR = re.compile(r"(?:§\s*\d+º?|\b[IVX]+|al[ií]neas? \w)\s+(?i:ou)\s+(?:§|[IVX]+\b)")


def _citation(label: str, phrase: Phrase) -> dict[str, Any]:
    """Return what a program can mark of a phrase; nothing where it cannot."""
    ways = provisions_of(phrase.text) if phrase.points == WORTH else []
    named = [[each._asdict() | {"parts": sorted(each.parts)} for each in way] for way in ways]
    whole = {"row": label, "text": phrase.text, "points": "0.1", "provisions": named}
    return whole if named else {}


def _citations(guideline: Mapping[str, Any], values: Sequence[float]) -> list[dict[str, Any]]:
    """Return what a program can mark of a task; of an item's alternatives the first that does."""
    citations: list[dict[str, Any]] = []
    for turn in turns_of(guideline, values):
        for place, row in enumerate(turn.rows, start=1):
            ways = [
                [_citation(row.label or str(place), phrase) for phrase in group]
                for _, group in groupby(row.phrases, key=lambda phrase: phrase.alternative)
            ]
            plain = [[each for each in way if each] for way in ways]
            citations += next(filter(None, plain), [])
    return citations


def questions(source: Path, released: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each examination task in whose table a program can mark points, with its truth."""
    guidelines = {line["question_id"]: line for line in lines_of(source / "guidelines.jsonl.gz")}
    for line in lines_of(source / "questions.jsonl.gz"):
        name = line["question_id"]
        citations = _citations(guidelines[name], line["values"])
        area = line["category"].partition("_direito_")[2]
        kind = "peca" if "_peca_" in name else "questao"
        question = question_of(
            line,
            track=TRACK,
            category=kind,
            ask={"at_most": AT_MOST[kind]},
            attribution=ATTRIBUTION,
            released=released,
            tags=[area.replace("_", "-")],
        )
        place = {"work": "OAB, padrão de resposta e distribuição dos pontos", "at": name}
        if citations:
            yield question, {
                "question_id": name, "truth": {"citations": citations}, "source_refs": [place]
            }  # fmt: skip


def systems(source: Path) -> Iterator[ArchivedSystem]:
    """Yield each model with its answers."""
    known = {question["question_id"] for question, _ in questions(source, "2025-05-08")}
    yield from systems_of(source, known, MAKERS, {})
