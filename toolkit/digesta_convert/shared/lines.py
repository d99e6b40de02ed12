"""Lines of a source: how many are read, and which is the first."""

from __future__ import annotations

from collections.abc import Sequence

from digesta.errors import Problem
from digesta.intake import LIMITS

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
