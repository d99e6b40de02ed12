"""The options of the commands of the temporal graph."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.graph.questions import WORDS_BY_KIND
from digesta_generate.options import Argument, flag, option


@dataclass(frozen=True, kw_only=True)
class TimeoutOptions(o.Options):
    """The time limit of a query."""

    timeout: float = option(60.0, "Seconds for one query.", min=0.1)


@dataclass(frozen=True, kw_only=True)
class ServeGraphOptions(o.Options):
    """What ``digesta-generate graph serve`` takes."""

    command: ClassVar[str] = "graph serve"
    port: int = option(7687, "Port on this machine; 0 picks a free one.")
    data: Path | None = option(
        None, "Folder to keep the database. Default: it is deleted at the end."
    )
    neo4j: bool = flag("Use Neo4j Community; fetched once from Maven Central.")


@dataclass(frozen=True, kw_only=True)
class LoadOptions(TimeoutOptions):
    """What ``digesta-generate graph load`` takes."""

    command: ClassVar[str] = "graph load"
    folder: Annotated[Path, Argument(help="Folder of the dated compilations.")]
    replace: bool = flag("Delete data loaded from another folder.")


@dataclass(frozen=True, kw_only=True)
class AskOptions(TimeoutOptions):
    """What ``digesta-generate graph ask`` takes."""

    command: ClassVar[str] = "graph ask"
    kind: Annotated[str, Argument(help=f"One of {', '.join(WORDS_BY_KIND)}.")]
    terms: Annotated[
        tuple[str, ...], Argument(help="An article's or division's id, then days YYYY-MM-DD.")
    ]


@dataclass(frozen=True, kw_only=True)
class CheckOptions(o.ReleaseOptions, TimeoutOptions):
    """What ``digesta-generate graph check`` takes."""

    command: ClassVar[str] = "graph check"
