"""The files of a site as values, before MkDocs and before any is written."""

from __future__ import annotations

from digesta.site import SiteInput, data_files, own_files


def pages(site: SiteInput) -> dict[str, bytes]:
    """Return them by path: made of data, and in their place those that are written by hand."""
    tree = dict(data_files(site))
    return dict(sorted({**tree, **own_files(site, tree)}.items()))
