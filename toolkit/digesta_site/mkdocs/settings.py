"""What the owner of a site chose in ``digesta.toml``, put into MkDocs' own settings.

So one ``mkdocs.yml`` serves every workspace: title and foot stand in ``digesta.toml``, and the
navigation follows from the pages that are there.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any, Protocol

from markupsafe import escape

from digesta_site.language import SCRIPTS, gettext, noop, spoken
from digesta_site.navigation import SECTIONS

PLACES = frozenset(
    [
        *(name for section in SECTIONS for name in (section.title, *section.pages.values())),
        *(noop("Others' benchmarks"), noop("Run a model")),
        *(noop("Switch to dark mode"), noop("Switch to light mode")),
    ]
)
"""What a menu may say in English; whatever else stands in one is the owner's, and stays."""


class ThemeSettings(Protocol):
    """What is set of MkDocs' settings; nav: titles and paths, nested."""

    site_name: str
    copyright: str | None
    use_directory_urls: bool
    theme: MutableMapping[str, Any]
    nav: Any
    extra_javascript: list[Any]
    markdown_extensions: list[str]


def on_config(config: ThemeSettings, *, chosen: Mapping[str, Any], language: str) -> None:
    """Set title, foot, menus and the theme's language, and with it the pages' direction.

    chosen: ``site_name``, ``copyright`` and ``nav``. What ``mkdocs.yml`` says of foot and menus
    stays.
    """
    # The theme's templates take them for HTML; a filter of theirs that escapes does so once.
    config.site_name = escape(chosen["site_name"])
    config.copyright = config.copyright or escape(chosen["copyright"])
    config.theme["language"] = language
    # A page lies where its data lies, whatever ``mkdocs.yml`` says or leaves out.
    config.use_directory_urls = False
    config.extra_javascript.insert(0, SCRIPTS)
    config.markdown_extensions.append("md_in_html")  # what the page of formats folds
    with spoken(language):
        config.nav = _menu(config.nav or chosen["nav"])
        palettes = config.theme.get("palette") or []
        for palette in palettes if isinstance(palettes, list) else [palettes]:
            if "toggle" in palette:
                palette["toggle"]["name"] = _title(palette["toggle"]["name"])


def _menu(nav: Any) -> Any:
    if isinstance(nav, list):
        return [_menu(part) for part in nav]
    if isinstance(nav, dict):
        return {_title(title): _menu(part) for title, part in nav.items()}
    return nav


def _title(title: str) -> str:
    return gettext(title) if title in PLACES else title
