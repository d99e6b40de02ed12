"""A draft with what it lacks added is a draft that can be cut: nothing else is missing."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from drawn import DRAWN
from seeds import (
    benchmark,
    case,
    cases,
    folder,
    halacha_question,
    lines,
    query,
    query_set,
    sample,
    sample_of,
    task,
    tasks,
)

from digesta.errors import ReleaseError, UsageError
from digesta.records.question import Question, Truth
from digesta.records.read import read_record, records_at
from digesta.scorers import SCORERS
from digesta_convert import CONVERTERS, converter_named
from digesta_convert.shared.draft import as_files, from_files, lacks_of
from digesta_convert.shared.marks import check

FILL: dict[str, Any] = {
    "license": "CC0-1.0",
    "attribution": "the tests",
    "released": "2026-02-05",
    "difficulty": "easy",
    "law_as_of": "2020-08-26",
    "language": "en",
    "turns": [{"role": "user", "content": "What?"}],
}


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_draft_with_what_it_lacks_added_can_be_read_as_records(name: str) -> None:
    own = {
        "finlaw": {"a.csv": b"".join([sample("finlaw/Finlaw_dataset.csv")])},
        "frenchlaw": folder("frenchlaw"),
        "halachabench": folder("halachabench/releases/2026-03-01"),
        "legalagent": {"set.jsonl": sample("legalagent/eval_dataset_v4.jsonl")},
        "tlr": {"b.json": sample("tlr/data/benchmark/tlr_bench_v1.json")},
        "trec": {"qrels.txt": b"q-1 0 c-1 5\nq-2 0 c-1 1\n"},
    }

    draft = CONVERTERS[name].read(own.get(name) or sample_of(name))

    missing = {one.got.split()[1] for one in draft.lacks if one.got.startswith("no ")}
    for question in draft.questions:
        sources = [{"text": "…", **source} for source in question.get("shown_sources", [])]
        filled = {key: FILL[key] for key in missing if key in FILL} | question
        read_record(Question, filled | ({"shown_sources": sources} if sources else {}), "q")
    for truth in draft.truths:
        read_record(Truth, {"source_refs": [{"work": "w", "at": "1"}], **truth}, "t")


def test_what_is_lacking_is_listed_with_place_and_what_to_add() -> None:
    draft = CONVERTERS["finlaw"].read(cases(case(), case(序号="2")))

    licence = next(one for one in draft.lacks if one.got.startswith("no license"))
    assert (licence.place, licence.got) == ("Finlaw_dataset.csv:2", "no license and 1 more")
    assert "CC-BY-4.0" in licence.expected
    assert str(licence) in draft.messages()
    track = json.loads(as_files(draft)["track.json"])
    assert track["tasks"]["penalty"]["metric"] == "penalty_score"


def test_what_is_added_is_lacking_no_more() -> None:
    converter = CONVERTERS["finlaw"]
    draft = converter.read(cases(case()))
    done = replace(draft, questions=(draft.questions[0] | FILL,))

    assert not lacks_of(done, converter.check)


def test_a_draft_of_an_older_import_is_refused_by_name() -> None:
    files = as_files(CONVERTERS["finlaw"].read(cases(case())))

    with pytest.raises(ReleaseError, match=r"todo.json: file-gone; .*fix: import the source again"):
        from_files({**files, "todo.json": b"{}"})


@pytest.mark.parametrize(
    ("path", "line", "code"),
    [
        ("questions.jsonl", {"question_id": "a"}, "missing-key"),
        ("truths.jsonl", {"question_id": "finlaw-00001", "truth": 1}, "wrong-type"),
        ("truths.jsonl", {"question_id": "nobody", "truth": {}}, "unknown-id"),
        ("predictions.jsonl", {"question_id": "finlaw-00001", "answer": []}, "bad-value"),
        ("predictions.jsonl", {"question_id": "nobody", "answer": 1}, "unknown-id"),
    ],
)
def test_a_draft_with_a_wrong_line_is_not_exported(
    path: str, line: dict[str, Any], code: str
) -> None:
    files = as_files(CONVERTERS["finlaw"].read(cases(case())))

    with pytest.raises(ReleaseError) as refused:
        from_files(files | {path: json.dumps(line).encode() + b"\n"})

    assert code in {one.code for one in refused.value.problems}


def test_a_draft_of_another_benchmark_is_not_exported() -> None:
    draft = CONVERTERS["finlaw"].read(cases(case()))

    with pytest.raises(ReleaseError, match="nothing-to-export"):
        CONVERTERS["tlr"].exportable(draft)


def test_a_format_that_can_only_be_imported_says_so_when_it_is_to_be_exported() -> None:
    converter = replace(CONVERTERS["finlaw"], compose=None)
    draft = converter.read(cases(case()))

    with pytest.raises(UsageError, match=r"finlaw can only be imported .digesta import finlaw."):
        converter.exportable(draft)
    with pytest.raises(UsageError, match="digesta export --help lists what can be written"):
        converter.write(draft)


def test_an_unknown_benchmark_is_told_with_the_known() -> None:
    with pytest.raises(UsageError, match=", ".join(sorted(CONVERTERS))):
        converter_named("casehold")


def test_a_scorer_that_joins_from_outside_needs_nothing_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = as_files(CONVERTERS["halachabench"].read({"q.jsonl": lines([halacha_question()])}))
    own = {"questions.jsonl": files["questions.jsonl"].replace(b'"closed"', b'"mine"')}
    with pytest.raises(ReleaseError, match="scorer-unknown"):
        from_files(files | own)
    loaders = SCORERS.loaders | {"mine": lambda: replace(SCORERS["closed"], name="mine")}
    monkeypatch.setattr(SCORERS, "loaders", loaders)

    draft = from_files(files | own)

    bare = draft.questions[0] | {"ask": {}}
    places = {bare["question_id"]: "here:1"}
    lacks = lacks_of(replace(draft, questions=(bare,), places=places), check)
    assert "no ask/answer_type" in {one.got for one in lacks}


@pytest.mark.parametrize("ask", [{}, {"kind": "weather"}])
def test_a_temporal_question_of_no_known_kind_is_not_exported(ask: dict[str, Any]) -> None:
    converter = CONVERTERS["tlr"]
    draft = converter.read(benchmark(query()))

    with pytest.raises(ReleaseError, match="kind-unknown"):
        converter.write(replace(draft, questions=(draft.questions[0] | {"ask": ask},)))


INCOMPLETE = [
    ("finlaw", cases(case()), "truth/penalty_type"),
    ("finlaw", cases(case()), "truth/legal_basis"),
    ("halachabench", {"questions.jsonl": lines([halacha_question()])}, "ask/answer_type"),
    ("halachabench", {"questions.jsonl": lines([halacha_question()])}, "truth/answer"),
    ("legalagent", {"set.jsonl": lines([query_set()])}, "truth/accusation"),
    ("trec", {"qrels.txt": b"q-1 0 c-1 5\n"}, "truth/grades"),
    ("frenchlaw", tasks(task()), "truth/criteria"),
    ("frenchlaw", tasks(task()), "ask/task_type"),
    ("tlr", benchmark(query()), "truth/amended"),
]


@pytest.mark.parametrize(("name", "source", "pointer"), INCOMPLETE)
def test_an_export_names_the_line_and_key_that_a_truth_or_an_ask_lacks(
    name: str, source: dict[str, bytes], pointer: str
) -> None:
    part, _, key = pointer.partition("/")
    path = {"ask": "questions.jsonl", "truth": "truths.jsonl"}[part]
    files = as_files(CONVERTERS[name].read(source))
    line = json.loads(files[path])
    del line[part][key]
    incomplete = from_files(files | {path: b"\n" + lines([line])})

    with pytest.raises(ReleaseError) as error:
        CONVERTERS[name].exportable(incomplete)

    (problem,) = error.value.problems
    assert (problem.code, problem.file, problem.line) == ("missing-key", path, 2)
    assert problem.got == f"no /{pointer}"
    assert problem.question_id == line["question_id"]
    assert "add the key" in problem.fix


@pytest.mark.parametrize("name", sorted(CONVERTERS))
def test_the_keys_that_a_format_needs_are_keys_of_its_scorers(name: str) -> None:
    converter = CONVERTERS[name]
    known = {
        f"{part}/{key}"
        for scorer in converter.scorers
        for part, record in (("ask", SCORERS[scorer].Ask), ("truth", SCORERS[scorer].Truth))
        for kind in records_at(record, ())
        for key in kind.model_fields
    }

    assert {key for keys in converter.needs.values() for key in keys} <= known
