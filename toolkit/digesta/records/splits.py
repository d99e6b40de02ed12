"""Which questions a command means: one choice for all commands that have it."""

from __future__ import annotations

from enum import StrEnum


class Splits(StrEnum):
    """Questions with open truths, or the sealed ones too."""

    public = "public"
    all = "all"
