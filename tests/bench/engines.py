"""When several processors, or machines, pay: what an engine costs, and a plan for 10^9 predictions.

    make bench-engines

Four submissions of 100,000 closed answers are scored by each engine, warm; then 400 shards that do
nothing show what a shard costs; then the plan follows from these figures by arithmetic alone.
"""

from __future__ import annotations

import os
import pickle
import tempfile
import time
from functools import partial
from pathlib import Path

from digesta.workspace.engines import engine_named
from tests.bench.pairs import commands, in_child
from tests.bench.score import build, score

ENGINES = ("inline", "processes:1", "processes:2", "ray")
FILES, LINES, NOTHING = 4, 100_000, 400
WANTED = 1_000_000_000


def nothing(shard: int) -> int:
    return shard


def overhead(name: str) -> tuple[float, float]:
    """Return the seconds by the clock until the first empty shard is back, and of one more."""
    begun = time.perf_counter()
    with engine_named(name) as engine:
        list(engine.map_shards(nothing, [0]))
        first = time.perf_counter() - begun
        begun = time.perf_counter()
        list(engine.map_shards(nothing, range(NOTHING)))
        return first, (time.perf_counter() - begun) / NOTHING


def main() -> None:
    """Build, measure, print, and reckon the plan."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        in_child(partial(build, root))
        paths = [root / f"system-{number}.jsonl" for number in range(FILES)]
        commands(score(root, paths))()
        for name in ENGINES:
            begun = time.perf_counter()
            cost = commands((*score(root, paths), "--engine", name))()
            print(f"{name:12} {time.perf_counter() - begun:6.2f} s, {cost.seconds:6.2f} CPU s, "
                  f"{cost.peak_mib:4.0f} MiB at most in one process")  # fmt: skip
        for name in ENGINES[2:]:
            first, more = overhead(name)
            print(f"{name:12} first shard after {first:.2f} s, {more * 1000:.2f} ms a further one")
        plan(root, paths)


def plan(root: Path, paths: list[Path]) -> None:
    """Print what 10^9 predictions would take, in files of the most lines that one may have."""
    import digesta

    begun = time.process_time()
    (marked,) = digesta.open(root).release().read_all([paths[0]], parts=1)
    each = time.process_time() - begun
    sent = len(pickle.dumps((marked.answers, [facts.rows for facts in marked.facts]), protocol=5))
    size, files = paths[0].stat().st_size, WANTED // LINES
    shared = len(pickle.dumps(marked.release.stored.compiled, protocol=5))
    print(f"a file: {LINES} lines, {size / 1e6:.1f} MB, {each:.2f} CPU s, {sent / 1e6:.1f} MB back")
    print(f"10^9: {files} files, {size * files / 1e9:.0f} GB read, {each * files / 3600:.1f} core "
          f"hours, {sent * files / 1e9:.0f} GB back over the network, "
          f"{shared / 1e6:.0f} MB of release to each worker once")  # fmt: skip


if __name__ == "__main__":
    main()
