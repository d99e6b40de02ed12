"""The static site: loaded values in, files out.

    data_files(SiteInput), own_files(SiteInput)   made of data, and written by hand
    site_files({path: bytes}) -> {path: bytes}    what is published of MkDocs' output

Nothing here reads or writes a workspace: ``store`` does. Submitted text goes into data files
only, and from there through our own autoescaping templates into page bodies; titles, file
names, front matter and navigation carry ids and the maintainers' own titles. The hook that
MkDocs calls is ``hook.on_page_content``; ``data_files`` has ``.hook.py``, which imports it, so
that ``mkdocs.yml`` can name a file in every workspace, installed or not.
"""

from digesta.site.config import SiteConfig, config_of
from digesta.site.mkdocs.output import site_files
from digesta.site.pages import data_files, own_files
from digesta.site.values import (
    SiteInput,
    SiteRelease,
    SiteSubmission,
)

__all__ = [
    "SiteConfig",
    "SiteInput",
    "SiteRelease",
    "SiteSubmission",
    "config_of",
    "data_files",
    "own_files",
    "site_files",
]
