"""All files of a site: pages, data files, hand-written pages, assets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from digesta.errors import UsageError
from digesta.package_files import folder_files
from digesta.workspace.site_config import SiteConfig
from digesta_site.check import check_json
from digesta_site.feed import FEED, feed
from digesta_site.language import SCRIPTS, script_words, spoken
from digesta_site.navigation import navigation
from digesta_site.page import DataFile, Page
from digesta_site.pages import OF_THE_SITE
from digesta_site.pages.badges import badge_files
from digesta_site.pages.changes import moved_ranks
from digesta_site.pages.common import notice
from digesta_site.pages.llms import llms_txt
from digesta_site.prose import prose_pages
from digesta_site.repository import bundle_path, files_to_begin, with_repository
from digesta_site.tracks import pages_of_changes, pages_of_tracks
from digesta_site.values import SiteInput

CHECK = "check.json"
LOGO = "assets/digesta/logo.svg"
ACCENT = "assets/digesta/accent.css"


def outputs(site: SiteInput) -> Iterator[Page | DataFile]:
    """Yield each page, and each file, that is made of data; of two of one path the last counts.

    A site's pages are more than a machine need hold at once. Raises UsageError for a board whose
    name is no path.
    """
    about_pages = []
    with spoken(site.config.language):
        for output in pages_of_tracks(site):
            about_pages += about(output)
            yield output
        site = replace(site, question_pages=about_pages)
        yield from pages_of_changes(site)
        yield from _other_outputs(site)


def about(output: Page | DataFile) -> list[Mapping[str, Any]]:
    """Return what a page says of itself to those that are made after it; nothing of most."""
    return [output.about] if isinstance(output, Page) and output.about else []


def _other_outputs(site: SiteInput) -> Iterator[Page | DataFile]:
    """Yield what is made of data and rests on more than one track, as ``outputs`` does."""
    yield DataFile("llms.txt", llms_txt(site))
    yield DataFile(FEED, feed(site, moved_ranks(site)))
    yield DataFile(CHECK, check_json(site))
    yield from (DataFile(path, data) for path, data in _assets(site.config).items())
    for pages_of in OF_THE_SITE:
        yield from pages_of(site)
    yield from (DataFile(download.path, download.data) for download in site.downloads)
    if site.bundle:
        yield DataFile(bundle_path(site.newest_id), site.bundle)
    yield from (DataFile(path, data) for path, data in badge_files(site))
    yield from (DataFile(f"schemas/{name}", data) for name, data in site.schemas.items())


def own_files(site: SiteInput, paths: Collection[str]) -> dict[str, bytes]:
    """Return the hand-written pages and files, and what follows from them. paths: of all others.

    They stand in place of files made of data of the same path. UsageError for a logo that is not
    there.
    """
    with spoken(site.config.language):
        own = with_repository(
            prose_pages(site.pages, paths), site.config.repo_url, files_to_begin(site)
        )
        if site.config.logo:
            own[LOGO] = _logo(site)
        return own


def notices_view(site: SiteInput) -> dict[str, Any]:
    """Return what every hand-written page shows below its text: the notices of all tracks."""
    tracks = site.newest.manifest.tracks if site.newest else []
    return {"notices": [notice(track, site.newest) for track in tracks]}


def settings_of(site: SiteInput, paths: Collection[str]) -> dict[str, Any]:
    """Return what MkDocs is told of this site (``settings.on_config``). paths: of all pages."""
    config = site.config
    with spoken(config.language):
        nav = navigation(paths, site.pages)
    return {"site_name": config.title, "copyright": config.copyright, "nav": nav}


def _logo(site: SiteInput) -> bytes:
    if site.config.logo not in site.pages:
        raise UsageError(f"digesta.toml: logo: no file {site.config.logo} in site/docs")
    return site.pages[site.config.logo]


def _assets(config: SiteConfig) -> dict[str, bytes]:
    """Return the package's own scripts and styles, and the accent that the owner chose."""
    shipped = folder_files("digesta_site", "assets").items()
    assets = {f"assets/{path}": data for path, data in shipped if not path.endswith(".md")}
    own = {path: data for path, data in assets.items() if not path.startswith("assets/vendor/")}
    scripts = [data for path, data in own.items() if path.endswith(".js")]
    assets[SCRIPTS] = script_words(assets[SCRIPTS], scripts)
    assets[ACCENT] = (
        f":root,[data-md-color-scheme=default]{{--dg-accent:{config.accent}}}\n"
        f"[data-md-color-scheme=slate]{{--dg-accent:{config.accent_dark};"
        f"--dg-header:color-mix(in srgb,{config.accent} 45%,#0d1117)}}\n"
        f"[data-md-color-scheme=default]{{--dg-header:{config.accent}}}\n"
    ).encode()
    return assets
