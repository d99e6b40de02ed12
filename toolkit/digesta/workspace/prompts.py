"""A workspace's own prompts, in ``prompts/``."""

from __future__ import annotations

import re
from pathlib import Path

from digesta.errors import UsageError
from digesta.workspace import store

_NAME = re.compile(r"[a-z][a-z_]*(-[a-z0-9]+)*\.[1-9][0-9]*\.[A-Za-z0-9-]+\.txt")


def workspace_prompts(root: Path) -> dict[str, bytes]:
    """Return the prompts of a workspace, NAME.VERSION.LANGUAGE -> bytes; none without a folder."""
    files = {}
    for path in sorted((root / "prompts").glob("*.txt")):
        if _NAME.fullmatch(path.name) is None:
            raise UsageError(
                f"{path}: not a name of a prompt; expected NAME.VERSION.LANGUAGE.txt, such as "
                "closed.3.de.txt"
            )
        files[path.stem] = store.read_bytes(path)
    return files
