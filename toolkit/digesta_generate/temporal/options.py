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
            help="flat: the current state of each article; naive: every state; graph: what a "
            "graph database finds for the question; or one that an installed package names."
        ),
    ]
    corpus: Path | None = option(
        None,
        "Folder of the dated compilations; for graph, which takes its texts from the database, "
        "that one which it must have been loaded from.",
    )
    law: str | None = option(
        None, "Ask only what names this law; without it, only what names none."
    )
    passages: Path | None = option(None, "Write here what was found, for infer --passages.")
