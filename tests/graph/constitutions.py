"""A small constitution with a search for it, invented, for tests of the three systems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from charters import folder_of

from digesta.timeline import text_digest
from digesta_generate.temporal.search import Search
from digesta_generate.temporal.states import Number, RetrievedState, TableState
from digesta_generate.temporal.vectors import Vectors
from timeline_cases import place, row

DAYS = ("1988-10-05", "1992-01-01", "1994-06-07", "2000-02-14", "2005-03-01")


def article(number: str, texts: Sequence[str], *starts: str, **levels: str) -> list[dict[str, Any]]:
    """Return an article's lines. starts: the days of its states; levels: where it stands."""
    ends = [*starts[1:], None]
    named = f"cf_art_{number}"
    return [
        row(named, at, start, end, text, **place(**levels))
        for at, (text, start, end) in enumerate(zip(texts, starts, ends, strict=True), start=1)
    ]


ROWS = [
    *article("1", ["Art. 1º A República."], DAYS[0], title="1"),
    *article(
        "2", ["Art. 2º A rua.", "Art. 2º A rua e a praça.", "Art. 2º A rua, a praça e o rio."],
        DAYS[0], DAYS[1], DAYS[3], title="1",
    ),
    *article("3", ["Art. 3º O mar.", "Art. 3º O mar e o sal."], DAYS[0], DAYS[4], title="2"),
    # Two amendments share its second day.
    *article("4", ["Art. 4º O vento.", "Art. 4º O ar."], DAYS[0], DAYS[2], title="2"),
    *article("5", ["Art. 5º Novo."], DAYS[3], title="2"),
]  # fmt: skip


def folder(path: Path) -> Path:
    """Write it as a folder of compilations."""
    return folder_of(ROWS, path)


def letters(text: str) -> Any:
    """Embed a text: how often it has each letter, of length 1."""
    counted = np.array([text.lower().count(one) for one in "abcdefghijklmnopqrstuvwxyz0123456789"])
    return (counted / max(1.0, float(np.linalg.norm(counted)))).astype(np.float32)


def search() -> Search:
    """Return a search with those embeddings."""
    return Search(Vectors(letters), letters)


def table_of(states: Sequence[RetrievedState]) -> dict[Number, TableState]:
    """Return the state table that holds these states."""
    last = {one.article: one.version for one in states}
    return {
        (one.article, one.version): TableState(
            one.start, frozenset(one.amendments), one.settled, text_digest(one.text),
            current=last[one.article] == one.version,
        )
        for one in states
    }  # fmt: skip
