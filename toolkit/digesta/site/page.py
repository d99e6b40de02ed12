"""One page of the site, and the files that it becomes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from digesta.canonical import canonical_bytes
from digesta.site.charts.figures import plotly_json
from digesta.site.charts.summary import summary
from digesta.site.language import current_language, spoken
from digesta.text.formulas import csv_text

OUT_OF_SEARCH = ("search:", "  exclude: true")
"""Lines of front matter that keep a page out of the search."""


class DataTable(NamedTuple):
    """A table as it can be downloaded: a header and rows of texts and numbers."""

    header: Sequence[str]
    rows: Sequence[Sequence[str | float | None]]


class DataFile(NamedTuple):
    """A file beside pages: where it lies, and what it holds; what is no bytes becomes JSON."""

    path: str
    value: bytes | Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One generated page.

    stem: its path without an ending. title: from ids and maintainers' titles.
    template: file name in ``templates/``. view: what the template shows, as JSON values.
    data: what stands in the sibling ``.json``; the view where it is None. figures: of Plotly, by a
    name; the template gives each to ``m.figure``.
    about: what it says of itself to pages that are made after it, as JSON values. searchable:
    the search reads all of it; only where nothing was submitted, and the same as submissions come.
    found_by: of another page the words by which the search finds it beside its title, if it does.
    language: that its words are in; the site's, unless it is a page of prose.
    """

    stem: str
    title: str
    template: str
    view: Mapping[str, Any]
    data: Any = None
    table: DataTable | None = None
    figures: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)
    searchable: bool = False
    found_by: str | None = None
    hide: Sequence[str] = field(default=("navigation", "toc"))
    language: str = field(default_factory=current_language)


def files_of(page: Page) -> dict[str, bytes]:
    """Return a page's files: front matter alone, the view, and the siblings."""
    view_path = f".view/{page.stem}.json"
    data = page.view if page.data is None else page.data
    with spoken(page.language):
        figures = {name: _chart(name, figure) for name, figure in page.figures.items()}
    matter = {
        f"{page.stem}.md": _front_matter(page, view_path),
        view_path: view_bytes({**page.view, "figures": figures, "spoken_in": page.language}),
        f"{page.stem}.json": canonical_bytes(data) + b"\n",
    }
    if page.table is not None:
        matter[f"{page.stem}.csv"] = csv_text([page.table.header, *page.table.rows]).encode()
    return matter


def _chart(name: str, figure: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a template shows of a figure."""
    made = plotly_json(figure)
    return {"key": f"chart-{name}" if name else "chart", "figure": made, "text": summary(made)}


def view_bytes(view: Any) -> bytes:
    """Return what a template is filled from: compact JSON for ourselves, not a published format."""
    return orjson.dumps(view, default=_list_of, option=orjson.OPT_SORT_KEYS)


def _list_of(value: Any) -> list[Any]:
    """Return a named tuple, of which orjson does not know that it is one, as a list."""
    if isinstance(value, tuple):
        return list(value)
    raise TypeError(f"{type(value).__name__}: nothing that JSON has")


def _front_matter(page: Page, view_path: str) -> bytes:
    # JSON strings and lists are YAML too; JSON escapes what is not ASCII.
    lines = ["---", f"title: {json.dumps(page.title)}", f"data: {json.dumps(view_path)}"]
    lines.append(f"kind: {json.dumps(page.template)}")
    if page.hide:
        lines.append(f"hide: {json.dumps(list(page.hide))}")
    if page.found_by is not None:
        lines.append(f"found: {json.dumps(page.found_by)}")
    elif not page.searchable:
        lines += OUT_OF_SEARCH
    return ("\n".join([*lines, "---"]) + "\n").encode("ascii")
