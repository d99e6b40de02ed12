"""The truths of temporal questions once more, from the versions' lines alone.

Every truth that is drawn is computed here too, and a draft in which one differs is not made.
Nothing of ``digesta_legal.timeline``: an article's text on a day is the lines in force on it, and a
state begins wherever a line of it appears, goes, or changes in substance.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

Row = dict[str, Any]


class Again:
    """The lines of the compilations, by article."""

    def __init__(
        self, files: Mapping[str, bytes], attributions: Iterable[Mapping[str, Any]]
    ) -> None:
        packed = files.get("component_versions.jsonl.gz")
        data = gzip.decompress(packed) if packed else files["component_versions.jsonl"]
        self.by_article: dict[str, list[Row]] = defaultdict(list)
        for line in data.splitlines():
            row = json.loads(line)
            article = f"{row['body']}_art_{row['article']}".lower()
            self.by_article[article].append(row)
        days = [json.loads(line) for line in files["amendments.jsonl"].splitlines()]
        self.amendments = {
            day["date"]: [_name(record) for record in day["amendments"]] for day in days
        }
        self.attributed: dict[tuple[str, str], list[str]] = defaultdict(list)
        for record in attributions:
            self.attributed[record["article"], record["date"]].append(record["amendment"])
        self.starts = cache(self._starts)

    def _starts(self, article: str) -> tuple[str, ...]:
        starts = set()
        by_component = defaultdict(list)
        for row in self.by_article[article]:
            by_component[row["component_id"]].append(row)
        for every in by_component.values():
            rows: list[Row] = []
            real, changed = False, []
            for row in sorted(every, key=lambda row: row["version"]):
                real = real or row["change"] in (None, "substantive")
                # What was never in force is no text of the article; what it changed stays changed.
                if row["end"] is None or row["start"] < row["end"]:
                    rows.append(row)
                    changed.append(real)
                    real = False
            for number, row in enumerate(rows):
                gone_before = number and rows[number - 1]["end"] != row["start"]
                if number == 0 or changed[number] or gone_before:
                    starts.add(row["start"])
                last = number + 1 == len(rows) or rows[number + 1]["start"] != row["end"]
                if last and row["end"] is not None:
                    starts.add(row["end"])
        there = [day for day in starts if self.lines_on(article, day)]
        return tuple(sorted(there))

    def lines_on(self, article: str, day: str) -> list[Row]:
        """Return the lines of an article that are in force on a day."""
        return [
            row
            for row in self.by_article[article]
            if row["start"] <= day and (row["end"] is None or day < row["end"])
        ]

    def number_on(self, article: str, day: str) -> int:
        """Return the number of the state in which an article stands on a day."""
        return sum(start <= day for start in self.starts(article))

    def digest_on(self, article: str, day: str) -> str:
        """Return the digest of an article's text on a day, as a release's table has it."""

        def place(row: Row) -> tuple[Any, ...]:
            parts = (row[key] for key in ("paragraph", "inciso", "alinea"))
            return tuple(_number(part) for part in parts)

        text = "\n".join(row["text"] for row in sorted(self.lines_on(article, day), key=place))
        plain = " ".join(unicodedata.normalize("NFC", text).split())
        return hashlib.sha256(plain.encode()).hexdigest()

    def changes(self, article: str) -> list[tuple[str, list[str] | None]]:
        """Return the days of change with their amendments, None where nothing tells them apart."""
        changes: list[tuple[str, list[str] | None]] = []
        for day in self.starts(article):
            made_by = self.amendments.get(day, [])
            attributed = self.attributed.get((article, day))
            if made_by:
                alone = made_by if len(made_by) == 1 and made_by != [day] else None
                changes.append((day, attributed or alone))
        return changes

    def in_scope(self, article: str, scope: str, day: str) -> bool:
        """Return whether the article's caput stands in a division on a day."""
        caput = [
            row for row in self.lines_on(article, day) if row["component_id"].lower() == article
        ]
        place = caput[0]["location"]
        parts = zip(("tit", "cap", "sec", "sub"), place.values(), strict=True)
        names = [f"{short}_{number}".lower() for short, number in parts if number is not None]
        full = "_".join([caput[0]["body"].lower(), *names])
        return f"{full}_".startswith(f"{scope}_")


