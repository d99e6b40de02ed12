"""The floors of every package, drawn and enforced (docs/architecture.md).

One test each, over all modules: a failure names the modules.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from digesta_convert import CONVERTERS
from places import ROOT

PLACES = {
    "digesta": ROOT / "toolkit",
    "digesta_convert": ROOT / "toolkit",
    "digesta_legal": ROOT / "toolkit",
    "digesta_site": ROOT / "toolkit",
    "digesta_generate": ROOT / "toolkit",
    "authoring": ROOT,
}
"""Package -> the folder that it lies in."""

FLOORS = (
    ("digesta.errors", "digesta.canonical", "digesta.package_files"),
    ("digesta.text", "digesta.metrics", "digesta.registry"),
    ("digesta.records",),
    ("digesta.intake",),
    ("digesta.scorers.forms",),
    ("digesta.scorers.base",),
    ("digesta.scorers.shared",),
    (
        *(f"digesta.scorers.{own}" for own in ("closed", "extraction", "letters", "ranking")),
        *("digesta.scorers.rubric", "digesta_legal.timeline"),
    ),
    (
        *(
            f"digesta_legal.{name}"
            for name in ("citations", "mentions", "penalty", "retrieval", "temporal")
        ),
        "digesta.scorers.stars",
    ),
    ("digesta.scorers", "digesta_legal"),
    ("digesta.schemas", "digesta.scoring"),
    ("digesta.stats",),
    ("digesta.board",),
    ("digesta.releases",),
    ("digesta.sheets",),
    ("digesta.workspace",),
    ("digesta_site", "digesta.demo"),
    ("digesta",),
    ("digesta.cli",),
    ("digesta_convert.shared", "digesta_site.cli"),
    ("digesta_convert.table",),
    tuple(f"digesta_convert.{name}" for name in CONVERTERS if name != "table"),
    ("digesta_convert.exports",),
    ("digesta_convert",),
    ("digesta_generate.options", "digesta_generate.processor", "digesta_generate.talk"),
    ("digesta_generate.endpoint", "digesta_generate.compilations", "digesta_generate.similarity"),
    ("digesta_generate.retrieval", "digesta_generate.graph"),
    ("digesta_generate.inference",),
    ("digesta_generate.baselines",),
    (
        *("digesta_generate.judges", "digesta_generate.rerun"),
        *("digesta_generate.search", "digesta_generate.temporal"),
    ),
    ("digesta_generate.pipeline",),
    ("digesta_generate",),
    ("digesta_generate.cli",),
    ("authoring",),
)
"""Lowest first. A module imports from the rows under its own, and from its own folder."""

NETWORK = {"socket", "ssl", "http", "urllib.request", "httpx", "requests", "aiohttp", "ftplib"}
OPENERS = {"open", "read_bytes", "read_text", "write_bytes", "write_text", "unlink", "rename"}
OPENING = (
    "digesta.workspace",
    "digesta.sheets.archive",
    "digesta.package_files",
)
"""Who may open files: the workspace; ``package_files`` a package's own; a
sheet's archive opens members of a zip that is in memory."""


class Module(NamedTuple):
    """A module of ours: its dotted name, and its file."""

    name: str
    path: Path

    @property
    def tree(self) -> ast.Module:
        return _tree(self.path)

    @property
    def imports(self) -> frozenset[str]:
        """The modules and names that it imports."""
        return _imports_of(self.path)


@cache
def modules() -> tuple[Module, ...]:
    """Return every module of the packages that are there."""
    return tuple(
        _module(path, place)
        for package, place in PLACES.items()
        for path in sorted((place / package).rglob("*.py"))
    )


