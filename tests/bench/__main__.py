"""Speed and memory beside peers and floors: ``make bench``, ``bench-compare``, ``bench-accept``.

    python -m tests.bench run [--slow] [--out build/bench.json] [BENCH ...]
    python -m tests.bench compare RUN RUN --with tests/bench/last.json
    python -m tests.bench accept RUN ...

Each bench is measured in a process of its own, with one thread for linear algebra and a fixed
seed of hashes, so that no bench's memory or caches are another's.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.comparison import compare, new_figures
from tests.bench.pairs import Row, absence, measure
from tests.bench.table import table
from tests.places import ROOT

BENCHES = ("submission", "score", "intake", "labels", "ranking", "intervals", "sites")
LAST = Path(__file__).with_name("last.json")
PACKAGES = (
    *("ir-measures", "jinja2", "msgspec", "numpy", "orjson", "pydantic", "pytrec-eval-terrier"),
    *("scikit-learn", "scipy", "statsmodels", "typer"),
)
STEADY = {
    "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1",
    "PYTHONPATH": os.pathsep.join(str(ROOT / name) for name in ("toolkit", ".", "tests")),
    "PYTHONDONTWRITEBYTECODE": "",
}  # fmt: skip
"""What no caller's environment may change: a user's commands find their bytecode compiled."""


def rows_of(bench: str) -> tuple[Row, ...]:
    """Return the rows of a bench."""
    rows: tuple[Row, ...] = import_module(f"tests.bench.{bench}").ROWS
    return rows


def run(arguments: argparse.Namespace) -> int:
    """Measure, print the table, write the report."""
    rows: list[Any] = []
    for bench in arguments.benches:
        sys.stderr.write(f"measuring: {bench}\n")
        command = [sys.executable, "-m", "tests.bench", "measure", bench]
        command += ["--slow"] if arguments.slow else []
        done = subprocess.run(
            command, env=os.environ | STEADY, stdout=subprocess.PIPE, text=True, check=True
        )
        rows += json.loads(done.stdout)
    report = about() | {"rows": rows}
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", "utf-8")
    sys.stdout.write(table(rows))
    return 0


def measure_all(arguments: argparse.Namespace) -> int:
    """Measure the rows of one bench, and write them to stdout."""
    rows = []
    with TemporaryDirectory() as folder:
        for row in rows_of(arguments.bench):
            reason = absence(row, slow=arguments.slow)
            values = {"absent": reason} if reason else measure(row, Path(folder))
            rows.append({"stage": row.stage, "work": row.work, "peer": row.peer} | values)
    sys.stdout.write(json.dumps(rows))
    return 0


def about() -> dict[str, Any]:
    """Return what the figures depend on beside the code: no host, no path."""
    packages = {}
    for name in PACKAGES:
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            packages[name] = None
    return {
        "format": "bench/1", "python": platform.python_version(), "processor": processor(),
        "packages": packages,
    }  # fmt: skip


def processor() -> str:
    """Return the model of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def compare_files(arguments: argparse.Namespace) -> int:
    """Compare runs with the accepted figures; print what fails to stderr."""
    last, runs = read(arguments.last), [read(path) for path in arguments.runs]
    comparison = compare(last, runs)
    for processor_now in sorted({run["processor"] for run in runs} - {last["processor"]}):
        sys.stdout.write(f"accepted on {last['processor']}, measured on {processor_now}\n")
    sys.stdout.write("".join(f"{note}\n" for note in comparison.notes))
    sys.stderr.write("".join(f"worse: {failure}\n" for failure in comparison.failures))
    return 1 if comparison.failures else 0


def accept(arguments: argparse.Namespace) -> int:
    """Write the figures of runs as the accepted ones."""
    last = read(LAST) if LAST.exists() else {"rows": []}
    figures = new_figures([read(path) for path in arguments.runs], last)
    LAST.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 0


def read(path: Path) -> Any:
    """Return a report."""
    return json.loads(path.read_bytes())


def main(words: Sequence[str] | None = None) -> int:
    """Do what is asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    commands = parser.add_subparsers(required=True)
    for name, work in (("run", run), ("measure", measure_all)):
        command = commands.add_parser(name)
        command.set_defaults(work=work)
        command.add_argument("--slow", action="store_true")
        if name == "run":
            command.add_argument("--out", type=Path, default=Path("build/bench.json"))
            command.add_argument("benches", nargs="*", default=BENCHES)
        else:
            command.add_argument("bench", choices=BENCHES)
    for name, work in (("compare", compare_files), ("accept", accept)):
        command = commands.add_parser(name)
        command.set_defaults(work=work)
        command.add_argument("runs", nargs="+", type=Path)
        if name == "compare":
            command.add_argument("--with", dest="last", type=Path, default=LAST)
    arguments = parser.parse_args(words)
    code: int = arguments.work(arguments)
    return code


if __name__ == "__main__":
    sys.exit(main())
