"""Cut a stream of bytes into blocks of whole lines, in bounded memory.

The blocks do not depend on the chunks of the stream. Of a line
beyond the limit only one byte more than allowed is kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from digesta.intake.limits import InputLimits

BLOCK = 1 << 18
"""Bytes of a block before its last LF; blocks differ by the lines that they cut."""


class BlockCutter:
    """A stream taken in chunks, returned in blocks of whole lines, the last perhaps without LF.

    overfull: the stream is longer than the limit; what lies beyond it was dropped, and so was
    the line that it cuts.
    """

    def __init__(self, limits: InputLimits) -> None:
        self.overfull = False
        self._limits = limits
        self._taken = 0
        self._pending = bytearray()
        self._open_line = b""

    def push(self, chunk: bytes) -> Iterator[bytes]:
        """Take a chunk of any size; yield the blocks that it completes."""
        room = self._limits.file_bytes - self._taken
        self.overfull = len(chunk) > room
        self._pending += chunk[:room]
        self._taken += min(len(chunk), room)
        while len(self._pending) >= BLOCK:
            yield from self._cut(BLOCK)
        if self.overfull:
            yield from self._cut(len(self._pending))

    def end(self) -> Iterator[bytes]:
        """Yield what is left at the stream's end, as one block."""
        if self._open_line or self._pending:
            yield self._open_line + bytes(self._pending)

    def _cut(self, size: int) -> Iterator[bytes]:
        piece = bytes(self._pending[:size])
        del self._pending[:size]
        end = piece.rfind(b"\n") + 1
        if end:
            yield self._open_line + piece[:end]
            self._open_line = b""
        self._open_line = (self._open_line + piece[end:])[: self._limits.line_bytes + 1]
