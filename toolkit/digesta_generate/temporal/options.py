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
    corpus: tuple[Path, ...] = option(
        (),
        "Folder of a law's dated compilations; repeatable, one for each law. For graph, the "
        "folders that were loaded at the addresses in NEO4J_URI, in the same order.",
    )
    passages: Path | None = option(None, "File for the passages, for infer --passages.")
