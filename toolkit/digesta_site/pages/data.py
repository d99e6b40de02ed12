"""Data: every file of every release by digest, the schemas, and how pages become files."""

from __future__ import annotations

from collections.abc import Iterator

from digesta.canonical import sha256_hex
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import site_page
from digesta_site.values import SiteInput

COLUMNS = ("release", "path", "sha256", "bytes", "lines")


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return the page of files, schemas and digests."""
    files = [
        {"release": release.id, **file.model_dump(mode="json")}
        for release in site.newest_first
        for file in release.manifest.files
    ]
    newest = site.newest.id if site.newest else ""
    downloads = [download.view() for download in site.downloads if download.release == newest]
    schemas = [
        {"file": name, "sha256": sha256_hex(site.schemas[name])} for name in sorted(site.schemas)
    ]
    yield site_page(
        *(site, "data", "data.html"),
        {"files": files, "schemas": schemas, "formats": "formats.md" in site.pages}
        | {"downloads": downloads, "newest": newest},
        heading="Data",
        data={"downloads": downloads, "files": files, "schemas": schemas},
        table=DataTable(COLUMNS, [[row[name] for name in COLUMNS] for row in files]),
        searchable=True,
    )
