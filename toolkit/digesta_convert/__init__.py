"""Importers and exporters of other benchmarks' files: bytes in, drafts out, and back.

A format is a module or a folder of its name: it exports ``CONVERTER``, and its docstring names the
files that it reads and where it differs. Files are opened by ``commands``, ``release``, ``sources``
and ``inputs`` only.
An export contains what the other format can hold and lists the rest by key. ``exports`` has the
formats that are only written, for a whole release or its results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from digesta.registry import Registry

if TYPE_CHECKING:
    from digesta_convert.shared.converter import Converter

CONVERTERS: Registry[Converter] = Registry(
    __name__,
    "CONVERTER",
    noun="format",
    beside=frozenset(
        {
            *("archive", "commands", "exports", "inputs", "release", "replies", "shared"),
            *("sources", "texts"),
        }
    ),
    modules=None,
)
"""Every converter, by name."""


def converter_named(name: str) -> Converter:
    """Return a converter by its name, with - or _. UsageError lists the known names."""
    return CONVERTERS.named(name.replace("-", "_"))
