"""A draft's lines of both splits, and what has changed in them since the release before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from authoring.lines import QuestionLines, Row
from digesta.canonical import canonical_bytes, canonical_lines
from digesta.workspace import store

Change = Callable[[str], str]


def rows_of(path: Path) -> list[Row]:
    """Return the lines of a file."""
    return [orjson.loads(line) for line in store.read_bytes(path).splitlines()]


class Lines:
    """Questions, truths and reviews by id, of the draft's folder and of the sealed one.

    reasons: kind of change -> question -> why, in the order in which they came.
    """

    def __init__(self, draft: Path, sealed: Path) -> None:
        self.draft, self.sealed = draft, sealed
        self.questions = {row["question_id"]: row for row in rows_of(draft / "questions.jsonl")}
        self.truths: dict[str, Row] = {}
        self.reviews: defaultdict[str, list[Row]] = defaultdict(list)
        for folder in (draft, sealed):
            self.truths |= {row["question_id"]: row for row in rows_of(folder / "truths.jsonl")}
            for row in rows_of(folder / "review.jsonl"):
                self.reviews[row["question_id"]].append(row)
        self.manifest: Row = orjson.loads(store.read_bytes(draft / "release.json"))
        self.limits: Row = orjson.loads(store.read_bytes(draft / "limits.json"))
        self.reasons: dict[str, defaultdict[str, list[str]]] = {
            kind: defaultdict(list) for kind in ("retired", "revised")
        }

    def track(self, name: str) -> Row:
        """Return a track of the manifest."""
        track: Row = next(t for t in self.manifest["tracks"] if t["track"] == name)
        return track

    def of(self, track: str, *tasks: str) -> Iterator[tuple[str, Row]]:
        """Yield the questions of a track, or of some of its tasks, by id."""
        for name, row in list(self.questions.items()):
            if row["track"] == track and (not tasks or row["task"] in tasks):
                yield name, row

    def retire(self, name: str, why: str) -> None:
        """Take a question out of every file."""
        del self.questions[name], self.truths[name]
        self.reviews.pop(name, None)
        self.reasons["revised"].pop(name, None)
        self.reasons["retired"][name].append(why)

    def revise(self, name: str, why: str) -> None:
        """Record that what an answerer of a question sees has changed."""
        if why not in self.reasons["revised"][name]:
            self.reasons["revised"][name].append(why)

    def reword(self, name: str, change: Change, why: str) -> bool:
        """Change the texts of a question's prompt, ask and truth; say whether any differs."""
        row, truth = self.questions[name], self.truths[name]
        shown = {key: row[key] for key in ("turns", "ask", "shown_sources") if key in row}
        changed = _texts_after(shown, change)
        if changed == shown:
            return False
        row |= changed
        truth["truth"] = _texts_after(truth["truth"], change)
        self.revise(name, why)
        return True

    def add(self, drawn: Iterable[QuestionLines], readers: list[Row]) -> None:
        """Add drawn questions. readers: who read their rules, as in a review."""
        for question, truth, notes in drawn:
            name = question["question_id"]
            self.questions[name], self.truths[name] = question, truth
            review = {"purpose": "audit", "outcome": "kept", "readers": readers, "why": ""}
            self.reviews[name] = [review | notes]

    def write(self) -> None:
        """Write the draft's files and the sealed folder's."""
        for split, folder in (("public", self.draft), ("holdout", self.sealed)):
            mine = {n for n, row in self.questions.items() if row["split"] == split}
            truths = [self.truths[name] for name in sorted(mine)]
            reviews = [row for name in sorted(mine) for row in self.reviews[name]]
            mode = {"mode": store.PRIVATE} if folder == self.sealed else {}
            store.write_file(folder / "truths.jsonl", canonical_lines(truths), **mode)
            store.write_file(folder / "review.jsonl", canonical_lines(reviews), **mode)
        questions = [self.questions[name] for name in sorted(self.questions)]
        self._write("questions.jsonl", canonical_lines(questions))
        changes: Row = {
            kind: [
                {"question_id": name, "reason": " ".join(why)} for name, why in sorted(rows.items())
            ]
            for kind, rows in self.reasons.items()
        }
        before = {"format": "changes/1", "previous": self.manifest["previous"]}
        for path, value in (
            ("changes.json", before | changes),
            ("limits.json", self.limits),
            ("release.json", self.manifest),
        ):
            self._write(path, canonical_bytes(value) + b"\n")

    def _write(self, path: str, data: bytes) -> None:
        store.write_file(self.draft / path, data)


def replacing(pairs: Mapping[str, str]) -> Change:
    """Return the change that replaces words, pair by pair."""

    def change(text: str) -> str:
        for old, new in pairs.items():
            text = text.replace(old, new)
        return text

    return change


def _texts_after(value: Any, change: Change) -> Any:
    """Return a value with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_texts_after(each, change) for each in value]
    if isinstance(value, dict):
        return {key: _texts_after(each, change) for key, each in value.items()}
    return value
