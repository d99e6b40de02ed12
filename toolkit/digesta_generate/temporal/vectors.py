"""Embeddings of passages, kept between runs in one file under ``build/``.

The vector of a text is that of its first ``WINDOW`` characters, about the 512 tokens that the
model reads at once: what lies beyond would cost the time of a window each and move little.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import InputError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.workspace import store

WINDOW = 1500
"""Characters of a text that are embedded."""
_SOME = 50
"""Vectors made between two writes: what an interrupted run loses at most."""
SIZE = 384
"""Numbers of a vector."""
Embed = Callable[[str], Any]
"""Text to a vector: an array of numbers, always as many."""
Count = Callable[[int, int], None]
"""Told how many of how many vectors there are."""


class Vectors:
    """Vectors of passages by the digest of what is embedded of them.

    embed: makes a vector. kept: the file that holds those of earlier runs; one that cannot be
    read is made anew, and so is a vector that has not ``size`` numbers. None: nothing is kept.
    """

    def __init__(self, embed: Embed, kept: Path | None = None, *, size: int = SIZE) -> None:
        self._embed = embed
        self._kept = kept
        self._found: dict[str, Any] = {} if kept is None else _read(kept, size)

    def of(self, text: str) -> Any:
        """Return a passage's vector."""
        cut = text[:WINDOW]
        key = sha256_hex(cut.encode())
        if key not in self._found:
            self._found[key] = self._embed(cut)
        return self._found[key]

    def prepare(self, texts: Sequence[str], count: Count) -> None:
        """Make the vectors of all texts, and keep them."""
        cuts = dict.fromkeys(text[:WINDOW] for text in texts)
        missing = [cut for cut in cuts if sha256_hex(cut.encode()) not in self._found]
        for done, text in enumerate(missing, start=1):
            self.of(text)
            if done % _SOME == 0 or done == len(missing):
                self.keep()
                count(done, len(missing))

    def keep(self) -> None:
        """Write down every vector that there is."""
        if self._kept is not None:
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            vectors = {
                key: b64encode(row.tobytes()).decode() for key, row in sorted(self._found.items())
            }
            store.write_file(self._kept, canonical_bytes(vectors) + b"\n")


def _read(kept: Path, size: int) -> dict[str, Any]:
    import numpy as np  # noqa: PLC0415 - of the extra [rag]: the generator starts without it

    if not kept.is_file():
        return {}
    try:
        stored = strict_json(store.read_bytes(kept), file=kept.name, limits=RELEASE_LIMITS)
        vectors = _vectors(stored, np.frombuffer, np.float32)
    except (InputError, ValueError, TypeError, AttributeError):
        return {}
    return {key: row for key, row in vectors.items() if len(row) == size}


def _vectors(words: Mapping[str, str], read: Any, kind: Any) -> dict[str, Any]:
    return {key: read(b64decode(row, validate=True), dtype=kind) for key, row in words.items()}
