"""Qrels and runs as files of a draft: what ir_measures computes on them is what we score."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from seeds import only, refused, sample

from digesta.canonical import canonical_lines
from digesta.errors import ReleaseError
from digesta_convert import CONVERTERS
from digesta_convert.shared.draft import Draft
from digesta_legal.retrieval.records import text_sha256

TREC = CONVERTERS["trec"]
CHARGES: tuple[list[str], ...] = (["盗窃"], ["诈骗"], ["盗窃", "诈骗"], [])


def test_documents_keep_names_and_grades_and_lists_go_by_score() -> None:
    qrels = b"301 0 FBIS3-1 2\n301 0 FBIS3-2 5\n301 0 FBIS3-3 0\n301 0 FBIS3-4 -1\n"
    run = b"301 Q0 FBIS3-1 1 0.5 t\n301 Q0 FBIS3-9 2 0.75 t\n"

    draft = TREC.read({"any.qrels": qrels, "my.run": run})

    assert draft.truths[0]["truth"]["grades"] == [
        {"grade": 5, "documents": ["FBIS3-2"]}, {"grade": 2, "documents": ["FBIS3-1"]},
        {"grade": 0, "documents": ["FBIS3-3", "FBIS3-4"]},
    ]  # fmt: skip
    assert draft.answer_of() == {"301": {"ranked": ["FBIS3-9", "FBIS3-1"]}}
    # Five documents are named, one of them by the run alone.
    assert draft.questions[0]["ask"] == {"pool": 5, "at_most": 1000, "relevant_from": 1}


def test_queries_that_trec_eval_passes_over_are_left_out_and_named() -> None:
    qrels = b"q 0 a 1\nr 0 a 0\n"
    run = b"q Q0 a 1 1 t\nr Q0 a 1 1 t\ns Q0 a 1 1 t\n"

    draft = TREC.read({"qrels.txt": qrels, "run.txt": run})

    assert [question["question_id"] for question in draft.questions] == ["q"]
    assert list(draft.answer_of()) == ["q"]
    assert {*draft.notes} >= {
        "1 queries are left out, the qrels have nothing relevant to them: r",
        "1 queries are left out, the qrels lack them: s",
    }


def test_every_bad_line_of_both_files_is_located() -> None:
    problems = refused(
        "trec",
        {"qrels.txt": b"q 0 a 1\nq 0 b six\nq 0 c 101\nq 0 d\n", "run.txt": b"q Q0 a 1 x t\n"},
    )

    assert [(one.file, one.line, one.code) for one in problems] == [
        ("qrels.txt", 2, "bad-grade"), ("qrels.txt", 3, "bad-grade"),
        ("qrels.txt", 4, "field-count"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("qrels", "run", "place"),
    [
        (b"q 0 a 0\n", b"", ("qrels.txt", 1, "no-positive")),
        (b"Q-1 0 a 1\nq-1 0 a 1\n", b"", ("qrels.txt", 2, "id-clash")),
        (b"Q-1 0 a 1\n", b"q-1 Q0 a 1 1 t\n", ("run.txt", 1, "id-clash")),
        (b"q 0 a 1\n", b"q Q0 a 1 1 t\nq Q0 a 2 1 t\n", ("run.txt", 2, "dup-row")),
    ],
)
def test_what_cannot_be_one_draft_is_refused_with_its_line(
    qrels: bytes, run: bytes, place: tuple[str, int, str]
) -> None:
    one = only("trec", {"qrels.txt": qrels, "run.txt": run})

    assert (one.file, one.line, one.code) == place


def test_a_truth_without_a_positive_is_not_written() -> None:
    draft = TREC.read({"qrels.txt": b"q 0 a 1\n"})
    bare = replace(
        draft,
        questions=(draft.questions[0] | {"scorer": "retrieval"},),
        truths=({"question_id": "q", "truth": {"positives": []}},),
    )

    with pytest.raises(ReleaseError, match="no-positive"):
        TREC.write(bare)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"ranked": ["b", "a"]}, []),
        (None, ["predictions.jsonl /answer: left out, 1 of 1"]),
        ("no list", ["predictions.jsonl /answer: left out, 1 of 1"]),
        ({"ranked": ["a", "b", "a"]}, ["predictions.jsonl /answer: changed, 1 of 1"]),
        ({"ranked": ["a b", ""]}, ["predictions.jsonl /answer: changed, 1 of 1"]),
        ({"ranked": ["a", "A", "b"] * 400}, ["predictions.jsonl /answer: changed, 1 of 1"]),
    ],
)
def test_an_answer_that_a_run_cannot_hold_is_named(answer: Any, told: list[str]) -> None:
    draft = TREC.read({"qrels.txt": b"q 0 a 1\nr 0 b 2\n"})
    answered = replace(draft, predictions=({"question_id": "q", "answer": answer},))

    lost = TREC.write(answered).losses

    # How many documents are searched is what the files name.
    assert [loss for loss in lost if " /ask/pool:" not in loss] == told


def drawn(queries: int) -> Draft:
    """Make a complete draft: a corpus of 60 cases, among them each query's own, with lists."""
    rng = random.Random(5)
    texts = [f"案情 {n}" for n in range(60)]
    corpus = [
        {"case": f"case-{n}", "text": text, "text_sha256": text_sha256(text),
         "accusation": rng.choice(CHARGES), "articles": rng.choice([["264"], ["266"], []]),
         "term": {"months": rng.randrange(0, 60), "life": rng.random() < 0.1, "death": False}}
        for n, text in enumerate(texts)
    ]  # fmt: skip
    questions, truths, predictions = [], [], []
    for n in range(queries):
        near = rng.sample(range(queries, 60), 10)
        tiers = sorted(rng.choices(range(1, 6), k=10))
        listed = rng.sample(near, rng.randrange(0, 8)) + rng.sample(range(60), 8)
        names = [f"case-{one}" for one in [n, *listed, *listed[:2]]] + ["nothing", "Not A Case"]
        rng.shuffle(names)
        questions.append(
            {"question_id": f"q-{n}", "split": "public", "track": "cases", "scorer": "retrieval",
             "category": "similar_cases", "task": "similar_cases",
             "ask": {"corpus": "cases/1", "at_most": 12, "query_sha256": text_sha256(texts[n])}}
        )  # fmt: skip
        own = {key: corpus[n][key] for key in ("accusation", "articles", "term")}
        pairs = zip(near, tiers, strict=True)
        positives = [{"case": f"case-{one}", "tier": tier} for one, tier in pairs]
        truths.append({"question_id": f"q-{n}", "truth": {"positives": positives, **own}})
        predictions.append({"question_id": f"q-{n}", "answer": {"ranked": names}})
    return Draft(tuple(questions), tuple(truths), tuple(predictions),
                 resources={"cases/corpus.jsonl": canonical_lines(corpus)})  # fmt: skip


