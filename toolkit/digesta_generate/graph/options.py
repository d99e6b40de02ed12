"""The options of the commands of the temporal graph."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.graph.questions import ASKED
from digesta_generate.options import Argument, Help

Timeout = Annotated[float, Help(min=0.1, help="Seconds that one query may take.")]


@dataclass(frozen=True, kw_only=True)
class ServeGraphOptions(o.Options):
    """What ``digesta-generate graph serve`` takes."""

    command: ClassVar[str] = "graph serve"
    port: Annotated[int, Help(help="Of the loopback; 0: a free one.")] = 7687
    data: Annotated[
        Path | None, Help(help="Folder to keep the database in; else it goes with the server.")
    ] = None
    neo4j: Annotated[bool, Help(help="Neo4j Community, fetched once from Maven Central.")] = False


@dataclass(frozen=True, kw_only=True)
class LoadOptions(o.Options):
    """What ``digesta-generate graph load`` takes."""

    command: ClassVar[str] = "graph load"
    folder: Annotated[Path, Argument(help="Folder of the dated compilations.")]
    replace: Annotated[bool, Help(help="Delete what was loaded from another folder.")] = False
    timeout: Timeout = 60


@dataclass(frozen=True, kw_only=True)
class AskOptions(o.Options):
    """What ``digesta-generate graph ask`` takes."""

    command: ClassVar[str] = "graph ask"
    kind: Annotated[str, Argument(help=f"One of {', '.join(ASKED)}.")]
    asked: Annotated[
        tuple[str, ...],
        Argument(help="An article's or division's id, then days YYYY-MM-DD."),
    ]
    timeout: Timeout = 60


@dataclass(frozen=True, kw_only=True)
class CheckOptions(o.Place):
    """What ``digesta-generate graph check`` takes."""

    command: ClassVar[str] = "graph check"
    timeout: Timeout = 60
