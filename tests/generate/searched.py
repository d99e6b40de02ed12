"""A release with questions about a corpus, and a search service that a test scripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from faulty import Exchange, Faulty, serving
from runs import generate, lines

import penal_release as penal
from commands import Done
from digesta.canonical import canonical_bytes, canonical_lines
from digesta.releases.cut import file_entries
from small import RELEASE, review, write

QUESTIONS = 5
IDS = [f"near-{number}" for number in range(QUESTIONS)]
CASES = [one["case"] for one in penal.CASES]
NAMES = {"service": "Toy search service", "retriever": "a toy"}


def question(number: int) -> dict[str, Any]:
    """Return the question about case ``number`` of the corpus's list."""
    own = penal.CASES[number]
    made = penal.similar() | {"question_id": IDS[number], "cluster_id": f"c-near{number:04}"}
    ask = made["ask"] | {"query_sha256": own["text_sha256"]}
    turns = [made["turns"][0], {"role": "user", "content": own["text"]}]
    return made | {"ask": ask, "turns": turns}


def truth(number: int) -> dict[str, Any]:
    """Return its truth: the first ten other cases."""
    own = penal.CASES[number]
    near = [one["case"] for one in penal.CASES if one is not own][:10]
    right = {key: own[key] for key in ("accusation", "articles", "term")}
    positives = [{"case": one, "tier": 1} for one in near]
    refs = [{"work": "the tests", "at": "1"}]
    key = IDS[number]
    return {"question_id": key, "truth": right | {"positives": positives}, "source_refs": refs}


def workspace(root: Path) -> Path:
    """Return a workspace with a release of four penalty questions and five about the corpus."""
    asked = [*penal.QUESTIONS, *map(question, range(QUESTIONS))]
    right = [*map(penal.truth, penal.QUESTIONS), *map(truth, range(QUESTIONS))]
    files = penal.draft(
        questions=canonical_lines(asked),
        truths=canonical_lines(right),
        review=canonical_lines(review(one["question_id"]) for one in asked),
    )
    listed = [entry.as_json() for entry in file_entries(files)]
    manifest = json.loads(files["release.json"]) | {"files": listed}
    write(root / "releases" / RELEASE, files | {"release.json": canonical_bytes(manifest)})
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
    found = lines(folder(root) / "predictions.jsonl")
    return {one["question_id"]: one["answer"]["ranked"] for one in found}


def undisturbed() -> dict[str, list[str]]:
    """Return the answers that the right service leads to."""
    texts = [one["text"] for one in penal.CASES[:QUESTIONS]]
    return {key: own_first(text)[1:] for key, text in zip(IDS, texts, strict=True)}
