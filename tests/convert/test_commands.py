"""The examples of import and export, run on small files; verdicts in the command line."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from drawn import DRAWN
from seeds import benchmark, case, cases, lines, query, query_set, sample_of, task, tasks
from typer.testing import CliRunner, Result

from digesta.canonical import canonical_bytes, digest
from digesta.cli.options import app
from digesta.errors import ReleaseError, SubmissionError
from digesta.intake import judged_text
from digesta.intake.verdicts import prompt_sha256
from digesta.records.judges.verdict import Judge
from digesta.scorers import SCORERS
from digesta_convert import CONVERTERS
from digesta_convert.exports import EXPORTERS
from places import ROOT
from world import RELEASE

ANSWER = "Le plan est annoncé. Le texte est cité."
RESULTS = {"task_results": [{"task_number": 1, "response": ANSWER, "model_id": "m", "error": None}]}
RUBRIC = "[Structure]\nS1 (4pts) : Annonce un plan\n[Négatif]\nN1 (-1pt) : Invente"
JUDGE = {
    "format": "judge/1", "judge": "rules", "model": "rules 1", "parameters": {}, "prompts": {},
    "operator": "us", "date": "2026-11-22", "controls": {},
}  # fmt: skip
FILES: dict[str, bytes] = {
    "Finlaw_dataset.csv": cases(case())["Finlaw_dataset.csv"],
    "result.csv": "序号,处罚类型,违规领域,法律依据,处罚等级\n1,罚款,,,B\n".encode(),
    "tasks.csv": tasks(task(Rubric=RUBRIC))["tasks.csv"],
    "results.json": json.dumps(RESULTS).encode(),
    "tlr_bench_v1.json": benchmark(query())["tlr_bench_v1.json"],
    "answers.jsonl": b'{"query_id":"consist_000","answer":{"amended":false}}\n',
    "eval_dataset_v4.jsonl": lines([query_set()]),
    "response.json": json.dumps([query_set()["positives"][:4]]).encode(),
    "qrels.txt": b"q-1 0 c-1 5\n",
    "run.txt": b"q-1 Q0 c-1 1 0.5 mine\n",
}
IMPORTED = list(CONVERTERS)
WRITTEN = {
    "finlaw": {"evaluation_details.csv", "evaluation_metrics.csv"},
    "frenchlaw": {"results.json", "summary.json"},
    "tlr": {"TLR_BENCH_RESULTS.json"},
    "legalagent": {"evaluate_summary.txt"},
    "trec": {"qrels.txt", "run.txt"},
}


def digesta(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def examples(command: str) -> dict[str, list[str]]:
    said = " ".join(digesta(command, "--help").stdout.split())
    found = [shlex.split(one) for one in said.split("Example: digesta ")[1:]]
    return {one[1]: one for one in found}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a file of every format, and one judge's verdict on the one answer."""
    monkeypatch.chdir(tmp_path)
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    judges = tmp_path / "judges" / "rules"
    judges.mkdir(parents=True)
    (judges / "judge.json").write_bytes(canonical_bytes(JUDGE))
    (judges / "answers.jsonl").write_bytes(canonical_bytes(verdict()) + b"\n")
    return tmp_path


def verdict() -> dict[str, Any]:
    own = {name: FILES[name] for name in ("tasks.csv", "results.json")}
    draft = CONVERTERS["frenchlaw"].read(own)
    judged = judged_text(draft.truths[0]["truth"], ANSWER)
    said = {"S1": (True, ["Le plan est annoncé."]), "N1": (False, [])}
    return {
        "question_id": "flb-001",
        "answer_sha256": digest(ANSWER),
        "prompt_sha256": prompt_sha256(Judge.model_validate(JUDGE), "flb-001", judged),
        "criteria": [
            {"criterion_id": key, "satisfied": met, "confidence": "0.5", "evidence": passages}
            for key, (met, passages) in said.items()
        ],
    }


