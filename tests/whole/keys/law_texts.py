"""What keys are derived from a second time: released questions, statutes, and readings of them.

Whoever wrote this has not read `authoring/`, where the first derivation is.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from places import NEWEST, ROOT

Row = dict[str, Any]
CORPORA = ROOT / "corpora"
RELEASE = ROOT / "releases" / NEWEST
DIGITS = {sign: n for n, sign in enumerate("零一二三四五六七八九")} | {"两": 2}
UNITS = {"千": 1000, "百": 100, "十": 10, "": 1}
MONTHS = [
    *"January February March April May June July August September".split(),  # noqa: SIM905
    *"October November December janvier février mars avril mai juin juillet".split(),  # noqa: SIM905
    *"août septembre octobre novembre décembre janeiro fevereiro março abril".split(),  # noqa: SIM905
    *"maio junho julho agosto setembro outubro novembro dezembro".split(),  # noqa: SIM905
]
TEENS = "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
TENS = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60}
FRENCH = {word: n for n, word in enumerate(TEENS.split(), 1)} | TENS | {"une": 1, "treizième": 13}


def rows(path: Path) -> list[Row]:
    """Read a file of one JSON object a line, packed or not."""
    raw = path.read_bytes()
    text = gzip.decompress(raw) if path.suffix == ".gz" else raw
    return [json.loads(line) for line in text.splitlines()]


def readings(name: str) -> list[dict[str, str]]:
    """A table of what I read in the law: words of questions, and the place that governs them."""
    with (Path(__file__).parent / f"{name}.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, restval=""))


@cache
def public(track: str) -> list[Row]:
    """The public questions of a track in the newest release."""
    every = rows(RELEASE / "questions.jsonl")
    return [row for row in every if row["split"] == "public" and row["track"] == track]


@cache
def keys() -> dict[str, Any]:
    """The key of each public question of the newest release, by the question's id."""
    truths = {row["question_id"]: row["truth"] for row in rows(RELEASE / "truths.jsonl")}
    return {name: truth.get("answer", truth) for name, truth in truths.items()}


def prompt(row: Row) -> str:
    """All that a question says."""
    return "\n\n".join(turn["content"] for turn in row["turns"])


def says(words: str, text: str) -> bool:
    """Whether a text has the words of a reading; an empty one is in none."""
    return bool(words and re.search(words, text))


def numeral(text: str) -> int:
    """A whole number below ten thousand in Chinese signs or digits."""
    if text.isdigit():
        return int(text)
    parts = re.findall(r"([零一二两三四五六七八九]?)([千百十]?)", text)
    return sum(DIGITS.get(digit, 1) * UNITS[unit] for digit, unit in parts if digit or unit)


def french_number(text: str) -> int:
    """A number in French words or digits."""
    if text[0].isdigit():
        return int(re.sub(r"\s", "", text))
    total = 0
    for word in re.split(r"[\s-]+", text.lower()):
        total = max(total, 1) * 100 if word.startswith("cent") else total + FRENCH[word]
    return total


def days_in(text: str) -> list[date]:
    """The days that an English, French or Portuguese text names."""
    months = "|".join(MONTHS)
    named = re.findall(rf"(\d+)(?:er|º)? (?:de )?({months}) (?:de )?(\d{{4}})", text)
    return [date(int(year), MONTHS.index(month) % 12 + 1, int(day)) for day, month, year in named]


@dataclass
class Paragraph:
    text: str
    items: dict[int, str] = field(default_factory=dict)


@cache
def articles(path: Path) -> dict[int, list[Paragraph]]:
    """A Chinese statute's articles by number, as paragraphs (款), each with its items (项)."""
    statute: dict[int, list[Paragraph]] = {}
    here: list[Paragraph] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if head := re.match(r"第([零一二三四五六七八九十百]+)条[\s　]+(.*)", line):
            here = statute[numeral(head[1])] = [Paragraph(head[2])]
        elif line.startswith("#"):
            here = []
        elif here and (item := re.match(r"[（(]([一二三四五六七八九十]+)[）)]\s*(.*)", line)):
            here[-1].items[numeral(item[1])] = item[2]
        elif here and line.strip():
            here.append(Paragraph(line.strip()))
    return statute


@cache
def versions(law: str) -> dict[str, list[Row]]:
    """The versions of each part of a law in their order, of those that were in force for a day."""
    parts: dict[str, list[Row]] = {}
    for row in rows(CORPORA / law / "component_versions.jsonl.gz"):
        if row["end"] is None or row["start"] < row["end"]:
            parts.setdefault(row["component_id"], []).append(row)
    return parts
