"""The commands that search: retrieve passages, serve a corpus, ask a search service."""

from __future__ import annotations

import sys

from digesta_generate.retrieval.options import RetrieveOptions
from digesta_generate.search.options import SearchOptions, ServeSearchOptions


def retrieve(options: RetrieveOptions) -> None:
    """Find passages for a track's questions, for infer to show.

    Passages of statutes have the ids of the release's index. With gold_injected, the clauses of
    each truth come first. ChromaDB keeps the vectors, so a second run embeds nothing. Keep the file
    under build/, because it contains the corpus's texts. infer copies NAME.json, next to
    NAME.jsonl, into the submission.

    Example: digesta-generate retrieve --track finlaw --corpus corpora/cn_laws --condition retrieval
    --split public -o build/passages/e5.jsonl
    """
    from digesta_generate.retrieval.retrieve import retrieve as find_passages

    made = find_passages(options)
    sys.stdout.write(f"{made.path.as_posix()}: passages of {made.questions} questions\n")


def serve_search(options: ServeSearchOptions) -> None:
    """Serve a release's corpus as a search service, until Ctrl-C.

    It answers POST /batch_search like the Legal Agent Evaluation Module: {"queries": [...],
    "top_k": 20} or {"facts": [...], "top_k": 20}. Prints "ready URL" when it is ready.

    Example: digesta-generate serve-search --method bm25 --corpus cases/1
    """
    from digesta_generate.search.service import serve

    serve(options)


def search(options: SearchOptions) -> None:
    """Ask a search service a release's retrieval questions.

    Writes predictions/RELEASE/ID, whole or not at all. A journal keeps each batch, so the same
    command resumes after a stop. An impossible reply ends the run and names the question: an
    unknown or repeated case, too many results, or not one list for each query.

    Example: digesta-generate search --url http://127.0.0.1:8901 --id search-bm25 --organization Us
    """
    from digesta_generate.search.search import search as ask_service

    done = ask_service(options)
    sys.stdout.write(f"{done.folder.as_posix()}: {done.answers} answers\n")
