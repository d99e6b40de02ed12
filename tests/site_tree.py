"""The files of a site as values, before MkDocs and before any is written."""

from __future__ import annotations

import json
from typing import Any

from digesta_site.outputs import outputs, own_files
from digesta_site.page import DataFile, Page, data_of, template_view, view_bytes
from digesta_site.values import SiteInput

_VIEWS: dict[tuple[str, bytes], bytes] = {}


def entries(output: Page | DataFile) -> dict[str, bytes]:
    """Return what stands in the tree for a page or a file.

    Of a page its data, what it shows (``.view/STEM.json``), and in ``STEM.md`` what it is called.
    """
    if isinstance(output, DataFile):
        value = output.value
        return {output.path: value if isinstance(value, bytes) else view_bytes(value)}
    view = f".view/{output.stem}.json"
    fields = {"title": output.title, "kind": output.template}
    lines = "".join(f"{name}: {json.dumps(text)}\n" for name, text in fields.items())
    # Most of the sites that are built differ in a page or two: a figure is checked once.
    key = output.language, view_bytes([output.view, output.figures])
    if key not in _VIEWS:
        _VIEWS[key] = view_bytes(template_view(output))
    page = {f"{output.stem}.md": f"---\n{lines}---\n".encode(), view: _VIEWS[key]}
    return page | data_of(output)


def pages(site: SiteInput) -> dict[str, bytes]:
    """Return them by path: made of data, and in their place those that are written by hand."""
    tree: dict[str, bytes] = {}
    for output in outputs(site):
        tree |= entries(output)
    return dict(sorted({**tree, **own_files(site, tree)}.items()))


def figures_of(tree: dict[str, bytes], stem: str) -> dict[str, Any]:
    """Return the figures of a page by name, as plotly.js gets them."""
    shown = json.loads(tree[f".view/{stem}.json"]).get("figures", {})
    return {name: one["figure"] for name, one in shown.items()}
