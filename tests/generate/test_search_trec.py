"""A submission leaves as a TREC run, a release's open truths as qrels, and a run comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from searched import CASES, IDS, folder, own_first, search, service, workspace

import penal
from commands import run
from world import RELEASE


@pytest.fixture
def sought(tmp_path: Path) -> Path:
    made = workspace(tmp_path)
    with service() as server:
        assert search(made, server).returncode == 0
    return made


def fields(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text().splitlines()]


def test_a_release_gives_qrels_and_a_submission_a_run(sought: Path) -> None:
    release = run(
        "export", "trec", sought / "releases" / RELEASE, "-o", sought / "a", "--root", sought
    )
    system = run("export", "trec", folder(sought), "-o", sought / "b", "--root", sought)

    assert (release.returncode, system.returncode) == (0, 0), release.stderr + system.stderr
    qrels = fields(sought / "a" / "qrels.txt")
    assert (sought / "b" / "qrels.txt").read_bytes() == (sought / "a" / "qrels.txt").read_bytes()
    assert not (sought / "a" / "run.txt").exists()
    assert {(one[0], one[1], one[3]) for one in qrels} == {(key, "0", "5") for key in IDS}
    found = [one for one in fields(sought / "b" / "run.txt") if one[0] == IDS[0]]
    assert [one[2] for one in found] == own_first(penal.OWN)[1:]
    assert [int(one[3]) for one in found] == list(range(1, len(CASES)))


def test_a_run_that_another_program_wrote_comes_back_as_answers_and_scores_alike(
    sought: Path,
) -> None:
    run("export", "trec", folder(sought), "-o", sought / "trec", "--root", sought)
    # Another program numbers ranks from 0, has its own scores, and orders lines as it likes.
    rows = fields(sought / "trec" / "run.txt")
    other = [f"{q} Q0 {case} {int(rank) - 1} {-float(rank)} other" for q, _, case, rank, *_ in rows]
    (sought / "other.txt").write_text("".join(f"{line}\n" for line in reversed(other)))

    done = run("import", "trec", sought / "trec" / "qrels.txt", sought / "other.txt",
               "-o", sought / "draft")  # fmt: skip

    assert done.returncode == 0, done.stderr
    made = sought / "draft" / "predictions.jsonl"
    assert made.read_bytes() == (folder(sought) / "predictions.jsonl").read_bytes()
    score = run("score", made, "--release", RELEASE, "--root", sought)
    assert score.returncode == 0, score.stderr
    assert "gold_ndcg_at_10 100.0%" in " ".join(score.stdout.split())


def test_queries_of_a_run_that_the_qrels_lack_are_left_out_and_listed(
    sought: Path,
) -> None:
    run("export", "trec", folder(sought), "-o", sought / "trec", "--root", sought)
    (sought / "run.txt").write_text("near-0 Q0 case-1 1 1.0 x\nnear-9 Q0 case-1 1 1.0 x\n")

    done = run(
        "import", "trec", sought / "trec" / "qrels.txt", sought / "run.txt", "-o", sought / "d"
    )

    assert done.returncode == 0, done.stderr
    assert "near-9" in done.stdout
    assert "near-9" not in (sought / "d" / "predictions.jsonl").read_text()
