"""What the draft says of itself: limits, notices, tasks, scores, readings, datasheets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import orjson

from authoring.mend.draft import Lines, replacing
from digesta.records.release import Limit, Track
from digesta.workspace import store

HERE = Path(__file__).parent
_SECTION = {
    "finlaw": r"## finlaw, regulation files \(.*",
    "frenchlaw": r"## Dated rules \(.*",
}
"""The last section of a datasheet, about files that are asked no more."""


def restate(lines: Lines) -> None:
    """Correct limits, notices, tasks, scores and datasheets."""
    statements: dict[str, Any] = orjson.loads(store.read_bytes(HERE / "statements.json"))
    for name, reading in statements["readings"].items():
        lines.track(name)["reading"] = reading
    for name, pairs in statements["notices"].items():
        notice = lines.track(name)["notice"]
        change = replacing(dict(pairs))
        lines.track(name)["notice"] = {key: change(text) for key, text in notice.items()}
    for name, words in statements["tracks"].items():
        _track(lines.track(name), words)
    _limits(lines, statements)
    for excuse in lines.manifest["giveaways"]["excused"]:
        excuse["reason"] = (
            statements["giveaways"].get(excuse["track"], {}).get(excuse["test"], excuse["reason"])
        )
    for name in statements["tracks"]:
        path = lines.draft / "resources" / name / "datasheet.md"
        text = store.read_bytes(path).decode()
        if name in _SECTION:
            text = re.sub(_SECTION[name], "", text, flags=re.DOTALL)
        title = f"{lines.manifest['release']}"
        part = store.read_bytes(HERE / "sheets" / f"{name}.md").decode()
        written = f"{text.rstrip()}\n\n## Release {title}\n\n{part}"
        store.write_file(path, written.encode())


def _track(track: dict[str, Any], words: dict[str, Any]) -> None:
    gone = words.get("drop_scores", [])
    track["scores"] = [s for s in track["scores"] if s["name"] not in gone]
    track["scores"] += words.get("scores", [])
    for task in words.get("drop_tasks", []):
        del track["tasks"][task]
    track["tasks"] |= words.get("tasks", {})
    for category, title in words.get("categories", {}).items():
        track["categories"][category]["title"] = title
    if "sealed_headline" in words:
        track["sealed_headline"] = words["sealed_headline"]
    if "headlines" in Track.model_fields:
        track["headlines"] = words["headlines"]


def _limits(lines: Lines, statements: dict[str, Any]) -> None:
    """Word limits again, and remove the false ones; every one that is named must be there."""
    left = set(statements["limits"])
    rows = []
    for row in lines.limits["limits"]:
        words = statements["limits"].get(row["limit"], ())
        left.discard(row["limit"])
        if words:
            rows.append(
                _of_this_version(row | dict(zip(("limit", "why", "claim"), words, strict=False)))
            )
        elif words is not None:
            rows.append(row)
    if left:
        raise ValueError(f"no such limits: {', '.join(sorted(left))}")
    lines.limits["limits"] = [*rows, *map(_of_this_version, statements["more"])]


def _of_this_version(limit: dict[str, Any]) -> dict[str, Any]:
    """Return a limit without fields that this version of the records does not have."""
    return {key: value for key, value in limit.items() if key in Limit.model_fields}
