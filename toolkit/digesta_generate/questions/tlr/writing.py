"""Read compilations and used questions from disk; write a draft of temporal questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

from digesta.errors import UsageError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.workspace import store
from digesta_generate.questions.tlr import Split, Temporal, build


def write(
    constitution: Path,
    draft: Path,
    key: bytes,
    *,
    split: str,
    released: str,
    without: Path | None,
    temporal: Temporal | None = None,
) -> int:
    """Write a draft's files into a folder, whatever else it holds; give how many questions.

    temporal: what answers in place of a timeline in memory.
    """
    known = {name: name for name in get_args(Split)}
    if split not in known:
        raise UsageError(f"no split {split!r}; there are: {', '.join(known)}")
    files = build(
        store.read_tree(constitution), key,
        split=known[split], released=released, used=_questions(without) if without else (),
        temporal=temporal,
    )  # fmt: skip
    for path, data in files.items():
        (draft / path).parent.mkdir(parents=True, exist_ok=True)
        store.write_file(draft / path, data)
    return files["questions.jsonl"].count(b"\n")


def _questions(path: Path) -> list[Any]:
    lines = store.read_bytes(path).splitlines()
    return [
        strict_json(line, file=path.name, line=number, limits=RELEASE_LIMITS)
        for number, line in enumerate(lines, start=1)
    ]
