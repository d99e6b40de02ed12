"""Importers and exports of other benchmarks' files: bytes in, drafts out, and back.

One file a format, found by its name: every module of this folder whose name starts with no
underscore, but for ``base``, exports ``IMPORTER``. No module here opens a file.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module

from digesta.errors import UsageError
from digesta.interchange._drafts import as_files, from_files, with_track
from digesta.interchange._recognising import not_recognised
from digesta.interchange.base import Beside, Draft, Importer

__all__ = [
    "IMPORTERS",
    "Beside",
    "Draft",
    "Importer",
    "as_files",
    "from_files",
    "importer_named",
    "not_recognised",
    "with_track",
]


class _Importers(Mapping[str, Importer]):
    """Name -> importer, in the order of the names; a module is imported when it is asked for."""

    def __getitem__(self, name: str) -> Importer:
        """Give an importer, or KeyError."""
        if name not in _file_names():
            raise KeyError(name)
        found: Importer = import_module(f"{__name__}.{name}").IMPORTER
        assert found.name == name, f"{name}: its IMPORTER is named {found.name}"
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_file_names())

    def __len__(self) -> int:
        return len(_file_names())


def _file_names() -> list[str]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return [name for name in names if not name.startswith("_") and name != "base"]


IMPORTERS: Mapping[str, Importer] = _Importers()
"""Every importer, by name."""


def importer_named(name: str) -> Importer:
    """Give an importer, or UsageError with the names that there are."""
    try:
        return IMPORTERS[name]
    except KeyError:
        raise UsageError(f"no importer {name!r}; there are: {', '.join(IMPORTERS)}") from None