def test_the_page_names_every_format_that_goes_in_and_out_and_metrics_that_there_are() -> None:
    page = (ROOT / "site" / "docs" / "imports.md").read_text("utf-8").split("## In and out")[1]
    page = page.partition("\n## ")[0]
    rows = [line.split("|")[1:5] for line in page.splitlines() if line.startswith("| `")]
    known = {metric.name for scorer in SCORERS.values() for metric in scorer.metrics}

    both = [name for name in IMPORTED if CONVERTERS[name].compose]
    assert [row[0].strip(" `") for row in rows] == both
    for row in rows:
        assert set(row[3].split("`")[1::2]) <= known


def test_there_is_an_example_for_every_format() -> None:
    assert list(examples("import")) == IMPORTED
    both = [name for name, converter in CONVERTERS.items() if converter.compose]
    assert list(examples("export")) == [*both, *EXPORTERS]


@pytest.mark.parametrize("name", IMPORTED)
def test_the_help_of_import_says_which_files_each_format_reads(name: str) -> None:
    listed = digesta("import", "--help").stdout.split("Formats:")[1].split("Example: ")[0]

    assert " ".join(f"{name} {CONVERTERS[name].about}".split()) in " ".join(listed.split())


@pytest.mark.parametrize("name", sorted(n for n in DRAWN if not CONVERTERS[n].compose))
def test_the_example_of_a_format_that_is_only_imported_runs_on_its_sample(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for path, data in sample_of(name).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)

    done = digesta(*examples("import")[name])

    assert done.exit_code == 0, done.stderr
    assert (tmp_path / "build" / name / "questions.jsonl").stat().st_size


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_the_examples_in_the_help_run_on_each_format_s_files(name: str, here: Path) -> None:
    for command in [*examples("import").values(), *examples("export").values()]:
        wanted = command[1] == name or "build/legalagent" in command
        if wanted and not (here / command[-1]).exists():
            done = digesta(*command)
            assert done.exit_code == 0, done.stderr

    out = here / examples("export")[name][-1]
    assert {path.name for path in out.iterdir()} >= WRITTEN[name]


def test_no_import_is_written_among_the_releases(here: Path) -> None:
    command = examples("import")["trec"]
    place = command.index("-o") + 1
    (here / "releases").mkdir()

    done = digesta(*command[:place], "releases/next", *command[place + 1 :])

    assert "a release never changes" in str(done.exception)
    assert list((here / "releases").iterdir()) == []


def test_verdicts_become_scores_and_what_is_left_out_is_said(here: Path) -> None:
    digesta(*examples("import")["frenchlaw"])

    done = digesta(*examples("export")["frenchlaw"])

    made = json.loads((here / "build/frenchlaw_report/results.json").read_bytes())
    # By hand: four points of four, half believed.
    assert made["task_results"][0]["answer_score"] == 0.5
    assert made["metadata"]["judge_model"] == "rules 1"
    assert "left out, the traces of the judged answers lack them" in done.stderr


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("prices=1", "--set prices: settings of frenchlaw: model, rounds, confidence, seed"),
        ("rounds=0", "--set rounds: got 0; expected 1 to 100000"),
        ("confidence=1.5", "--set confidence: got 1.5; expected 0.001 to 0.999"),
        ("seed=x", "--set seed: got x; expected 0 to"),
    ],
)
def test_a_setting_that_the_report_does_not_have_is_refused(
    setting: str, told: str, here: Path
) -> None:
    digesta(*examples("import")["frenchlaw"])

    done = digesta(*examples("export")["frenchlaw"], "--set", setting)

    assert told in str(done.exception)
    assert not (here / "build" / "frenchlaw_report").exists()


def test_the_help_of_export_lists_the_settings_and_one_is_used(here: Path) -> None:
    digesta(*examples("import")["frenchlaw"])

    done = digesta(*examples("export")["frenchlaw"], "--set", "model=openai/gpt-4o")

    assert done.exit_code == 0, done.stderr
    run = json.loads((here / "build/frenchlaw_report/results.json").read_bytes())
    assert run["models"] == ["openai/gpt-4o"]
    listed = digesta("export", "--help").stdout.split("Settings of frenchlaw")[1]
    assert all(name in listed for name in CONVERTERS["frenchlaw"].settings)


