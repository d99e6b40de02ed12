"""The static site: loaded values in, files out.

    outputs(SiteInput), own_files(SiteInput)      made of data, and written by hand
    site_files({path: bytes}) -> {path: bytes}    what is published of MkDocs' output

Nothing here reads or writes a workspace: ``store`` does. Submitted text goes through our own
autoescaping templates into page bodies, and into files of data; titles, file names, front matter
and navigation carry ids and the maintainers' own titles. MkDocs calls ``build/docs/.hook.py``,
which imports ``hook``, so that ``mkdocs.yml`` can name a file in every workspace.
"""

from digesta.workspace.site_config import SiteConfig, config_of
from digesta_site.mkdocs.output import site_files
from digesta_site.outputs import outputs, own_files
from digesta_site.values import (
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
    "outputs",
    "own_files",
    "site_files",
]
