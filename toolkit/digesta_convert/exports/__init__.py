"""Formats that a release, or what systems earned on it, is written in and never read from.

Each module but those named as ``beside`` is a format of that name: it exports ``EXPORTER``. It
takes values and returns files; ``digesta_convert.inputs`` gathers the values.
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
