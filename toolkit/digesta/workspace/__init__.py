"""A workspace on disk, the only code that opens files: releases, submissions, judges, boards."""

from __future__ import annotations

from pathlib import Path


def nearest_workspace(root: Path) -> Path:
    """Return the workspace of ``--root``: the named folder, or for ``.`` the nearest one above.

    A named folder is not searched, because a new workspace may be inside another. Settings that
    this version cannot read are refused.
    """
    from digesta.workspace.owner.config import config_tables, config_text  # noqa: PLC0415 - --help
    from digesta.workspace.releases import workspace_root  # noqa: PLC0415 - the same

    nearest = workspace_root(root) if root == Path() else root
    config_tables(config_text(nearest))
    return nearest
