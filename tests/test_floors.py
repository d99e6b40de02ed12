"""The floors of the package, drawn and enforced (architecture.md section 4)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from places import ROOT

PACKAGE = ROOT / "toolkit" / "digesta"

FLOORS = (
    ("errors",),
    ("canonical", "text"),
    # ------------------ floor 1
    ("model",),
    ("intake",),
    ("metrics",),
    ("timeline",),
    # ------------------ floor 2
    ("scorers", "schemas"),
    # ------------------ floor 3
    ("scoring",),
    ("scores",),
    ("stats",),
    # ------------------ floor 4
    ("usage",),
    ("entry",),
    ("judging",),
    ("board",),
    ("releases",),
    ("interchange",),
    ("sheets",),
    ("report", "comparison", "demo"),
    # ------------------ floor 5
    ("store",),
    # ------------------ floor 6
    ("site",),
    ("cli",),
)
"""Bottom first; a module imports from the rows above its own here, and from its own package."""

NETWORK = {"socket", "ssl", "http", "urllib.request", "httpx", "requests", "aiohttp", "ftplib"}
OPENERS = {"open", "read_bytes", "read_text", "write_bytes", "write_text", "mkdir", "unlink"}
MAY_OPEN = {
    "store.py", "site/pages.py", "site/kinds/metric_examples.py", "demo/files.py",
    "sheets/archive.py",
}  # fmt: skip
"""The pages and the tour read the package's own files, as importlib.resources gives them; what a
sheet's archive opens are members of a zip that is in memory."""


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def height(name: str) -> int:
    return next(i for i, row in enumerate(FLOORS) if name in row)


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the floor"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_a_module_imports_only_from_below(path: Path) -> None:
    own = name_of(path)
    if own in {"__init__", "__main__"}:
        return
    inner = {name.split(".")[1] for name in imports_of(path) if name.startswith("digesta.")}
    known = {name for row in FLOORS for name in row}

    climbing = {name for name in inner & known if name != own and height(name) >= height(own)}

    assert not climbing, f"{path} climbs to {climbing}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_the_deterministic_package_knows_no_network_and_no_generator(path: Path) -> None:
    assert not {
        name
        for name in imports_of(path)
        if name in NETWORK or name.split(".")[0] in NETWORK | {"digesta_generate"}
    }


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_only_the_store_opens_files(path: Path) -> None:
    if path.relative_to(PACKAGE).as_posix() in MAY_OPEN:
        return
    calls = [
        n.func for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call)
    ]
    named = {f.id for f in calls if isinstance(f, ast.Name)}
    methods = {f.attr for f in calls if isinstance(f, ast.Attribute)}

    opening = (named | methods) & (OPENERS - {"mkdir"})
    opening -= {"read_bytes"} if path.parent.name == "cli" else set()  # store.read_bytes

    assert not opening


def test_every_module_stands_on_a_floor() -> None:
    known = {name for row in FLOORS for name in row} | {"__init__", "__main__"}

    assert {name_of(path) for path in modules()} <= known


def test_no_clock_no_environment_and_no_global_chance_on_a_result_path() -> None:
    forbidden = {"time", "random", "secrets", "uuid", "datetime.datetime"}
    below = [p for p in modules() if name_of(p) not in {"store", "cli", "site", "__init__"}]

    found = {
        (path.name, name)
        for path in below
        for name in imports_of(path)
        if {name, name.split(".")[0]} & forbidden or name in {"os.environ", "numpy.random"}
    }

    assert not found
