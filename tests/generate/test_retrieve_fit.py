"""Passages fit what is asked: their release and track, the right clauses, the condition, the id."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from faulty import completion, serving
from runs import folder, options

import penal
from digesta.canonical import canonical_bytes, canonical_lines, sha256_hex
from digesta.errors import DigestaError, InputError, UsageError
from digesta.workspace.releases import open_release
from digesta_generate.cli import app
from digesta_generate.endpoint.faults import EndpointError, FaultError
from digesta_generate.inference import passages
from digesta_generate.inference.passages import CutText, cut, in_bytes
from digesta_generate.inference.systems import model_plan
from digesta_generate.retrieval import embedding
from digesta_generate.retrieval import retrieve as retrieving
from digesta_generate.retrieval.condition import refuse_condition
from digesta_generate.retrieval.options import RetrieveOptions
from digesta_generate.retrieval.passages import ShownPassage
from digesta_generate.retrieval.retrieve import retrieve as search
from places import ROOT
from world import RELEASE, lines_of

GOLD = ("--condition", "gold_injected")


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with a file of passages under each condition."""
    root = penal.three_conditions(tmp_path_factory.mktemp("penalties"))
    retrieve(root, "r.jsonl")
    retrieve(root, "g.jsonl", *GOLD)
    return root


def run(*words: str | Path) -> None:
    app([str(one) for one in words], standalone_mode=False)


def retrieve(root: Path, name: str, *more: str) -> None:
    run(
        "retrieve", "--track", "finlaw", "--corpus", root / "statutes", "--root", root,
        "-o", root / name, "--bm25", "--top", "1", *more,
    )  # fmt: skip


def infer(root: Path, *more: str | Path, name: str = "toy") -> list[Any]:
    said = completion('{"penalty_type": ["罚款"]}')
    with serving(lambda exchange, _turn: exchange.say(said)) as server:
        run(*options(server.url, root, "--track", "finlaw", "--id", name, *more))
        return list(server.seen)


@pytest.mark.parametrize(
    ("other", "code"),
    [({"release": "2020-01-01"}, "passages-release"), ({"track": "cases"}, "passages-track")],
)
def test_a_file_of_another_release_or_track_is_refused(
    fitted: Path, other: dict[str, str], code: str
) -> None:
    about = json.loads((fitted / "g.json").read_bytes())
    (fitted / "q.jsonl").write_bytes((fitted / "g.jsonl").read_bytes())
    (fitted / "q.json").write_bytes(canonical_bytes(about | other))

    with pytest.raises(InputError, match=code):
        infer(fitted, *GOLD, "--passages", fitted / "q.jsonl")
    (fitted / "q.json").unlink()


@pytest.mark.parametrize("shown", [[], [{"id": "wrong-9", "text": "旧"}]])
def test_gold_without_the_clauses_of_today_s_truths_is_refused(
    fitted: Path, shown: list[dict[str, str]]
) -> None:
    first, *others = lines_of(fitted / "g.jsonl")
    ids = [one["id"] for one in shown]
    first |= {"shown": shown, "injected": ids, "retrieved": []}
    (fitted / "n.jsonl").write_bytes(canonical_lines([first, *others]))

    with pytest.raises(InputError, match=r"passages-right.*fine-1|fine-1.*passages-right"):
        infer(fitted, *GOLD, "--passages", fitted / "n.jsonl", "--retriever", "mine")


def test_one_id_answers_under_one_condition_and_one_budget(fitted: Path) -> None:
    infer(fitted, "--condition", "retrieval", "--passages", fitted / "r.jsonl", name="one")
    before = (folder(fitted, "one") / "submission.json").read_bytes()

    for more in (
        (*GOLD, "--passages", fitted / "g.jsonl"),
        ("--condition", "retrieval", "--passages", fitted / "r.jsonl", "--passage-tokens", "60"),
        (),
    ):
        with pytest.raises(UsageError, match=r"another condition .* choose another --id"):
            infer(fitted, *more, name="one")
    assert (folder(fitted, "one") / "submission.json").read_bytes() == before


