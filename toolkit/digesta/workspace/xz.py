"""Streams of xz that come from anybody: read in chunks, no further than a limit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from lzma import FORMAT_XZ, LZMADecompressor, LZMAError
from pathlib import Path

from digesta.errors import SubmissionError
from digesta.workspace import store

SUFFIX = ".xz"
MOST_MEMORY = 80 << 20
"""Bytes that decompression may take: xz at its highest level takes 65 MiB."""


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
                raise refuse(got=str(error), fix="compress it again with xz") from None
            size += len(data)
            if size > limit:
                raise refuse(got=f"over {limit} bytes", fix="split the submission")
            yield data
        longer = longer or bool(stream.unused_data or rest)
    if longer or not stream.eof:
        raise refuse(expected="one complete xz stream", fix="compress it again with xz")
