"""Folders of compilations for tests of the graph: a charter, a long one, a code. Invented."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from digesta.errors import InputError
from timeline_cases import DAYS, ROWS, row

LAW = {
    "id": "ch_1988", "name": "Charter", "jurisdiction": "nowhere", "type": "charter",
    "language": "pt", "first_day": "1988-10-05", "horizon": "2005-12-31",
    "called": {"en": "the Charter", "pt": "a Carta"},
    "bodies": {
        "ch": {"en": "the Charter", "pt": "a Carta"},
        "adct": {"en": "its transitional text", "pt": "o texto transitório"},
    },
    "source": "an invented charter",
}  # fmt: skip


def folder_of(rows: list[dict[str, Any]], folder: Path) -> Path:
    """Write rows as a folder of compilations: of the charter, or of a constitution."""
    folder.mkdir(parents=True)
    if any(one["component_id"].startswith("ch_") for one in rows):
        (folder / "law.json").write_text(json.dumps(LAW))
    text = "".join(f"{json.dumps(one)}\n" for one in rows)
    (folder / "component_versions.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    days = "".join(f"{json.dumps(day)}\n" for day in DAYS)
    (folder / "amendments.jsonl").write_text(days)
    return folder


def small(folder: Path) -> Path:
    """Write the charter of ``timeline_cases``."""
    return folder_of(ROWS, folder)


def long(folder: Path, articles: int) -> Path:
    """Write a charter that takes a while to load: articles of five paragraphs, one changed."""
    rows = [one for number in range(1, articles + 1) for one in _article(number)]
    return folder_of(rows, folder)


def _article(number: int) -> list[dict[str, Any]]:
    name = f"ch_art_{number}"
    rows = [row(name, 1, "1988-10-05", None, f"Art. {number} Caput:")]
    rows += [row(f"{name}_par_{n}", 1, "1988-10-05", None, f"§ {n} Um.") for n in range(2, 6)]
    return [
        *rows,
        row(f"{name}_par_1", 1, "1988-10-05", "2000-02-14", "§ 1 Antes."),
        row(f"{name}_par_1", 2, "2000-02-14", None, "§ 1 Depois."),
    ]


def codes(error: InputError) -> list[str]:
    """Return the codes of an error's problems."""
    return [problem.code for problem in error.problems]


BOOK = Path(__file__).parent / "statute_book"
"""A whole small code, invented: the example of the documented shape, with what goes wrong in laws.

Amendments that share a day, told apart (articles 3, 4), both (5), and not told (6); a repeal and a
re-enactment (7); a renumbering (9 as 9-A); two versions of a day, the first of no length (10); an
amendment that takes effect later (12), and was taken back before that (11); an amendment that moves
articles into a new section (20, 21) and into another title (22); changes of form alone
(15, 16); lines of four depths (17); an article of five states (18); a body of two articles (tp).
"""
