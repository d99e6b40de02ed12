"""The options of ``rerun``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.options import Argument, flag, option


@dataclass(frozen=True, kw_only=True)
class SandboxOptions(o.Options):
    """What the command may use up."""

    group: ClassVar[str] = "Limits"
    minutes: float = option(30.0, "Most time, by the clock.", min=0.01, callback=o.finite)
    memory: int = option(8192, "Most MiB of addresses, each process.", min=16)
    disk: int = option(1024, "Most MiB of files, which lie in memory, and of each file.", min=1)
    processes: int = option(256, "Most processes and threads at once.", min=1)


@dataclass(frozen=True, kw_only=True)
class RerunOptions(o.WorkspaceOptions, SandboxOptions):
    """What ``digesta-generate rerun`` takes.

    >>> RerunOptions(folder=Path("predictions/2026-11-22.6/acme-7b"), all=True).line()
    'digesta-generate rerun predictions/2026-11-22.6/acme-7b --all'
    """

    command: ClassVar[str] = "rerun"
    folder: Annotated[Path, Argument(help="The submission's folder.")]
    draw: int = option(5, "Answers to draw, which must come again.", "-n", min=1)
    all: bool = flag("Every answer must come again.")
    seed: str | None = option(None, "Of the draw, to repeat one; a fresh one if left out.")
    show: tuple[Path, ...] = option(
        (), "File or folder that the command may read: a corpus, its program; repeatable."
    )
    endpoint: str | None = option(
        None, "The one address that it may reach, such as https://host/v1; else none."
    )
    key_env: str | None = option(
        None, "NAME of a variable that the command gets: a key to spend, and to revoke."
    )
    out: Path | None = option(None, "Folder of the record; else build/reruns/RELEASE/NAME.", "-o")
