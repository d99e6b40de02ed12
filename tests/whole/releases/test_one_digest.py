"""Same inputs, same bytes: hash seeds, locales, BLAS kernels, time zones; and no network."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path

import pytest

from digesta.scorers import SCORERS
from every_scorer import every_scorer
from repository import linked, run

SETTINGS = {
    "hash seed 1, haswell kernel, german": {
        "PYTHONHASHSEED": "1", "OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "2",
        "LC_ALL": "de_DE.UTF-8", "TZ": "Pacific/Auckland",
    },
    "hash seed 4242, nehalem kernel, turkish": {
        "PYTHONHASHSEED": "4242", "OPENBLAS_CORETYPE": "Nehalem", "OPENBLAS_NUM_THREADS": "1",
        "LC_ALL": "tr_TR.UTF-8", "TZ": "Europe/Istanbul",
    },
}  # fmt: skip


def digest_of(root: Path) -> str:
    state = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file():
            state.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return state.hexdigest()


@pytest.fixture(scope="module")
def scored_work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return every_scorer(tmp_path_factory.mktemp("every-scorer"))


def scored(root: Path) -> str:
    """Return the digest of all that was scored; stamps beside it name where a workspace lies."""
    return "".join(digest_of(root / "build" / name) for name in ("boards", "facts", "conditions"))


@pytest.fixture(scope="module")
def reference(scored_work: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the workspace, scored and with its site."""
    root = linked(scored_work, tmp_path_factory.mktemp("reference") / "w")
    run(root, "site", PYTHONHASHSEED="0", TZ="UTC")
    return root


def test_the_workspace_holds_all_that_is_scored(scored_work: Path) -> None:
    (release,) = (scored_work / "releases").iterdir()
    lines = (release / "questions.jsonl").read_bytes().splitlines()
    there = scored_work / "predictions" / release.name

    # Archives have raw replies and judged lists: they are scored alone.
    assert {json.loads(line)["scorer"] for line in lines} == set(SCORERS) - {
        "citations",
        "letters",
        "mentions",
        "ranking",
        "stars",
    }
    assert len({path.parent for path in there.glob("_judges/*/smollm2-256.jsonl")}) == 2
    assert len(list(there.glob("*/holdout.json"))) == 2


def has_locale(name: str) -> bool:
    done = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False)
    return name.casefold().replace("-", "") in done.stdout.casefold().replace("-", "")


@pytest.mark.parametrize("name", SETTINGS)
def test_scoring_and_the_site_give_one_digest_everywhere(
    name: str, scored_work: Path, reference: Path, tmp_path: Path
) -> None:
    setting, sites = SETTINGS[name], "turkish" in name  # a site's boards are compared, too
    if "LC_ALL" in setting and not has_locale(setting["LC_ALL"]):
        assert not os.environ.get("CI"), "CI generates the locales (tests/machine.sh)"
        if not sites:
            pytest.skip(f"locale {setting['LC_ALL']} is not on this machine (tests/machine.sh)")
        # A site is built twice on every machine, if need be without the locale.
        setting = {key: value for key, value in setting.items() if key != "LC_ALL"}
    root = linked(scored_work, tmp_path / "w")

    run(root, "site" if sites else "board", **setting)

    assert scored(root) == scored(reference)
    if sites:
        assert digest_of(root / "build" / "site") == digest_of(reference / "build" / "site")
