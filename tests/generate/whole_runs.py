"""``digesta-generate run`` on a toy workspace, and what it says."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from runs import options

from commands import Done
from digesta.cli.options import app as digesta

BOTH = ("-m", "acme/Big-7B")
"""A second model, beside the one that ``options`` names."""


def whole(url: str, root: Path, *more: str | Path) -> list[str | Path]:
    return ["run", *options(url, root, *more)[1:]]


def rows(done: Done) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def told(*arguments: str | Path) -> Any:
    """Return what a command of the core prints as JSON."""
    said = StringIO()
    with redirect_stdout(said):
        digesta([str(one) for one in arguments], standalone_mode=False)
    return json.loads(said.getvalue())
