"""A workspace on disk, the only code that opens files: releases, submissions, judges, boards."""

from __future__ import annotations

from pathlib import Path


def nearest_workspace(root: Path) -> Path:
    """Return the workspace that ``--root`` means: the nearest one above, unless a folder is named.

    A folder that is named is taken as it is: a new workspace may lie inside another. Its settings
    are refused where this version does not read them.
    """
    from digesta.workspace.owner.config import config_tables, config_text  # noqa: PLC0415 - --help
    from digesta.workspace.releases import workspace_root  # noqa: PLC0415 - the same

    nearest = workspace_root(root) if root == Path() else root
    config_tables(config_text(nearest))
    return nearest
