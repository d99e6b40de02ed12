"""What the owner of a site chooses: the table ``[site]`` of ``digesta.toml``, in the workspace."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any

from digesta.errors import UsageError
from digesta.workspace.owner.config import config_tables

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "fr", "he", "pt", "zh")
"""Languages that a site's own words can be in."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_REPOSITORY = re.compile(r"https://[A-Za-z0-9.-]+(?:/[A-Za-z0-9._~-]+)+")
_ADDRESSES = ("https://", "mailto:")


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteConfig:
    """The table ``[site]`` of ``digesta.toml``, in the workspace.

    title: of the site. purpose: one sentence on the home page. repo_url: the ``https:`` address
    of the project's repository; empty: pages say what to do without. dispute: a ``mailto:`` or
    ``https:`` address in which ``{id}`` becomes what is disputed; empty: a new issue of the
    repository, else the page that says how to. contact: such an address in the foot of every page;
    empty: none. accent, accent_dark: ``#rrggbb`` on light and on
    dark paper. logo: a path inside ``site/docs``; empty: the one that comes with the package.
    copyright: the foot of every page: under which licence questions and answers stand.
    maintainers: organisations as submissions name them, whose systems are the site's own. without:
    archives of others' benchmarks, by their releases' ids, that have no pages. language: that the
    site's own words are in, one of ``LANGUAGES``.
    """

    title: str = "Benchmark releases"
    purpose: str = ""
    repo_url: str = ""
    dispute: str = ""
    contact: str = ""
    accent: str = "#1f4a5c"
    accent_dark: str = "#8cc4d8"
    logo: str = ""
    copyright: str = ""
    maintainers: tuple[str, ...] = ()
    language: str = ENGLISH
    without: tuple[str, ...] = ()

    @property
    def dispute_address(self) -> str:
        """Return where something is disputed, ``{id}`` in place of its id; empty: nowhere."""
        issue = f"{self.repo_url}/issues/new?template=dispute.yml&title=Dispute%3A%20{{id}}"
        return self.dispute or (issue if self.repo_url else "")


def config_of(text: str) -> SiteConfig:
    """Read ``digesta.toml``; raises UsageError for what cannot be meant."""
    table = dict(config_tables(text)["site"])
    known = [option.name for option in fields(SiteConfig)]
    for name, value in table.items():
        if name not in known:
            raise UsageError(f"digesta.toml: no option {name!r}; there are: {', '.join(known)}")
        if name in {"maintainers", "without"}:
            table[name] = _texts(name, value)
        elif not isinstance(value, str):
            raise UsageError(f"digesta.toml: {name} must be a text")
    config = SiteConfig(**table)
    _check(config)
    return config


def _check(config: SiteConfig) -> None:
    for name in ("accent", "accent_dark"):
        if not _COLOUR.fullmatch(getattr(config, name)):
            raise UsageError(f"digesta.toml: {name} must be a colour such as #1f4a5c")
    if config.language not in LANGUAGES:
        raise UsageError(
            f"digesta.toml: language: the site has no words in {config.language!r}; "
            f"it has {', '.join(LANGUAGES)}"
        )
    if config.repo_url and not _REPOSITORY.fullmatch(config.repo_url):
        raise UsageError("digesta.toml: repo_url must be as https://host/owner/name, no / after it")
    for name in ("dispute", "contact"):
        address = getattr(config, name)
        if address and not address.startswith(_ADDRESSES):
            raise UsageError(f"digesta.toml: {name} must begin with https:// or mailto:")


def _texts(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise UsageError(f"digesta.toml: {name} must be a list of texts")
    return tuple(value)
