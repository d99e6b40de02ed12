"""The table of fuzz targets: name -> function of bytes, and what each must hold.

A target reads bytes that somebody else wrote. It returns a value, or raises the project's own
error, whose problems name a file; anything else is a bug, and so is an assertion of the target.
"""

from __future__ import annotations

from pathlib import Path

import fuzz_files
import fuzz_repository
import fuzz_texts

from digesta.errors import DigestaError, InputError

TARGETS = {**fuzz_files.TARGETS, **fuzz_texts.TARGETS, **fuzz_repository.TARGETS}
CORPUS = Path(__file__).parent / "corpus"
"""A folder for each target: inputs that reach what no other does, and those that once failed."""

LARGEST, LARGEST_CORPUS = 60_000, 600_000
"""Bytes of one target's corpus, and of all."""


def hold(name: str, data: bytes) -> None:
    """Run a target on some bytes; raise where it does not hold."""
    try:
        TARGETS[name](data)
    except DigestaError as error:
        refusal = error
    else:
        return
    assert str(refusal), repr(refusal)
    if isinstance(refusal, InputError):
        assert refusal.total >= len(refusal.problems) > 0, refusal
        for problem in refusal.problems:
            assert problem.file, problem
            assert problem.code, problem
            assert str(problem).isprintable(), repr(problem)