def test_a_verdict_on_another_answer_refuses_the_file(here: Path) -> None:
    digesta(*examples("import")["frenchlaw"])
    path = here / "judges" / "rules" / "answers.jsonl"
    path.write_bytes(canonical_bytes(verdict() | {"answer_sha256": "0" * 64}) + b"\n")

    done = digesta(*examples("export")["frenchlaw"])

    assert isinstance(done.exception, SubmissionError)
    assert "judges/rules/answers.jsonl:1: verdict-answer" in str(done.exception)
    assert not (here / "build" / "frenchlaw_report").exists()


def test_without_verdicts_the_answers_are_written_and_the_lack_is_told(here: Path) -> None:
    digesta(*examples("import")["frenchlaw"])

    done = digesta("export", "frenchlaw", "build/frenchlaw", "-o", "build/plain")

    assert "no scores: they need a judge's verdicts (--verdicts)" in done.stderr
    assert sorted(one.name for one in (here / "build" / "plain").iterdir()) == [
        "results.json", "tasks.csv",
    ]  # fmt: skip


def test_an_export_that_nobody_answered_says_that_there_is_no_report(here: Path) -> None:
    digesta("import", "tlr", "tlr_bench_v1.json", "-o", "build/asked")

    done = digesta("export", "tlr", "build/asked", "-o", "build/plain")

    assert done.exit_code == 0
    assert "no report: these questions have no answers" in done.stderr
    assert [one.name for one in (here / "build/plain").iterdir()] == ["tlr_bench_v1.json"]


def test_an_incomplete_truth_refuses_an_export_with_its_line(here: Path) -> None:
    assert digesta(*examples("import")["finlaw"]).exit_code == 0
    path = here / "build/finlaw/truths.jsonl"
    truth = json.loads(path.read_bytes())
    del truth["truth"]["penalty_type"]
    path.write_bytes(lines([truth]))

    result = digesta(*examples("export")["finlaw"])

    assert result.exit_code == 1
    assert isinstance(result.exception, ReleaseError)
    assert "truths.jsonl:1" in str(result.exception)
    assert "no /truth/penalty_type" in str(result.exception)


def test_a_folder_may_be_named_by_a_dot_and_an_empty_one_be_written_into(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs, draft = here / "logs", here / "drafts" / "2026-12-01"
    for folder in (logs, draft):
        folder.mkdir(parents=True)
    (logs / "qrels.txt").write_bytes(FILES["qrels.txt"])
    monkeypatch.chdir(logs)
    read = digesta("import", "trec", ".", "-o", "../d")
    table = here / "q.csv"
    table.write_text("question,answer,language,license\nGilt es?,ja,de,CC0-1.0\n")
    monkeypatch.chdir(draft)

    written = digesta("import", "table", str(table), "-o", ".", "--title", "T")
    again = digesta("import", "table", str(table), "-o", ".")

    assert read.exit_code == 0, read.exception
    assert (here / "d" / "questions.jsonl").is_file()
    assert written.exit_code == 0, written.exception
    assert json.loads((draft / "release.json").read_bytes())["release"] == "2026-12-01"
    assert "exists already; name a new folder, or an empty one" in str(again.exception)


def test_export_finds_the_workspace_above(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own / "predictions" / RELEASE / "right")

    done = digesta("export", "every_eval_ever", ".", "-o", str(own / "e"))

    assert done.exit_code == 0, done.exception


def test_export_takes_a_release_by_its_id_and_refuses_an_unknown_one(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(own / "releases" / RELEASE, own / "releases" / "2027-01-01")
    monkeypatch.chdir(own / "predictions")

    unknown = digesta("export", "croissant", "nonsense", "-o", str(own / "x"))
    older = digesta("export", "croissant", RELEASE, "-o", str(own / "o"))
    monkeypatch.chdir(own)
    table = digesta("export", "trec", RELEASE, "-o", str(own / "t"))

    assert f"no release 'nonsense'; there are: {RELEASE}" in str(unknown.exception)
    assert older.exit_code == 0, older.exception
    assert RELEASE in (own / "o" / "croissant.json").read_text()
    assert "no track 'trec'" in str(table.exception), "it was found"
