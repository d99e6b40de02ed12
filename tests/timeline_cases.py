"""A small charter for tests of the timeline: invented."""

from __future__ import annotations

from typing import Any

from digesta.timeline import Norm

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


ROWS = [
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
