"""The options of ``adversary`` and ``baseline``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.options import Argument, option


@dataclass(frozen=True, kw_only=True)
class AdversaryOptions(o.ReleaseOptions):
    """What ``digesta-generate adversary`` takes."""

    command: ClassVar[str] = "adversary"
    name: Annotated[str, Argument(help="silent, constant, random, enumerate or echo.")]


@dataclass(frozen=True, kw_only=True)
class Statutes(o.Options):
    """The texts that are searched."""

    statutes: Path | None = option(None, "Folder of statutes in which to search for clauses.")


@dataclass(frozen=True, kw_only=True)
class BaselineOptions(o.ReleaseOptions, Statutes):
    """What ``digesta-generate baseline`` takes."""

    command: ClassVar[str] = "baseline"
    name: Annotated[str, Argument(help="The baseline's name, such as longest.")]
    table: str | None = option(None, "Keep its vectors in vectors/NAME.")
