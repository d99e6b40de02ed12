"""How a release is cited: BibTeX and a line of text; a site with an address adds it."""

from __future__ import annotations

import re

from digesta.records.base import release_parts
from digesta.workspace.site_config import SiteConfig
from digesta_site.paths import release_stem
from digesta_site.values import SiteRelease

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def citation(config: SiteConfig, release: SiteRelease) -> dict[str, str]:
    """Return what a release's page says of citing it.

    bibtex: an entry without its last brace. text: a sentence. path: of the page, which stays. The
    author is the project, by the site's title: the data name nobody else.
    """
    manifest = release.manifest
    year, month, day = release_parts(release.id).day.split("-")
    name, author = f"release {release.id}", config.title
    fields = {
        "author": f"{{{tex(author)}}}",
        "title": f"{{{tex(manifest.title)}}}",
        "year": year,
        "month": MONTHS[int(month) - 1][:3].lower(),
        "version": release.id,
        "note": tex(f"{author}, {name}; questions under {', '.join(manifest.licenses)}"),
    }
    lines = [
        f"  {key} = {value if key == 'month' else f'{{{value}}}'}" for key, value in fields.items()
    ]
    key = re.sub(r"[^a-z0-9]+", "-", config.title.lower()).strip("-") or "release"
    head = f"@misc{{{key}-{release.id},\n"
    date = f"{int(day)} {MONTHS[int(month) - 1]} {year}"
    return {
        "bibtex": head + ",\n".join(lines),
        "text": f"{author}: {manifest.title}, {name}, {date}.",
        "path": f"{release_stem(release.id)}.html",
    }


def tex(text: str) -> str:
    r"""Return a text as BibTeX writes it.

    >>> tex("R&D, 100% {sure}")
    'R\\&D, 100\\% \\{sure\\}'
    """
    return "".join(_SPECIAL.get(c, rf"\{c}" if c in "&%$#_{}" else c) for c in text)
