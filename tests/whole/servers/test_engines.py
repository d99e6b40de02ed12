"""Every engine gives the same bytes, whatever happens to its workers."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from shard_functions import (
    Counted,
    Shuffled,
    calls,
    die,
    square,
    square_or_die_once,
)

import digesta
from commands import run
from digesta.errors import InputError, Problem, UsageError
from digesta.workspace.engines import engine_as, engine_named, map_shards
from places import ROOT
from world import RELEASE, cut_in, draft, key_of, submission, toy

NAMES = ("right", "half", "none")
ENGINES = ("processes:2", "ray")


@pytest.fixture(scope="module")
def shares(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engines")
    cut_in(folder, draft(toy(20)))
    key = key_of(folder)
    for name, share in zip(NAMES, (1, 2, 60), strict=True):
        submission(folder, name, {k: v for n, (k, v) in enumerate(key.items()) if not n % share})
    return folder


@pytest.fixture(scope="module", autouse=True)
def _importable() -> Iterator[None]:
    """Let workers, which start anew, import what these tests do."""
    here = [str(Path(__file__).parent), str(ROOT / "toolkit"), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(here))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        yield


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest, _importable: None) -> Iterator[str]:
    if request.param != "ray":
        yield str(request.param)
        return
    ray = pytest.importorskip("ray", reason="the ray extra is not installed")
    # One cluster for all: each test and command joins it.
    ray.init(
        "local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_ADDRESS", ray.get_runtime_context().gcs_address)
        yield "ray"
    ray.shutdown()


def shards(folder: Path, n: int = 8) -> list[Counted]:
    return [Counted(number, str(folder)) for number in range(n)]


def digest(folder: Path) -> str:
    """Return the SHA-256 of a folder's files."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    lines = [
        f"{path.relative_to(folder)} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in files
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def facts(root: Path, *, parts: int) -> str:
    """Return the SHA-256 of what each submission of the workspace earned."""
    release = digesta.open(root).release()
    paths = [root / "predictions" / RELEASE / name for name in NAMES]
    marked = release.read_all(paths, parts=parts)
    state = hashlib.sha256()
    for each in marked:
        state.update(each.id.encode())
        for task in each.marks.facts:
            state.update(task.rows.tobytes())
    return state.hexdigest()


# The same bytes -------------------------------------------------------------------------------


@pytest.mark.parametrize("parts", [1, 2, 7])
def test_a_submission_in_any_number_of_shards_earns_the_same(shares: Path, parts: int) -> None:
    whole = facts(shares, parts=1)

    assert facts(shares, parts=parts) == whole
    for seed in range(3):
        with engine_as(Shuffled(seed)):
            assert facts(shares, parts=parts) == whole


def test_every_engine_gives_the_same_marks_and_leaves_nothing(
    shares: Path, engine: str, tmp_path: Path
) -> None:
    with engine_named(engine):
        assert facts(shares, parts=7) == facts(shares, parts=1)

    assert not list((tmp_path / "cache").rglob("shard-*"))


def test_every_engine_scores_boards_and_verifies_to_the_same_bytes(
    shares: Path, engine: str, tmp_path: Path
) -> None:
    shutil.copytree(shares, tmp_path / "there", dirs_exist_ok=True)
    paths = [Path("predictions", RELEASE, name) for name in NAMES]
    outputs = []
    for name, home in (("inline", shares), (engine, tmp_path / "there")):
        options = ("--engine", name, "--root", home)
        scored = run("score", *(home / path for path in paths), "--json", *options)
        board = run("board", *options)
        verified = run("verify", *options)
        codes = scored.returncode, board.returncode, verified.returncode
        assert codes == (0, 0, 0), board.stderr + verified.stderr
        outputs.append((scored.stdout, verified.stdout, digest(home / "build" / "boards")))

    assert outputs[0] == outputs[1]


def test_a_refused_file_is_refused_alike(shares: Path, engine: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"question_id": "unknown", "answer": 1}\n')
    release = digesta.open(shares).release()

    refusals = []
    for name in ("inline", engine):
        with engine_named(name), pytest.raises(InputError) as refused:
            list(release.read_all([shares / "predictions" / RELEASE / "right", bad]))
        refusals.append((str(refused.value), refused.value.problems, refused.value.total))

    assert refusals[0] == refusals[1]
    assert isinstance(refusals[1][1][0], Problem)
    assert refusals[1][1][0].place == f"{bad}:1"


# What can happen to a worker ------------------------------------------------------------------


def test_a_shard_whose_worker_was_killed_is_worked_on_again(engine: str, tmp_path: Path) -> None:
    with engine_named(engine):
        results = list(map_shards(square_or_die_once, shards(tmp_path)))

    assert results == [n**2 for n in range(8)]
    assert calls(tmp_path).count(3) == 2


def test_a_shard_that_ends_every_worker_ends_the_run_and_says_what_to_try(tmp_path: Path) -> None:
    with (
        engine_named("processes:2"),
        pytest.raises(UsageError, match=r"4 workers in a row .* try fewer: --engine processes:1"),
    ):
        list(map_shards(die, shards(tmp_path)))


def test_what_a_shard_raises_is_raised(engine: str, tmp_path: Path) -> None:
    bad = Counted(3, str(tmp_path), fatal=True)

    with engine_named(engine), pytest.raises(ValueError, match="shard 3 is bad"):
        list(map_shards(square, [*shards(tmp_path, 3), bad]))


# Where predictions lie ------------------------------------------------------------------------


def test_predictions_at_an_address_earn_what_they_do_here(shares: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    place = shares / "predictions" / RELEASE / "half" / "predictions.jsonl"
    with fsspec.open("memory://bucket/half.jsonl", "wb") as there:
        there.write(place.read_bytes())
    release = digesta.open(shares).release()

    own, local, far = (
        each.marks
        for each in release.read_all([place, f"file://{place}", "memory://bucket/half.jsonl"])
    )

    assert own.predictions_sha256 == local.predictions_sha256 == far.predictions_sha256
    assert [t.rows.tolist() for t in own.facts] == [t.rows.tolist() for t in far.facts]


def test_what_is_wrong_at_an_address_is_told_by_the_address(shares: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://bucket/bad.jsonl", "wb") as there:
        there.write(b'{"question_id": "unknown", "answer": 1}\n')
    release = digesta.open(shares).release()

    with pytest.raises(InputError, match=r"^memory://bucket/bad.jsonl:1: unknown-id"):
        list(release.read_all(["memory://bucket/bad.jsonl"]))
    with pytest.raises(UsageError, match=r"memory://bucket/none\.jsonl"):
        list(release.read_all(["memory://bucket/none.jsonl"]))
    with pytest.raises(UsageError, match="nowhere://x"):
        list(release.read_all(["nowhere://x"]))


@pytest.mark.parametrize("name", ["dask", "processes:0", "processes:x", "ray:x", ""])
def test_another_name_is_refused_with_those_that_there_are(name: str, shares: Path) -> None:
    done = run("board", "--engine", name, "--root", shares)

    assert done.returncode == 2
    assert "inline, processes, processes:N, ray, ray://HOST:PORT" in done.stderr
    assert json.dumps(name)[1:-1] in done.stderr
