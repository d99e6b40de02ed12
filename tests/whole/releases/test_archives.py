"""Archives of others' benchmarks: releases of a series, compressed predictions, their boards."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from authoring.archives import disc, mmlu_pro, muser
from authoring.archives.shelf import draft_files, system_files
from digesta.canonical import canonical_lines
from digesta.errors import ReleaseError
from digesta.records.base import example_of, release_parts
from digesta.records.release import Archive, Manifest
from digesta.releases.cut import cut
from places import ROOT
from world import RELEASE, do, draft, released_in, write

SERIES = "mmlu-pro-law-2026-11-23"
CARD = {"release": SERIES, "notes": "As published."}


def raw(n: int) -> dict[str, Any]:
    return {
        "question_id": n, "question": f"Whose is purse {n % 39}?", "answer_index": n % 3,
        "options": [f"hers {n % 39}", "his", "the railway's"], "src": "ori_mmlu-professional_law",
    }  # fmt: skip


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return files of the original's shape: 40 questions, of which one stands twice."""
    folder = tmp_path / "source"
    (folder / "predictions").mkdir(parents=True)
    (folder / "questions.jsonl.gz").write_bytes(gzip.compress(canonical_lines(map(raw, range(40)))))
    for name, right in (("Llama-2-7b-hf", 10), ("gpt-4o-2024-05-13", 30)):
        lines = [
            {"question_id": n, "pred": "ABC"[n % 3] if n < right else None,
             "model_outputs": None if name[0] == "g"
             else f"The answer is ({'ABC'[n % 3]})." if n < right else "Luxury \x80\x94 none."}
            for n in range(40)
        ]  # fmt: skip
        path = folder / "predictions" / f"{name}.jsonl.gz"
        path.write_bytes(gzip.compress(canonical_lines(lines)))
    return folder


@pytest.fixture
def archive(source: Path, tmp_path: Path) -> Path:
    """Return a workspace with that archive, decided and published."""
    pairs = list(mmlu_pro.questions(source, "2026-11-23"))
    files, ids = draft_files(
        mmlu_pro.manifest(SERIES), [q for q, _ in pairs], [t for _, t in pairs],
        limits=mmlu_pro.LIMITS,
    )  # fmt: skip
    root = tmp_path / "work"
    write(root / "releases" / SERIES, cut(files, name="draft"))
    for system in mmlu_pro.systems(source):
        name, own = system_files(system, ids, CARD)
        data = lzma.compress(own.pop("predictions.jsonl"))
        write(root / "predictions" / SERIES / name, own | {"predictions.jsonl.xz": data})
        done = do(
            "decide", name, "accept", "--level", "archived", "--reason", "published", "--date",
            "2026-11-23", "--confirm-date", "--release", SERIES, "--root", root,
        )  # fmt: skip
        assert done.code == 0, done.stderr
    return root


def board(root: Path) -> dict[str, dict[str, Any]]:
    done = do("board", "--release", SERIES, "--root", root)
    assert done.code == 0, done.stderr
    path = root / "build" / "boards" / SERIES / "mmlu_pro_law@closed_book.json"
    return {row["submission_id"]: row for row in json.loads(path.read_bytes())["rows"]}


def test_what_others_published_ranks_within_its_archive(archive: Path) -> None:
    rows = board(archive)

    ranked = {name: row["rank_low"] for name, row in rows.items() if "rank_low" in row}
    assert ranked == {"gpt-4o-2024-05-13": 1, "llama-2-7b-hf": 2}
    assert rows["gpt-4o-2024-05-13"]["score"] == 0.75
    assert rows["llama-2-7b-hf"]["score"] == 0.25
    # Thirty of forty replies have no letter: the original drew one of three.
    assert rows["llama-2-7b-hf"]["metrics"]["as_published"]["value"] == 0.5
    for command in (("release", "publish", "--undecided", SERIES), ("verify", SERIES)):
        done = do(*command, "--root", archive)
        assert done.code == 0, done.stderr


