"""What o3 as judge gave the answers of two models of OAB-Bench, turn by turn and phrase by phrase.

It wrote prose, and at its end its own total: ``[[0.60]]``. Which phrases it gave is read by the
first of these that applies:

1. ``oab_judge.json`` has the turn: what it gave to each row, read by eye where no rule reads it.
2. One set of the turn's phrases alone comes to its total: those. (Of more than eight: all, none.)
3. Each row's label begins a line of its text, and the last figures of each come to its total.

What it gave a row is parted likewise: by the file, or as one set of phrases alone comes to it. A
row given more than it is worth is given all of it; of points for half a phrase nothing counts.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from authoring.archives.shelf import lines_of
from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.intake import judged_text, prompt_sha256
from digesta.package_files import json_file
from digesta.records.judges.verdict import Judge

JUDGE = {
    "format": "judge/1",
    "judge": "o3-judging-itself",
    "model": "o3-2025-04-16",
    "parameters": {
        "judged": "its own answers and those of sabia-3.1, as OAB-Bench recorded it",
        "claims": "none: it was asked for no claims and no assertions",
        "confidence": "none was recorded: 1",
        "prompts": "single-oab-v1 and single-oab-v1-multi-turn of OAB-Bench",
        "replies": "of each its own total alone, which ends it",
        "verdicts": "phrases read out of its prose by the rules of authoring/archives/oab_judge.py",
    },
    "prompts": {},
    "passages": "not_recorded",
    "operator": "Maritaca AI",
    "date": "2025-05-08",
    "controls": {},
}
_FEW = 8
_AWARD = re.compile(r"(?<![\d.,])(\d[.,]\d{1,2})(?:\s*/\s*\d[.,]\d{1,2})?(?![.,]?\d)")
_END = re.compile(
    r"\n\W*(?:\d+\.\s*)?(?i:total|soma|nota|pontuação (?:total|final)|resultado|cálculo)"
)

Criteria = Sequence[Sequence[Mapping[str, str]]]
"""A turn's criteria, row by row."""


class TurnVerdict(NamedTuple):
    """What the judge gave one turn of a model. total: its own. grants: the ids of criteria."""

    model: str
    key: str
    total: Fraction
    grants: frozenset[str]


class RecordedJudge(NamedTuple):
    """A judge of another's: its record, and its verdicts by model and working id."""

    record: Mapping[str, Any]
    verdicts: Sequence[TurnVerdict]


def judge_of(
    source: Path, tables: Mapping[str, Criteria], labels: Mapping[str, Sequence[str]]
) -> RecordedJudge:
    """Return the judge with its verdicts; ValueError for one that no rule reads.

    tables, labels: of each turn, the criteria and the labels of its rows.
    """
    verdicts = []
    for line in lines_of(source / "judgments" / "o3-2025-04-16_single.jsonl.gz"):
        key = f"{line['question_id']}-{line['turn']}"
        if key in tables:
            total = Fraction(str(line["score"]))
            grants = grants_of(line, tables[key], labels[key], total=total)
            verdicts.append(TurnVerdict(line["model"], key, total, grants))
    return RecordedJudge(JUDGE, verdicts)


def judge_files(
    judge: RecordedJudge,
    ids: Mapping[str, str],
    *,
    answers: Mapping[str, Mapping[str, str]],
    truths: Mapping[str, Mapping[str, Any]],
) -> dict[str, bytes]:
    """Return a judge's record and verdicts, by path beside the submissions that it judged.

    ids: working id -> final id. answers: of each submission, by working id. truths: likewise.
    """
    record = Judge.model_validate(judge.record)
    files = {"judge.json": canonical_bytes(judge.record)}
    for name in sorted({verdict.model for verdict in judge.verdicts}):
        lines = []
        for verdict in judge.verdicts:
            if verdict.model == name:
                answer, truth = answers[name][verdict.key], truths[verdict.key]
                judged = judged_text(truth, answer)
                prompt = prompt_sha256(record, ids[verdict.key], judged)
                line = _line(verdict, truth["criteria"])
                known = {"answer_sha256": digest(answer), "prompt_sha256": prompt}
                lines.append({"question_id": ids[verdict.key], **known, **line})
        files[f"{name}.jsonl"] = canonical_lines(lines)
    return {f"_judges/{record.judge}/{path}": data for path, data in files.items()}


