"""One page of the site, and the files of data beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from digesta.canonical import canonical_bytes
from digesta.text.formulas import csv_text
from digesta_site.charts.figures import plotly_json
from digesta_site.charts.summary import summary
from digesta_site.language import current_language, spoken


class DataTable(NamedTuple):
    """A table as it can be downloaded: a header and rows of texts and numbers."""

    header: Sequence[str]
    rows: Sequence[Sequence[str | float | None]]

    @property
    def csv(self) -> bytes:
        """Return it as a file of CSV."""
        return csv_text([self.header, *self.rows]).encode()


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


def data_of(page: Page) -> dict[str, bytes]:
    """Return the files of data beside a page, by path."""
    data = page.view if page.data is None else page.data
    files = {f"{page.stem}.json": canonical_bytes(data) + b"\n"}
    if page.table is not None:
        files[f"{page.stem}.csv"] = page.table.csv
    return files


def template_view(page: Page) -> dict[str, Any]:
    """Return what a page's template is filled from: its view, and its figures as drawn."""
    with spoken(page.language):
        figures = {name: _chart(name, figure) for name, figure in page.figures.items()}
    return {**page.view, "figures": figures}


def _chart(name: str, figure: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a template shows of a figure."""
    made = plotly_json(figure)
    return {"key": f"chart-{name}" if name else "chart", "figure": made, "text": summary(made)}


def view_bytes(view: Any) -> bytes:
    """Return compact JSON for our own scripts, which is not a published format."""
    return orjson.dumps(view, default=_list_of, option=orjson.OPT_SORT_KEYS)


def _list_of(value: Any) -> list[Any]:
    """Return a named tuple, of which orjson does not know that it is one, as a list."""
    if isinstance(value, tuple):
        return list(value)
    raise TypeError(f"{type(value).__name__}: nothing that JSON has")
