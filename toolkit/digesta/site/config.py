"""What the owner of a site chooses: the table ``[site]`` of ``site/digesta.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from typing import Any

from digesta.errors import UsageError

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_REPOSITORY = re.compile(r"https://[A-Za-z0-9.-]+(?:/[A-Za-z0-9._~-]+)+")
_DISPUTE = ("https://", "mailto:")


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteConfig:
    """The table ``[site]`` of ``site/digesta.toml``.

    title: of the site. purpose: one sentence on the home page. repo_url: the ``https:`` address
    of the project's repository; empty: pages say what to do without. dispute: a ``mailto:`` or
    ``https:`` address in which ``{id}`` becomes what is disputed; empty: a new issue of the
    repository, else the page that says how to. accent, accent_dark: ``#rrggbb`` on light and on
    dark paper. logo: a path inside ``site/docs``; empty: the one that comes with the package.
    maintainers: organisations as submissions name them, whose systems are the site's own.
    """

    title: str = "Benchmark releases"
    purpose: str = ""
    repo_url: str = ""
    dispute: str = ""
    accent: str = "#1f4a5c"
    accent_dark: str = "#8cc4d8"
    logo: str = ""
    maintainers: tuple[str, ...] = ()

    @property
    def dispute_address(self) -> str:
        """Return where something is disputed, ``{id}`` in place of its id; empty: nowhere."""
        issue = f"{self.repo_url}/issues/new?template=dispute.yml&title=Dispute%3A%20{{id}}"
        return self.dispute or (issue if self.repo_url else "")


def config_of(text: str) -> SiteConfig:
    """Read ``digesta.toml``; raises UsageError for what cannot be meant."""
    try:
        table = tomllib.loads(text).get("site", {})
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"digesta.toml: {error}") from error
    known = [option.name for option in fields(SiteConfig)]
    for name, value in table.items():
        if name not in known:
            raise UsageError(f"digesta.toml: no option {name!r}; there are: {', '.join(known)}")
        if name == "maintainers":
            table[name] = _texts(name, value)
        elif not isinstance(value, str):
            raise UsageError(f"digesta.toml: {name} must be a text")
    config = SiteConfig(**table)
    for name in ("accent", "accent_dark"):
        if not _COLOUR.fullmatch(getattr(config, name)):
            raise UsageError(f"digesta.toml: {name} must be a colour such as #1f4a5c")
    if config.repo_url and not _REPOSITORY.fullmatch(config.repo_url):
        raise UsageError("digesta.toml: repo_url must be as https://host/owner/name, no / after it")
    if config.dispute and not config.dispute.startswith(_DISPUTE):
        raise UsageError("digesta.toml: dispute must begin with https:// or mailto:")
    return config


def _texts(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise UsageError(f"digesta.toml: {name} must be a list of texts")
    return tuple(value)
