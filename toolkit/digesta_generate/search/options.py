"""The options of ``serve-search`` and ``search``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from digesta_generate import options as o
from digesta_generate.options import Help

Corpus = Annotated[str | None, Help(help="Such as cases/1; the release's only one if left out.")]


@dataclass(frozen=True, kw_only=True)
class ServeSearchOptions(o.Place):
    """What ``digesta-generate serve-search`` takes."""

    command: ClassVar[str] = "serve-search"
    method: Annotated[Literal["bm25", "e5", "fusion"], Help(help="How to rank.")]
    corpus: Corpus = None
    port: Annotated[int, Help(min=0, max=65_535, help="Of the loopback; 0: a free one.")] = 0


@dataclass(frozen=True, kw_only=True)
class SearchOptions(o.Place, o.Patient):
    """What ``digesta-generate search`` takes.

    >>> SearchOptions(url="http://127.0.0.1:8901", id="search-bm25", organization="Us").line()
    'digesta-generate search --url http://127.0.0.1:8901 --id search-bm25 --organization Us'
    """

    command: ClassVar[str] = "search"
    url: Annotated[str, Help(help="The service, such as http://127.0.0.1:8901.")]
    id: Annotated[str, Help(help="The submission's id.")]
    organization: o.Organization = None
    corpus: Corpus = None
    name: Annotated[
        str | None,
        Help(help="The system's name; else the service's own.", rich_help_panel=o.RECORD),
    ] = None
    retriever: Annotated[
        str | None,
        Help(help="What finds; else what the service says.", rich_help_panel=o.RECORD),
    ] = None
    notes: Annotated[
        str | None,
        Help(help="What a reader must know of the service.", rich_help_panel=o.RECORD),
    ] = None
    form: Annotated[
        Literal["queries", "facts"],
        Help(help="The request's key; facts: the original's dense service."),
    ] = "queries"
    batch: Annotated[int, Help(min=1, max=64, help="Queries at once.")] = 16
    top: Annotated[
        int, Help(min=1, max=100, help="Results of each query, its own case among them.")
    ] = 20
    loopback: o.Loopback = False
