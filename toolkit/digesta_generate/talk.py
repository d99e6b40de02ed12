"""Messages of a run to stderr, and its exit code after Ctrl-C."""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells give it."""


def say(text: str) -> None:
    """Write a line to stderr."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def say_wait() -> None:
    """Say, from a signal's handler, that the requests in flight are waited for."""
    # Not through stderr's buffer, which the signal may have interrupted.
    os.write(2, b"stopping: waiting for the replies in flight; Ctrl-C again ends at once\n")
