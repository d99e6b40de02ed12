"""Whole sites: 200 systems on 1,000 questions, 5,000 pages, this repository's, beside Jinja alone.

The floor renders 5,000 pages of a table of 50 rows, 8 columns and 50 links with Jinja, and writes
them. Our 5,000 pages are those of 2,480 tasks with 14,880 questions, their boards scored before.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path

from digesta.canonical import canonical_bytes, canonical_lines
from digesta.metrics.splitmix import splitmix64
from tests.bench.pairs import Cost, Pair, Row, Side, Target, commands, in_child
from tests.bench.score import DIGESTA
from tests.places import ROOT
from world import (
    COLOURS,
    RELEASE,
    TASKS,
    Track,
    as_cut,
    draft,
    question,
    right_answer,
    toy,
    track_record,
    truth,
    write,
)

SYSTEMS, EACH = 200, 334
PAGES, MANY_TASKS = 5_000, 2_480
"""Pages, and the tasks whose boards and questions fill as many."""

JINJA = """
import jinja2, os, sys
page = jinja2.Environment(autoescape=True).from_string(
    "<!doctype html><title>{{ n }}</title><table>{% for r in rows %}<tr>{% for c in r %}"
    "<td>{% if loop.first %}<a href='q-{{ c }}.html'>{{ c }}</a>{% else %}{{ c }}{% endif %}</td>"
    "{% endfor %}</tr>{% endfor %}</table>"
)
for n in range(int(sys.argv[2])):
    rows = [[f"{n}-{r}-{c}" for c in range(8)] for r in range(50)]
    with open(os.path.join(sys.argv[1], f"{n}.html"), "w") as file:
        file.write(page.render(n=n, rows=rows))
