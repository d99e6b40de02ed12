"""An owner's own temporal system: installed by another package, asked and recorded like ours."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from digesta.errors import InputError, UsageError
from digesta_generate.temporal.answer import temporal
from digesta_generate.temporal.options import TemporalOptions
from digesta_generate.temporal.owners import owners_system
from places import CONSTITUTION, ROOT

RELEASE = "2026-11-22.6"
CODE = '''
from digesta_generate.temporal.owners import TemporalSystem
from digesta_generate.temporal.planner import read


class Dated:
    """The states of an article that had begun by the day that is asked about, the latest first."""

    def __init__(self, states):
        self.states = states

    def retrieve(self, query, target_date=None):
        plan = read(query)
        found = [s for s in self.states if plan and s.article == plan.subject]
        begun = [s for s in found if target_date is None or s.start <= target_date]
        return sorted(begun, key=lambda s: s.start, reverse=True)


class Wrong(Dated):
    def retrieve(self, query, target_date=None):
        return [self.states[0]._replace(start="1989-01-01")]


DATED = TemporalSystem("Almanac", "Example House", "states of an article that had begun", Dated)
WRONG = TemporalSystem("Almanac", "Example House", "a state of its own making", Wrong)
NONE = object()
'''


@pytest.fixture
def systems_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package of three systems, as pip would leave it."""
    place = tmp_path / "site"
    about = place / "almanac-1.dist-info"
    about.mkdir(parents=True)
    (place / "almanac.py").write_text(CODE)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: almanac\nVersion: 1\n")
    named = "\n".join(f"{name.lower()} = almanac:{name}" for name in ("DATED", "WRONG", "NONE"))
    (about / "entry_points.txt").write_text(
        f"[digesta.temporal_systems]\n{named}\ngone = almanac.gone:X\n"
    )
    monkeypatch.syspath_prepend(place)
    sys.modules.pop("almanac", None)


@pytest.fixture
def newest_alone(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    shutil.copytree(ROOT / "releases" / RELEASE, root / "releases" / RELEASE)
    shutil.copy(ROOT / "digesta.toml", root)
    return root


def options(workspace: Path, system: str) -> TemporalOptions:
    return TemporalOptions(root=workspace, release=RELEASE, system=system, corpus=(CONSTITUTION,))


@pytest.mark.usefixtures("systems_installed")
def test_an_installed_system_is_asked_with_the_day_and_its_answers_are_a_submission(
    newest_alone: Path,
) -> None:
    done = temporal(options(newest_alone, "dated"))

    card = json.loads((done.folder / "submission.json").read_bytes())
    assert (card["submission_id"], card["model_name"]) == ("temporal-dated", "Almanac")
    assert card["organization"] == "Example House"
    assert (done.questions, done.unread) == (211, 0)
    lines = (newest_alone / "releases" / RELEASE / "truths.jsonl").read_bytes().splitlines()
    truths = {row["question_id"]: row["truth"] for row in map(json.loads, lines)}
    answers = map(json.loads, (done.folder / "predictions.jsonl").read_bytes().splitlines())
    named = {row["question_id"]: row["answer"] for row in answers}
    points = {key: truth for key, truth in truths.items() if "text_sha256" in truth}
    assert len(points) == 30
    assert all(named[key]["versions"] == truth["versions"] for key, truth in points.items())


@pytest.mark.usefixtures("systems_installed")
def test_a_state_that_the_release_does_not_have_is_refused_before_anything_is_written(
    newest_alone: Path,
) -> None:
    with pytest.raises(InputError, match="which is no such state there"):
        temporal(options(newest_alone, "wrong"))

    assert not (newest_alone / "predictions").exists()


@pytest.mark.usefixtures("systems_installed")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none", "almanac:NONE: a object, not a TemporalSystem"),
        ("gone", "almanac.gone:X: cannot be imported: ModuleNotFoundError"),
        ("other", "no system 'other'; there are: flat, naive, graph, dated, gone, none, wrong"),
    ],
)
def test_what_is_no_system_is_refused_with_the_reason(name: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        owners_system(name)