def test_of_a_complete_draft_the_positives_come_back_as_judged_documents() -> None:
    draft = drawn(4)

    lost = TREC.write(draft).losses

    assert [loss.split(", ")[0] for loss in lost if loss.startswith("truths.jsonl")] == [
        "truths.jsonl /source_refs: filled in", "truths.jsonl /truth/accusation: left out",
        "truths.jsonl /truth/articles: left out",
        "truths.jsonl /truth/grades: filled in", "truths.jsonl /truth/positives: left out",
        "truths.jsonl /truth/term: left out",
    ]  # fmt: skip
    assert "questions.jsonl /scorer: changed" in {loss.split(", ")[0] for loss in lost}
    assert "resources /cases/corpus.jsonl: left out, 1 of 1" in lost


def test_another_format_s_questions_and_lists_go_out_as_trec_s() -> None:
    draft = CONVERTERS["legalagent"].read(
        {
            "set.jsonl": sample("legalagent/eval_dataset_v4.jsonl"),
            "response.json": sample("legalagent/batch_search_dense.response.json"),
        }
    )

    files = TREC.write(TREC.exportable(draft)).files

    assert sorted(files) == [
        "qrels.accusation.txt", "qrels.article.txt", "qrels.imprisonment.txt", "qrels.txt",
        "run.txt",
    ]  # fmt: skip
    again = TREC.read(files)
    for key, answer in draft.answer_of().items():
        kept = again.answer_of()[key]["ranked"]
        # The query's own case is none of a run's.
        assert kept == [one for one in answer["ranked"] if one in kept]
        assert len(answer["ranked"]) - len(kept) <= 1
    assert [
        {name: group["grade"] for group in one["truth"]["grades"] for name in group["documents"]}
        for one in again.truths
    ] == [
        {positive["case"]: 6 - positive["tier"] for positive in one["truth"]["positives"]}
        for one in draft.truths
    ]
