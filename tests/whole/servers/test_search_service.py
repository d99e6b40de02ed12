"""The reference service answers as the original's does, and says what is wrong with a request."""

from __future__ import annotations

import http.client
import json
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from runs import generate, started
from searched import CASES, folder, ranked, search, workspace

import penal
from digesta_convert.shared.cases import SeedHit
from digesta_generate.search.methods import METHODS, Method, fuse, ranker
from digesta_generate.search.service import SearchServer, serving
from digesta_generate.search.wire import LARGEST, MOST_QUERIES
from digesta_generate.similarity import e5 as embedding
from digesta_legal.retrieval.records import Case
from waiting import HANG
from world import RELEASE, lines_of

CORPUS = [Case.model_validate(one) for one in penal.CASES]


def by_length(texts: Any) -> Any:
    return lambda query: [len(text) - len(query) for text in texts]


def by_likeness(texts: Any) -> Any:
    return lambda query: [len(set(text) & set(query)) for text in texts]


@pytest.fixture
def toy_search() -> Iterator[SearchServer]:
    with serving(0, Method("Toy", "letters", (by_likeness,)), CORPUS) as server:
        yield server


def ask(server: SearchServer, body: bytes, *, path: str = "/batch_search") -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=HANG)
    connection.request("POST", path, body)
    response = connection.getresponse()
    found = response.status, json.loads(response.read())
    connection.close()
    return found


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode()


def test_both_forms_get_their_own_shape_and_the_same_results(toy_search: SearchServer) -> None:
    said = [penal.OWN, "乙酒后驾驶轿车。"]

    _, dense = ask(toy_search, encoded({"facts": said, "top_k": 3}))
    _, other = ask(
        toy_search, encoded({"queries": said, "top_k": 3, "mode": "hybrid", "rerank": True})
    )

    assert other == {"results": dense, "service": "Toy", "retriever": "letters"}
    assert [len(one) for one in dense] == [3, 3]
    assert dense[0][0]["fact_id"] == "case-0"
    assert [one["rank"] for one in dense[1]] == [1, 2, 3]


def test_a_result_has_the_original_s_fields_and_is_read_by_the_importer(
    toy_search: SearchServer,
) -> None:
    _, dense = ask(toy_search, encoded({"facts": [penal.OWN], "top_k": 1}))

    hit = SeedHit.model_validate(dense[0][0])
    assert (hit.fact_id, hit.fact, hit.rank) == ("case-0", penal.OWN, 1)
    assert (hit.accusation, hit.relevant_articles) == (["盗窃"], ["264"])
    assert hit.imprisonment is not None
    assert hit.imprisonment.value() == penal.CASES[0]["term"]


def test_results_are_as_many_as_were_asked_for_or_all(toy_search: SearchServer) -> None:
    for top_k, found in ((1, 1), (12, 12), (100, 12)):
        _, dense = ask(toy_search, encoded({"facts": ["甲"], "top_k": top_k}))
        assert len(dense[0]) == found


MALFORMED: dict[str, tuple[bytes, str, str]] = {
    "no JSON": (b"x", "not-json", ""),
    "no UTF-8": (b'{"facts": ["\xff"]}', "utf8", ""),
    "a list": (b"[]", "wrong-type", "an object"),
    "no queries": (b'{"top_k": 3}', "missing-key", ""),
    "both forms": (b'{"facts": ["a"], "queries": ["b"]}', "unknown-key", "facts, top_k"),
    "one key twice": (b'{"facts": ["a"], "facts": ["b"]}', "dup-key", ""),
    "a key that nobody knows": (b'{"facts": ["a"], "k": 3}', "unknown-key", ""),
    "an empty list": (b'{"facts": []}', "bad-value", ""),
    "an empty query": (b'{"facts": [""]}', "bad-value", ""),
    "a query that is no text": (b'{"facts": [7]}', "wrong-type", ""),
    "one text for a list": (b'{"facts": "abc"}', "wrong-type", ""),
    "no results": (b'{"facts": ["a"], "top_k": 0}', "bad-value", ""),
    "too many results": (b'{"facts": ["a"], "top_k": 101}', "bad-value", "less than or equal to"),
    "a number as text": (b'{"facts": ["a"], "top_k": "3"}', "wrong-type", ""),
    "NaN": (b'{"facts": ["a"], "top_k": NaN}', "number-range", ""),
    "too many queries": (encoded({"facts": ["a"] * (MOST_QUERIES + 1)}), "bad-value", "64"),
    "a long query": (encoded({"facts": ["a" * 100_001]}), "bad-value", "100000"),
}


