"""Importers and exporters of other benchmarks' files: bytes in, drafts out, and back.

A format is a module or a folder of its name: it exports ``CONVERTER``, and its docstring names the
files that it reads and where it differs. Files are opened by ``commands``, ``release``, ``sources``
and ``inputs`` only.
An export holds what the other format can hold; the rest is listed, key by key. Formats that a
whole release, or what systems earned on it, is only written in are modules of ``exports``.
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
    """Return a converter, or UsageError with the names that there are; - stands for _ too."""
    return CONVERTERS.named(name.replace("-", "_"))
