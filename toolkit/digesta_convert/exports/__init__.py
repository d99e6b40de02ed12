"""Formats of exports that are only written: of a release, or of the scores on it.

Each module that exports ``EXPORTER`` is a format of its name. It takes values and
returns files; ``digesta_convert.inputs`` gathers the values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from digesta.registry import Registry

if TYPE_CHECKING:
    from digesta_convert.exports.base import Exporter

EXPORTERS: Registry[Exporter] = Registry(
    __name__,
    "EXPORTER",
    noun="format",
    beside=frozenset({"base", "harness", "texts"}),
    modules=True,
)
"""Every exporter, by name."""
