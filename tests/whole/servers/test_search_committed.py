"""What search services are on record with, their commands and the baselines' searches give too."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from runs import generate

from digesta_generate.search.methods import METHODS
from digesta_generate.search.service import serving
from digesta_generate.similarity.e5 import tables
from digesta_generate.similarity.ranking import cases_of
from places import NEWEST, ROOT
from repository import opened
from world import lines_of

COMMITTED = sorted((ROOT / "predictions").glob("2*/search-*"))
BASELINES = {"search-bm25": "lexical", "search-e5": "embedding"}


def baseline_of(folder: Path) -> Path:
    """Return the folder of the baseline that searches as a service does."""
    renamed = folder.with_name(f"{folder.name.replace('search', 'baseline')}-retrieval")
    older = folder.parent / f"baseline-{BASELINES.get(folder.name)}-retrieval"
    return renamed if renamed.is_dir() else older


BESIDE = [one for one in COMMITTED if baseline_of(one).is_dir()]
"""Services beside whose answers their baseline's lie: it was not run on every release."""


def ids(folder: Path) -> str:
    return f"{folder.parent.name}-{folder.name}"


def answers(folder: Path) -> dict[str, list[str]]:
    found = lines_of(folder / "predictions.jsonl")
    return {
        one["question_id"]: one["answer"]["ranked"] for one in found if "ranked" in one["answer"]
    }


def found_in(folder: Path) -> dict[str, list[str]]:
    return {one["question_id"]: one["retrieved"] for one in lines_of(folder / "trace.jsonl")}


def card(folder: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((folder / "submission.json").read_bytes())
    return value


def corpora(folder: Path) -> list[str]:
    """Return the corpora that a submission's services had."""
    settings = json.loads((folder / "run.json").read_bytes())["inference"]["settings"]
    return [each["corpus"] for each in settings.get("corpora", [settings])]


def test_searches_of_every_method_are_committed() -> None:
    assert {one.name.removeprefix("search-") for one in COMMITTED} == {*METHODS}


@pytest.mark.parametrize("folder", COMMITTED, ids=ids)
def test_a_card_names_the_service_that_our_own_command_starts(folder: Path) -> None:
    method = METHODS[folder.name.removeprefix("search-")]
    said = card(folder)

    assert (said["model_name"], said["retriever"]) == (method.service, method.retriever)
    assert (said["condition"], said["tracks"]) == ("retrieval", ["cases"])
    assert f"serve-search -r {folder.parent.name} --" in said["notes"]


def test_each_search_is_held_to_its_baseline_on_a_release() -> None:
    assert {one.name for one in BESIDE} == {*BASELINES}


@pytest.mark.parametrize("folder", BESIDE, ids=ids)
def test_a_service_ranks_as_the_baseline_of_its_search_but_for_the_place_of_the_own_case(
    folder: Path,
) -> None:
    baseline = answers(baseline_of(folder))
    asked = opened(folder.parent.name).data.questions
    # A service answers the corpus that it was started for.
    others = {q.question_id for q in asked if q.ask.get("corpus", "cases/1") not in corpora(folder)}

    # The own case takes one of twenty places; stated elements are no case.
    most = {q.question_id: 19 if q.scorer == "retrieval" else 20 for q in asked}
    assert answers(folder) == {key: baseline[key][: most[key]] for key in answers(folder)}
    assert answers(folder).keys() == baseline.keys() - others


@pytest.mark.parametrize("folder", [one for one in COMMITTED if one.parent.name == NEWEST], ids=ids)
def test_the_committed_command_makes_the_committed_answers(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "releases").symlink_to(ROOT / "releases")
    release = folder.parent.name
    resources = opened(release).data.resources
    method = METHODS[folder.name.removeprefix("search-")]

    with ExitStack() as held:
        held.enter_context(tables(ROOT))
        urls = [
            held.enter_context(serving(0, method, cases_of(corpus, resources))).url
            for corpus in corpora(folder)
        ]
        further = zip(corpora(folder)[1:], urls[1:], strict=True)
        done = generate(
            "search", "--url", urls[0], "--id", folder.name, "--organization", "Digesta",
            "--corpus", corpora(folder)[0], "--release", release, "--root", tmp_path,
            *(word for corpus, url in further for word in ("--also", f"{corpus}={url}")),
        )  # fmt: skip

    assert done.returncode == 0, done.stderr
    made = tmp_path / "predictions" / release / folder.name / "predictions.jsonl"
    assert made.read_bytes() == (folder / "predictions.jsonl").read_bytes()
    assert found_in(made.parent) == found_in(folder)
