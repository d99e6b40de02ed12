"""Files of an archive that may be compressed: they count by what they hold, under its name."""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from lzma import FORMAT_XZ, LZMADecompressor, LZMAError
from pathlib import Path

from digesta.errors import SubmissionError
from digesta.workspace import store
from digesta.workspace.bundle_zip import is_bundle, read_bundle

SUFFIX = ".xz"
MOST_MEMORY = 80 << 20
"""Bytes that decompression may take: xz at its highest level takes 65 MiB."""

LARGE = ("questions.jsonl", "truths.jsonl")
"""Files of an archive's release that stand compressed."""


def content(path: Path, *, limit: int) -> Iterator[bytes]:
    """Yield a file's bytes in chunks, decompressed; SubmissionError over ``limit`` bytes."""
    if path.suffix != SUFFIX:
        yield from store.read_chunks(path)
        return
    stream, size = LZMADecompressor(FORMAT_XZ, memlimit=MOST_MEMORY), 0
    longer = False
    refuse = partial(SubmissionError.of, code="compressed", file=path.as_posix())
    for chunk in store.read_chunks(path):
        rest = chunk
        while not stream.eof and (rest or not stream.needs_input):
            try:
                data, rest = stream.decompress(rest, store.CHUNK), b""
            except LZMAError as error:
                raise refuse(got=str(error), fix="write it anew with xz") from None
            size += len(data)
            if size > limit:
                raise refuse(got=f"over {limit} bytes", fix="split the submission")
            yield data
        longer = longer or bool(stream.unused_data or rest)
    if longer or not stream.eof:
        raise refuse(expected="one whole stream of xz", fix="write it anew with xz")


def pack(data: bytes) -> bytes:
    """Return bytes compressed; what counts is what they hold."""
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)


def pack_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of an archive's release as they are written."""
    return {
        path + SUFFIX * (path in LARGE): pack(data) if path in LARGE else data
        for path, data in files.items()
    }


def read_large(folder: Path, name: str) -> bytes:
    """Return what a release's file holds, whether it stands compressed or not."""
    path = folder / (name + SUFFIX)
    packed = name in LARGE and path.exists() and not (folder / name).exists()
    if not packed:
        return store.read_bytes(folder / name)
    return b"".join(content(path, limit=store.MOST_BYTES))


def is_held(path: Path) -> bool:
    """Return whether a file is there, compressed or not."""
    return path.is_file() or path.with_name(path.name + SUFFIX).is_file()


def content_of(path: Path) -> bytes | None:
    """Return what a file holds, compressed or not; None where it is not there."""
    if not is_held(path):
        return None
    there = path if path.is_file() else path.with_name(path.name + SUFFIX)
    return b"".join(content(there, limit=store.MOST_BYTES))


def read_release_tree(
    folder: Path, *, only: Callable[[str], bool] = lambda _path: True
) -> dict[str, bytes]:
    """Return the files of a release, by the names of what they hold; UsageError for none.

    folder: the release's, or a bundle of it. only: path -> whether a file is wanted.
    """
    if is_bundle(folder):
        return read_bundle(folder)
    files = store.read_tree(folder, only=lambda path: only(path.removesuffix(SUFFIX)))
    for name in LARGE:
        if name + SUFFIX in files and name not in files:
            del files[name + SUFFIX]
            files[name] = read_large(folder, name)
    return dict(sorted(files.items()))
