"""Run a submission's recorded command again in a sandbox, and write down which answers came.

The answers that must come again are drawn by a seed after the predictions stand, from a digest
that they are part of: a submitter cannot know which. The maintainer's own installation runs what
begins with ``digesta-generate``; a program of others sees no truths of the release.
"""

from __future__ import annotations

import os
import platform
import secrets
import shlex
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from digesta import __version__
from digesta.canonical import canonical_bytes, digest, sha256_hex
from digesta.errors import SubmissionError, UsageError, plain
from digesta.intake import LIMITS
from digesta.intake.records import read_records
from digesta.records.submission import Card, Prediction
from digesta.records.trace import Rerun
from digesta.releases.data import MANIFEST
from digesta.workspace import store
from digesta.workspace.cards import METADATA, PREDICTIONS, read_card
from digesta.workspace.releases import open_release
from digesta_generate.endpoint.secret import key_from
from digesta_generate.processor import processor
from digesta_generate.rerun.options import RerunOptions
from digesta_generate.rerun.relay import gate
from digesta_generate.rerun.sandbox import MOST_TALK, WORK, Sandbox, SandboxEnd

OWN = "digesta-generate"
OWN_WORDS = 4
"""The words that stand for it: this Python, and how it runs the program."""

SEALED = {"truths.jsonl", "review.jsonl", "revealed", "log", "boards", "holdout.age"}
"""What a program of others does not see of a release."""


class _Submission(NamedTuple):
    """What stands in the folder. answers: digest of each by question id; sha256: of the file."""

    card: Card
    answers: Mapping[str, str]
    sha256: str


class RerunOutcome(NamedTuple):
    """The record of a rerun, and what to tell of it."""

    record: Rerun
    text: str


def rerun(options: RerunOptions) -> RerunOutcome:
    """Return which of a submission's answers came again, and write it to ``rerun.json``.

    Raises UsageError where no sandbox can be made, or the submission has no command of its own.
    """
    mine = _submission(options.folder)
    stored = open_release(options.root, mine.card.release)
    fields = _fields(options, mine, sha256_hex(store.read_bytes(stored.root / MANIFEST)))
    words, answers = _words(mine.card, options, fields["drawn"]), f"predictions/{stored.id}"
    with _sandbox(options, stored.root, fields["drawn"], own=words[0] == sys.executable) as sandbox:
        version = sandbox.version()
        start, began = datetime.now(UTC), time.monotonic()
        path = f"{WORK}/{answers}/{mine.card.submission_id}/{PREDICTIONS}"
        end = sandbox.run(words, answers=path, most=LIMITS.file_bytes)
    record = Rerun(
        **fields,
        **_comparison(mine, _answers(end.answers, path), fields["drawn"]),
        words=[OWN, *words[OWN_WORDS:]] if words[0] == sys.executable else words,
        truths=words[0] == sys.executable,
        code=end.code,
        start=start.strftime("%Y-%m-%dT%H:%M:%SZ"),
        duration_ms=round(1000 * (time.monotonic() - began)),
        versions={
            "bubblewrap": version,
            "digesta": __version__,
            "python": platform.python_version(),
        },
    )
    folder = options.out or options.root / "build/reruns" / stored.id / mine.card.submission_id
    data = canonical_bytes(record.as_json()) + b"\n"
    store.write_file(folder / "rerun.json", data)
    return RerunOutcome(record, _text(record, end, folder, sha256_hex(data)))


def _submission(folder: Path) -> _Submission:
    path = folder / PREDICTIONS
    data = store.read_bytes(path, limit=LIMITS.file_bytes)
    return _Submission(read_card(folder), _answers(data, path.as_posix()), sha256_hex(data))


def _answers(data: bytes, file: str) -> dict[str, str]:
    lines = read_records(Prediction, data, file=file, error=SubmissionError)
    return {line.question_id: digest(line.answer) for line in lines}


def _fields(options: RerunOptions, mine: _Submission, release_sha256: str) -> dict[str, Any]:
    """Return the fields of the record that are known before anything runs."""
    seed = options.seed or secrets.token_hex(16)
    order = sorted(
        mine.answers, key=lambda key: sha256_hex(f"{seed}\n{mine.sha256}\n{key}".encode())
    )
    limits = ("minutes", "memory", "disk", "processes")
    return {
        "format": "rerun/1",
        "release": mine.card.release,
        "release_sha256": release_sha256,
        "submission_id": mine.card.submission_id,
        "card": store.digest_of(options.folder / METADATA),
        "predictions": mine.sha256,
        "command": mine.card.command or "",
        "seed": seed,
        "drawn": sorted(order if options.all else order[: options.draw]),
        "shown": {path.as_posix(): _digest(path) for path in options.show},
        "endpoint": options.endpoint,
        "limits": {name: float(getattr(options, name)) for name in limits},
        "platform": processor(),
    }