def test_a_standing_file_of_another_truth_is_made_again(fitted: Path) -> None:
    options = RetrieveOptions(
        track="finlaw",
        corpus=fitted / "statutes",
        root=fitted,
        out=fitted / "k.jsonl",
        condition="gold_injected",
        bm25=True,
        top=1,
    )
    search(options)
    right, about = (fitted / "k.jsonl").read_bytes(), (fitted / "k.json").read_bytes()
    wrong = canonical_lines(
        one | {"shown": [], "injected": []} for one in lines_of(fitted / "k.jsonl")
    )
    (fitted / "k.jsonl").write_bytes(wrong)
    said = json.loads(about) | {"passages_sha256": sha256_hex(wrong)}
    (fitted / "k.json").write_bytes(canonical_bytes(said))

    search(options, kept=True)

    assert (fitted / "k.jsonl").read_bytes() == right


@pytest.mark.parametrize("command", ["retrieve", "infer"])
def test_no_right_passages_of_sealed_questions(
    fitted: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    release = open_release(fitted, RELEASE)
    sealed = [one.model_copy(update={"split": "holdout"}) for one in release.data.questions]
    stored = SimpleNamespace(
        manifest=release.manifest, compiled=release.compiled,
        data=SimpleNamespace(**vars(release.data) | {"questions": sealed}),
    )  # fmt: skip
    for module in (retrieving, model_plan):
        monkeypatch.setattr(module, "open_release", lambda *_: stored)
    words: dict[str, Callable[[], object]] = {
        "retrieve": lambda: retrieve(fitted, "s.jsonl", *GOLD),
        "infer": lambda: infer(fitted, *GOLD, "--passages", fitted / "g.jsonl", name="s"),
    }

    with pytest.raises(UsageError, match="sealed; add --split public"):
        words[command]()
    assert not (fitted / "s.jsonl").exists()
    asked = [one for one in sealed if one.track == "finlaw"]
    refuse_condition("retrieval", release, asked)


def test_a_folder_of_laws_that_the_index_does_not_name_gives_all_its_clauses(fitted: Path) -> None:
    run(
        "retrieve", "--track", "finlaw", "--corpus", ROOT / "corpora/cn_regulations",
        "--root", fitted, "-o", fitted / "other.jsonl", "--bm25", "--top", "1",
    )  # fmt: skip

    lines = (fitted / "other.jsonl").read_bytes().splitlines()
    record = json.loads((fitted / "other.json").read_bytes())
    assert all(json.loads(line)["retrieved"] for line in lines)
    assert record["retrieval"]["corpus"] == "clauses of cn_regulations"


def test_every_wrong_line_of_a_corpus_is_told(fitted: Path) -> None:
    (fitted / "c.jsonl").write_text('{"id":"a"}\n{"id":1,"text":"x"}\nnot json\n')

    with pytest.raises(DigestaError) as told:
        run(
            "retrieve", "--track", "finlaw", "--corpus", fitted / "c.jsonl", "--root", fitted,
            "-o", fitted / "x.jsonl", "--bm25",
        )  # fmt: skip

    assert isinstance(told.value, InputError)
    assert {one.line for one in told.value.problems} == {1, 2, 3}


@pytest.mark.parametrize(
    "vector", [[int("1" + "0" * 400)], [1e154, 1e154], [1e-200], ["1.0"], [True], [float("inf")]]
)
def test_what_is_no_vector_is_told(vector: list[Any]) -> None:
    body = json.dumps({"data": [{"index": 0, "embedding": vector}]})

    with pytest.raises(FaultError, match="embeddings"):
        embedding._read(body, 1)


def test_a_tokenizer_that_fails_is_told_as_an_endpoint_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import nullcontext

    def script(exchange: Any, turn: int) -> None:
        exchange.say({"tokens": [1, 2, 3]}) if turn == 1 else exchange.say({"error": "x"}, 500)

    with serving(script) as server:
        monkeypatch.setattr(passages, "serve", lambda _: nullcontext(server.url))
        with passages.token_counter("smollm2") as (count, by):
            assert (count("x"), by) == (3, "the tokenizer of smollm2")
            with pytest.raises(EndpointError, match="/tokenize"):
                count("y")


def test_blank_passages_cut_nothing() -> None:
    blank = [ShownPassage(id="a", text=" "), ShownPassage(id="b", text="\n")]

    assert cut(blank[:1], 400, in_bytes) == CutText("", 1, 0, 0)
    assert cut(blank, 400, in_bytes) == CutText("", 2, 0, 0)
