"""A cluster of two nodes, of real processes: a node is lost, a store is full."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shard_functions import Counted, slowly, thirty_mebibytes

from digesta.workspace.engines import engine_named
from places import ROOT

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20}


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    pytest.importorskip("ray", reason="the ray extra is not installed")
    from ray.cluster_utils import Cluster

    here = [str(Path(__file__).parent), str(ROOT / "toolkit"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(here))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    made: Any = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    monkeypatch.setenv("RAY_ADDRESS", made.address)
    yield made
    made.shutdown()


def test_work_goes_on_when_a_node_is_lost_and_when_the_store_of_the_other_is_full(
    nodes: Any, tmp_path: Path
) -> None:
    lost = nodes.add_node(**NODE)
    shards = [Counted(number, str(tmp_path)) for number in range(10)]
    with engine_named("ray") as cluster:
        assert cluster.workers == 2
        results = dict[int, int]()
        for number, result in cluster.map_shards(slowly, shards):
            if len(results) == 2:
                nodes.remove_node(lost, allow_graceful=False)
            results[number] = result
        assert results == {n: n**2 for n in range(10)}

        # 180 MiB: what the store does not hold goes to the disk, and comes back.
        arrays = dict(cluster.map_shards(thirty_mebibytes, shards[:6]))
        assert [int(arrays[n].sum()) for n in range(6)] == [n * (30 << 17) for n in range(6)]
