"""Fuzz targets, each in a process of its own, under limits of time and memory.

    python tests/fuzz/run.py --seconds 600 [--jobs 2] [TARGET...]     # make fuzz SECONDS=600
    python tests/fuzz/run.py --minimise [TARGET...]                   # keep the corpus small

Seconds are those of the CPU: a busy machine takes longer, and tries as much. What fails is kept in
``build/fuzz/TARGET/found``, once for each exception and line, and the exit code is 1; what reached
new code in ``build/fuzz/TARGET/corpus``. A line of JSON for each target goes to stdout and to
``build/fuzz/results.jsonl``.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import shutil
import sys
import time
import traceback
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "fuzz"
PATHS = [str(path) for path in (HERE, ROOT / "tests", ROOT / "toolkit")]
OURS = ["digesta", "digesta_convert", "digesta_generate"]
MATHS = ["digesta.metrics.exact", "digesta_legal.penalty.basis"]
"""Modules that are not instrumented: they compare arrays, no bytes, and of every such comparison
that atheris 3.0.0 traces the result stays in memory until the process ends."""

SLOW = 5
"""CPU seconds of one input that are a finding, instrumented as the code is."""
STOPPED = 60
"""Seconds by the clock after which an input is ended, with the process."""
LATEST = 20
"""Times the CPU seconds after which a target is ended by the clock."""
MOST_MIB = 1500
LONGEST = 65_536
KEPT, EACH = 24_000, 8_192
"""Bytes that are kept of a target's corpus, and of one input."""
FOUND = "found-"
"""Begins the name of an input that once failed, which is always kept."""


# In the process of one target -----------------------------------------------------------------


class Fuzzed:
    """A target under fuzzing: failures are noted, each place once, and it goes on."""

    def __init__(self, name: str, cpu_seconds: int) -> None:
        self.name, self.seen, self.times = name, dict[str, int](), 0
        self.end = time.process_time() + cpu_seconds

    def __call__(self, data: bytes) -> None:
        begun, self.times = time.process_time(), self.times + 1
        try:
            targets.hold(self.name, data)
        except Exception as error:  # noqa: BLE001 - whatever comes is what is looked for
            self._note(_place(error), data, traceback.format_exc())
        now = time.process_time()
        if now - begun > SLOW:
            self._note("slow", data, f"{now - begun:.1f} CPU seconds")
        if now > self.end:
            print(f"#{self.times}\tEND", flush=True)  # noqa: T201 - the log of libFuzzer
            os._exit(0)  # what reached new code is written already

    def _note(self, place: str, data: bytes, text: str) -> None:
        if len(data) < self.seen.get(place, LONGEST + 1):
            self.seen[place] = len(data)
            found = WORK / self.name / "found"
            (found / f"{place}.bin").write_bytes(data)
            (found / f"{place}.txt").write_text(text, encoding="utf-8", errors="backslashreplace")


def _place(error: BaseException) -> str:
    """Return the error's type with the innermost line of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if any(f"/{package}/" in f.filename for package in OURS)]
    frame = (ours or frames)[-1]
    return f"{type(error).__name__}-{Path(frame.filename).stem}-{frame.lineno}"


def child(name: str, cpu_seconds: int, options: Sequence[str]) -> None:
    """Be the process of a target; libFuzzer ends it."""
    log = os.open(WORK / name / "log.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    limits = [f"-rss_limit_mb={MOST_MIB}", f"-timeout={STOPPED}", f"-max_len={LONGEST}"]
    place = f"-artifact_prefix={WORK / name / 'found'}/"
    atheris.Setup([sys.argv[0], *limits, place, *options], Fuzzed(name, cpu_seconds))
    atheris.Fuzz()


# Above them -----------------------------------------------------------------------------------


def ended(name: str, cpu_seconds: int, options: Sequence[str]) -> dict[str, Any]:
    """Run a target's process to its end; return what it took and reached."""
    found = WORK / name / "found"
    found.mkdir(parents=True, exist_ok=True)
    pid = os.fork()
    if pid == 0:
        try:
            child(name, cpu_seconds, options)
        finally:
            os._exit(1)
    _, status, usage = os.wait4(pid, 0)
    text = (WORK / name / "log.txt").read_text("utf-8", "replace")
    done = re.findall(r"^#(\d+)\t", text, re.MULTILINE)
    reached = re.findall(r"cov: (\d+) ft: (\d+)", text)
    return {
        "target": name,
        "exit": os.waitstatus_to_exitcode(status),
        "executions": int(done[-1]) if done else 0,
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 1),
        "peak_mib": usage.ru_maxrss // 1024,
        "coverage": int(reached[-1][0]) if reached else 0,
        "found": sorted(path.name for path in found.iterdir() if path.suffix != ".txt"),
    }


