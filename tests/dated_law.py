"""Dated law, all invented: a charter, a long one, a constitution with a search, a statute book."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from authoring.tlr import build
from digesta.errors import InputError
from digesta.workspace import store
from digesta_generate.compilations.dated import law_of
from digesta_generate.graph.client import Address
from digesta_generate.graph.servers import free_port
from digesta_generate.temporal.names import LawNames, law_names
from digesta_generate.temporal.search import Search
from digesta_generate.temporal.states import Number, RetrievedState, TableState
from digesta_generate.temporal.vectors import Vectors
from digesta_legal.timeline import Norm, text_digest

# The charter ------------------------------------------------------------------------------------

NORM = Norm("ch_1988", "Charter", "1988-10-05", "nowhere", "charter", "pt")
DAYS = [
    {"date": "1988-10-05", "amendments": [], "summary_pt": "Texto promulgado."},
    {"date": "1992-01-01", "amendments": ["emc_1"], "summary_pt": "Altera o art. 1º."},
    {"date": "1994-06-07", "amendments": ["emr_1", "emc_2"], "summary_pt": ""},
    {"date": "2000-02-14", "amendments": ["emc_10"], "summary_pt": ""},
    {"date": "2005-03-01", "amendments": ["emc_11"], "summary_pt": ""},
]


def row(
    component: str, version: int, start: str, end: str | None, text: str, **more: Any
) -> dict[str, Any]:
    """Return a line of a compilation; parts and place follow from the id and ``title``."""
    pieces = component.split("_")
    parts = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    first = "original" if start == "1988-10-05" else "added"
    event = first if version == 1 else "modified"
    amended = {d["date"]: d["amendments"] for d in DAYS}[start]
    defaults = {
        "event": event,
        "change": None if version == 1 else "substantive",
        "amendments": amended,
        "removed_by": None,
        "location": {"title": "1", "chapter": None, "section": None, "subsection": None},
    }
    return {
        "component_id": component, "body": pieces[0].upper(), "article": parts["art"],
        "paragraph": parts.get("par"), "inciso": parts.get("inc"), "alinea": parts.get("ali"),
        "version": version, "start": start, "end": end, "text": text,
    } | defaults | more  # fmt: skip


def place(**levels: str) -> dict[str, Any]:
    empty = dict.fromkeys(("title", "chapter", "section", "subsection"))
    return {"location": empty | levels}


CHARTER = [
    # Not in the order of the text.
    row("ch_art_1_par_1", 1, "1988-10-05", "1994-06-07", "§ 1º Um."),
    row("ch_art_1_par_1", 2, "1994-06-07", None, "§ 1º Dois."),
    row("ch_art_1_inc_10", 1, "1988-10-05", None, "X - dez;"),
    row("ch_art_1_inc_9", 1, "1988-10-05", "2000-02-14", "IX - nove;", removed_by=["emc_10"]),
    row("ch_art_1_inc_9-A", 1, "1992-01-01", None, "IX-A - nove bis;", event="added"),
    row("ch_art_1", 1, "1988-10-05", "2005-03-01", "Art. 1º  Caput:"),
    row("ch_art_1", 2, "2005-03-01", None, "Art. 1º Cáput:", change="editorial"),
    row("ch_art_2", 1, "1988-10-05", None, "Art. 2º Só."),
    row("ch_art_2-A", 1, "2000-02-14", None, "Art. 2º-A Novo.", event="added",
        **place(title="1", chapter="2")),
    row("ch_art_3", 1, "1988-10-05", "1992-01-01", "Art. 3º Fim.", removed_by=["emc_1"],
        **place(title="2")),
    row("ch_art_3", 2, "2000-02-14", None, "Art. 3º De novo.", **place(title="2")),
    row("ch_art_4", 1, "1988-10-05", "2005-03-01", "Art. 4º Aqui.", **place(title="2")),
    row("ch_art_4", 2, "2005-03-01", None, "Art. 4º Ali.", **place(title="1")),
    row("adct_art_1", 1, "1988-10-05", None, "Art. 1º Transitório.", **place(title="10")),
]  # fmt: skip


_LAW = {
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
        (folder / "law.json").write_text(json.dumps(_LAW))
    text = "".join(f"{json.dumps(one)}\n" for one in rows)
    (folder / "component_versions.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    days = "".join(f"{json.dumps(day)}\n" for day in DAYS)
    (folder / "amendments.jsonl").write_text(days)
    return folder


def charter_in(folder: Path) -> Path:
    """Write the charter."""
    return folder_of(CHARTER, folder)


def long_charter_in(folder: Path, articles: int) -> Path:
    """Write a charter that takes a while to load: articles of five paragraphs, one changed."""
    rows = [one for number in range(1, articles + 1) for one in _long_article(number)]
    return folder_of(rows, folder)


def _long_article(number: int) -> list[dict[str, Any]]:
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


# The constitution -------------------------------------------------------------------------------

_DAYS = ("1988-10-05", "1992-01-01", "1994-06-07", "2000-02-14", "2005-03-01")


def article(number: str, texts: Sequence[str], *starts: str, **levels: str) -> list[dict[str, Any]]:
    """Return an article's lines. starts: the days of its states; levels: where it stands."""
    ends = [*starts[1:], None]
    named = f"cf_art_{number}"
    return [
        row(named, at, start, end, text, **place(**levels))
        for at, (text, start, end) in enumerate(zip(texts, starts, ends, strict=True), start=1)
    ]


