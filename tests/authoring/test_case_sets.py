"""Questions drawn from rows of cases follow the rule, and are the same under the same seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from authored import author

from authoring.cases.sets import build, tier_4
from digesta.canonical import canonical_lines
from digesta.errors import ReleaseError
from digesta.releases.cut import cut
from digesta.workspace.store import read_tree as tree
from digesta_convert import CONVERTERS
from digesta_convert.shared.draft import from_files
from places import ROOT, SAMPLES
from world import RELEASE, Track, draft, lines_of

SAID = ("--released", "2026-02-05", "--law-as-of", "2024-03-01", "--license", "CC-BY-4.0",
        "--attribution", "the tests")  # fmt: skip


RELEASED = ROOT / "releases" / "2026-11-22.6"


def row(number: int, months: int = 12, **meta: Any) -> dict[str, Any]:
    """Return a row whose facts are its own."""
    term = {"imprisonment": months, "life_imprisonment": False, "death_penalty": False}
    said = {"accusation": ["盗窃"], "relevant_articles": [264], "term_of_imprisonment": term}
    return {"fact": f"第{number}号案件，" + "某人在某地取走财物。" * 12, "meta": said | meta}


def rows(*given: dict[str, Any]) -> bytes:
    return canonical_lines(given)


def flags(**said: bool) -> dict[str, Any]:
    term = {"imprisonment": 0, "life_imprisonment": False, "death_penalty": False}
    return {"term_of_imprisonment": term | said}


def drawn(data: bytes, seed: str = "7", per_charges: int = 4) -> dict[str, dict[str, int]]:
    """Return each query's positives with their tiers, by the query's case."""
    truths = build(data, file="rows.jsonl", seed=seed, per_charges=per_charges).draft.truths
    return {
        one["source_refs"][0]["at"]: {p["case"]: p["tier"] for p in one["truth"]["positives"]}
        for one in truths
    }


def faults(data: bytes) -> list[tuple[str, int, str]]:
    with pytest.raises(ReleaseError) as refused:
        build(data, file="rows.jsonl", seed="7")
    return [(one.file, one.line, one.code) for one in refused.value.problems]


# The rule --------------------------------------------------------------------------------------


def test_tiers_follow_charges_articles_and_terms() -> None:
    both = {"accusation": ["盗窃", "诈骗"], "relevant_articles": ["264", "266"]}
    given = [
        row(0, 20),
        row(1, 20),
        row(2, 22), row(3, 18),
        row(4, 23), row(5, 26), row(6, 14),
        row(7, 20, relevant_articles=["264", "67"]),
        row(8, 26, relevant_articles=["67", "264"]),
        row(9, 20, **both), row(10, 26, **both),
        row(11, 27), row(12, 13),
        row(13, 20, relevant_articles=["67"]),
        row(14, 20, accusation=["诈骗"]),
        row(15, **flags(life_imprisonment=True)),
    ]  # fmt: skip

    found = drawn(rows(*given), per_charges=99)["case-0"]

    assert found == {
        "case-1": 1,
        "case-2": 2, "case-3": 2,
        "case-4": 3, "case-5": 3, "case-6": 3,
        "case-7": 4, "case-8": 4,
        "case-9": 5, "case-10": 5,
    }  # fmt: skip


def test_life_goes_with_life_and_death_with_death() -> None:
    life = [row(at, **flags(life_imprisonment=True)) for at in range(11)]
    death = [row(at, **flags(death_penalty=True)) for at in range(20, 31)]

    found = drawn(rows(*life, *death), per_charges=1)

    ((query, near),) = found.items()
    assert set(near.values()) == {1}
    assert {int(one[5:]) < 11 for one in [query, *near]} in ({True}, {False})


def test_a_query_with_fewer_than_ten_is_not_used_and_one_with_ten_is() -> None:
    ten = [row(at) for at in range(10)]

    assert faults(rows(*ten)) == [("rows.jsonl", 0, "no-query")]
    assert len(drawn(rows(*ten, row(10)), per_charges=99)) == 11


def test_neither_the_query_nor_a_copy_of_it_is_a_positive_and_copies_count_once() -> None:
    copy = row(0)
    copy["fact"] = copy["fact"].replace("，", ", ").replace("。", "。\n")
    again = row(1)
    again["fact"] = f" {again['fact']}\n"
    given = rows(*(row(at) for at in range(11)), copy, again)

    found = drawn(given, per_charges=99)

    assert "case-12" not in {case for near in found.values() for case in near}
    assert "case-11" not in found["case-0"]
    assert all(not {"case-0", "case-11"} <= set(near) for near in found.values())
    assert len({"case-0", "case-11"} & set(found)) == 1


def test_what_has_no_charge_article_term_or_length_is_in_the_corpus_alone() -> None:
    short = row(20) | {"fact": "短。"}
    none = row(21)
    del none["meta"]["term_of_imprisonment"]
    odd = [short, none, row(22, accusation=[]), row(23, relevant_articles=[])]

    made = build(rows(*(row(at) for at in range(11)), *odd), file="x", seed="7", per_charges=99)

    named = {p["case"] for one in made.draft.truths for p in one["truth"]["positives"]}
    assert len(made.draft.questions) == 11
    assert not named & {"case-11", "case-12", "case-13", "case-14"}
    assert made.draft.resources["cases/corpus.jsonl"].count(b"\n") == 15


def test_no_set_of_charges_has_more_queries_than_allowed() -> None:
    fraud: dict[str, Any] = {"accusation": ["诈骗"], "relevant_articles": [266]}
    given = [row(at) for at in range(15)] + [row(at, **fraud) for at in range(15, 30)]

    found = drawn(rows(*given), per_charges=2)

    assert sorted(int(one[5:]) < 15 for one in found) == [False, False, True, True]


# Version 4 of the set builder ------------------------------------------------------------------


def test_rule_4_keeps_what_the_original_s_filter_keeps() -> None:
    expected = json.loads((SAMPLES / "legalagent" / "expected.json").read_bytes())["filter_v4"]
    given = lines_of(SAMPLES / "legalagent" / "train.json")
    cases = [
        {
            "accusation": row["meta"]["accusation"],
            "articles": list(map(str, row["meta"]["relevant_articles"])),
            "term": {
                "months": (term := row["meta"]["term_of_imprisonment"])["imprisonment"],
                "life": term["life_imprisonment"],
                "death": term["death_penalty"],
            },
        }
        for row in given
    ]

    for query, kept in expected.items():
        near = [at for at, case in enumerate(cases) if tier_4(cases[int(query)], case)]
        assert [at for at in near if at != int(query)] == kept


def test_rule_4_ranks_by_points_for_charges_and_articles() -> None:
    both = {"accusation": ["盗窃", "诈骗"], "relevant_articles": ["264", "266"]}
    given = [
        row(0, 20),
        # Charges and articles equal: 3 + 2 + 1 points, however near the term.
        row(1, 26), row(2, 20), row(3, 14), row(4, 22),
        # Charges equal, articles overlap: 4. Charges equal alone: 3, which no tier knows.
        row(5, 20, relevant_articles=["264", "67"]), row(6, 26, relevant_articles=["67", "264"]),
        row(7, 20, relevant_articles=["67"]), row(8, 24, relevant_articles=["68"]),
        # Both overlap: 1. Beyond 0.3 of the term, or with another charge: dropped.
        row(9, 20, **both), row(10, 26, **both),
        row(11, 27), row(12, 20, accusation=["诈骗"]),
    ]  # fmt: skip

    made = build(rows(*given), file="rows.jsonl", seed="7", rule=4).draft

    [found] = [
        {positive["case"]: positive["tier"] for positive in truth["truth"]["positives"]}
        for truth in made.truths
        if truth["source_refs"][0]["at"] == "case-0"
    ]
    assert found == {
        "case-1": 1, "case-2": 1, "case-3": 1, "case-4": 1, "case-5": 3, "case-6": 3,
        "case-7": 4, "case-8": 4, "case-9": 5, "case-10": 5,
    }  # fmt: skip


def test_rule_4_takes_queries_in_turn_from_each_first_charge_without_a_limit_of_its_own() -> None:
    fraud: dict[str, Any] = {"accusation": ["诈骗"], "relevant_articles": [266]}
    given = [row(at) for at in range(40)] + [row(at, **fraud) for at in range(40, 52)]

    made = build(rows(*given), file="rows.jsonl", seed="7", rule=4).draft

    assert len(made.questions) == 52


def test_a_set_of_rule_4_goes_out_as_the_original_s_file(tmp_path: Path) -> None:
    rows_of = SAMPLES / "legalagent" / "train.json"
    drawn_by = ("--from", rows_of, "--seed", "7", "--rule", "4")

    made = author("cases", *drawn_by, "-o", tmp_path / "draft")
    unknown = author("cases", "--from", rows_of, "--seed", "7", "--rule", "3", "-o", tmp_path / "x")

    assert made.returncode == 0, made.stderr
    assert unknown.returncode == 2
    assert "--rule: got 3; expected 1 or 4" in unknown.stderr
    written = CONVERTERS["legalagent"].write(from_files(tree(tmp_path / "draft"))).files
    queries = list(map(json.loads, written["eval_dataset_v4.jsonl"].splitlines()))
    assert {query["positives_count"] for query in queries} == {10}


# The draw --------------------------------------------------------------------------------------


def test_the_same_rows_and_seed_give_the_same_bytes_and_another_seed_others(
    tmp_path: Path,
) -> None:
    (tmp_path / "rows.jsonl").write_bytes(rows(*(row(at) for at in range(40))))

    def made(name: str, seed: str) -> dict[str, bytes]:
        done = author(
            "cases", "--from", tmp_path / "rows.jsonl", "--seed", seed, "-o", tmp_path / name
        )
        assert done.returncode == 0, done.stderr
        return tree(tmp_path / name)

    first = made("a", "7")
    assert made("b", "7") == first
    assert made("c", "8")["questions.jsonl"] != first["questions.jsonl"]
    assert set(first) == {"questions.jsonl", "truths.jsonl", "track.json",
                          "resources/cases/corpus.jsonl"}  # fmt: skip
    assert str(tmp_path).encode() not in b"".join(first.values())


def test_pools_are_printed(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(rows(*(row(at) for at in range(12))))

    done = author("cases", "--from", tmp_path / "rows.jsonl", "--seed", "7",
                    "-o", tmp_path / "draft", *SAID)  # fmt: skip

    assert done.stdout.splitlines()[:4] == [
        "cases 12, usable 12, queries 4",
        "cases  pools of the queries used  charges",
        "   12  11, 11, 11, 11  盗窃",
        "positives by tier: 1: 40",
    ]
    assert done.stdout.endswith(f"{(tmp_path / 'draft').as_posix()}: 4 questions\n")


# What is refused -------------------------------------------------------------------------------


def test_every_malformed_line_is_told_and_nothing_is_made(tmp_path: Path) -> None:
    months = row(2)
    months["meta"]["term_of_imprisonment"]["imprisonment"] = "12"
    none = row(3)
    none["meta"]["term_of_imprisonment"]["imprisonment"] = None
    charge = row(4, accusation="盗窃")
    good = rows(*(row(at) for at in range(10, 30)))
    bad = [
        b"{", b'{"fact": "a", "fact": "b"}', rows(months)[:-1], rows(none)[:-1], rows(charge)[:-1],
        b"[]", rows(row(5) | {"more": 1})[:-1], rows(row(6, months=-1))[:-1], b'{"fact": ""}',
    ]  # fmt: skip

    found = faults(good + b"\n".join(bad) + b"\n")

    assert sorted({line for _, line, _ in found}) == list(range(21, 30))
    (tmp_path / "train.json").write_bytes(good + b"{\n")
    done = author("cases", "--from", tmp_path / "train.json", "--seed", "7",
                    "-o", tmp_path / "draft")  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{(tmp_path / 'train.json').as_posix()}:21: not-json; " in done.stderr
    assert not (tmp_path / "draft").exists()


@pytest.mark.parametrize("day", ["2024-3-1", "yesterday", "2024-02-30"])
def test_a_day_that_is_none_is_refused(tmp_path: Path, day: str) -> None:
    (tmp_path / "rows.jsonl").write_bytes(rows(*(row(at) for at in range(12))))

    done = author("cases", "--from", tmp_path / "rows.jsonl", "--seed", "7",
                    "-o", tmp_path / "draft", "--law-as-of", day)  # fmt: skip

    assert done.returncode == 2
    assert f"--law-as-of: got '{day}'; expected YYYY-MM-DD" in done.stderr


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(rows(row(1)))

    done = author("cases", "--from", tmp_path / "rows.jsonl", "--seed", "7", "-o", tmp_path)

    assert done.returncode == 2
    assert "exists already" in done.stderr


# What becomes of it ----------------------------------------------------------------------------


def test_a_draft_with_all_that_is_needed_is_cut_into_a_release(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(rows(*(row(at, 12 + at) for at in range(40))))
    done = author("cases", "--from", tmp_path / "rows.jsonl", "--seed", "7",
                    "-o", tmp_path / "draft", "--per-charges", "30", *SAID)  # fmt: skip
    assert done.returncode == 0, done.stderr

    files = tree(tmp_path / "draft")
    made = from_files(files)
    assert "to add or check" not in done.stdout
    del files["track.json"]
    track = made.track | {
        "title": "Cases",
        "notice": {"en": "For tests only.", "zh": "仅供测试。"},
        "headline": "gold_ndcg_at_10",
        "conditions": ["retrieval"],
        "scores": [{"name": "gold_ndcg_at_10", "pool": "all", "metric": "gold_ndcg_at_10"}],
    }
    released = cut(draft(Track(track, made.questions, made.truths)) | files, name="draft")
    assert json.loads(released["release.json"])["release"] == RELEASE
    assert released["questions.jsonl"].count(b"\n") == len(made.questions)


def test_what_was_not_said_is_listed() -> None:
    draft = build(rows(*(row(at) for at in range(12))), file="rows.jsonl", seed="7").draft

    assert {one.got.split()[1] for one in draft.lacks} == {
        "license", "attribution", "released", "law_as_of",
    }  # fmt: skip
    assert {one.place for one in draft.lacks} <= {f"rows.jsonl:{line}" for line in range(1, 13)}


def test_rows_in_the_original_s_shape_are_read() -> None:
    data = (SAMPLES / "legalagent" / "train.json").read_bytes()

    made = build(data, file="train.json", seed="7", per_charges=99)

    assert made.draft.resources["cases/corpus.jsonl"].count(b"\n") == 24
    assert made.pools.startswith("cases 24, usable ")
