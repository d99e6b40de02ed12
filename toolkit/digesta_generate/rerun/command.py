"""Run a submission's recorded command again in a folder of its own, and compare the answers.

The answers that must come again are drawn by a seed after the predictions stand, from a digest
that they are part of: a submitter cannot know which.
"""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from digesta.canonical import digest, sha256_hex
from digesta.errors import SubmissionError, UsageError
from digesta.intake.records import read_records
from digesta.records.submission import Card, Prediction
from digesta.workspace.cards import PREDICTIONS, read_card
from digesta.workspace.compression import content_of
from digesta_generate.rerun.options import RerunOptions

OWN = "digesta-generate"
NOT_LINKED = {"predictions", "build", ".git"}
"""What the command does not find in its folder of the workspace's."""


def rerun(options: RerunOptions) -> tuple[bool, str]:
    """Return whether a submission's drawn answers came again and no other differs, and a text.

    Raises UsageError where its command is not ours, or nobody has said that they trust it.
    """
    card = read_card(options.folder)
    data = content_of(options.folder / PREDICTIONS)
    if data is None:
        raise UsageError(f"{options.folder / PREDICTIONS}: no such file")
    before = _answers(data, options.folder / PREDICTIONS)
    seed = options.seed or secrets.token_hex(16)
    start = f"{seed}\n{sha256_hex(data)}\n"
    order = sorted(before, key=lambda key: sha256_hex(f"{start}{key}".encode()))
    drawn = order if options.all else order[: options.draw]
    words = _words(card, options, drawn)
    if not options.trust:
        raise UsageError(
            f"{options.folder}: its card records: {shlex.join([OWN, *words])} ; read that, and run "
            "it with --trust, in a container or machine that you throw away"
        )
    after = _run(words, options.root, card)
    differ = sum(after[key] != before[key] for key in before.keys() & after.keys())
    missing = len(set(drawn) - after.keys())
    counts = (
        f"{len(drawn)} answers drawn by seed {seed}, {len(before.keys() & after.keys()) - differ} "
        f"came again, {differ} differ, {missing} drawn ones are missing"
    )
    if differ or missing:
        return False, f"{counts}\n"
    line = shlex.join(["--level", "rerun", "--reason", counts, "--date"])
    return True, f"{counts}\ndigesta decide {card.submission_id} accept {line} DAY\n"


def _answers(data: bytes, file: Path) -> dict[str, str]:
    """Return the digest of each answer by question id."""
    lines = read_records(Prediction, data, file=file.as_posix(), error=SubmissionError)
    return {line.question_id: digest(line.answer) for line in lines}


def _words(card: Card, options: RerunOptions, drawn: Sequence[str]) -> list[str]:
    """Return what follows our program's name: as recorded; ``infer`` is asked what is drawn."""
    try:
        program, *words = shlex.split(card.command or "") or [""]
    except ValueError as error:
        raise UsageError(f"{options.folder}: its command is no command line: {error}") from None
    if program != OWN:
        raise UsageError(
            f"{options.folder}: its card records {card.command or 'no command'!r}; only a command "
            f"of {OWN} is run again here: run another yourself, and compare the answers"
        )
    if words[:1] == ["carry"]:
        raise UsageError(
            f"{options.folder}: its answers were carried over; rerun where they were made: "
            f"{words[1] if words[1:] else 'the folder that it names'}"
        )
    if words[:1] == ["infer"] and not options.all:
        words += ["--partial", *(word for key in drawn for word in ("--question", key))]
    return words


def _run(words: Sequence[str], root: Path, card: Card) -> dict[str, str]:
    """Run our program in a new folder with the workspace's files; return the answers."""
    with TemporaryDirectory(prefix="rerun-") as name:
        folder = Path(name)
        for path in root.resolve().iterdir():
            if path.name not in NOT_LINKED:
                # A workspace's own files are read as plain files, so that they are copied.
                (shutil.copyfile if path.is_file() else os.symlink)(path, folder / path.name)
        # -P: no file of the folder stands in for a module.
        command = [sys.executable, "-P", "-m", "digesta_generate", *words]
        done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)  # noqa: S603
        path = folder / "predictions" / card.release / card.submission_id
        data = content_of(path / PREDICTIONS)
        if done.returncode or data is None:
            raise UsageError(f"the command ended with {done.returncode}; no answers to compare")
        return _answers(data, path / PREDICTIONS)