def test_a_question_that_stands_twice_has_two_ids_and_one_cluster(archive: Path) -> None:
    lines = (archive / "releases" / SERIES / "questions.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]

    [again] = [row for row in rows if "repeat" in row]
    [first] = [row for row in rows if row["cluster_id"] == again["cluster_id"] and row != again]
    assert (again["repeat"], again["turns"]) == (2, first["turns"])
    assert len({row["question_id"] for row in rows}) == 40


def test_an_archive_is_never_the_newest_release_and_its_rows_rank_nowhere_else(
    archive: Path,
) -> None:
    released_in(archive, 12)

    done = do("verify", "--root", archive)

    assert f"release: {RELEASE}\n" in done.stdout, done.stderr
    assert release_parts("mmlu-pro-law-2026-11-23.2") == ("2026-11-23", 2, "mmlu-pro-law")


def test_only_an_archive_takes_compressed_predictions(archive: Path) -> None:
    released_in(archive, 12)
    folder = archive / "predictions" / RELEASE / "own"
    card = {"submission_id": "own", "release": RELEASE, "model_name": "Own", "organization": "Us"}
    write(folder, {"submission.json": json.dumps(card).encode(),
                   "predictions.jsonl.xz": lzma.compress(b"")})  # fmt: skip

    done = do("check", folder, "--root", archive)

    assert (done.code, "predictions.jsonl: file-missing" in done.stderr) == (1, True), done.stderr


CUT, LONGER = lzma.compress(b"x")[:-6], lzma.compress(b"") + b"y"


@pytest.mark.parametrize(
    "data", [b"no xz", b"", CUT, LONGER], ids=["no xz", "empty", "cut", "longer"]
)
def test_what_is_no_whole_stream_is_refused(archive: Path, data: bytes) -> None:
    path = archive / "predictions" / SERIES / "llama-2-7b-hf" / "predictions.jsonl.xz"
    path.write_bytes(data)

    done = do("check", path.parent, "--root", archive)

    assert (done.code, "predictions.jsonl.xz" in done.stderr) == (1, True), done.stderr


def test_a_small_file_that_holds_gigabytes_is_refused_before_they_are_read(archive: Path) -> None:
    path = archive / "predictions" / SERIES / "llama-2-7b-hf" / "predictions.jsonl.xz"
    path.write_bytes(lzma.compress(bytes(80 << 20)))
    assert path.stat().st_size < 1 << 20

    done = do("check", path.parent, "--root", archive)

    assert done.code == 1, done.stderr


@pytest.mark.parametrize("change", [{"archive": None}, {"release": "2026-11-23"}])
def test_a_series_names_its_source_and_nothing_else_does(change: dict[str, Any]) -> None:
    files = draft(release=SERIES, archive=example_of(Archive))
    manifest = json.loads(files["release.json"]) | change
    manifest = {name: value for name, value in manifest.items() if value is not None}

    with pytest.raises(ReleaseError, match="archive, if and only if"):
        cut(files | {"release.json": json.dumps(manifest).encode()}, name="draft")


def test_every_committed_archive_says_whose_it_is_and_what_is_odd() -> None:
    folders = [path for path in (ROOT / "releases").iterdir() if release_parts(path.name).series]
    assert folders
    for folder in folders:
        manifest = Manifest.model_validate_json((folder / "release.json").read_bytes())
        assert manifest.archive
        assert manifest.archive.odd


def test_a_law_examination_s_letters_and_kinds_come_out(tmp_path: Path) -> None:
    for name in disc.FILES:
        path = tmp_path / "questions" / f"{name}.jsonl.gz"
        path.parent.mkdir(exist_ok=True)
        options = {letter: f"选项{letter}{name}" for letter in "ABCD"}
        right = "DA" if "mult" in name else "C"
        line = {"input": "下列？\n", "output": right, "source": "2018", **options}
        path.write_bytes(gzip.compress(canonical_lines([line])))

    pairs = list(disc.questions(tmp_path, "2026-11-23"))

    assert len(pairs) == len(disc.FILES) == 10
    for question, truth in pairs:
        several = question["ask"]["several"]
        assert truth["truth"]["answer"] == ("AD" if several else "C")
        assert question["task"].endswith("_mult" if several else "_sing")


MUSER = {
    "sim_scores": {"7": {"3": 8, "5": 5, "4": 5, "9": 0}, "10": {"3": 2}},
    "train_test": {"train": ["10"], "test": ["7"]},
    **{f"{run}_top100": {"7": ["5", "4"], "10": ["3"]} for run in muser.NAMES},
}


def test_runs_on_the_test_queries_make_a_series_of_their_own(tmp_path: Path) -> None:
    for name, value in MUSER.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    whole, test = muser.SETS

    asked = [question["question_id"] for question, _ in whole.questions(tmp_path, "2026-11-23")]
    [(question, truth)] = test.questions(tmp_path, "2026-11-23")

    assert asked == ["7", "10"]
    assert truth["truth"]["grades"] == [
        {"grade": 8, "documents": ["3"]},
        {"grade": 5, "documents": ["5", "4"]},
        {"grade": 0, "documents": ["9"]},
    ]
    assert question["ask"] == {"pool": 4024, "at_most": 100, "relevant_from": 5}
    answers = {system.name: list(system.replies) for system in test.systems(tmp_path)}
    assert answers == {name: ["7"] for name in muser.NAMES.values()}
    assert "lfm" not in whole.runs
    assert all(list(system.replies) == ["10", "7"] for system in whole.systems(tmp_path))


PUBLISHED = [
    json.loads(line)
    for line in (ROOT / "tests" / "data" / "archives" / "muser.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("run", PUBLISHED, ids=lambda run: f"{run['series']}-{run['run']}")
def test_a_run_has_the_figures_of_its_makers_code_and_of_trec_eval(run: dict[str, Any]) -> None:
    series = next(each for each in muser.SETS if run["series"] == each.SERIES)
    folder = ROOT / "releases" / f"{series.SERIES}-2026-11-23" / "boards" / "1"
    rows = json.loads((folder / f"{series.track}@retrieval.json").read_bytes())["rows"]
    row = next(row for row in rows if row["model_name"] == muser.NAMES[run["run"]])
    values = {name: metric["value"] for name, metric in row["metrics"].items()}
    values["ndcg_at_10"] = row["score"]

    for name, value in (run["original"] | run["trec_eval"]).items():
        if name != "map_as_coded":
            assert abs(values[name] - value) <= 1e-9, name
    assert (len(run["original"]), len(run["trec_eval"])) == (6, 7)
