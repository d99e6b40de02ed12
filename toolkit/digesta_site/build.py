"""build/site made from a workspace: the pages written, MkDocs run, content policies added."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import orjson

from digesta.errors import InputError, UsageError
from digesta.intake import LIMITS
from digesta.records.base import release_parts
from digesta.registry import entry_points_in
from digesta.workspace import store
from digesta.workspace.progress import say, warn
from digesta.workspace.sums import write_sums
from digesta_site.hosts import Host, host_problems
from digesta_site.input import site_input
from digesta_site.mkdocs.output import SITEMAP, seconds_of, site_files, with_addresses
from digesta_site.mkdocs.shells import Shell
from digesta_site.mkdocs.theme import SHELLS
from digesta_site.mkdocs.writer import SiteWriter, Theme
from digesta_site.outputs import notices_view, outputs, own_files, settings_of
from digesta_site.values import SiteInput

_DOCS = "build/docs"
_HOOK = f"{_DOCS}/.hook.py"
"""The file in a workspace that MkDocs loads; we write it."""
_EXTENSION = re.compile(r"(markdown\.extensions|pymdownx)\.(?!snippets|b64)[a-z0-9_.]+")
"""Modules of Markdown and PyMdown; any other is refused, and so are the two that read files."""

_OBJECTS = 5_000
"""Made since the last search for cycles: a page makes thousands, most of which go by themselves."""


class SiteBuild(NamedTuple):
    """How many pages there are, and of which release; "" before the first."""

    pages: int
    release: str


def build_site(root: Path, *, version: str) -> SiteBuild:
    """Make build/site from a workspace."""
    config = root / "mkdocs.yml"
    if not config.is_file():
        raise UsageError(
            f"{config}: no such file; run this in a workspace, or give --root; "
            "digesta init-benchmark DIR makes one"
        )
    _address_in(config)  # refused before anything is computed
    value = site_input(root, version=version)
    for finding in value.status.findings if value.status else ():
        if finding.kind == "uncarried":
            warn(f"{finding.what}; see: digesta status")
    return write_site(root, value)


@contextmanager
def _cycle_search() -> Iterator[None]:
    """Look for cycles, of which each page leaves some, in what is made inside."""
    before, often = gc.isenabled(), gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_OBJECTS, *often[1:])
    gc.enable()
    try:
        yield
    finally:
        gc.set_threshold(*often)
        gc.unfreeze()
        if not before:
            gc.disable()


def write_site(root: Path, value: SiteInput) -> SiteBuild:
    """Write the files of a site into build/site. root: where mkdocs.yml lies."""
    release, config = value.newest_id, value.config
    day = release_parts(release).day if release else "1980-01-01"
    # Beside first: a build that is ended leaves the old pages, never some without their policy.
    with _cycle_search(), store.tree_beside(root / "build" / "site", flush=False) as folder:
        say("writing the pages")
        address = _address_in(root / "mkdocs.yml")
        site = SiteWriter(folder, language=config.language, address=address)
        for output in outputs(value):
            site.add(output)
        notices = notices_view(value)
        for path, data in own_files(value, site.paths).items():
            site.add_own(path, data, view=notices)
        sources = site.sources(settings_of(value, site.paths))
        del value
        store.write_tree(root / "build" / "docs", sources, replace=True, flush=False)
        say("building build/site with MkDocs")
        theme, files = _theme_and_files(
            root / "mkdocs.yml", site.stubs, day=day, language=config.language
        )
        if address:
            urls = [page.url for page in site.data_pages if page.stem not in theme.own]
            files |= with_addresses(files[SITEMAP], urls, address=address, day=day)
        for path, data in files.items():
            if path not in site.files:
                site.write(path, data)
        pages = site.render(theme)
        write_sums(folder)
    html = [path for path in files if path.endswith(".html")]
    return SiteBuild(len(html) + pages, release)


def check_size(root: Path, host: Host | None) -> None:
    """Refuse a built site that a host would not take; with no host named, warn of each."""
    folder = root / "build" / "site"
    sizes = {
        place.removeprefix(f"{folder}{os.sep}").replace(os.sep, "/"): os.lstat(place).st_size
        for beneath, _, names in os.walk(folder)
        for place in (os.path.join(beneath, name) for name in names)  # noqa: PTH118 - thousands
    }
    if host and (problems := list(host_problems(sizes, host))):
        raise InputError(problems)
    for each in () if host else Host:
        for problem in host_problems(sizes, each):
            warn(str(problem))


def _theme_and_files(
    config: Path, stubs: Iterable[str], *, day: str, language: str
) -> tuple[Theme, dict[str, bytes]]:
    """Return what MkDocs made for pages of data, and the files that it made for the site.

    stubs: the stems of pages that have a shell of their own.
    """
    with TemporaryDirectory() as beside:
        _mkdocs(config, Path(beside), day=day)
        built = store.read_tree(Path(beside))
    made = orjson.loads(built.pop(SHELLS))
    shells = {(depth, tuple(hide)): html for depth, hide, html in made}
    names = {key: f"{SHELLS}/{place}.html" for place, key in enumerate(shells)}
    pages = {names[key]: html.encode(errors="xmlcharrefreplace") for key, html in shells.items()}
    files = site_files(built | pages, language=language)
    # Shells get their policy as pages do.
    ready = {key: Shell(files.pop(name).decode(), key[0]) for key, name in names.items()}
    own = {
        stem: Shell.of(files.pop(f"{stem}.html").decode(), stem.count("/"))
        for stem in stubs
        if f"{stem}.html" in files
    }
    return Theme(ready, own), files


def _address_in(config: Path) -> str:
    """Return the site's address, as MkDocs' settings have it; "" for none.

    UsageError for settings by which MkDocs would run what the workspace holds.
    """
    try:
        from mkdocs.exceptions import ConfigurationError  # noqa: PLC0415 - who only scores has it not
        from mkdocs.utils.yaml import get_yaml_loader, yaml_load  # noqa: PLC0415 - the same
        from yaml import SafeLoader  # noqa: PLC0415 - the same
    except ImportError:
        raise UsageError("the site's part is not installed: pip install 'digesta[site]'") from None
    try:
        text = store.read_bytes(config, limit=LIMITS.metadata_bytes)
        # MkDocs' own loader makes any object that a file names.
        settings: Any = yaml_load(text.decode(), get_yaml_loader(SafeLoader))
    except (ConfigurationError, ValueError, RecursionError) as error:
        raise UsageError(f"{config}: {error}") from None
    if not isinstance(settings, dict) or settings.get("hooks") != [_HOOK]:
        raise UsageError(f"{config}: our hook, and no other, makes the pages: hooks: [{_HOOK}]")
    theme = settings.get("theme")
    keys = [*settings, *(theme if isinstance(theme, dict) else ())]
    for key in {"INHERIT", "extra_templates", "custom_dir"}.intersection(keys):
        raise UsageError(f"{config}: remove {key}: no code of a workspace is run")
    # The theme's own plugins, too, run other settings' hooks.
    if {*_names_in(settings.get("plugins", "search"))} - {"search"}:
        raise UsageError(f"{config}: write plugins: [search]; no other takes part in a site")
    if settings.get("docs_dir", _DOCS) != _DOCS:
        raise UsageError(f"{config}: write docs_dir: {_DOCS}; no other folder is published")
    modules = {point.name: point.module for point in entry_points_in("markdown.extensions")}
    for name in _names_in(settings.get("markdown_extensions")):
        if not _EXTENSION.fullmatch(modules.get(name, name)):
            raise UsageError(
                f"{config}: markdown_extensions: remove {name or 'what is no name'}; allowed are "
                "Markdown's own and pymdownx's, without snippets and b64"
            )
    address = str(settings.get("site_url") or "")
    return address and f"{address.removesuffix('/')}/"


def _names_in(listed: Any) -> Iterator[str]:
    """Yield the names in a list of names, of which some have settings; "" for what is none."""
    for each in listed if isinstance(listed, list) else [listed or {}]:
        names = each if isinstance(each, dict) else [each]
        yield from (name if isinstance(name, str) else "" for name in names)


def _mkdocs(config: Path, folder: Path, *, day: str) -> None:
    # MkDocs stamps the sitemap with the date of the build: it is the release's here.
    environment = os.environ | {
        "SOURCE_DATE_EPOCH": str(seconds_of(day)),
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
    }
    # --quiet would hide the warnings that --strict counts: the output is kept for a failure.
    command = [sys.executable, "-P", "-m", "mkdocs", "build", "--strict", "--clean"]
    places = ["--config-file", str(config), "--site-dir", str(folder)]
    done = subprocess.run(  # noqa: S603 - our own interpreter and arguments
        [*command, *places], env=environment, check=False, capture_output=True
    )
    if done.returncode or not (folder / SHELLS).is_file():
        sys.stderr.write((done.stdout + done.stderr).decode(errors="replace"))
        raise UsageError(
            "mkdocs failed (see above); is the site's part installed? pip install 'digesta[site]'"
        )
