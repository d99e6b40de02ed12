"""The modules that marks rest on: this package's, and those of scorers that join from outside."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from digesta.scorers import GROUP

OURS = Path(__file__).parents[1]


def source_digest() -> str:
    """Return a digest of those modules: what a compiled release and a board depend on."""
    state = hashlib.sha256()
    for path in sorted(OURS.rglob("*.py")):
        state.update(path.relative_to(OURS).as_posix().encode() + b"\0")
        state.update(path.read_bytes())
    for name, path in _owners():
        state.update(name.encode() + b"\0")
        state.update(path.read_bytes())
    return state.hexdigest()


def _owners() -> Iterator[tuple[str, Path]]:
    """Yield an owner's scorers with their files: a package's module comes with its folder."""
    for point in sorted(entry_points(group=GROUP)):
        spec = find_spec(point.module)
        if spec is None or spec.origin is None:
            continue
        path = Path(spec.origin)
        in_package = bool(spec.parent)
        for file in sorted(path.parent.rglob("*.py")) if in_package else [path]:
            yield point.value, file
