"""A line of a log checked without Digesta, by the commands that a page shows."""

from __future__ import annotations

import subprocess
from pathlib import Path

from signers import DAY, Person

from digesta.package_files import text_file
from world import RELEASE, ok


def test_ssh_keygen_verifies_a_line_by_the_commands_of_the_page(signed: Path, ann: Person) -> None:
    ok(
        "decide", "right", "accept", "--reason", "seen", "--date", DAY, "--confirm-date",
        "--root", signed, "--key", ann.key,
    )  # fmt: skip
    log = signed / "releases" / RELEASE / "log" / "decisions.jsonl"
    recipe = text_file("digesta_site", "docs/backup.md").split("```text\n")[2].split("```")[0]
    command = ["bash", "-c", recipe.replace("3p", "1p").replace("RELEASE", RELEASE)]

    sound = subprocess.run(command, cwd=signed, capture_output=True, check=False)
    log.write_bytes(log.read_bytes().replace(b"seen", b"read"))
    forged = subprocess.run(command, cwd=signed, capture_output=True, check=False)

    assert sound.returncode == 0, sound.stderr
    assert b'Good "digesta:' in sound.stdout
    assert forged.returncode != 0
