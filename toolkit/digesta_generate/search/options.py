"""The options of ``serve-search`` and ``search``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from digesta_generate import options as o
from digesta_generate.options import Help, flag, option


@dataclass(frozen=True, kw_only=True)
class CorpusOptions(o.Options):
    """Which of a release's corpora is searched."""

    corpus: str | None = option(None, "Such as cases/1; the release's only one if left out.")


@dataclass(frozen=True, kw_only=True)
class ServeSearchOptions(CorpusOptions, o.ReleaseOptions):
    """What ``digesta-generate serve-search`` takes."""

    command: ClassVar[str] = "serve-search"
    method: Annotated[Literal["bm25", "e5", "fusion"], Help(help="How to rank.")]
    port: int = option(0, "Of the loopback; 0: a free one.", min=0, max=65_535)


@dataclass(frozen=True, kw_only=True)
class ServiceOptions(o.RetryOptions):
    """What a reader must know of a service, and where it is."""

    group: ClassVar[str] = "Record"
    name: str | None = option(None, "The system's name; else the service's own.")
    retriever: str | None = option(None, "What finds; else what the service says.")
    notes: str | None = option(None, "What a reader must know of the service.")
    loopback: bool = flag("The endpoint is on this machine; http is fine then.")
    private_network: bool = flag("It is on a network of your own; http is fine then.")


@dataclass(frozen=True, kw_only=True)
class SearchOptions(CorpusOptions, o.ReleaseOptions, ServiceOptions):
    """What ``digesta-generate search`` takes.

    >>> SearchOptions(url="http://127.0.0.1:8901", id="search-bm25", organization="Us").line()
    'digesta-generate search --url http://127.0.0.1:8901 --id search-bm25 --organization Us'
    """

    command: ClassVar[str] = "search"
    url: Annotated[str, Help(help="The service, such as http://127.0.0.1:8901.")]
    id: Annotated[str, Help(help="The submission's id.")]
    also: tuple[str, ...] = option((), "Another corpus and its service, CORPUS=URL; repeatable.")
    organization: str | None = option(None, "Who sends it in.")
    form: Literal["queries", "facts"] = option(
        "queries", "The request's key; facts: the original's dense service."
    )
    batch: int = option(16, "Queries at once.", min=1, max=64)
    top: int = option(20, "Results of each query, its own case among them.", min=1, max=100)
