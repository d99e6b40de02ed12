"""The options of ``rerun``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.options import Argument, flag, option


@dataclass(frozen=True, kw_only=True)
class RerunOptions(o.WorkspaceOptions):
    """What ``digesta-generate rerun`` takes.

    >>> RerunOptions(folder=Path("predictions/2026-11-22.6/acme-7b"), all=True).line()
    'digesta-generate rerun predictions/2026-11-22.6/acme-7b --all'
    """

    command: ClassVar[str] = "rerun"
    folder: Annotated[Path, Argument(help="The submission's folder.")]
    draw: int = option(5, "Number of drawn answers, which must be the same.", "-n", min=1)
    all: bool = flag("Every answer must be the same.")
    seed: str | None = option(None, "Seed, to repeat a draw. Default: random.")
    trust: bool = flag("Run the command. Without --trust, only print it.")