def fuzzed(name: str, seconds: int, seed: int) -> dict[str, Any]:
    """Fuzz a target from its kept corpus and from what earlier runs reached."""
    grown, kept = WORK / name / "corpus", HERE / "corpus" / name
    grown.mkdir(parents=True, exist_ok=True)
    folders = [str(grown), *([str(kept)] if kept.is_dir() else [])]
    return ended(name, seconds, [f"-max_total_time={LATEST * seconds}", f"-seed={seed}", *folders])


def minimised(name: str) -> dict[str, Any]:
    """Keep of all inputs, the small first, those that reach what none before did, up to a limit."""
    kept = HERE / "corpus" / name
    places = (folder for folder in (WORK / name / "corpus", kept) if folder.is_dir())
    paths = [path for folder in places for path in folder.iterdir()]
    found = {path.name: path.read_bytes() for path in paths if path.name.startswith(FOUND)}
    inputs = {path.read_bytes() for path in paths} - {*found.values()}
    seen, left, chosen = set[Any](), KEPT, list[bytes]()
    for data in sorted(inputs, key=lambda data: (len(data), data)):
        if len(data) <= min(EACH, left) and not (new := reached(name, data)) <= seen:
            seen |= new
            chosen.append(data)
            left -= len(data)
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    named = {hashlib.sha256(data).hexdigest()[:12]: data for data in chosen}
    for file, data in (named | found).items():
        (kept / file).write_bytes(data)
    return {"target": name, "files": len(chosen), "bytes": KEPT - left, "of": len(inputs)}


def reached(name: str, data: bytes) -> set[Any]:
    """Return the steps from line to line in our packages that a target takes on some bytes."""
    steps = set[Any]()

    def local(frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            steps.add((frame.f_code, before.get(frame), frame.f_lineno))
            before[frame] = frame.f_lineno
        return local

    def opened(frame: FrameType, _event: str, _argument: Any) -> Any:
        before.clear()
        return local if "/toolkit/digesta" in frame.f_code.co_filename else None

    before = dict[FrameType, int]()
    sys.settrace(opened)
    try:
        targets.hold(name, data)
    except Exception as error:  # noqa: BLE001 - what is found is a step, too
        steps.add(_place(error))
    finally:
        sys.settrace(None)
    return steps


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seconds", type=int, default=60, help="of the CPU, for each target")
    parser.add_argument("--jobs", type=int, default=1, help="targets at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--minimise", action="store_true", help="do not fuzz: keep the corpus small"
    )
    options = parser.parse_args()
    if unknown := [name for name in options.targets if name not in targets.TARGETS]:
        parser.error(f"no target {unknown[0]}; there are: {', '.join(targets.TARGETS)}")
    names = options.targets or list(targets.TARGETS)
    if options.minimise:
        return told(map(minimised, names))
    run = partial(fuzzed, seconds=options.seconds, seed=options.seed)
    # Threads only wait: each forks a process for its target.
    with ThreadPoolExecutor(options.jobs) as pool:
        return told(pool.map(run, names))


def told(results: Iterable[dict[str, Any]]) -> int:
    """Write results as they come; return 1 where something was found."""
    bad = False
    for result in results:
        line = f"{json.dumps(result)}\n"
        sys.stdout.write(line)
        sys.stdout.flush()
        with (WORK / "results.jsonl").open("a") as file:
            file.write(line)
        bad |= bool(result.get("found")) or result.get("exit", 0) != 0
    return int(bad)


if __name__ == "__main__":
    WORK.mkdir(parents=True, exist_ok=True)
    sys.path[:0] = PATHS
    if "--minimise" in sys.argv:
        import targets
    else:
        try:
            import atheris
        except ModuleNotFoundError:
            sys.exit("atheris is not installed: make fuzz (it has wheels for Linux alone)")
        with redirect_stderr(io.StringIO()), atheris.instrument_imports(OURS, MATHS):
            import targets
        atheris.enabled_hooks.add("str")
    sys.exit(main())
