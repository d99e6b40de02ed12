"""``retrieve`` writes passages, ``infer`` shows them: what is recorded, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from faulty import Exchange, completion, serving
from runs import answers, folder, generate, options
from toy_vectors import drawn

import penal
from commands import Done
from digesta.canonical import canonical_lines, sha256_hex
from digesta_generate.inference.passages import CutText, cut, in_bytes
from digesta_generate.retrieval.passages import ShownPassage
from world import lines_of


@pytest.fixture
def penalties(tmp_path: Path) -> Path:
    """Return a workspace whose finlaw track offers all three conditions, with its statutes."""
    return penal.three_conditions(tmp_path)


def retrieve(root: Path, *more: str | Path, corpus: str | Path = "statutes") -> Done:
    return generate(
        "retrieve", "--track", "finlaw", "--corpus", root / corpus, "--root", root,
        "-o", root / "p.jsonl", *more,
    )  # fmt: skip


def found(root: Path) -> dict[str, dict[str, Any]]:
    return {one["question_id"]: one for one in lines_of(root / "p.jsonl")}


def right(exchange: Exchange, turn: int) -> None:
    exchange.say(completion('{"penalty_type": ["罚款"]}'))


def infer(root: Path, *more: str | Path, seen: list[Any] | None = None) -> Done:
    with serving(right) as server:
        done = generate(*options(server.url, root, "--track", "finlaw", *more))
    if seen is not None:
        seen += server.seen
    return done


def test_a_file_has_a_line_a_question_best_first_and_a_record_beside_it(penalties: Path) -> None:
    done = retrieve(penalties, "--bm25", "--top", "3")

    assert done.returncode == 0, done.stderr
    line = found(penalties)["fine-3"]
    assert list(found(penalties)) == sorted(found(penalties)) == [f"fine-{n}" for n in range(1, 5)]
    assert line["retrieved"][0] == "money-1"
    assert len(line["retrieved"]) == 3
    assert line["injected"] == []
    assert [one["id"] for one in line["shown"]] == line["retrieved"]
    assert line["shown"][0]["text"].startswith("《乙币办法》第一条（1999年）\n第一条")
    # The instruction that all share names these facts too: it is no part of a query.
    assert line["query_sha256"] == sha256_hex("案情：乙伪造货币图样。".encode())
    about = json.loads((penalties / "p.json").read_bytes())
    assert about["passages_sha256"] == sha256_hex((penalties / "p.jsonl").read_bytes())
    assert (about["retriever"], about["retrieval"]["texts"]) == (
        "bm25s, Chinese character pairs",
        6,
    )


def test_right_clauses_stand_first_and_what_was_found_stays_what_was_found(
    penalties: Path,
) -> None:
    retrieve(penalties, "--bm25", "--top", "1")
    before = {name: one["retrieved"] for name, one in found(penalties).items()}
    done = retrieve(penalties, "--bm25", "--top", "1", "--condition", "gold_injected")

    assert done.returncode == 0, done.stderr
    after = found(penalties)
    assert {name: one["retrieved"] for name, one in after.items()} == before
    for name, one in after.items():
        (gold,) = penal.CLAUSES[name]
        assert [shown["id"] for shown in one["shown"]] == [gold]
        assert one["injected"] == ([] if gold in one["retrieved"] else [gold])
    assert any(one["injected"] for one in after.values())


def test_found_passages_fill_up_behind_the_right_ones_without_doubles(penalties: Path) -> None:
    retrieve(penalties, "--bm25", "--top", "4", "--condition", "gold_injected")

    for name, one in found(penalties).items():
        shown = [passage["id"] for passage in one["shown"]]
        assert shown[0] == penal.CLAUSES[name][0]
        assert len(shown) == len(set(shown)) == 4
        assert set(shown) <= {*one["retrieved"], *one["injected"]}


def test_another_corpus_and_an_endpoint_s_vectors_are_searched(penalties: Path) -> None:
    texts = [{"id": "b", "text": "案情"}, {"id": "a", "text": "other words", "citation": "At 1"}]
    (penalties / "corpus.jsonl").write_bytes(canonical_lines(texts))
    seen = []

    def embed(exchange: Exchange, turn: int) -> None:
        seen.append((exchange.path, exchange.body))
        rows = [
            {"index": at, "embedding": drawn(one)} for at, one in enumerate(exchange.body["input"])
        ]
        exchange.say({"data": rows[::-1]})

    with serving(embed) as server:
        more = [
            "--embeddings-url",
            server.url,
            "--embeddings-model",
            "toy",
            "--embeddings-loopback",
        ]
        done = retrieve(penalties, *more, corpus="corpus.jsonl")
        first = len(seen)
        again = retrieve(penalties, *more, corpus="corpus.jsonl")

    assert done.returncode == again.returncode == 0, done.stderr
    assert {path for path, _ in seen} == {"/v1/embeddings"}
    assert seen[0][1] == {"model": "toy", "input": ["案情", "At 1\nother words"]}
    assert len(seen) - first == first - 1  # queries alone: the corpus stands in build/chroma
    assert (penalties / "build/chroma/chroma.sqlite3").exists()
    assert set(found(penalties)["fine-1"]["retrieved"]) == {"a", "b"}


@pytest.mark.parametrize(
    "body", [{"data": []}, {"data": [{"index": 0, "embedding": [0.0]}]}, {}, [1]]
)
def test_an_endpoint_without_vectors_is_told(penalties: Path, body: Any) -> None:
    (penalties / "corpus.jsonl").write_bytes(canonical_lines([{"id": "a", "text": "x"}]))
    with serving(lambda exchange, _turn: exchange.say(body)) as server:
        done = retrieve(
            penalties, "--embeddings-url", server.url, "--embeddings-model", "toy",
            "--embeddings-loopback",
            corpus="corpus.jsonl",
        )  # fmt: skip

    assert done.returncode == 1
    assert "embeddings" in done.stderr


WRONG = [
    (["--condition", "closed_book"], "shows no passages"),
    (["--bm25", "--chroma", "x"], "leave out"),
    (["--embeddings-url", "http://127.0.0.1:1/v1"], "give both"),
    (["--chroma", "x", "--chroma-url", "http://127.0.0.1:1"], "give only one"),
    (["-o", "x.txt"], "NAME.jsonl"),
    (["--track", "nothing"], "there are: cases, finlaw"),
    (["--track", "cases", "--condition", "gold_injected"], "not a condition of cases"),
]


@pytest.mark.parametrize(("more", "said"), WRONG)
def test_a_wrong_search_is_refused(penalties: Path, more: list[str], said: str) -> None:
    done = retrieve(penalties, *more)

    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_passages_stand_before_the_question_s_own_words_and_in_the_records(
    penalties: Path,
) -> None:
    retrieve(penalties, "--bm25", "--condition", "gold_injected", "--top", "2")
    seen: list[Any] = []
    done = infer(
        penalties, "--condition", "gold_injected", "--passages", penalties / "p.jsonl",
        "--passage-tokens", "200", seen=seen,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    content = next(
        body["messages"][-1]["content"]
        for _, _, body in seen
        if "伪造货币图样。" in body["messages"][-1]["content"].splitlines()[-1]
    )
    assert content.startswith(penal.SHARED + "以下是参考材料")
    assert content.endswith("（参考材料完）\n案情：乙伪造货币图样。")
    assert "《乙币办法》第一条（1999年）" in content
    made = folder(penalties, "toy-gold-injected")
    card = json.loads((made / "submission.json").read_bytes())
    assert (card["model_name"], card["condition"]) == ("toy", "gold_injected")
    assert card["retriever"] == "bm25s, Chinese character pairs"
    assert card["retrieval"]["passage_tokens"] == 200
    assert card["prompts"] == {"passages": "passages.1", "penalty": "penalty.1"}
    run = json.loads((made / "run.json").read_bytes())["inference"]
    assert run["passages"]["file_sha256"] == sha256_hex((penalties / "p.jsonl").read_bytes())
    assert "passages.1" in run["prompt_files"]
    for trace in lines_of(made / "trace.jsonl"):
        line = found(penalties)[trace["question_id"]]
        assert trace["retrieved"] == line["retrieved"]
        assert trace.get("injected", []) == line["injected"]


def test_a_prompt_without_passages_is_the_closed_book_s_byte_for_byte(penalties: Path) -> None:
    assert infer(penalties).returncode == 0
    closed = {
        one["question_id"]: one["prompt_sha256"]
        for one in lines_of(folder(penalties) / "trace.jsonl")
    }
    retrieve(penalties, "--bm25")
    empty = [one | {"shown": []} for one in lines_of(penalties / "p.jsonl")]
    (penalties / "q.jsonl").write_bytes(canonical_lines(empty))
    infer(
        penalties,
        "--condition",
        "retrieval",
        "--passages",
        penalties / "q.jsonl",
        "--retriever",
        "none",
    )

    made = lines_of(folder(penalties, "toy-retrieval") / "trace.jsonl")
    assert {one["question_id"]: one["prompt_sha256"] for one in made} == closed
    assert set(answers(penalties, "toy-retrieval")) == set(closed)


REFUSED = [
    (["--passages", "p.jsonl"], "closed_book prompt shows none"),
    (["--condition", "retrieval"], "make them with digesta-generate retrieve"),
    (["--condition", "gold_injected", "--passages", "p.jsonl"], "expected gold_injected"),
    (["--condition", "retrieval", "--passages", "short.jsonl"], "add --retriever"),
]


@pytest.mark.parametrize(("more", "said"), REFUSED)
def test_a_wrong_condition_is_refused_with_the_way_on(
    penalties: Path, more: list[str], said: str
) -> None:
    retrieve(penalties, "--bm25")
    (penalties / "short.jsonl").write_bytes((penalties / "p.jsonl").read_bytes())
    paths: list[str | Path] = [penalties / one if one.endswith("jsonl") else one for one in more]

    done = infer(penalties, *paths)

    assert done.returncode in {1, 2}
    assert said in done.stderr
    assert not (penalties / "predictions").exists()


HARMED = [
    (lambda _line: {}, "passages-missing"),
    (lambda line: line | {"query_sha256": "0" * 64}, "passages-query"),
    (lambda line: line | {"injected": [line["retrieved"][0]]}, "passages-injected"),
    (lambda line: line | {"shown": [{"id": "else", "text": "x"}]}, "passages-shown"),
]


@pytest.mark.parametrize(("harm", "code"), HARMED)
def test_a_file_that_does_not_fit_is_refused_by_question(
    penalties: Path, harm: Any, code: str
) -> None:
    retrieve(penalties, "--bm25")
    first, *others = lines_of(penalties / "p.jsonl")
    kept = [one for one in [harm(first), *others] if one]
    (penalties / "q.jsonl").write_bytes(canonical_lines(kept))

    done = infer(
        penalties, "--condition", "retrieval", "--passages", penalties / "q.jsonl",
        "--retriever", "x",
    )  # fmt: skip

    assert done.returncode == 1
    assert code in done.stderr
    assert "fine-1" in done.stderr


def test_passages_are_cut_to_their_tokens_all_together_and_counted() -> None:
    texts = [ShownPassage(id=one, text=one * 4) for one in "abc"]

    assert cut(texts, 99, in_bytes) == CutText("aaaa\nbbbb\ncccc", 3, 0, 0)
    assert cut(texts, 14, in_bytes) == CutText("aaaa\nbbbb\ncccc", 3, 0, 0)
    assert cut(texts, 13, in_bytes) == CutText("aaaa\nbbbb\nccc", 2, 1, 0)
    assert cut(texts, 10, in_bytes) == CutText("aaaa\nbbbb", 2, 0, 1)
    assert cut(texts, 4, in_bytes) == CutText("aaaa", 1, 0, 2)
    assert cut(texts, 1, in_bytes) == CutText("a", 0, 1, 2)
    assert cut([], 1, in_bytes) == CutText("", 0, 0, 0)
    assert cut([ShownPassage(id="x", text="條文")], 5, in_bytes) == CutText("條", 0, 1, 0)


def test_a_right_passage_that_found_no_room_is_not_said_to_be_in_the_prompt(
    penalties: Path,
) -> None:
    retrieve(penalties, "--bm25", "--top", "1", "--condition", "gold_injected")
    swapped = []
    for one in lines_of(penalties / "p.jsonl"):
        first = {"id": one["retrieved"][0], "text": "長" * 20}
        rest = [shown for shown in one["shown"] if shown["id"] in one["injected"]]
        swapped.append(one | {"shown": [first, *rest]})
    (penalties / "q.jsonl").write_bytes(canonical_lines(swapped))
    infer(
        penalties, "--condition", "gold_injected", "--passages", penalties / "q.jsonl",
        "--retriever", "x", "--passage-tokens", "30",
    )  # fmt: skip

    made = folder(penalties, "toy-gold-injected")
    assert all("injected" not in one for one in lines_of(made / "trace.jsonl"))
    short = json.loads((made / "run.json").read_bytes())["inference"]["passages"]["short"]
    assert short["fine-1"] == {"whole": 0, "cut": 1, "left_out": len(swapped[0]["shown"]) - 1}


def test_what_showed_passages_is_not_carried_over(penalties: Path) -> None:
    retrieve(penalties, "--bm25")
    infer(penalties, "--condition", "retrieval", "--passages", penalties / "p.jsonl")

    done = generate("carry", folder(penalties, "toy-retrieval"), "--root", penalties)

    assert done.returncode == 2
    assert "found again" in done.stderr
