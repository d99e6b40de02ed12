"""What a run says while it goes, all of it to stderr."""

from __future__ import annotations

import os
import sys


def say(text: str) -> None:
    """Write a line of talk."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def say_wait() -> None:
    """Say, from a signal's handler, that what is in flight is waited for."""
    # Not through stderr's buffer, which the signal may have interrupted.
    os.write(2, b"stopping: waiting for the replies in flight; Ctrl-C again ends at once\n")
