"""What a release, and what systems earned on it, looks like in others' formats."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from exporting import (
    ASKED,
    FOLDER,
    SYSTEM,
    exported,
    few,
    lines_of,
    public_questions,
    published_row,
)
from typer.testing import CliRunner

from digesta.cli.options import app
from digesta.errors import UsageError
from digesta.records.base import example_of
from digesta.records.release import Archive
from digesta_convert.exports import EXPORTERS
from digesta_convert.exports.texts import yaml as as_yaml
from places import ROOT
from repository import with_texts
from world import released_in, submission

DATASET = ("--set", "dataset=acme/law")
TRACKS = ["cases", "finlaw", "frenchlaw", "halacha", "tlr"]


def table(out: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(out / f"{name}.parquet").to_pylist()
    return rows


def test_the_page_names_every_format_that_is_only_written() -> None:
    page = (ROOT / "site" / "docs" / "imports.md").read_text("utf-8").split("## Into others'")[1]
    rows = [line.split("|")[1].strip(" `") for line in page.splitlines() if line[:3] == "| `"]

    assert rows == list(EXPORTERS)


def test_yaml_that_is_written_is_read_as_it_was() -> None:
    value = {
        "a": "yes", "b": [1, None, True, "x: y"], "c": {"d": [], "e": {}, "f": [{"g": "\n- é"}]},
        "h": [[1, 2], {"i": "0123", "j": [{"k": "#"}]}], "l": "2026-11-23",
    }  # fmt: skip

    assert yaml.safe_load(as_yaml(value)) == value


def test_a_croissant_names_every_file_with_its_digest_and_columns_that_are_there() -> None:
    out = exported("croissant", FOLDER)
    about = json.loads((out / "croissant.json").read_bytes())

    assert about["conformsTo"].endswith("/croissant/1.0")
    listed = {each["contentUrl"]: each["sha256"] for each in about["distribution"]}
    there = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    assert listed.keys() == there.keys() - {"croissant.json"}
    for name, digest in listed.items():
        assert hashlib.sha256(there[name].read_bytes()).hexdigest() == digest
    for record in about["recordSet"]:
        keys = set().union(*lines_of(there[f"{record['@id']}.jsonl"]))
        assert {field["source"]["extract"]["column"] for field in record["field"]} <= keys


def test_a_croissant_of_an_archive_names_its_makers_and_holds_its_files_unpacked() -> None:
    archive = "oab-bench-citations-2026-11-23"
    out = exported("croissant", with_texts(archive) / "releases" / archive)
    about = json.loads((out / "croissant.json").read_bytes())

    assert about["url"].startswith("https://github.com/")
    assert about["datePublished"] == "2026-11-23"
    assert len(lines_of(out / "questions.jsonl")) == 105


def test_a_data_set_has_a_config_for_each_track_and_a_truth_for_each_public_question() -> None:
    out = exported("hf_dataset", FOLDER)
    _, head, _ = (out / "README.md").read_text("utf-8").split("---\n", 2)
    card = yaml.safe_load(head)

    assert card["license"] == ["cc-by-4.0"]
    assert [config["config_name"] for config in card["configs"]] == TRACKS
    truths = {line["question_id"]: line for line in lines_of(FOLDER / "truths.jsonl")}
    for config in card["configs"]:
        [files] = config["data_files"]
        own = {line["question_id"]: line for line in lines_of(out / files["path"])}
        asked = {line["question_id"]: line for line in public_questions(config["config_name"])}
        assert own.keys() == asked.keys()
        for key, line in own.items():
            assert line["turns"] == asked[key]["turns"]
            assert json.loads(line["ask"]) == asked[key]["ask"]
            assert json.loads(line["truth"]) == truths[key]["truth"]


def test_a_data_set_s_lines_have_the_same_keys_in_every_config() -> None:
    out = exported("hf_dataset", FOLDER)

    keys = {tuple(line) for path in (out / "data").iterdir() for line in lines_of(path)}

    assert len(keys) == 1


def test_the_hub_s_values_are_the_published_scores_task_by_task() -> None:
    out = exported("hub_results", few(), *DATASET)
    tasks = yaml.safe_load((out / "eval.yaml").read_text("utf-8"))["tasks"]

    assert sorted(task["id"] for task in tasks) == TRACKS
    [result] = yaml.safe_load(
        (out / "models/Digesta/smollm2/.eval_results/digesta-closed_book.yaml").read_text("utf-8")
    )
    assert result["dataset"] == {"id": "acme/law", "task_id": "halacha"}
    assert result["value"] == published_row("halacha@closed_book", "smollm2")["score"]
    assert result["date"] == ASKED
    assert not list(out.glob("models/*/adversary-*"))


def test_a_judge_s_figures_stand_in_a_file_of_their_own_and_name_the_judge() -> None:
    out = exported("hub_results", few(), *DATASET)

    texts = [path.read_text("utf-8") for path in out.glob("models/**/digesta-*-*.yaml")]

    assert texts
    assert all("judged by" in text for text in texts)


def test_the_table_of_scores_has_the_published_figures_with_their_intervals() -> None:
    rows = table(exported("parquet", few()), "scores")
    [row] = [
        row for row in rows
        if (row["submission_id"], row["board"], row["headline"]) == ("search-e5", "cases", True)
    ]  # fmt: skip

    known = published_row("cases@retrieval", "search-e5")
    assert [row["value"], row["low"], row["high"]] == [known["score"], known["low"], known["high"]]
    assert [row["rank_low"], row["rank_high"]] == [known["rank_low"], known["rank_high"]]


def test_questions_of_the_table_of_answers_add_up_to_the_score_of_their_category() -> None:
    """Its two tasks have 20 questions each, so that the mean of their means is that of all."""
    rows = table(exported("parquet", SYSTEM), "answers")
    asked = [
        line for line in public_questions("halacha", ASKED)
        if line["category"] == "tefillah_berachot"
    ]  # fmt: skip
    tasks = {line["task"] for line in asked}

    own = [row for row in rows if row["task"] in tasks and row["headline"]]

    assert {row["question_id"] for row in own} == {line["question_id"] for line in asked}
    score = published_row("halacha/tefillah_berachot@closed_book", "smollm2")["score"]
    assert score > 0
    assert sum(row["value"] for row in own) / len(own) == pytest.approx(score, abs=1e-9)
    assert {row["submission_id"] for row in rows} == {"smollm2"}
    assert {row["track"] for row in rows} == {"halacha"}


def test_answers_that_cannot_be_compared_stand_in_no_table(tmp_path: Path) -> None:
    series = "toy-2026-02-05"
    root = released_in(tmp_path, release=series, archive=example_of(Archive))
    asked = [line["question_id"] for line in lines_of(root / f"releases/{series}/truths.jsonl")]
    answers, barred = dict.fromkeys(asked, "?"), {"colour": "its questions were other ones"}

    path = submission(root, "own", answers, release=series, not_comparable=barred)

    tasks = {row["task"] for row in table(exported("parquet", path), "answers")}
    assert tasks == {"yes_no", "count"}


def test_a_submission_elsewhere_is_exported_as_one_that_nobody_vouched_for(tmp_path: Path) -> None:
    shutil.copytree(SYSTEM, tmp_path / "smollm2")

    levels = [
        {row["level"] for row in table(exported("parquet", path, "-r", ASKED), "scores")}
        for path in (SYSTEM, tmp_path / "smollm2")
    ]

    assert levels == [{"rerun"}, {"open"}]


def test_without_pyarrow_a_table_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(UsageError, match=r"pip install 'digesta\[parquet\]'"):
        run("parquet", str(SYSTEM), "-o", str(tmp_path / "out"))

    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--track", "tlr"), "--track and --verdicts are for other benchmarks' formats"),
        (("--set", "colour=red"), "--set colour: settings of croissant: none"),
    ],
)
def test_options_of_other_formats_are_refused(
    options: tuple[str, str], words: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=words):
        run("croissant", str(FOLDER), "-o", str(tmp_path / "out"), *options)


def test_an_unknown_format_is_answered_with_all_that_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no format 'odt'; there are: ") as refusal:
        run("odt", str(FOLDER), "-o", str(tmp_path / "out"))

    names = str(refusal.value).partition("there are: ")[2].split(", ")
    assert {*EXPORTERS, "trec"} <= set(names)
    assert "lexeval" not in names


def run(*arguments: str) -> None:
    command = ["export", *arguments, "--root", str(ROOT)]
    CliRunner().invoke(app, command, catch_exceptions=False)