def _digest(path: Path) -> str:
    if not path.is_dir():
        return store.digest_of(path)
    files = sorted(file for file in path.rglob("*") if file.is_file() and not file.is_symlink())
    lines = (f"{file.relative_to(path).as_posix()} {store.digest_of(file)}\n" for file in files)
    return sha256_hex("".join(lines).encode())


def _words(card: Card, options: RerunOptions, drawn: Sequence[str]) -> list[str]:
    """Return the words to run: the recorded ones, or our own program asked of what is drawn."""
    try:
        words = shlex.split(card.command or "")
    except ValueError as error:
        raise UsageError(f"{options.folder}: its command is no command line: {error}") from None
    if not words:
        raise UsageError(f"{options.folder}: its card records no command; nothing can be rerun")
    if words[0] != OWN:
        return words
    if words[1:2] == ["carry"]:
        raise UsageError(
            f"{options.folder}: its answers were carried over; rerun where they were made: "
            f"{words[2] if words[2:] else 'the folder that it names'}"
        )
    own = [sys.executable, "-I", "-m", "digesta_generate", *words[1:]]
    if words[1:2] == ["infer"]:
        if not options.all:
            own += ["--partial", *(word for key in drawn for word in ("--question", key))]
        own += ["--loopback"] if options.endpoint else []
        own += ["--key-env", options.key_env] if options.key_env else []
    return own


@contextmanager
def _sandbox(
    options: RerunOptions, release: Path, drawn: Sequence[str], *, own: bool
) -> Iterator[Sandbox]:
    """Yield the place that the command runs in, with the way to its endpoint open."""
    url = urlsplit(options.endpoint or "")
    host, port = url.hostname, url.port or {"https": 443, "http": 80}.get(url.scheme)
    if options.endpoint and not (host and port):
        raise UsageError(f"--endpoint {options.endpoint}: name it as https://host/v1")
    environment = {"DIGESTA_QUESTIONS": "" if options.all else " ".join(drawn)}
    if options.key_env:
        key_from(os.environ, options.key_env)  # refused where it is none
        environment[options.key_env] = os.environ[options.key_env].strip()
    with TemporaryDirectory(prefix="rerun-") as folder, ExitStack() as stack:
        control = Path(folder)
        control.chmod(0o755)
        store.write_file(control / "hosts", f"127.0.0.1 localhost {host or ''}\n".encode())
        store.write_file(control / "nsswitch.conf", b"hosts: files\n")
        if host and port:
            stack.enter_context(gate(control / "socket", host, port))
        yield Sandbox(
            limits=options,
            control=control,
            shown=dict(_sources(options, release, own=own)),
            environment=environment,
            port=port if host else None,
        )


def _sources(options: RerunOptions, release: Path, *, own: bool) -> Iterator[tuple[str, Path]]:
    """Yield path inside, path outside: what lies in the workspace stands where it stood there."""
    place = f"{WORK}/releases/{release.name}"
    for path in [release] if own else sorted(release.iterdir()):
        if own or path.name not in SEALED:
            yield (place if own else f"{place}/{path.name}"), path.resolve()
    root = options.root.resolve()
    for path in options.show:
        if not path.exists():
            raise UsageError(f"--show {path}: no such file or folder")
        outside = path.resolve()
        near = outside.is_relative_to(root) and outside != root
        yield (f"{WORK}/{outside.relative_to(root)}" if near else str(outside)), outside


def _comparison(
    mine: _Submission, again: Mapping[str, str], drawn: Sequence[str]
) -> dict[str, Any]:
    both = mine.answers.keys() & again.keys()
    return {
        "agreed": sum(again[key] == mine.answers[key] for key in both),
        "disagreed": sorted(key for key in both if again[key] != mine.answers[key]),
        "missing": sorted(set(drawn) - again.keys()),
    }


def _text(record: Rerun, end: SandboxEnd, folder: Path, sha256: str) -> str:
    """Return what came of it, and what to cite; of a command that failed its last words."""
    ended = {None: "its time was up", 0: "the command ended well"}
    counts = (
        f"{len(record.drawn)} answers drawn, {record.agreed} came again, "
        f"{len(record.disagreed)} differ, {len(record.missing)} drawn ones are missing"
    )
    how = ended.get(record.code, f"the command ended with {record.code}")
    text = f"{folder.as_posix()}/rerun.json (SHA-256 {sha256}): {how}; {counts}\n"
    if record.came_again:
        reason = f"{counts} (rerun.json {sha256})"
        line = shlex.join(["--level", "rerun", "--reason", reason, "--date"])
        return f"{text}digesta decide {record.submission_id} accept {line} DAY\n"
    return f"{text}{plain(end.talk, MOST_TALK)}\n" if record.code != 0 else text
