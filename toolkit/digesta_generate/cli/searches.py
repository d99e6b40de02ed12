"""The commands that search: retrieve passages, serve a corpus, ask a search service."""

from __future__ import annotations

import sys

from digesta_generate.retrieval.options import RetrieveOptions
from digesta_generate.search.options import SearchOptions, ServeSearchOptions


def retrieve(options: RetrieveOptions) -> None:
    """Find passages for a track's questions and write them to a file that infer shows.

    Clauses of statutes are searched under the ids of the release's index. Under gold_injected the
    clauses of each truth stand first. Vectors are kept in ChromaDB: a second run embeds nothing
    again. The file holds the corpus's words: leave it under build/. Beside NAME.jsonl stands
    NAME.json, which infer copies into the submission.

    Example: digesta-generate retrieve --track finlaw --corpus corpora/cn_laws --condition retrieval
    --split public -o build/passages/e5.jsonl
    """
    from digesta_generate.retrieval.retrieve import retrieve as find_passages

    made = find_passages(options)
    sys.stdout.write(f"{made.path.as_posix()}: passages of {made.questions} questions\n")


def serve_search(options: ServeSearchOptions) -> None:
    """Serve a release's corpus as a search service on this machine, until Ctrl-C or SIGTERM.

    POST /batch_search, as the Legal Agent Evaluation Module asks it: {"queries": [...], "top_k":
    20} or {"facts": [...], "top_k": 20}. Prints "ready URL" when it answers.

    Example: digesta-generate serve-search --method bm25 --corpus cases/1
    """
    from digesta_generate.search.serve import serve

    serve(options)


def search(options: SearchOptions) -> None:
    """Ask a search service a release's retrieval questions, and write predictions/RELEASE/ID.

    Every batch is in a journal before the next is sent: stopped by Ctrl-C, a kill or a service
    that went away, the same command goes on. The submission appears whole or not at all. A reply
    that cannot be right (an unknown case, one case twice, too many results, another number of
    lists than queries) ends the run and says which question it was.

    Example: digesta-generate search --url http://127.0.0.1:8901 --id search-bm25 --organization Us
    """
    from digesta_generate.search.search import search as ask_service

    done = ask_service(options)
    sys.stdout.write(f"{done.folder.as_posix()}: {done.answers} answers\n")
