"""The options of ``serve-search`` and ``search``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from digesta_generate import options as o
from digesta_generate.options import Help, flag, option


@dataclass(frozen=True, kw_only=True)
class CorpusOptions(o.Options):
    """Which of a release's corpora is searched."""

    corpus: str | None = option(None, "Corpus, such as cases/1. Default: the release's only one.")


@dataclass(frozen=True, kw_only=True)
class ServeSearchOptions(CorpusOptions, o.ReleaseOptions):
    """What ``digesta-generate serve-search`` takes."""

    command: ClassVar[str] = "serve-search"
    method: Annotated[Literal["bm25", "e5", "fusion", "feedback"], Help(help="How to rank.")]
    port: int = option(0, "Port on this machine; 0 picks a free one.", min=0, max=65_535)


@dataclass(frozen=True, kw_only=True)
class ServiceOptions(o.RetryOptions):
    """What a reader must know of a service, and where it is."""

    group: ClassVar[str] = "Record"
    name: str | None = option(None, "The system's name. Default: the service's own.")
    retriever: str | None = option(None, "What ranks. Default: as the service reports.")
    notes: str | None = option(None, "What readers must know about the service.")
    loopback: bool = flag("The service is on this machine; http is allowed.")
    private_network: bool = flag("The service is on your network; http is allowed.")


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
    organization: str | None = option(None, "Who submits it.")
    form: Literal["queries", "facts"] = option(
        "queries", "The request's key; the original's dense service takes facts."
    )
    batch: int = option(16, "Queries in each request.", min=1, max=64)
    top: int = option(20, "Results for each query, including its own case.", min=1, max=100)
