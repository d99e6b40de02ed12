"""A model judge's folder: what is written can be read, and what it held does not go unseen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from faulty import Exchange, Faulty, serving
from judge_scripts import JUDGE, ONLY, command, files, honest, ids, lines, right

from digesta.board.judges.calibration import Order
from digesta.board.judges.gate import gate
from digesta.canonical import canonical_bytes
from digesta.cli.options import app as digesta
from digesta.errors import SubmissionError, UsageError
from digesta.records.base import example_of
from digesta.records.judges.verdict import Judge
from digesta.workspace import releases
from digesta.workspace.judges import open_judge
from digesta_generate.cli import app
from digesta_generate.judges import model_judge
from digesta_generate.judges import run as judge_run
from judged_workspace import answering, folder_of, half
from world import RELEASE, submission


@pytest.fixture
def oracle() -> Iterator[Faulty]:
    with serving(honest) as made:
        yield made


def judge(root: Path, url: str, *more: str, only: tuple[str, ...] = ("note-0",)) -> str:
    said = StringIO()
    with redirect_stdout(said):
        app([str(one) for one in command(root, url, *more, only=only)], standalone_mode=False)
    return said.getvalue()


def test_one_odd_reply_leaves_a_folder_that_every_reader_takes(trial: Path, oracle: Faulty) -> None:
    def odd(exchange: Exchange, turn: int) -> None:
        last = exchange.body["messages"][-1]["content"]
        said = "\0 je ne sais pas" if last.startswith("Critère : Plan") else None
        exchange.execute(said or json.dumps(right(exchange.body)))

    oracle.script = odd
    judge(trial, oracle.url)
    count = len(oracle.requests)

    assert "nothing new" in judge(trial, oracle.url)
    assert len(oracle.requests) == count
    assert lines(trial, "good.jsonl")[0]["replies"][0] == "\ufffd je ne sais pas"
    digesta(["board", "--root", str(trial)], standalone_mode=False)


def test_what_no_reader_would_take_is_not_written(
    trial: Path, oracle: Faulty, monkeypatch: pytest.MonkeyPatch
) -> None:
    files_of = judge_run.JudgeWork.files

    def broken(self: Any, submissions: Any) -> dict[str, bytes]:
        return files_of(self, submissions) | {"good.jsonl": b'{"question_id":"\\u0000"}\n'}

    monkeypatch.setattr(judge_run.JudgeWork, "files", broken)

    with pytest.raises(SubmissionError, match=r"good\.jsonl"):
        judge(trial, oracle.url)
    assert not folder_of(trial, JUDGE).exists()


def test_what_another_run_of_the_judge_wrote_meanwhile_stays(trial: Path, oracle: Faulty) -> None:
    judge(trial, oracle.url)
    theirs = folder_of(trial, JUDGE) / "good.jsonl"

    def meanwhile(exchange: Exchange, turn: int) -> None:
        theirs.unlink(missing_ok=True)
        honest(exchange, turn)

    oracle.script = meanwhile
    with pytest.raises(UsageError, match="another run changed it"):
        judge(trial, oracle.url, only=ONLY)
    assert not theirs.exists()

    oracle.script = honest
    count = len(oracle.requests)
    assert "good.jsonl" in judge(trial, oracle.url, only=ONLY)
    assert len(oracle.requests) == count


def test_fewer_questions_than_the_record_names_are_refused_and_nothing_goes(
    trial: Path, oracle: Faulty
) -> None:
    judge(trial, oracle.url, only=ONLY)
    before = files(trial)

    with pytest.raises(UsageError, match=r"judges 1 more: .* would go"):
        judge(trial, oracle.url)
    assert files(trial) == before
    path = folder_of(trial, JUDGE) / "judge.json"
    record = json.loads(path.read_bytes())
    path.write_bytes(canonical_bytes({k: v for k, v in record.items() if k != "questions"}))
    with pytest.raises(UsageError, match="judges all questions"):
        judge(trial, oracle.url)


def test_more_questions_than_the_record_names_are_added(trial: Path, oracle: Faulty) -> None:
    judge(trial, oracle.url)
    count = len(oracle.requests)
    judge(trial, oracle.url, only=ONLY)

    assert 0 < len(oracle.requests) - count < 2 * count
    assert len(lines(trial, "good.jsonl")) == 2


def test_a_submission_that_repeats_a_control_has_its_claims_looked_for(
    trial: Path, oracle: Faulty
) -> None:
    judge(trial, oracle.url)
    given = dict(answering(releases.open_release(trial, RELEASE), half))
    told = {one["control"]: one["answer"] for one in lines(trial, "controls.jsonl")}
    for kind in ("other_answer", "injection"):
        submission(trial, kind.replace("_", "-"), given | {ids(trial)["note-0"]: told[kind]})
    judge(trial, oracle.url)

    assert [len(lines(trial, f"{one}.jsonl")[0]["claims"]) for one in ("other-answer", "injection")]
    for name in ("other-answer", "injection", "good"):
        assert len(lines(trial, f"{name}.jsonl")[0]["claims"]) == 2, name
    before = files(trial)
    assert "nothing new" in judge(trial, oracle.url)
    assert files(trial) == before


def test_another_build_of_a_model_is_another_judge_for_its_journal(
    trial: Path, oracle: Faulty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_judge, "versions", lambda _: {"xllamacpp": "1"})
    judge(trial, oracle.url)
    count = len(oracle.requests)
    monkeypatch.setattr(model_judge, "versions", lambda _: {"xllamacpp": "2"})

    with pytest.raises(UsageError, match="version of it; another model is another judge"):
        judge(trial, oracle.url)
    assert len(oracle.requests) == count


@pytest.mark.parametrize(
    "harm", [lambda ids: [*ids, "nobody"], lambda ids: ids[::-1], lambda ids: ids * 2]
)
def test_a_record_s_questions_are_the_release_s_sorted_and_once(
    trial: Path, oracle: Faulty, harm: Any
) -> None:
    judge(trial, oracle.url, only=ONLY)
    path = folder_of(trial, JUDGE) / "judge.json"
    record = json.loads(path.read_bytes())
    path.write_bytes(canonical_bytes(record | {"questions": harm(record["questions"])}))

    release = releases.open_release(trial, RELEASE)
    with pytest.raises(SubmissionError, match="judge-questions"):
        _ = open_judge(folder_of(trial, JUDGE), release).questions


def test_a_judge_that_names_every_question_ranks_nobody_all_the_same() -> None:
    def codes(**more: Any) -> set[str]:
        judge = Judge.model_validate(example_of(Judge) | more)
        made = gate(judge, judge.controls, Order(0, 0, 0, 0), questions={}, part=(3, 3))
        return {one.code for one in made.reasons}

    assert codes(questions=["a", "b", "c"]) - codes() == {"part"}
