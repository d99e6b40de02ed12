"""The options of ``temporal``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.options import Help, option


@dataclass(frozen=True, kw_only=True)
class TemporalOptions(o.ReleaseOptions):
    """What ``digesta-generate temporal`` takes."""

    command: ClassVar[str] = "temporal"
    system: Annotated[
        str,
        Help(
            help="flat searches the current state of each article, naive every state, graph what a "
            "graph database returns. An installed package may add others."
        ),
    ]
    corpus: Path | None = option(
        None,
        "Folder of the dated compilations; for graph, the folder that was loaded into the "
        "database.",
    )
    law: str | None = option(
        None, "Ask only questions that name this law. Default: only those that name none."
    )
    passages: Path | None = option(None, "File for the passages, for infer --passages.")
