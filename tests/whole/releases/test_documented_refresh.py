"""The page for authors refreshes this repository's newest release."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections import Counter
from pathlib import Path

from digesta.canonical import canonical_bytes
from digesta.workspace.releases import SIGNERS
from places import NEWEST, PAGES, ROOT
from world import ok


def test_the_documented_refresh_of_the_newest_release_is_cut(tmp_path: Path) -> None:
    """As the page for authors shows it, on what was cut last, without the releases before."""
    shutil.copytree(ROOT / "releases" / NEWEST, tmp_path / "releases" / NEWEST)
    for name in SIGNERS:
        shutil.copy(ROOT / "releases" / name, tmp_path / "releases")
    page = (PAGES / "author.md").read_text()
    names = {"NEXT": "2026-12-22", "RELEASE": NEWEST, "TRACK/TASK": "halacha/minyan_timing"}
    for name, value in names.items():
        page = page.replace(name, value)
    lines = [line for line in page.splitlines() if line.startswith("digesta release ")]
    commands = [
        [part.replace("drafts/", f"{tmp_path}/drafts/") for part in shlex.split(line)[1:]]
        for line in lines
    ]
    assert [command[1] for command in commands] == ["new", "refresh", "diff", "cut"]
    start, draw, *rest = commands
    ok(*start, "--root", tmp_path)

    said = ok(*draw, "--root", tmp_path).stdout
    assert re.search(r": \d{3} questions of \d\d tasks retired$", said.strip()), said
    ahead = ("--confirm-date",)  # the documented day is later than any day of a test
    _count_tasks_again(tmp_path / "drafts" / "2026-12-22")
    for command in rest:
        ok(*command, *(ahead if command[1] == "cut" else ()), "--root", tmp_path)
    files = (tmp_path / "releases" / name / "questions.jsonl" for name in (NEWEST, "2026-12-22"))
    was, now = (file.read_bytes().splitlines() for file in files)
    old, new = (json.loads(lines[0])["canary"].encode() for lines in (was, now))
    assert {line.replace(new, old) for line in now} < {*was}
    texts = (tmp_path / "releases" / "2026-12-22" / "resources").rglob("calibration.jsonl")
    assert [path.read_bytes().count(b"\n") % 4 > 0 for path in texts] == [False]


def _count_tasks_again(draft: Path) -> None:
    """Correct the limit that counts a track's tasks, as the page says, for what is asked now."""
    lines = [json.loads(line) for line in (draft / "questions.jsonl").read_bytes().splitlines()]
    limits = json.loads((draft / "limits.json").read_bytes())
    for limit in limits["limits"]:
        claim = limit.get("claim", {})
        if claim.get("of") == "questions of each task":
            split = claim["split"]
            asked = [q for q in lines if (q["track"], q["split"]) == (limit["track"], split)]
            tasks = Counter(q["task"] for q in asked).values()
            for end, number in (("least", min(tasks)), ("most", max(tasks))):
                limit["limit"] = limit["limit"].replace(str(claim[end]), str(number))
                claim[end] = number
    (draft / "limits.json").write_bytes(canonical_bytes(limits) + b"\n")
