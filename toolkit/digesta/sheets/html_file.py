"""Sheets as pages to print: HTML that needs nothing else, and is never read back.

A head with room for name and qualification, then each question with room to write; a question is
not broken over two pages of paper where it fits on one.
"""

from __future__ import annotations

from html import escape

from digesta.sheets.base import (
    ANSWER,
    ID,
    MET,
    ROW,
    Sheet,
    SheetLine,
    is_right_to_left,
    name_in,
    words_for,
)
from digesta.sheets.questions import SEND_BACK

_WRITTEN = frozenset({ANSWER, MET, "doubt", "note"})
_STYLE = """
body { font: 11pt/1.45 Georgia, "Noto Serif", serif; max-width: 42rem; margin: 1rem auto; color: #000; background: #fff; }
section { break-inside: avoid; border-top: 1px solid #000; padding: .5rem 0; }
h2 { font-size: 1rem; margin: 0; } h2 small { font: 7pt monospace; }
p { white-space: pre-wrap; margin: .4rem 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem .8rem; margin: .4rem 0; }
dt { font-size: 9pt; } dd { margin: 0; white-space: pre-wrap; } dd:empty { border-bottom: 1px solid #666; min-height: 1.4rem; }
@page { margin: 18mm; }
"""  # noqa: E501 - a style sheet


def write(sheet: Sheet) -> bytes:
    """Return a sheet as a page."""
    language = sheet.language
    printed = words_for(language)["printed"]
    head = [(key, printed if key == SEND_BACK else value) for key, value in sheet.head]
    title = escape(" ".join(value for key, value in head if key in {"release", "track"}))
    parts = [_section(at, sheet, line) for at, line in enumerate(sheet.rows, start=1)]
    body = f"<h1>{title}</h1>\n{_pairs(head, language)}\n" + "\n".join(parts)
    start = f'<!doctype html>\n<html lang="{escape(language)}"{_turn(language)}><head>'
    start += f'<meta charset="utf-8"><title>{title}</title>'
    return f"{start}<style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n".encode()


def _section(number: int, sheet: Sheet, line: SheetLine) -> str:
    own = sheet.language
    cells = dict(zip(sheet.columns, line.cells, strict=True))
    turn = _turn(line.language)
    name = escape(cells.get(ID) or cells.get(ROW, ""))
    labels = {"question": "", "how to answer": ""}
    shown = [key for key in sheet.columns if key not in {ID, ROW, "task", *_WRITTEN} and cells[key]]
    texts = [
        f"<p{turn}>{labels.get(key, f'{name_in(own, key)}: ')}{escape(cells[key])}</p>"
        for key in shown
    ]
    room = _pairs([(key, cells[key]) for key in sheet.columns if key in _WRITTEN], own)
    heading = f"<h2>{number}. {escape(cells['task'])} <small>{name}</small></h2>"
    language = escape(line.language, quote=True)
    return f'<section lang="{language}">{heading}{"".join(texts)}{room}</section>'


def _turn(language: str) -> str:
    return ' dir="rtl"' if is_right_to_left(language) else ""


def _pairs(rows: list[tuple[str, str]], language: str) -> str:
    named = [(name_in(language, key), value) for key, value in rows]
    inner = "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>" for key, value in named)
    return f"<dl>{inner}</dl>"
