"""Questions whose truths are computed: the sun's position and the Hebrew calendar."""

from __future__ import annotations

from pathlib import Path

from digesta import store
from digesta.canonical import canonical_lines
from digesta_generate.questions.zmanim import build


def write_zmanim(draft: Path) -> int:
    """Write the three files into a folder, whatever else it holds; give how many questions.

    Each file is replaced at once; a line is its canonical bytes, lines are sorted by working id.
    """
    built = build()
    for name, rows in built._asdict().items():
        store.write_file(draft / f"{name}.jsonl", canonical_lines(rows))
    return len(built.questions)
