"""A workspace on disk, the only code that opens files: releases, submissions, judges, boards."""

from __future__ import annotations

from pathlib import Path


def nearest_workspace(root: Path) -> Path:
    """Return the workspace that ``--root`` means: the nearest one above, unless a folder is named.

    A folder that is named is taken as it is: a new workspace may lie inside another. Its scorers
    are found by name from now on.
    """
    from digesta.workspace.owner.scorers import use_scorers  # noqa: PLC0415 - --help needs none
    from digesta.workspace.releases import workspace_root  # noqa: PLC0415 - the same

    nearest = workspace_root(root) if root == Path() else root
    use_scorers(nearest)
    return nearest
