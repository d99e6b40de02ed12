"""The static site: loaded values in, the whole ``build/docs`` tree out.

    pages(SiteInput) -> {relative path: bytes}   what MkDocs is given
    csp_for({path: bytes}) -> {path: bytes}      what to write over MkDocs' output

Nothing here reads or writes a workspace: ``store`` does. Submitted text goes into data files
only, and from there through our own autoescaping templates into page bodies; titles, file
names, front matter and navigation carry ids and the maintainers' own ASCII titles. The hook
that MkDocs calls is ``hook.on_page_content``; ``pages`` writes ``.hook.py``, one line that
imports it, so that ``mkdocs.yml`` can name a file in every workspace, installed or not.
"""

from digesta.site.mkdocs.csp import csp_for
from digesta.site.pages import pages
from digesta.site.values import (
    SiteConfig,
    SiteInput,
    SiteRelease,
    SiteSubmission,
    config_of,
)

__all__ = [
    "SiteConfig",
    "SiteInput",
    "SiteRelease",
    "SiteSubmission",
    "config_of",
    "csp_for",
    "pages",
]