@pytest.mark.parametrize("what", MALFORMED)
def test_a_malformed_request_is_refused_with_a_problem_as_json(
    toy_search: SearchServer, what: str
) -> None:
    body, code, expected = MALFORMED[what]

    status, said = ask(toy_search, body)

    assert status == 400
    assert said["error"]["code"] == code
    assert said["error"]["file"] == "request"
    assert expected in said["error"].get("expected", "")


def test_other_paths_methods_and_sizes_have_their_own_status(toy_search: SearchServer) -> None:
    assert ask(toy_search, b"{}", path="/search")[0] == 404
    connection = http.client.HTTPConnection("127.0.0.1", toy_search.server_port, timeout=HANG)
    connection.request("GET", "/batch_search")
    response = connection.getresponse()
    assert (response.status, response.headers["Allow"]) == (405, "POST")
    connection.close()


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (f"Content-Length: {LARGEST + 1}", b" 413 "),
        (f"Content-Length: {'9' * 5000}", b" 413 "),
        ("Content-Length: -1", b" 411 "),
        ("Transfer-Encoding: chunked", b" 411 "),
    ],
)
def test_a_body_that_is_too_large_or_of_no_length_is_not_read(
    toy_search: SearchServer, header: str, status: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", toy_search.server_port), timeout=HANG) as raw:
        host = f"Host: localhost:{toy_search.server_port}"
        raw.sendall(f"POST /batch_search HTTP/1.1\r\n{host}\r\n{header}\r\n\r\n".encode())
        said = raw.recv(1 << 16)

    assert status in said.partition(b"\r\n")[0]
    assert b"Connection: close" in said


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:80"},
        {"Origin": "https://evil.example", "Content-Type": "text/plain"},
        {"Origin": "null"},
    ],
    ids=["host", "port", "origin", "sandbox"],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_page_of_another_site_gets_nothing_from_the_service(
    toy_search: SearchServer, method: str, headers: dict[str, str]
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", toy_search.server_port, timeout=HANG)

    connection.request(method, "/batch_search", encoded({"facts": [penal.OWN]}), headers)

    response = connection.getresponse()
    assert response.status == 403
    assert "error" in json.loads(response.read())
    connection.close()


def test_the_body_of_a_get_is_not_read_as_the_next_request(toy_search: SearchServer) -> None:
    host = f"127.0.0.1:{toy_search.server_port}"
    inner = f"POST /batch_search HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\n\r\n{{}}"
    outer = f"GET /x HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(inner)}\r\n\r\n"

    with socket.create_connection(("127.0.0.1", toy_search.server_port), timeout=HANG) as client:
        client.sendall((outer + inner).encode())
        answer = b"".join(iter(lambda: client.recv(4096), b""))

    assert answer.count(b"HTTP/1.1") == 1


def test_a_client_that_goes_away_leaves_the_service_running(
    toy_search: SearchServer, capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_connection(("127.0.0.1", toy_search.server_port), timeout=HANG) as raw:
        raw.sendall(b"POST /batch_search HTTP/1.1\r\nContent-Length: 100\r\n\r\n{")

    status, _ = ask(toy_search, encoded({"facts": ["甲"]}))

    assert status == 200
    assert "Traceback" not in capfd.readouterr().err


# How it ranks ----------------------------------------------------------------------------------


def test_fusion_sums_inverse_ranks_over_sixty_and_ties_go_by_id() -> None:
    found = fuse([["a", "b", "c"], ["c", "b", "a"]])

    # 1/61 + 1/63 = 124/3843 = 0.032266; 2/62 = 0.032258
    assert [one.case for one in found] == ["a", "c", "b"]
    assert [round(one.score, 6) for one in found] == [0.032266, 0.032266, 0.032258]


def test_a_case_that_one_ranking_lacks_gets_nothing_from_it() -> None:
    assert [one.case for one in fuse([["a", "b"], ["c", "b"]])] == ["b", "a", "c"]


def test_a_service_of_two_searches_fuses_their_whole_rankings() -> None:
    method = Method("", "", (by_length, by_likeness))

    query = "乙酒后驾驶轿车。"

    found = ranker(method, CORPUS)(query, 3)

    alone = [ranker(Method("", "", (one,)), CORPUS) for one in method.searches]
    whole = [[one.case for one in ranks(query, len(CORPUS))] for ranks in alone]
    assert found == fuse(whole)[:3]


@pytest.mark.parametrize("name", METHODS)
def test_each_method_finds_the_query_s_own_case_first(name: str) -> None:
    ranks = ranker(METHODS[name], CORPUS)

    for one in CORPUS[:4]:
        assert ranks(one.text, 20)[0].case == one.case


# The command -----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_service_says_when_it_is_ready_answers_and_ends_cleanly(
    tmp_path: Path, how: signal.Signals
) -> None:
    root = workspace(tmp_path)
    process = started("serve-search", "--method", "bm25", "--corpus", "cases/1", "--root", root)
    assert process.stdout is not None
    ready = process.stdout.readline()
    assert ready.startswith("ready http://127.0.0.1:")

    done = search(root, ready.split()[1])
    process.send_signal(how)
    _, err = process.communicate(timeout=HANG)

    assert done.returncode == 0, done.stderr
    assert (process.returncode, err) == (0, "indexing 12 cases\nstopped\n")
    card = json.loads((folder(root) / "submission.json").read_bytes())
    assert (card["model_name"], card["retriever"]) == METHODS["bm25"][:2]
    for own, others in zip(CASES, ranked(root).values(), strict=False):
        assert set(others) == set(CASES) - {own}


def test_a_service_and_the_baseline_of_the_same_search_rank_alike(tmp_path: Path) -> None:
    root = workspace(tmp_path)
    with serving(0, METHODS["bm25"], CORPUS) as server:
        done = search(root, server.url)
    assert done.returncode == 0, done.stderr
    made = generate(
        "baseline", "bm25-retrieval", "--root", root, "--statutes", written(root / "texts")
    )
    assert made.returncode == 0, made.stderr

    path = root / "predictions" / RELEASE / "baseline-bm25-retrieval" / "predictions.jsonl"
    given = {one["question_id"]: one["answer"] for one in lines_of(path)}
    assert ranked(root) == {key: given[key]["ranked"] for key in ranked(root)}


def written(path: Path) -> Path:
    """Write the invented statutes, which the baseline's other half searches."""
    from world import write

    write(path, penal.statutes())
    return path


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = generate(
            "serve-search", "--method", "bm25", "--port", str(port), "--root", workspace(tmp_path)
        )

    assert done.returncode == 2
    assert "in use" in done.stderr


def test_feedback_searches_again_with_the_mean_of_the_query_and_the_nearest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    vectors = {"q": (1, 0), "near": (0.8, 0.6), "same side": (0.6, 0.8), "other": (0.7, -0.7)}
    for role in ("passage", "query"):
        monkeypatch.setattr(embedding, role, lambda text: np.array(vectors[text]))
    texts = ["near", "same side", "other"]

    once = embedding.e5(texts)("q")
    again = embedding.e5(texts, feedback=1)("q")  # with ((1, 0) + (0.8, 0.6)) / 2 = (0.9, 0.3)

    assert once == pytest.approx([0.8, 0.6, 0.7])
    assert again == pytest.approx([0.9, 0.78, 0.42])


def test_a_dense_search_keeps_no_query_in_memory() -> None:
    scores = embedding.e5(["A thief took a bicycle.", "A lender asked for his money."])
    kept = embedding.embed_passage.cache_info().currsize

    first, second = scores("Who stole the bike?"), scores("Who wants his loan back?")

    assert (first[0] > first[1], second[0] > second[1]) == (True, False)
    assert embedding.embed_passage.cache_info().currsize == kept
