"""A draft and its files.

``questions.jsonl``, ``truths.jsonl``, ``predictions.jsonl`` where there are answers,
``track.json`` with the titles for ``release.json``, ``resources/``; ``trace.jsonl`` and ``judges/``
where the source says so much.
Lines stand in the source's order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from digesta.canonical import canonical_lines
from digesta.errors import Problem
from digesta_convert.shared.draft import (
    QUESTIONS,
    TRUTHS,
    Draft,
    Files,
    Value,
    in_question_order,
)
from digesta_convert.shared.faults import Faults
from digesta_convert.shared.lacks import LINES, problems_of_line
from digesta_convert.shared.values import document_of, lines_of

PREDICTIONS, TRACK, RESOURCES = "predictions.jsonl", "track.json", "resources/"


def as_files(draft: Draft) -> dict[str, bytes]:
    """Return the files of a draft."""
    files = {
        QUESTIONS: canonical_lines(draft.questions),
        TRUTHS: canonical_lines(draft.truths),
    }
    if draft.predictions:
        files[PREDICTIONS] = canonical_lines(draft.predictions)
    text = json.dumps(draft.track, ensure_ascii=False, indent=1, sort_keys=True)
    resources = {f"{RESOURCES}{path}": data for path, data in draft.resources.items()}
    return {
        **files,
        TRACK: f"{text}\n".encode(),
        **dict(sorted(resources.items())),
        **draft.beside,
    }


def from_files(files: Files) -> Draft:
    """Return the draft that these files are, or ReleaseError with every problem.

    A release's files are read too: its manifest's tracks give the titles (``with_track``).
    """
    faults = Faults()
    for path in (QUESTIONS, TRUTHS):
        if path not in files:
            faults.add("file-missing", path, fix="name a draft, a release or a submission")
    if "todo.json" in files:
        got = "a draft of an older import"
        faults.add("file-gone", "todo.json", got=got, fix="import the source again")
    faults.refuse()
    lines = {path: _read(path, files.get(path, b""), faults) for path in LINES}
    track = document_of(TRACK, files[TRACK], faults) if TRACK in files else None
    faults.refuse()
    _check_ids(lines, faults)
    faults.refuse()
    questions = tuple(lines[QUESTIONS].values())
    return Draft(
        questions=questions,
        truths=in_question_order(questions, lines[TRUTHS].values()),
        predictions=in_question_order(questions, lines[PREDICTIONS].values()),
        track=track.raw if track is not None and isinstance(track.raw, dict) else {},
        resources={
            path.removeprefix(RESOURCES): data
            for path, data in sorted(files.items())
            if path.startswith(RESOURCES)
        },
        line_of={
            (path, record["question_id"]): number
            for path, records in lines.items()
            for number, record in records.items()
        },
    )


def with_track(draft: Draft, manifest: Mapping[str, Any], track: str) -> Draft:
    """Return a release's questions of one track as a draft, with the titles of its manifest."""
    records = [record for record in manifest.get("tracks", []) if record["track"] == track]
    return replace(
        draft,
        questions=tuple(record for record in draft.questions if record["track"] == track),
        track={
            key: records[0][key]
            for key in ("track", "about", "dated", "method_after", "categories", "tasks")
            if key in records[0]
        }
        if records
        else draft.track,
    )


def _read(path: str, data: bytes, faults: Faults) -> dict[int, Value]:
    """Return the records of a file by line number."""
    records = {}
    for line in lines_of(path, data, faults):
        faults.problems.extend(problems_of_line(path, line.raw, line.line))
        if isinstance(line.raw, dict):
            records[line.line] = line.raw
    return records


def _check_ids(lines: Mapping[str, Mapping[int, Value]], faults: Faults) -> None:
    known = {record["question_id"] for record in lines[QUESTIONS].values()}
    for path, records in lines.items():
        seen: set[str] = set()
        for number, record in records.items():
            key = record["question_id"]
            if key in seen:
                faults.problems.append(
                    Problem(
                        code="dup-id", file=path, line=number, question_id=key, fix="keep one line"
                    )
                )
            elif key not in known:
                faults.problems.append(
                    Problem(
                        code="unknown-id",
                        file=path,
                        line=number,
                        question_id=key,
                        expected=f"an id of {QUESTIONS}",
                        fix="correct or remove the line",
                    )
                )
            seen.add(key)
