"""Importers and exporters of other benchmarks' files: bytes in, drafts out, and back.

One folder a format, found by its name: each but ``shared`` exports ``CONVERTER`` and says in its
docstring whose files it reads and where it differs. Only ``command`` opens files. An export
holds what the other format can hold; what it cannot is named, key by key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from digesta.registry import Registry

if TYPE_CHECKING:
    from digesta_convert.shared.converter import Converter

CONVERTERS: Registry[Converter] = Registry(
    __name__, "CONVERTER", noun="format", beside=frozenset({"shared"})
)
"""Every converter, by name."""

converter_named = CONVERTERS.named