def _module(path: Path, place: Path) -> Module:
    parts = path.relative_to(place).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Module(name, path)


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _imports_of(path: Path) -> frozenset[str]:
    return frozenset(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the floor"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def floor_of(name: str) -> tuple[int, str]:
    """Return the row of a module or name, and the entry of that row which it belongs to."""
    rows = [
        (len(entry), row, entry)
        for row, entries in enumerate(FLOORS)
        for entry in entries
        if name == entry or name.startswith(f"{entry}.")
    ]
    _, row, entry = max(rows)
    return row, entry


def ours(module: Module) -> Iterator[str]:
    """Yield what a module imports of these packages."""
    yield from (one for one in module.imports if one.split(".")[0] in PLACES)


def test_a_module_imports_only_from_the_floors_below() -> None:
    climbing = [
        f"{module.name} imports {name}"
        for module in modules()
        if not module.name.endswith("__main__")
        for name in ours(module)
        if floor_of(name)[1] != floor_of(module.name)[1]
        and floor_of(name)[0] >= floor_of(module.name)[0]
    ]

    assert not climbing


def test_modules_import_one_another_in_no_circle() -> None:
    names = {module.name for module in modules()}
    below = {
        module.name: {_module_of(name, names) for name in ours(module)} - {module.name}
        for module in modules()
    }
    while free := {name for name, needs in below.items() if not needs & below.keys()}:
        below = {name: needs for name, needs in below.items() if name not in free}

    assert not below


def test_no_two_rooms_of_a_folder_import_each_other() -> None:
    assert not circles()


def circles() -> list[str]:
    """Return which rooms import themselves by way of others: module, or folder with its content."""
    names = {module.name for module in modules()}
    rooms: dict[str, dict[str, set[str]]] = {}
    for module in modules():
        for name in {_module_of(name, names) for name in ours(module)}:
            for folder, own, other in _rooms(module.name, name):
                rooms.setdefault(folder, {}).setdefault(own, set()).add(other)

    return [
        f"{folder}.{room} imports itself by way of {', '.join(sorted(below[room]))}"
        for folder, below in rooms.items()
        for room in below
        if room in _reach(below, room)
    ]


def _rooms(importer: str, imported: str) -> Iterator[tuple[str, str, str]]:
    """Yield the folder that two modules share last, and the room that each is in; none in one."""
    one, two = importer.split("."), imported.split(".")
    depth = next(
        (at for at, both in enumerate(zip(one, two, strict=False)) if both[0] != both[1]), 0
    )
    if depth:
        yield ".".join(one[:depth]), one[depth], two[depth]


def _reach(below: dict[str, set[str]], room: str) -> set[str]:
    """Return every room that one imports, at first or at last hand."""
    reached: set[str] = set()
    ahead = [room]
    while ahead:
        further = below.get(ahead.pop(), set()) - reached
        reached |= further
        ahead += further
    return reached


def _module_of(name: str, names: set[str]) -> str:
    return name if name in names else name.rpartition(".")[0]


def test_only_a_command_line_imports_one() -> None:
    assert not [
        f"{module.name} imports {name}"
        for module in modules()
        for name in ours(module)
        if name.split(".")[1] == "cli" and not {"cli", "__main__"} & set(module.name.split("."))
    ]


def test_no_folder_imports_what_another_keeps_private() -> None:
    assert not [
        f"{module.name} imports {name}"
        for module in modules()
        for name in ours(module)
        if any(part.startswith("_") and not part.startswith("__") for part in name.split("."))
        and not _same_folder(module, name)
    ]


def _same_folder(module: Module, name: str) -> bool:
    package = module.name if module.path.name == "__init__.py" else module.name.rpartition(".")[0]
    private = name.split("._", maxsplit=1)[0]
    return private in {module.name, package} or private.rpartition(".")[0] == package


def test_the_deterministic_packages_know_no_network_and_no_generator() -> None:
    assert not [
        f"{module.name} imports {name}"
        for module in modules()
        if module.name.split(".")[0] in {"digesta", "digesta_convert"}
        for name in module.imports
        if {name, name.split(".")[0], name.rpartition(".")[0]} & (NETWORK | {"digesta_generate"})
    ]


ONCE = {
    "csv.writer(": ["digesta.text.formulas"],
    "csv.DictWriter(": [],
    "import Draft202012Validator": [
        "digesta.scorers.shared.schemas",
        "digesta_generate.judges.replies",
    ],
    "entry_points(group": ["digesta.registry"],
    "fcntl.flock(": ["digesta.workspace.store"],
    "ProcessPoolExecutor(": ["digesta.workspace.engines.processes"],
    '"ssh-keygen"': ["digesta.workspace.sshkeygen"],
    '"plotly.': ["digesta_site.charts.figures"],
}
"""The only modules that may use a library or a program."""


def test_a_mechanism_of_a_library_exists_once() -> None:
    for call, places in ONCE.items():
        found = [one.name for one in modules() if call in one.path.read_text(encoding="utf-8")]
        assert found == places, call


def test_only_the_workspace_opens_files() -> None:
    opening = [
        f"{module.name} calls {called}"
        for module in modules()
        if module.name.split(".")[0] == "digesta" and not module.name.startswith(OPENING)
        for called in _calls(module.tree)
        if called in OPENERS
    ]

    assert not opening


def _calls(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            # ``store.read_bytes`` is the workspace's own door.
            owner = node.func.value
            if not (isinstance(owner, ast.Name) and owner.id == "store"):
                yield node.func.attr


def test_no_clock_no_environment_and_no_global_chance_on_a_result_path() -> None:
    forbidden = {"time", "random", "secrets", "uuid", "datetime.datetime", "os.environ"}
    above = ("digesta.workspace", "digesta_site", "digesta.cli")

    assert not [
        f"{module.name} imports {name}"
        for module in modules()
        if module.name.startswith("digesta.") and not module.name.startswith(above)
        for name in module.imports
        if {name, name.split(".")[0]} & forbidden or name.startswith("numpy.random")
    ]
