"""Files that the packages hold beside their code: tables, examples, prompts.

Words and tables that a reader of another trade may have to correct (messages, languages, runs of
code points) are JSON, not code; they are part of the package, hence trusted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SOURCES = (".py", ".json")
"""How the code and the tables of a package end."""


def json_file(package: str, name: str) -> Any:
    """Return the JSON value in a package's file; raises FileNotFoundError."""
    return json.loads((files(package) / name).read_bytes())


def text_file(package: str, name: str) -> str:
    """Return the text of a package's file; raises FileNotFoundError."""
    return (files(package) / name).read_text("utf-8")


def prompt_files(package: str) -> dict[str, bytes]:
    """Return the prompts in a package's folder ``prompts``, NAME.VERSION.LANGUAGE -> bytes."""
    return {
        file.name.removesuffix(".txt"): file.read_bytes()
        for file in sorted((files(package) / "prompts").iterdir(), key=lambda file: file.name)
        if file.name.endswith(".txt")
    }


def folder_files(package: str, folder: str) -> dict[str, bytes]:
    """Return every file under a folder of a package: path below it -> bytes, sorted by path."""
    return dict(sorted(_under(files(package) / folder, "")))


def _under(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for path in folder.iterdir():
        if path.is_dir():
            yield from _under(path, f"{above}{path.name}/")
        else:
            yield f"{above}{path.name}", path.read_bytes()


@cache
def record_examples(package: str) -> dict[str, Any]:
    """Return the examples of a package's records, by the name of the class; none without a file.

    A module that is in no package, "", has none beside it.
    """
    try:
        examples: dict[str, Any] = json_file(package, "record_examples.json") if package else {}
    except FileNotFoundError:
        return {}
    return examples


def module_sources(module: str) -> dict[Path, bytes]:
    """Return the code and tables that a module of another package rests on, by path.

    A top-level module is alone; any other comes with its folder. Raises ImportError.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)
    path = Path(spec.origin)
    return {
        file: file.read_bytes() for file in (sources_in(path.parent) if spec.parent else [path])
    }


def sources_in(folder: Path) -> list[Path]:
    """Return the code and the tables of a package's folder, sorted."""
    return sorted(path for path in folder.rglob("*") if path.suffix in SOURCES)