def _line(verdict: TurnVerdict, criteria: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    names = [each["criterion_id"] for each in criteria]
    return {
        "passages": "not_recorded",
        "replies": [f"[[{float(verdict.total):.2f}]]"],
        "criteria": [
            {"criterion_id": key, "satisfied": key in verdict.grants, "confidence": "1"}
            for key in names
        ],
    }


def grants_of(
    line: Mapping[str, Any], rows: Criteria, labels: Sequence[str], *, total: Fraction
) -> frozenset[str]:
    """Return the ids of the criteria that a judgment gives; ValueError where no rule reads it."""
    name = f"{line['question_id']} {line['turn']} {line['model'].split('-')[0]}"
    by_eye = json_file("authoring.archives", "oab_judge.json")
    if name in by_eye["turns"]:
        awards = by_eye["turns"][name].split()
    else:
        every = [criterion for row in rows for criterion in row]
        sets = list(_sets(every, total))
        if len(sets) == 1:
            return frozenset(sets[0])
        awards = [str(float(award)) for award in _awards(line["judgment"], labels, total)]
        awards = [
            by_eye["rows"].get(f"{name} {label}", award)
            for label, award in zip(labels, awards, strict=True)
        ]
    pairs = zip(rows, awards, strict=True)
    return frozenset(itertools.chain.from_iterable(_of_row(row, award) for row, award in pairs))


def _of_row(row: Sequence[Mapping[str, str]], award: str) -> Sequence[str]:
    """Return the ids of a row's criteria that "0.70" gives, or "0.60+0.10+0", one by one."""
    if "+" in award:
        parts = map(Fraction, award.split("+"))
        pairs = zip(row, parts, strict=True)
        return [each["criterion_id"] for each, part in pairs if part >= Fraction(each["points"])]
    most = sum((Fraction(each["points"]) for each in row), Fraction(0))
    sets = list(_sets(row, min(Fraction(award), most)))
    if len(sets) != 1:
        raise ValueError(f"{len(sets)} sets of {[each['points'] for each in row]} come to {award}")
    return sets[0]


def _sets(criteria: Sequence[Mapping[str, str]], total: Fraction) -> Iterator[tuple[str, ...]]:
    """Yield the ids of each set of criteria that comes to a total; of many, all or none alone."""
    points = {each["criterion_id"]: Fraction(each["points"]) for each in criteria}
    sizes = range(len(points) + 1) if len(points) <= _FEW else (0, len(points))
    for size in sizes:
        for some in itertools.combinations(points, size):
            if sum(points[key] for key in some) == total:
                yield some


def _awards(text: str, labels: Sequence[str], total: Fraction) -> list[Fraction]:
    """Return what a judgment gives each row, where that comes to its total; else ValueError."""
    body = text.split("[[", maxsplit=1)[0]
    for start in _label(labels[0]).finditer(body):
        awards = _row_awards(body[start.start() :], labels)
        if awards and sum(awards) == total:
            return awards
    raise ValueError(f"no rows that come to {total}: {text[:200]}")


def _row_awards(body: str, labels: Sequence[str]) -> list[Fraction]:
    at, places = 0, []
    for label in labels:
        match = _label(label).search(body, at)
        if match is None:
            return []
        places.append((match.start(), at := match.end()))
    ends = [*(start for start, _ in places[1:]), len(body)]
    awards = []
    for (_, start), end in zip(places, ends, strict=True):
        figures = _AWARD.findall(_END.split(body[start:end])[0])
        if not figures:
            return []
        awards.append(Fraction(figures[-1].replace(",", ".")))
    return awards


def _label(label: str) -> re.Pattern[str]:
    """Return what begins a line about the row of a label."""
    rest = re.escape(label) + r"(?![\d/])(?![.,]\d)"
    return re.compile(rf"^[\s|•\-–—*#]*(?:(?i:item)\s*)?0?{rest}", re.MULTILINE)
