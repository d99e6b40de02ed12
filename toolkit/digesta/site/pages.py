"""The whole ``build/docs`` tree: pages, data files, hand-written pages, assets."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from digesta.errors import UsageError
from digesta.site.check import check_json
from digesta.site.config import SiteConfig
from digesta.site.kinds import KINDS
from digesta.site.kinds.common import notice
from digesta.site.mkdocs.hook import NOTICES
from digesta.site.page import files_of, view_bytes
from digesta.site.takeaway.badges import badge_files
from digesta.site.takeaway.cards import card_files
from digesta.site.takeaway.feed import FEED, feed
from digesta.site.takeaway.llms import llms_txt
from digesta.site.takeaway.repository import with_repository
from digesta.site.takeaway.twins import twin_of
from digesta.site.values import SiteInput

HOOK = b"""# MkDocs loads this file; the code is the installed package's.
from digesta.site.mkdocs.head import on_files, on_post_page  # noqa: F401
from digesta.site.mkdocs.hook import on_page_content  # noqa: F401
"""
CHECK = "check.json"
LOGO = "assets/digesta/logo.svg"
ACCENT = "assets/digesta/accent.css"


def pages(site: SiteInput) -> dict[str, bytes]:
    """Return the complete tree for ``build/docs``: relative path -> bytes, sorted by path.

    Hand-written pages come last and stand in place of a generated page of the same path.
    Raises UsageError for a board whose name is no path, or a logo that is not there.
    """
    tree = {".hook.py": HOOK, "llms.txt": llms_txt(site), FEED: feed(site), NOTICES: _notices(site)}
    tree[CHECK] = check_json(site)
    tree |= _assets(site.config)
    accents = (site.config.accent, site.config.accent_dark)
    for pages_of in KINDS:
        for page in pages_of(site):
            tree |= files_of(page, accents) | twin_of(page)
    tree |= {download.path: download.data for download in site.downloads}
    tree |= dict(badge_files(site)) | dict(card_files(site))
    tree |= {f"schemas/{name}": data for name, data in site.schemas.items()}
    tree |= with_repository(site.pages, site.config.repo_url)
    if site.config.logo:
        tree[LOGO] = _logo(site)
    return dict(sorted(tree.items()))


def _notices(site: SiteInput) -> bytes:
    tracks = site.newest.manifest.tracks if site.newest else []
    return view_bytes({"notices": [notice(track) for track in tracks]})


def _logo(site: SiteInput) -> bytes:
    if site.config.logo not in site.pages:
        raise UsageError(f"digesta.toml: logo: no file {site.config.logo} in site/docs")
    return site.pages[site.config.logo]


def _assets(config: SiteConfig) -> dict[str, bytes]:
    """Return the package's own scripts and styles, and the accent that the owner chose."""
    assets: dict[str, bytes] = {}
    for folder in ("digesta", "vendor"):
        _walk(files("digesta.site") / "assets" / folder, f"assets/{folder}", assets)
    assets[ACCENT] = (
        f":root,[data-md-color-scheme=default]{{--dg-accent:{config.accent}}}\n"
        f"[data-md-color-scheme=slate]{{--dg-accent:{config.accent_dark};"
        f"--dg-header:color-mix(in srgb,{config.accent} 45%,#0d1117)}}\n"
        f"[data-md-color-scheme=default]{{--dg-header:{config.accent}}}\n"
    ).encode()
    return assets


def _walk(folder: Traversable, path: str, files: dict[str, bytes]) -> None:
    for child in sorted(folder.iterdir(), key=lambda child: child.name):
        if child.is_file() and not child.name.endswith(".md"):
            files[f"{path}/{child.name}"] = child.read_bytes()
