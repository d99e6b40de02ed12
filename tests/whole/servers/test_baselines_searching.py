"""Searches rank a corpus's texts and clauses, the same way on every machine, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from runs import generate

import penal
from digesta.canonical import canonical_lines
from digesta.errors import UsageError
from digesta.records.question import Question, Truth
from digesta.workspace.releases import open_release
from digesta.workspace.submissions import mark, read_answers
from digesta_generate.baselines import Baseline, BaselineAnswer, Sources, answers, baselines
from digesta_generate.baselines.search import WAYS
from digesta_generate.compilations.statutes import clauses_of
from digesta_generate.compilations.statutes.index import match_index, read_index
from digesta_generate.similarity.bm25 import pairs
from digesta_generate.similarity.ranking import best, queries
from world import RELEASE, write

NAMES = ["bm25-retrieval", "embedding-retrieval"]


def sources(**corpora: bytes) -> Sources:
    resources = {**penal.penal().resources, **penal.near().resources}
    resources |= {f"{name}/corpus.jsonl": data for name, data in corpora.items()}
    index = read_index(resources, "finlaw/clauses.jsonl")
    texts = clauses_of(penal.statutes(), name=penal.FOLDER)
    return Sources(resources=resources, clauses=match_index(index, texts, file="x"))


def asked(*questions: dict[str, Any]) -> list[Question]:
    return [Question.model_validate(one) for one in questions]


def spying(seen: list[str], score: Callable[[str], float] = len) -> Baseline:
    """Return a search that keeps what it is shown, and scores texts alone."""

    def search(texts: Sequence[str]) -> Callable[[str], list[float]]:
        seen.extend(texts)

        def scores(query: str) -> list[float]:
            seen.append(query)
            return [score(text) for text in texts]

        return scores

    return Baseline("spy", "Spy", "", {name: way(search) for name, way in WAYS.items()})


def test_a_search_of_cases_sees_texts_alone_and_the_last_turn() -> None:
    seen: list[str] = []

    answers(spying(seen), asked(penal.similar()), sources())

    assert seen == [*(one["text"] for one in penal.CASES), penal.OWN]


def test_a_search_of_clauses_sees_paths_and_texts_and_what_a_question_says_of_its_own() -> None:
    seen: list[str] = []

    answers(spying(seen), asked(*penal.QUESTIONS), sources())

    clauses = sources().clauses
    assert clauses is not None
    assert seen[: len(clauses)] == [f"{one.citation}\n{one.text}" for one in clauses]
    assert seen[len(clauses) :] == [
        "案情：2010年，甲行没有按照规定识别客户身份。",
        "案情：2025年，甲行没有按照规定识别客户身份。",
        "案情：乙伪造货币图样。",
        "案情：乙泄露存款人资料。",
    ]


def test_free_text_is_answered_by_the_nearest_entries_of_the_table_of_its_track_alone() -> None:
    free = [
        {**penal.QUESTIONS[0], "question_id": key, "track": track, "scorer": "rubric", "ask": {},
         "turns": [{"role": "user", "content": "Qui paie le loyer du bail commercial ?"}]}
        for key, track in (("a", "frenchlaw"), ("b", "other"))
    ]  # fmt: skip
    rows = [{"authority": f"code, art. {n}", "says": "Prescription."} for n in range(20)]
    rows.append({"authority": "code de commerce, art. L. 145-4", "says": "Le loyer du bail."})
    table = {"frenchlaw/authorities.jsonl": canonical_lines(rows)}

    given = answers(baselines()["authorities"], asked(*free), Sources(resources=table))

    assert given.keys() == {"a"}, "no other track has a table"
    lines = given["a"].answer.splitlines()
    assert lines[0] == "code de commerce, art. L. 145-4 : Le loyer du bail."
    assert len(lines) == 12


def test_only_instructions_above_that_two_questions_of_a_track_share_are_left_out() -> None:
    turns = {"a": "one\ntwo\nthree", "b": "one\ntwo, too\nthree"}
    changed = [
        penal.QUESTIONS[0] | {"question_id": key, "turns": [{"role": "user", "content": text}]}
        for key, text in turns.items()
    ]

    assert queries(asked(*changed)) == {"a": "two\nthree", "b": "two, too\nthree"}
    assert queries(asked(changed[0])) == {"a": turns["a"]}
    # Questions of another form, without that instruction, do not bring it back.
    third = changed[0] | {"question_id": "c", "turns": [{"role": "user", "content": "four\nfive"}]}
    assert queries(asked(*changed, third))["a"] == "two\nthree"
    other = changed[1] | {"track": "other"}
    assert queries(asked(changed[0], other)) == turns


def test_a_penalty_is_answered_as_the_nearest_question_of_another_cluster_is() -> None:
    key = {each["question_id"]: Truth.model_validate(each) for each in penal.penal().truths}
    first, second = asked(*penal.QUESTIONS[:2])
    apart = [first, second.model_copy(update={"cluster_id": "c-00000000ffff"})]

    held = Sources(key, sources().resources)
    given = answers(baselines()["neighbour"], apart, held)

    right = penal.right_penalty(second.question_id)["truth"]
    assert given[first.question_id].answer == {
        name: right[name]
        for name in ("penalty_type", "violation_domain", "legal_basis", "penalty_level")
    }


def test_the_query_s_own_text_is_no_answer_and_equal_scores_go_by_id() -> None:
    given = answers(spying([], lambda _: 1.0), asked(penal.similar()), sources())

    others = sorted(one["case"] for one in penal.CASES[1:])
    assert given == {"near-0": BaselineAnswer({"ranked": others})}


def test_a_list_is_no_longer_than_the_question_allows() -> None:
    question = penal.similar()
    cases = canonical_lines(penal.case(number, f"甲{number}") for number in range(30))

    given = answers(spying([]), asked(question), sources(cases=cases))

    assert len(given["near-0"].answer["ranked"]) == question["ask"]["at_most"]


def test_scores_are_rounded_before_they_order() -> None:
    assert best({"b": 0.30001, "a": 0.3, "c": 0.3001}, 3) == ["c", "a", "b"]


def test_five_clauses_are_passages_and_the_first_is_cited_in_its_version() -> None:
    given = answers(spying([]), asked(*penal.QUESTIONS), sources())

    for one in given.values():
        assert len(one.passages) == len(set(one.passages)) == 5
        assert one.passages[0] == "old-2"
        basis = [{"law": f"{penal.BANKS}（2006年）", "article": "2"}]
        assert one.answer == {"legal_basis": basis}


def test_without_statutes_a_search_of_clauses_says_what_to_name() -> None:
    with pytest.raises(UsageError, match="--statutes"):
        answers(spying([]), asked(*penal.QUESTIONS), Sources())


def test_chinese_words_are_overlapping_pairs_and_other_words_are_whole() -> None:
    assert pairs("罚款5万元，处罚 ABC-12 处") == [
        "罚款", "5", "万元", "处罚", "abc", "12", "处",
    ]  # fmt: skip
    assert pairs("罚款额") == ["罚款", "款额"]
    assert pairs("？") == []


@pytest.mark.parametrize("name", NAMES)
def test_a_search_finds_the_clause_and_the_case_that_the_facts_tell_of(name: str) -> None:
    rule = baselines()[name]
    drunk = [{"role": "user", "content": "丙酒后驾驶货车，撞伤路人。"}]
    near = penal.similar() | {"turns": drunk}

    given = answers(rule, asked(*penal.QUESTIONS, near), sources())

    assert given["fine-3"].passages[0] == "money-1"
    assert given["fine-4"].passages[0] == "money-2"
    assert given["near-0"].answer["ranked"][0] == "case-10"
    assert rule.condition == "retrieval"


def test_a_search_ranks_the_documents_of_a_corpus_that_the_release_holds() -> None:
    texts = {"d-1": "丙酒后驾驶货车，撞伤路人。", "d-2": "甲入户盗窃首饰。", "d-3": "乙拖欠工资。"}
    lines = [{"document": name, "text": text} for name, text in texts.items()]
    ask = {"pool": 3, "at_most": 2, "relevant_from": 1, "corpus": "penal/2"}
    drunk = [{"role": "user", "content": "丁酒后驾车撞伤一人。"}]
    near = penal.similar() | {"scorer": "ranking", "ask": ask, "turns": drunk}
    held = replace(sources(), resources={"penal/corpus-2.jsonl": canonical_lines(lines)})
    other = near | {"ask": {key: ask[key] for key in ask if key != "corpus"}}

    given, elsewhere = (
        answers(baselines()["bm25-retrieval"], asked(question), held) for question in (near, other)
    )

    assert given["near-0"].answer["ranked"][0] == "d-1"
    assert len(given["near-0"].answer["ranked"]) == 2
    assert elsewhere == {}


@pytest.fixture
def laws(tmp_path: Path) -> Path:
    write(tmp_path / "the statutes", penal.statutes())
    write(tmp_path / "releases" / RELEASE, penal.release())
    return tmp_path


def made(root: Path, name: str, *more: str | Path) -> Path:
    done = generate("baseline", name, "--root", root, *more)
    assert (done.returncode, done.stderr) == (0, "")
    return root / "predictions" / RELEASE / f"baseline-{name}"


def test_one_submission_answers_all_tracks_that_have_something_to_search(laws: Path) -> None:
    folder = made(laws, "bm25-retrieval", "--statutes", laws / "the statutes")

    card = json.loads((folder / "submission.json").read_bytes())
    assert "tracks" not in card
    assert card["condition"] == "retrieval"
    assert card["retriever"] == "bm25s, Chinese character pairs"
    assert card["command"].endswith(f" --statutes '{laws.as_posix()}/the statutes'")
    read = read_answers(folder, open_release(laws, RELEASE).compiled)
    assert read.count == 5
    found = {key: one.retrieved for key, one in read.traces.items()}
    assert found.keys() == penal.CLAUSES.keys()
    assert all(len(one or []) == 5 for one in found.values())


def test_passages_are_scored_and_the_other_parts_stay_empty(laws: Path) -> None:
    folder = made(laws, "bm25-retrieval", "--statutes", laws / "the statutes")
    compiled = open_release(laws, RELEASE).compiled

    tasks = {one.task.task: one for one in mark(compiled, read_answers(folder, compiled))}
    sums = tasks["fines"].sums
    assert sums["clauses"] == 4
    assert sums["hit_at_5"] >= 3
    assert sums["type_01_right"] == sums["domain_02_right"] == sums["level_right"] == 0


def test_the_same_search_writes_the_same_bytes_again(laws: Path) -> None:
    more = ("bm25-retrieval", "--statutes", laws / "the statutes")
    first = {path.name: path.read_bytes() for path in made(laws, *more).iterdir()}

    again = {path.name: path.read_bytes() for path in made(laws, *more).iterdir()}

    assert again == first
    assert first.keys() == {"submission.json", "predictions.jsonl", "trace.jsonl"}


def test_a_baseline_that_has_no_way_for_a_release_says_what_it_answers(laws: Path) -> None:
    done = generate("baseline", "longest", "--root", laws)

    assert done.returncode == 2
    assert done.stderr == "longest answers closed, letters; this release asks: penalty, retrieval\n"


def test_statutes_that_the_index_was_not_made_from_are_refused(laws: Path) -> None:
    name = penal.MONEY
    changed = penal.statutes()[name].replace("三十万".encode(), "四十万".encode())
    write(laws / "the statutes", {name: changed})

    done = generate(
        "baseline", "bm25-retrieval", "--root", laws, "--statutes", laws / "the statutes"
    )

    assert done.returncode == 1
    assert "resources/finlaw/clauses.jsonl:1: clause-differs; " in done.stderr
    assert not (laws / "predictions").exists()
