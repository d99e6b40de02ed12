"""Models: a page each, with what is known of it and every row that it has, and a list of all.

A model is a line of ``predictions/about.toml``, which names its rows. A system of an archive has no
page of its own, so its rows lead here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from digesta.records.base import release_parts
from digesta.records.board import Row
from digesta.workspace.owner.about import FACTS, Model
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import headline_boards, site_page
from digesta_site.pages.system import board_row
from digesta_site.pages.systems import headline_cell
from digesta_site.paths import (
    MODELS,
    board_name,
    model_stem,
    picker_address,
    release_stem,
    system_stem,
)
from digesta_site.values import SiteInput, SiteRelease

Systems = list[tuple[SiteRelease, str]]
"""Releases with one of their submissions each."""
TITLES = {"maker": "Maker", "size": "Size", "weights": "Weights", "released": "Released"}
ABOUT = (
    "Each model with the boards that have it. The same name can hide another version, so every row "
    "keeps the name and the year under which it was published. There is no score across boards."
)
_PUBLISHED = re.compile(r"as published (?:in|by) [0-9]{4}")


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return a page per model that has a row, and the list of them."""
    shown = list(models_with_rows(site))
    if not shown:
        return
    yield _list(site, shown)
    for model, systems in shown:
        yield _page(site, model, systems)


def models_with_rows(site: SiteInput) -> Iterator[tuple[Model, Systems]]:
    """Yield each model, by its title, that a board of the newest release or of an archive has."""
    for model in sorted(site.models, key=lambda each: each.title.casefold()):
        systems = [
            (release, name)
            for release in site.current
            for name, of in release.models.items()
            if of == model.model and name in release.rows_of
        ]
        if systems:
            yield model, systems


def published_words(release: SiteRelease, row: Row) -> str:
    """Return when a row's answers were published, or when we asked for them."""
    words = _PUBLISHED.search(release.manifest.title) if row.level == "archived" else None
    return words[0] if words else f"run in {release_parts(release.id).day[:4]}"


def _list(site: SiteInput, shown: list[tuple[Model, Systems]]) -> Page:
    rows = [
        {"title": model.title, "href": f"{model_stem(model.model)}.html"}
        | {name: fact[0] if (fact := getattr(model, name)) else "" for name in FACTS}
        | {"scores": [cell for each in systems for cell in _headlines(*each)]}
        | {"orgs": list(dict.fromkeys(of.rows_of[name][0][1].organization for of, name in systems))}
        for model, systems in shown
    ]
    table = [[row[name] for name in ("title", *FACTS)] for row in rows]
    return site_page(
        *(site, MODELS, "models.html"),
        {"about": ABOUT, "titles": TITLES, "rows": rows},
        heading="Models",
        table=DataTable(("model", *FACTS), table),
        found_by=ABOUT,
    )


def _headlines(release: SiteRelease, name: str) -> Iterator[dict[str, Any]]:
    for board, at in headline_boards(release):
        for row in board.rows:
            if row.submission_id == name:
                cell = headline_cell(release, board, at, row)
                yield cell | {"published": published_words(release, row)}


def _page(site: SiteInput, model: Model, systems: Systems) -> Page:
    facts = [
        {"title": TITLES[name], "value": fact[0], "source": fact[1]}
        for name in FACTS
        if (fact := getattr(model, name))
    ]
    sections = [_section(site, *each) for each in systems]
    tracks = site.newest.manifest.tracks if site.newest else []
    rows = [pair for of, name in systems if of is site.newest for pair in of.rows_of[name]]
    on = {board_name(board.board).track for board, _ in rows}
    # Its rows are what a reader cites: the newest release may have none of them.
    cited = next((of for of, _ in systems if of is site.newest), systems[0][0])
    return site_page(
        *(site, model_stem(model.model), "model.html"),
        {"facts": facts, "sections": sections}
        | {"cite_page": f"{release_stem(cited.id)}.html#cite"},
        heading=model.title,
        crumbs=[("Models", MODELS)],
        tracks=[each for each in tracks if each.track in on],
        data={"model": model.as_json(), "sections": sections},
    )


def _section(site: SiteInput, release: SiteRelease, name: str) -> dict[str, Any]:
    """Return every board of a release that has one of its systems."""
    rows = release.rows_of[name]
    page = name in release.with_pages
    return {
        "heading": f"{rows[0][1].model_name}, {published_words(release, rows[0][1])}",
        "title": release.manifest.title,
        "key": f"{release.id}-{name}",
        "release": f"{release_stem(release.id)}.html",
        "system": f"{system_stem(release.id, name)}.html" if page else "",
        "picker": picker_address(release.id, system=name) if release.has_pairs else "",
        "notes": [note.text for note in release.notes if note.submission == name],
        "rows": [board_row(site, release, board, row) for board, row in rows],
    }
