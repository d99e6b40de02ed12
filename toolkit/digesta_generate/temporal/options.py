"""The options of ``temporal``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from digesta_generate import options as o
from digesta_generate.options import Help, option

Name = Literal["flat", "naive", "graph"]


@dataclass(frozen=True, kw_only=True)
class TemporalOptions(o.ReleaseOptions):
    """What ``digesta-generate temporal`` takes."""

    command: ClassVar[str] = "temporal"
    system: Annotated[
        Name,
        Help(
            help="flat: the current state of each article; naive: every state; graph: what a "
            "graph database finds for the question."
        ),
    ]
    corpus: Path | None = option(
        None,
        "Folder of the dated compilations; for graph, which takes its texts from the database, "
        "that one which it must have been loaded from.",
    )
    passages: Path | None = option(None, "Write here what was found, for infer --passages.")
