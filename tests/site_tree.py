"""The files of a site as values, before MkDocs and before any is written."""

from __future__ import annotations

import json
from typing import Any

from digesta.site import SiteInput, data_files, own_files


def pages(site: SiteInput) -> dict[str, bytes]:
    """Return them by path: made of data, and in their place those that are written by hand."""
    tree = dict(data_files(site))
    return dict(sorted({**tree, **own_files(site, tree)}.items()))


def figures_of(tree: dict[str, bytes], stem: str) -> dict[str, Any]:
    """Return the figures of a page by name, as plotly.js gets them."""
    shown = json.loads(tree[f".view/{stem}.json"]).get("figures", {})
    return {name: one["figure"] for name, one in shown.items()}