def truth_again(again: Again, ask: Row) -> Row:
    """Return the truth of an ask, without phrases; no amendments where they cannot be separated."""
    return _AGAIN[ask["kind"]](again, ask)


def differs(again: Again, ask: Row, truth: Row) -> str:
    """Return how a truth differs from the one computed here, or nothing.

    Lists whose order says nothing are compared as sets.
    """
    recomputed = truth_again(again, ask)
    loose = _LOOSE.get(ask["kind"], frozenset())
    for name, value in recomputed.items():
        mine, theirs = (set(values) if name in loose else values for values in (value, truth[name]))
        if mine != theirs:
            return f"{name} {truth[name]}, and computed again {value}"
    return ""


_LOOSE = {
    "impact": frozenset({"articles", "amendments"}),
    "difference": frozenset({"amendments_between"}),
    "consistency": frozenset({"amendments"}),
}


def _point_in_time(again: Again, ask: Row) -> Row:
    article, day = ask["component_id"], ask["date"]
    number = again.number_on(article, day)
    truth: Row = {"versions": [{"component_id": article, "version": number}]}
    if any(row["text"] for row in again.lines_on(article, day)):
        truth["text_sha256"] = again.digest_on(article, day)
    return truth


def _attribution(again: Again, ask: Row) -> Row:
    changes = again.changes(ask["component_id"])
    return {"amendments": _flat(changes), "dates": [day for day, _ in changes]}


def _difference(again: Again, ask: Row) -> Row:
    article, first, second = ask["component_id"], ask["date_1"], ask["date_2"]
    between = [change for change in again.changes(article) if first < change[0] <= second]
    return {
        "changed": bool(between),
        "amendments_between": _flat(between),
        "version_1": again.number_on(article, first),
        "version_2": again.number_on(article, second),
    }


def _lineage(again: Again, ask: Row) -> Row:
    made_by = dict(again.changes(ask["component_id"]))
    chain = [
        {"version": number, "date": day, "amendments": made_by.get(day, [])}
        for number, day in enumerate(again.starts(ask["component_id"]), start=1)
    ]
    return {"version_chain": chain}


def _consistency(again: Again, ask: Row) -> Row:
    changes = again.changes(ask["component_id"])
    return {"amended": bool(changes), "amendments": _flat(changes)}


def _impact(again: Again, ask: Row) -> Row:
    articles, made_by = [], []
    for article in again.by_article:
        mine = [
            change
            for change in again.changes(article)
            if ask["from"] <= change[0] < ask["to"]
            and again.in_scope(article, ask["scope"], change[0])
        ]
        if mine:
            articles.append(article)
            made_by += mine
    return {"articles": sorted(articles), "amendments": _flat(sorted(made_by, key=lambda c: c[0]))}


_AGAIN = {
    "point_in_time": _point_in_time,
    "attribution": _attribution,
    "difference": _difference,
    "lineage": _lineage,
    "consistency": _consistency,
    "impact": _impact,
}


def _flat(changes: list[tuple[str, list[str] | None]]) -> list[str]:
    """Return each amendment once; none at all where some cannot be separated."""
    if any(made_by is None for _, made_by in changes):
        return []
    return list(dict.fromkeys(name for _, made_by in changes for name in made_by or []))


def _name(amendment: str) -> str:
    if "_" not in amendment:
        return amendment
    kind, number = amendment.split("_")
    return f"{'EC' if kind == 'emc' else 'ECR'} {number}"


def _number(part: str | None) -> list[tuple[bool, int, str]]:
    runs = re.findall(r"\d+|[A-Za-z]+", part or "0")
    return [(not run.isdigit(), int(run) if run.isdigit() else 0, run) for run in runs]
