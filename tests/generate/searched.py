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
from digesta.canonical import canonical_lines
from world import (
    RELEASE,
    Track,
    as_cut,
    draft,
    lines_of,
    question,
    track_record,
    truth,
    write,
)

QUESTIONS = 5
IDS = [f"near-{number}" for number in range(QUESTIONS)]
CASES = [one["case"] for one in penal.CASES]
NAMES = {"service": "Toy search service", "retriever": "a toy"}


def texts() -> Track:
    """Return a track with one question about a corpus of documents."""
    about = track_record(
        "texts", "ranking", "ndcg_at_10", {"text": "text"}, notice=penal.NEAR["notice"],
        scores=[{"name": "ndcg_at_10", "pool": "all", "metric": "ndcg_at_10"}],
    )  # fmt: skip
    ask = {"corpus": "texts/2", "pool": 2, "at_most": 20, "relevant_from": 1}
    right = {"grades": [{"grade": 1, "documents": ["doc-1"]}]}
    documents = [{"document": f"doc-{n}", "text": f"text {n}"} for n in range(2)]
    return Track(
        about, [question(about, "text", 0, "Which text?", ask=ask)], [truth("text-0", right)],
        {"texts/corpus-2.jsonl": canonical_lines(documents)},
    )  # fmt: skip


def by_number(exchange: Exchange, _turn: int) -> None:
    """Reply with both documents, the last first."""
    both = [{"fact_id": f"doc-{n}", "score": n, "rank": 2 - n, "fact": f"text {n}"} for n in (1, 0)]
    exchange.say({"results": [both for _ in exchange.body["queries"]]} | NAMES)


def workspace(root: Path, *more: Track) -> Path:
    """Return a workspace with a release of four penalty questions and five about the corpus."""
    files = as_cut(draft(penal.penal(), penal.near(QUESTIONS), *more))
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
