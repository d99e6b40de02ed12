"""How well a model kept to the form that it was asked for: counted in its files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from digesta_generate.judging.model import NO_REPLY
from digesta_generate.judging.replies import Bounds, is_valid


class ReplyFigures(NamedTuple):
    """Replies, those that were not valid; criteria, those that were left without a valid one."""

    replies: int
    invalid: int
    criteria: int
    unsaid: int


def reply_figures(files: Mapping[str, bytes]) -> ReplyFigures:
    """Count in a judge's folder, by file name, what each verdict and choice holds, once each."""
    record = json.loads(files["judge.json"])
    bounds = Bounds(**record["parameters"].get("bounds", {}))
    lines = {one["prompt_sha256"]: one for one in _lines(files)}.values()
    replies = [text for one in lines for text in one.get("replies", ())]
    criteria = [said for one in lines for said in one.get("criteria", ())]
    return ReplyFigures(
        len(replies),
        sum(not is_valid(text, bounds) for text in replies),
        len(criteria),
        sum(said.get("analysis") == NO_REPLY for said in criteria),
    )


def _lines(files: Mapping[str, bytes]) -> Iterator[dict[str, Any]]:
    for name, data in sorted(files.items()):
        if name.endswith(".jsonl"):
            yield from map(json.loads, data.splitlines())
