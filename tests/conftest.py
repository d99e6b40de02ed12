"""What all tests share: the quick ones' mark, their order and who runs what, a quiet hypothesis."""

from __future__ import annotations

import os
import signal
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from places import ROOT

settings.register_profile("digesta", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("digesta")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the texts be named that the repository does not hold."""
    parser.addoption("--halacha", metavar="FOLDER", help="texts to hold halacha's citations to")


@pytest.fixture(scope="session", autouse=True)
def _private_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep compiled releases of tests out of the user's cache."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session", autouse=True)
def _today() -> None:
    """Let the clock of commands stand on a day after those of the tests."""
    os.environ["DIGESTA_TODAY"] = "2029-01-01"


LONG = (
    "graph/*", "test_one_digest.py", "generate/test_committed*", "generate/test_baselines*",
    "generate/test_search_committed.py", "site/*", "cli/test_help.py", "generate/test_local.py",
    "cli/*", "test_crash.py", "generate/test_infer_kills.py", "authoring/test_tlr*", "generate/*",
    "sheets/*",
)  # fmt: skip
"""What takes long is begun first, so that workers end at about the same time."""
NOT_QUICK = (
    "cli/*", "generate/*", "graph/*", "processors/*", "sheets/*", "site/*",
    "authoring/test_tlr*", "authoring/*commands*",
    "test_crash.py", "test_docs.py", "test_one_digest.py", "test_package.py",
    "releases/test_cut.py", "releases/test_sealed_release.py", "*_oracle*",
)  # fmt: skip
"""What starts commands, servers, a browser or a model, or takes the whole repository."""
QUICK_THERE = (
    "generate/test_extract.py", "generate/test_guard.py", "generate/test_judge_rules.py",
    "generate/test_making.py", "generate/test_prompts.py", "generate/test_tracks_asked.py",
    "graph/test_graph_corpus.py", "graph/test_temporal_planner.py",
)  # fmt: skip
"""Files of those folders that do not."""
TOGETHER = "tests/site/"
"""A folder whose tests one worker runs: they share a built site and a browser."""


def _matches(path: Path, patterns: tuple[str, ...]) -> int:
    """Return which pattern a file of tests matches first, or how many there are."""
    name = path.relative_to(ROOT / "tests").as_posix()
    found = (at for at, pattern in enumerate(patterns) if fnmatch(name, pattern))
    return next(found, len(patterns))


def _quick(path: Path) -> bool:
    slow = _matches(path, NOT_QUICK) < len(NOT_QUICK)
    return not slow or _matches(path, QUICK_THERE) < len(QUICK_THERE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what is not quick where the quick ones alone are asked for."""
    asked = config.getoption("markexpr") == "quick" and collection_path.suffix == ".py"
    return True if asked and not _quick(collection_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the quick tests, and put those that take long first."""
    for item in items:
        if _quick(item.path):
            item.add_marker(pytest.mark.quick)
    items.sort(key=lambda item: _matches(item.path, LONG))


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """Let commands under test be interrupted where the tests run in the background of a shell."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return file's tests to one worker, and all tests of one graph server: they share fixtures."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            kinds = ("[arcadedb", "[neo4j") if nodeid.startswith("tests/graph/") else ()
            file = TOGETHER if nodeid.startswith(TOGETHER) else nodeid.partition("::")[0]
            return next((kind for kind in kinds if kind in nodeid), file)

        def remove_node(self, node: Any) -> Any:
            # Finished units of a worker that died would come back empty, and starve the others.
            mine = self.assigned_work[node]
            self.assigned_work[node] = {s: u for s, u in mine.items() if not all(u.values())}
            return super().remove_node(node)

    config.option.loadscopereorder = False  # what takes long is first already
    return ByFile(config, log)
