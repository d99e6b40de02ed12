"""What all tests share: the repository's root, a quiet hypothesis, a small workspace."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("digesta", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("digesta")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the texts be named that the repository does not hold."""
    parser.addoption("--halacha", metavar="FOLDER", help="texts to hold halacha's citations to")


@pytest.fixture(scope="session", autouse=True)
def _private_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep compiled releases of tests out of the user's cache."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give all tests of one graph server to one worker: they share its database, in turn."""
    from xdist.scheduler import LoadScopeScheduling

    class ByServer(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            kinds = ("[arcadedb", "[neo4j") if nodeid.startswith("tests/graph/") else ()
            return next((kind for kind in kinds if kind in nodeid), nodeid)

        def remove_node(self, node: Any) -> Any:
            # Finished units of a worker that died would come back empty, and starve the others.
            mine = self.assigned_work[node]
            self.assigned_work[node] = {s: u for s, u in mine.items() if not all(u.values())}
            return super().remove_node(node)

    return ByServer(config, log)
