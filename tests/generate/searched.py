"""A release with questions about a corpus, and a search service that a test scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from faulty import Exchange, Faulty, serving
from runs import generate

import penal
from commands import Done
from world import RELEASE, as_cut, draft, lines_of, write

QUESTIONS = 5
IDS = [f"near-{number}" for number in range(QUESTIONS)]
CASES = [one["case"] for one in penal.CASES]
NAMES = {"service": "Toy search service", "retriever": "a toy"}


def workspace(root: Path) -> Path:
    """Return a workspace with a release of four penalty questions and five about the corpus."""
    files = as_cut(draft(penal.penal(), penal.near(QUESTIONS)))
    write(root / "releases" / RELEASE, files)
    return root


def result(case: str, rank: int, **more: Any) -> dict[str, Any]:
    """Return a right result for a case of the corpus."""
    text = next((one["text"] for one in penal.CASES if one["case"] == case), "")
    return {"fact_id": case, "score": 1 / rank, "rank": rank, "fact": text} | more


def listed(*cases: str) -> list[dict[str, Any]]:
    """Return right results for these cases, in this order."""
    return [result(case, rank) for rank, case in enumerate(cases, start=1)]


def own_first(query: str) -> list[str]:
    """Return all cases: the query's own, then the others."""
    own = [one["case"] for one in penal.CASES if one["text"] == query]
    return [*own, *(case for case in CASES if case not in own)]


Lists = Callable[[list[str], int], Any]


def right(queries: list[str], top_k: int) -> Any:
    """Return the right reply to the queries."""
    return {"results": [listed(*own_first(one)[:top_k]) for one in queries]} | NAMES


def say(exchange: Exchange, reply: Lists = right) -> None:
    body = exchange.body
    exchange.say(reply(body.get("queries") or body["facts"], body["top_k"]))


@contextmanager
def service(script: Callable[[Exchange, int], None] | None = None) -> Iterator[Faulty]:
    """Serve what a script says of each request; else right replies."""
    with serving(script or (lambda exchange, _turn: say(exchange))) as server:
        yield server


def address(server: Faulty) -> str:
    return server.url.removesuffix("/v1")


def search(root: Path, server: Faulty | str, *more: str | Path) -> Done:
    """Run the command: quickly, two queries at once."""
    url = server if isinstance(server, str) else address(server)
    return generate(
        "search", "--url", url, "--id", "found", "--organization", "Tests", "--root", root,
        "--batch", "2", "--backoff", "0.01", "--retries", "2", "--timeout", "60", *more,
    )  # fmt: skip


def folder(root: Path) -> Path:
    return root / "predictions" / RELEASE / "found"


def ranked(root: Path) -> dict[str, list[str]]:
    found = lines_of(folder(root) / "predictions.jsonl")
    return {one["question_id"]: one["answer"]["ranked"] for one in found}


def undisturbed() -> dict[str, list[str]]:
    """Return the answers that the right service leads to."""
    texts = [one["text"] for one in penal.CASES[:QUESTIONS]]
    return {key: own_first(text)[1:] for key, text in zip(IDS, texts, strict=True)}
