"""An owner's package with a scorer: one to begin with, and the contract that each keeps."""

from __future__ import annotations

import re
from pathlib import Path

from digesta.errors import ScorerError, UsageError
from digesta.intake import strict_json
from digesta.package_files import text_file
from digesta.scorers import SCORERS, contract, owners_scorers, scorer_named
from digesta.scorers.golden import golden_of
from digesta.scorers.owners import GOLDEN
from digesta.workspace import store

_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
_TEMPLATE = "exact"
"""What the scorer in the package's template is called."""
_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{module}"
version = "1"
dependencies = ["digesta"]

[project.entry-points."digesta.scorers"]
{name} = "{module}:SCORER"
"""


def check_contract(name: str, golden: Path | None = None) -> int:
    """Hold a scorer to its contract; return how many golden answers it has, or ScorerError.

    golden: the file of its golden answers, if it does not lie beside the scorer's module.
    """
    scorer = scorer_named(name)
    path = golden or next((each.golden for each in owners_scorers() if each.name == name), None)
    if path is None:
        raise UsageError(f"{name}: no golden answers next to it; name them with --golden")
    lines = store.read_bytes(path).splitlines()
    values = [
        strict_json(data, file=path.as_posix(), line=line, error=ScorerError)
        for line, data in enumerate(lines, start=1)
    ]
    case = golden_of(scorer, values, file=path.as_posix())
    if problems := contract.problems_of(case):
        raise ScorerError(problems)
    return len(case.rows)


def write_scorer(folder: Path, name: str) -> list[str]:
    """Write a package with a scorer and golden answers; return the paths of its files."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r}: a scorer's name has a-z 0-9 _ and begins with a letter")
    if name in SCORERS:
        raise UsageError(f"{name}: there is a scorer of that name; choose another")
    module = f"digesta_scorer_{name}"
    files = {
        "pyproject.toml": _PROJECT.format(name=name, module=module),
        f"{module}/__init__.py": text_file("digesta.scorers", "template.py").replace(
            f'"{_TEMPLATE}"', f'"{name}"'
        ),
        f"{module}/{GOLDEN}": text_file("digesta.scorers", "template.golden.jsonl"),
    }
    store.write_tree(folder, {path: text.encode() for path, text in files.items()})
    return [f"{folder.as_posix()}/{path}" for path in files]
