"""The texts that an archive withholds, made again from a copy of the original.

What an archive was drawn by makes them: in this package's repository ``authoring.archives``, which
is no part of the wheel. Whatever comes out is held to the digests that were signed.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from digesta import package_files
from digesta.canonical import sha256_hex
from digesta.errors import ReleaseError, UsageError
from digesta.workspace import store
from digesta.workspace.releases import folder_of, withheld_in
from digesta.workspace.withheld import text_problem

Draw = Callable[[str, Path], Mapping[str, bytes]]
"""A release's id and the folder of the original to the release's files, by path in a workspace."""


def write_texts(root: Path, release: str, source: Path, out: Path) -> str:
    """Write the files that a release withholds below a folder; return what was written, in words.

    Nothing is written where one is not what was signed.
    """
    named = withheld_in(folder_of(root, release))
    if not named:
        raise UsageError(f"{release}: withholds nothing: all of it is in the repository")
    files = _draw()(release, source)
    wrong = [
        text_problem(out, file, files.get(path))
        for path, file in named.items()
        if path not in files or sha256_hex(files[path]) != file.sha256
    ]
    if wrong:
        raise ReleaseError(wrong)
    for path in named:
        store.write_file(out / path, files[path])
    size = sum(file.bytes for file in named.values())
    return f"{out.as_posix()}: {len(named)} files of {release}, {size} bytes\n"


def _draw() -> Draw:
    """Return what draws archives: of the repository that this package runs from, if it does."""
    repository = Path(package_files.__file__).parents[2]
    if not (repository / "authoring" / "archives").is_dir():
        raise UsageError("archives are drawn in the repository: run digesta from a clone of it")
    sys.path.append(str(repository))
    module: Any = importlib.import_module("authoring.archives.draw")
    draw: Draw = module.files_of
    return draw