"""


def build(root: Path, systems: int, each: int) -> None:
    """Write a workspace of so many closed questions a task and its submissions, seeded."""
    workspace(root, toy(each))
    for number in range(systems):
        submit(root, number, each)
    decide(root, range(systems))


def workspace(root: Path, track: Track) -> None:
    """Write a workspace of one track without a submission."""
    write(root / "releases" / RELEASE, as_cut(draft(track)))
    for name in ("digesta.toml", "mkdocs.yml"):
        shutil.copy(ROOT / name, root / name)


def submit(root: Path, number: int, each: int) -> None:
    """Write one submission, the better the higher its number, up to nine in ten right."""
    answers = []
    for task, (_, kind) in TASKS.items():
        for n in range(each):
            right = right_answer(task, n)
            wrong = {"enum": "grey", "boolean": n % 2 != 0, "numeric": 1}[kind]
            drawn = splitmix64(number + 1, offset_of(task) + n) % 1000
            name = f"{task.replace('_', '-')}-{n}"
            answer = right if drawn < 400 + number * 500 // 200 else wrong
            answers.append({"question_id": name, "answer": answer})
    card = {"submission_id": name_of(number), "model_name": f"Model {number}",
            "organization": f"House {number}", "condition": "closed_book",
            "command": "none: drawn by the benchmark", "license": "CC0-1.0", "attempts": 1,
            "release": RELEASE, "tracks": ["toy"], "notes": "Drawn."}  # fmt: skip
    answers.sort(key=lambda line: str(line["question_id"]))
    folder = root / "predictions" / RELEASE / name_of(number)
    files = {
        "submission.json": canonical_bytes(card),
        "predictions.jsonl": canonical_lines(answers),
    }
    write(folder, files)


def decide(root: Path, numbers: range) -> None:
    """Accept submissions, as run again."""
    lines = [
        {"submission_id": name_of(number), "decision": "accept", "level": "rerun",
         "role": "system", "reason": "drawn"} for number in numbers
    ]  # fmt: skip
    path = root / "decisions.jsonl"
    path.write_bytes(canonical_lines(lines))
    commands((*DIGESTA, "decide", "--from", str(path), "--date", RELEASE, "--root", str(root)))()


def name_of(number: int) -> str:
    return f"drawn-{number:04d}"


def offset_of(task: str) -> int:
    return 1_000_000 * sorted(TASKS).index(task)


def build_tasks(root: Path, count: int) -> None:
    """Write a workspace of so many small tasks without a submission."""
    tasks = {f"colour_{n}": "sight" for n in range(count)}
    track = track_record("toy", "closed", "accuracy", tasks)
    asked = [
        question(track, task, n, f"Case {n} of {task}?",
                 ask={"answer_type": "enum", "choices": COLOURS})
        for task in tasks for n in range(6)
    ]  # fmt: skip
    answers = [{"answer": COLOURS[number % 4]} for number in range(len(asked))]
    truths = [truth(key["question_id"], answer) for key, answer in zip(asked, answers, strict=True)]
    workspace(root, Track(track, asked, truths))


def jinja(folder: Path) -> Side:
    """Return the floor: as many pages, of Jinja alone."""
    out = folder / "jinja"
    out.mkdir(exist_ok=True)
    return commands((sys.executable, "-c", JINJA, str(out), str(PAGES)))


def site(root: Path, *names: str, forget: tuple[str, ...]) -> Side:
    """Return a side that runs our commands in a workspace that forgets some folders before.

    They are put aside: for a minute after thousands of files were removed, some disks look for
    the place of a new file among the removed, which the peer, who removes none, is spared. A page
    written by hand is another each time: while these are the same MkDocs is not asked again.
    """
    aside = count()

    def before() -> None:
        os.chdir(root)
        for name in forget:
            if (root / name).exists():
                (root / name).rename(root.with_name(f"{root.name}-aside-{next(aside)}"))
        write(root / "site" / "docs", {"run.md": f"# Run {next(aside)}\n".encode()})

    lines = [(*DIGESTA, name, "--root", str(root)) for name in names]
    run = commands(*lines, before=before)

    def side() -> Cost:
        cost = run()
        written = sum(path.stat().st_size for path in pages(root, "*") if path.is_file())
        return cost._replace(written_mb=written / 1e6)

    return side


def pages(root: Path, pattern: str) -> list[Path]:
    """Return files of a workspace's site."""
    return list((root / "build" / "site").rglob(pattern))


def of_systems(folder: Path) -> Pair:
    """Score and build the site of many systems, from nothing."""
    root = folder / "systems"
    in_child(partial(build, root, SYSTEMS, EACH))
    return Pair(site(root, "board", "site", forget=("build", "cache")), jinja(folder))


def of_pages(folder: Path) -> Pair:
    """Build the site of many small tasks, their boards and all that is computed there before."""
    root = folder / "pages"
    in_child(partial(build_tasks, root, MANY_TASKS))
    site(root, "board", "site", forget=())()
    return Pair(site(root, "site", forget=("build/site", "build/docs")), jinja(folder))


def of_repository(folder: Path) -> Pair:
    """Build the site of this repository as it is committed, from nothing."""
    root = folder / "repository"
    in_child(partial(subprocess.run, ("git", "clone", "-q", str(ROOT), str(root)), check=True))
    return Pair(site(root, "site", forget=("build",)), jinja(folder))


ROWS = (
    Row("many systems", f"{SYSTEMS} × {3 * EACH:,}, boards and site", f"Jinja, {PAGES:,} pages",
        of_systems, (Target("seconds", 60), Target("peak_mib", 500), Target("written_mb", 60)),
        slow=True),
    Row("site", f"{PAGES:,} pages", f"Jinja, {PAGES:,} pages", of_pages,
        (Target("seconds", 30), Target("peak_mib", 300)), slow=True),
    Row("site", "this repository, from nothing", f"Jinja, {PAGES:,} pages", of_repository,
        (Target("seconds", 45), Target("peak_mib", 500), Target("written_mb", 80)), slow=True),
)  # fmt: skip
