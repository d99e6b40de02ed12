"""Queries by stated elements: the words state each value, the grades follow from the rule."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from authored import author

from authoring.cases.elements.check import faults_of, net
from authoring.cases.elements.grades import CaseQuery, grade, tiers
from authoring.cases.elements.phrases import Phrases, read_pools
from authoring.cases.elements.sets import CORPORA, draw_corpus, draw_queries, fit
from authoring.cases.elements.text import CaseText, write
from authoring.cases.elements.vectors import AXES, axes_of, draw, faults
from authoring.draws import Draws
from commands import Done
from digesta.records.question import Question, Truth
from digesta.records.review import Review
from digesta.scorers.base import Response
from digesta.scorers.ranking import SCORER
from world import lines_of

POOLS = Path(__file__).parent / "pools"
WORDING = Phrases(read_pools(POOLS))
KEY = bytes(32)


def drawn(tmp_path: Path, name: str, *options: str | Path | int) -> tuple[Done, Path]:
    stated = (
        "--pools",
        POOLS,
        "--count",
        4,
        "--released",
        "2026-12-22",
        "--draft",
        tmp_path / name,
    )
    return author("cases.elements", *stated, *options), tmp_path / name


def cases(number: int) -> Iterable[CaseText]:
    for n in range(number):
        draws = Draws(KEY, f"case {n}")
        yield write(draw(draws), WORDING, draws)


def test_the_same_seed_gives_the_same_files_and_another_seed_others(tmp_path: Path) -> None:
    seeds = {"first": 7, "again": 7, "other": 8}

    folders = {n: drawn(tmp_path, n, "--split", "public", "--seed", s)[1] for n, s in seeds.items()}

    first, again, other = (
        {path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders.values()
    )
    assert first == again
    assert all(first[name] != other[name] for name in ("questions.jsonl", "corpus-2.jsonl"))


def test_a_draft_holds_release_lines_that_its_scorer_can_mark(tmp_path: Path) -> None:
    _, folder = drawn(tmp_path, "draft", "--split", "public", "--seed", 7)

    texts = {row["document"]: row["text"] for row in lines_of(folder / "corpus-2.jsonl")}
    truths = {row["question_id"]: row for row in lines_of(folder / "truths.jsonl")}
    for question in lines_of(folder / "questions.jsonl"):
        Question.model_validate(question)
        truth = Truth.model_validate(truths[question["question_id"]]).truth
        key = SCORER.prepare(question, truth, {})
        best = list(key.gains)[:10]
        assert SCORER.mark(key, Response(answer={"ranked": best}))[0] == 10**9
        assert question["turns"][-1]["content"] not in texts.values()
        assert set(key.gains) <= set(texts)
        assert len(key.gains) >= 5
    assert all(set(row) == {"document", "text"} for row in lines_of(folder / "corpus-2.jsonl"))
    assert [Review.model_validate(row) for row in lines_of(folder / "review.jsonl")]


def test_what_is_sealed_is_drawn_under_a_key_and_never_into_the_repository(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"draw_key": "5a" * 32}))

    by_seed, _ = drawn(tmp_path, "seed", "--split", "holdout", "--seed", 7)
    by_key, folder = drawn(tmp_path, "key", "--split", "holdout", "--keys", keys)

    assert by_seed.returncode == 2
    assert "a seed could be tried by all" in by_seed.stderr
    assert by_key.returncode == 0, by_key.stderr
    assert {row["split"] for row in lines_of(folder / "questions.jsonl")} == {"holdout"}
    assert len(lines_of(folder / "corpus-3.jsonl")) == CORPORA["holdout"].size
    assert (folder / "truths.jsonl").stat().st_mode & 0o077 == 0


def test_every_value_is_stated_in_the_words() -> None:
    assert [fault for case in cases(300) for fault in faults_of(case)] == []


@pytest.mark.parametrize("axis", ["前科", "数额", "弥补", "酒精"])
def test_words_that_state_another_value_are_found(axis: str) -> None:
    changed = 0
    for case in cases(60):
        if axis in case.vector and case.vector[axis] in {"累犯", "小", "部分", "醉"}:
            others = {"累犯": "无", "小": "大", "部分": "全部", "醉": "饮"}
            wrong = case._replace(vector=case.vector | {axis: others[case.vector[axis]]})
            assert [fault for fault in faults_of(wrong) if fault.startswith(axis)]
            changed += 1
    assert changed


def test_a_value_whose_words_are_missing_is_found() -> None:
    case = next(iter(cases(1)))
    axis = axes_of(case.vector)[0]
    left = {name: words for name, words in case.stated.items() if name != axis}

    assert f"{axis}: not stated" in faults_of(case._replace(stated=left))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("三次依次为1万元、2,500元和人民币500元", 13_000),
        ("先后到手8万元与20000元，案发以前已归还7.5万元", 25_000),
        ("起诉书指控45000元，其中1.6万元没有凭证，应予剔除", 29_000),
        ("初次估价为9万元，经复核认定为28000元", 28_000),
    ],
)
def test_the_sum_that_counts_is_read_from_the_words(words: str, expected: int) -> None:
    assert net(words) == expected


def test_five_years_from_release_divide_recidivists_from_others() -> None:
    case = next(case for case in cases(60) if case.vector["前科"] == "累犯")
    stated = {
        **case.stated,
        "前科": "某甲2017年因打伤他人被判处有期徒刑一年，2019年5月6日刑满释放。",
    }

    def recidivist(day: str) -> bool:
        matched = faults_of(case._replace(stated=stated, days={"day": day}))
        return not [fault for fault in matched if fault.startswith("前科: reads")]

    assert recidivist("2024年5月5日")
    assert not recidivist("2024年5月6日")


def test_grades_count_what_differs_beside_the_condition() -> None:
    own = {"act": "p4", "手段": "窃", "到案": "自首", "弥补": "全部", "前科": "无", "谅解": "有"}
    query = CaseQuery("case_elements", ("手段", "到案", "弥补", "前科", "谅解"), own)
    one_off = own | {"谅解": "无"}
    two_off = one_off | {"到案": "坦白"}
    corpus = {
        "same": own | {"act": "p5"},
        "one": one_off,
        "two": two_off,
        "three": two_off | {"弥补": "部分"},
        "other condition": own | {"手段": "骗"},
        "no such axis": {"act": "v1", "到案": "自首"},
    }

    matched = {name: grade(query, case) for name, case in corpus.items()}

    assert matched == {
        "same": 6, "one": 2, "two": 1, "three": 0, "other condition": 0, "no such axis": 0,
    }  # fmt: skip
    assert tiers(query, corpus) == {6: ["same"], 2: ["one"], 1: ["two"]}


def test_each_query_kept_has_cases_that_share_all_its_axes() -> None:
    queries = draw_queries(KEY, 40)
    corpus = draw_corpus(KEY, queries, CORPORA["holdout"])

    kept = fit(queries, corpus, 30)

    for query in kept:
        nearest = max(tiers(query, corpus).items())
        assert nearest[0] == 6
        assert len(nearest[1]) >= 3
        assert all(corpus[n][axis] == query.vector[axis] for n in nearest[1] for axis in query.axes)
    with pytest.raises(ValueError, match="are wanted"):
        fit(queries, corpus, 41)


def test_vectors_drawn_break_no_rule_and_broken_ones_are_named() -> None:
    vectors = [draw(Draws(KEY, str(n))) for n in range(500)]

    assert [faults(vector) for vector in vectors if faults(vector)] == []
    denied = next(vector for vector in vectors if vector["到案"] == "皆无")
    assert faults(denied | {"认罪": "是"}) == ["who denies accepts nothing"]
    for axis, row in AXES.items():
        assert {vector[axis] for vector in vectors if axis in vector} == set(row["values"])