CONSTITUTION = [
    *article("1", ["Art. 1º A República."], _DAYS[0], title="1"),
    *article(
        "2", ["Art. 2º A rua.", "Art. 2º A rua e a praça.", "Art. 2º A rua, a praça e o rio."],
        _DAYS[0], _DAYS[1], _DAYS[3], title="1",
    ),
    *article("3", ["Art. 3º O mar.", "Art. 3º O mar e o sal."], _DAYS[0], _DAYS[4], title="2"),
    # Two amendments share its second day.
    *article("4", ["Art. 4º O vento.", "Art. 4º O ar."], _DAYS[0], _DAYS[2], title="2"),
    *article("5", ["Art. 5º Novo."], _DAYS[3], title="2"),
]  # fmt: skip


def constitution_in(path: Path) -> Path:
    """Write the constitution as a folder of compilations."""
    return folder_of(CONSTITUTION, path)


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


# The statute book: a law of thirty articles, and questions drawn from it -------------------------

BOOK = Path(__file__).parent / "graph" / "statute_book"
"""A whole small code, invented: the example of the documented shape, with what goes wrong in laws.

Amendments that share a day, told apart (articles 3, 4), both (5), and not told (6); a repeal and a
re-enactment (7); a renumbering (9 as 9-A); two versions of a day, the first of no length (10); an
amendment that takes effect later (12), and was taken back before that (11); an amendment that moves
articles into a new section (20, 21) and into another title (22); changes of form alone
(15, 16); lines of four depths (17); an article of five states (18); a body of two articles (tp).
"""

FILES = store.read_tree(BOOK)
ROWS = [json.loads(line) for line in FILES["component_versions.jsonl"].splitlines()]
FIRST, HORIZON = "1990-03-01", "2015-12-31"
VERSIONS, TOLD = "component_versions.jsonl", "attributions.jsonl"
WAITING = "deferrals.jsonl"
Row = dict[str, Any]


def drawn(files: Mapping[str, bytes], **more: Any) -> dict[str, bytes]:
    """Return the draft of questions about a law's files."""
    return build(files, b"k" * 32, split="public", released="2026-11-22", **more)


@cache
def draft() -> dict[str, bytes]:
    """Return the draft of questions about the book as it is."""
    return drawn(FILES)


def lines(files: Mapping[str, bytes], name: str) -> list[Row]:
    """Return the lines of one of these files."""
    return [json.loads(line) for line in files[name].splitlines()]


def names_of_law(files: Mapping[str, bytes], *articles: str) -> LawNames:
    """Return the names of a folder's law, which has a law.json and these articles."""
    file = law_of(files).file
    assert file is not None
    return law_names(file, articles)


def without(name: str) -> dict[str, bytes]:
    """Return the book without one of its files."""
    return {path: data for path, data in FILES.items() if path != name}


def nobody() -> Address:
    """Return an address at which no server is."""
    return Address(f"bolt://127.0.0.1:{free_port()}", "neo4j", "open-sesame")
