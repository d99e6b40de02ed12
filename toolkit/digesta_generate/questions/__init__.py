"""Questions whose truths are computed: from tables that name each one, or drawn under a key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from digesta.canonical import canonical_lines
from digesta.workspace import store
from digesta_generate.questions import drawn, zmanim
from digesta_generate.questions._rows import Lines


def write_zmanim(draft: Path) -> int:
    """Write the questions that the tables of ``zmanim`` name; give how many."""
    built = zmanim.build()
    return _write(draft, [Lines(*lines) for lines in zip(*built, strict=True)])


def write_drawn(draft: Path, key: bytes, *, split: str, released: str) -> int:
    """Write the questions that ``drawn`` draws under a key; give how many."""
    return _write(draft, drawn.build(key, split=split, released=released))


def _write(draft: Path, made: Sequence[Lines]) -> int:
    """Write the three files into a folder, whatever else it holds; give how many questions.

    Each file is replaced at once; a line is its canonical bytes, lines are sorted by working id.
    """
    files = {"questions": "question", "truths": "truth", "passages": "passages"}
    for name, part in files.items():
        store.write_file(
            draft / f"{name}.jsonl", canonical_lines([getattr(one, part) for one in made])
        )
    return len(made)
