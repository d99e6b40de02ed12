"""The key of a draw: an open one that a seed gives, or the secret one of a private folder."""

from __future__ import annotations

import hashlib
from pathlib import Path

import orjson

from digesta.errors import UsageError
from digesta.workspace import store
from digesta.workspace.git import ignores

KEY_BYTES = 32


def key_for(split: str, seed: int | None, keys: Path | None, draft: Path) -> bytes:
    """Return the key of a split's draws; UsageError where the draw would give a holdout away.

    What is public is drawn under a seed that all may know, what is sealed under a secret key, and
    its truths are written where git would never take them.
    """
    if split not in {"public", "holdout"}:
        raise UsageError(f"no split {split!r}; there are: public, holdout")
    if split == "public" and keys is not None:
        raise UsageError("--split public: draw it with --seed; a secret key is for what is sealed")
    if split == "holdout":
        if seed is not None:
            raise UsageError("--split holdout: draw it with --keys; a seed could be tried by all")
        draft.mkdir(parents=True, exist_ok=True)
        if not ignores(draft / "truths.jsonl"):
            raise UsageError(
                f"{draft}: git would take a holdout's truths from here; name a folder outside of "
                "the repository, or one that .gitignore names"
            )
    return key_of(seed, keys)


def key_of(seed: int | None, keys: Path | None) -> bytes:
    """Return the key of the draws: an open one from a seed, or ``draw_key`` of keys.json.

    UsageError unless one of the two is given, and where the file holds no key; the message says
    nothing of what it holds.
    """
    if (seed is None) == (keys is None):
        raise UsageError("give either --seed or --keys")
    if keys is None:
        # These words stay: another key would draw other questions under a released seed.
        return hashlib.sha256(f"tlr public/1\n{seed}".encode()).digest()
    try:
        key = bytes.fromhex(orjson.loads(store.read_bytes(keys))["draw_key"])
    except (ValueError, KeyError, TypeError):
        key = b""
    if len(key) != KEY_BYTES:
        expected = f"{2 * KEY_BYTES} hexadecimal digits"
        raise UsageError(f"{keys}: no draw_key of {expected}; see: digesta release new --help")
    return key
