"""Lines of a source: how many are read, which is the first, and what gzip packed."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from digesta.errors import Problem
from digesta.intake import LIMITS
from digesta_convert.shared.faults import LineFault

MOST_BYTES = LIMITS.file_bytes
"""Of all files of an import together."""


def too_many_lines(path: str, data: bytes, most: int = LIMITS.lines) -> Sequence[Problem]:
    """Return the problem of a file of more lines than are read; none where it has fewer."""
    count = data.count(b"\n")
    if count <= most:
        return ()
    expected, fix = f"at most {most} lines", "split the file, or leave out what is not needed"
    return (
        Problem(code="line-count", file=path, got=f"{count} lines", expected=expected, fix=fix),
    )


def first_line(data: bytes) -> tuple[int, bytes]:
    """Return the first line that holds something, without what is blank around it; its number.

    0 and nothing where no line does.
    """
    # Not split: a list of all lines of a large file takes far more than the file.
    rest = data.lstrip()
    number = data.count(b"\n", 0, len(data) - len(rest)) + 1
    return (number, rest.partition(b"\n")[0].strip()) if rest else (0, b"")


def gunzip(data: bytes, most: int = MOST_BYTES) -> bytes:
    """Return the content of a gzip file of one stream, or LineFault where it is over a limit."""
    stream = zlib.decompressobj(wbits=31)
    try:
        content = stream.decompress(data, max(most, 0) + 1)
    except zlib.error as error:
        got, expected = str(error)[:80], "a gzip file"
        raise LineFault("archive", got=got, expected=expected, fix="pack it again") from None
    if len(content) > most:
        got, expected = "more", f"at most {MOST_BYTES} bytes unpacked"
        raise LineFault("archive", got=got, expected=expected, fix="split the file")
    if not stream.eof or stream.unused_data:
        got, expected = "a part of a stream, or several", "one whole stream"
        raise LineFault("archive", got=got, expected=expected, fix="pack it again")
    return content
