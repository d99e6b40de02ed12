"""Importers and exporters of other benchmarks' files: bytes in, drafts out, and back.

One folder a format, found by its name: each but ``shared`` exports ``CONVERTER`` and says in its
docstring whose files it reads and where it differs. Only ``command`` opens files. An export
holds what the other format can hold; what it cannot is named, key by key.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from digesta.errors import UsageError

if TYPE_CHECKING:
    from digesta_convert.shared.converter import Converter


class _Converters(Mapping[str, "Converter"]):
    """Name -> converter, in the order of the names; a folder is imported when it is asked for."""

    def __getitem__(self, name: str) -> Converter:
        """Return a converter, or KeyError."""
        if name not in _folder_names():
            raise KeyError(name)
        converter: Converter = import_module(f"{__name__}.{name}").CONVERTER
        assert converter.name == name, f"{name}: its CONVERTER is named {converter.name}"
        return converter

    def __iter__(self) -> Iterator[str]:
        return iter(_folder_names())

    def __len__(self) -> int:
        return len(_folder_names())


def _folder_names() -> list[str]:
    folders = (module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return sorted(name for name in folders if name != "shared")


CONVERTERS: Mapping[str, Converter] = _Converters()
"""Every converter, by name."""


def converter_named(name: str) -> Converter:
    """Return a converter, or UsageError with the names that there are."""
    try:
        return CONVERTERS[name]
    except KeyError:
        raise UsageError(f"no format {name!r}; there are: {', '.join(CONVERTERS)}") from None
