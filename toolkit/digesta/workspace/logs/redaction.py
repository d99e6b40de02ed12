"""Take a withdrawn submission's answers and names out of a release; see releases/redaction.py."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson

from digesta.errors import UsageError
from digesta.records.log import Redaction
from digesta.releases.data import ATTEMPTS, REDACTIONS
from digesta.releases.log import latest_decisions
from digesta.releases.redaction import Withdrawn, alias_of, changed_digests
from digesta.workspace import store
from digesta.workspace.boards import OUT
from digesta.workspace.cards import METADATA, read_card
from digesta.workspace.judges import FOLDER
from digesta.workspace.releases import StoredRelease, append, folder_of, open_release


def redact(
    root: Path,
    wanted: str | None,
    submission: str,
    *,
    fields: Mapping[str, str],
    key: Path | None,
    dry: bool,
) -> str:
    """Take a submission out; return what was, or would be, rewritten and removed, in words.

    fields: date and reason. The line of the log comes first: a redaction that was killed leaves
    files that are sound, and the command, given again, takes out the rest. Raises UsageError where
    the submission was not withdrawn.
    """
    with store.lock(root / "releases"), store.lock(folder_of(root, wanted)):
        release = open_release(root, wanted)
        _refuse_standing(release, submission)
        names = _names(root, release, submission)
        if names.named_in(fields["reason"]):
            raise UsageError("--reason holds what is to be taken out: it stays in the log for good")
        removed = _own_files(root, release, submission)
        rewritten = dict(_changes(release.root, names))
        if not removed and not rewritten:
            raise UsageError(f"nothing in {release.root} names {submission}")
        if not dry:
            _carry_out(release, names, fields=fields, changes=(removed, rewritten), key=key)
            for place in (f"build/{kind}/{release.id}" for kind in ("boards", "facts")):
                shutil.rmtree(root / place, ignore_errors=True)
    lines = [f"remove {path.as_posix()}" for path in removed]
    lines += [f"rewrite {release.root.as_posix()}/{path}" for path in rewritten]
    lines += [f"{each}: names it too" for each in _elsewhere(root, release, submission)]
    return "".join(f"{line}\n" for line in [*lines, f"{submission} -> {alias_of(submission)}"])


def _carry_out(
    release: StoredRelease,
    names: Withdrawn,
    *,
    fields: Mapping[str, str],
    changes: tuple[Mapping[Path, str], Mapping[str, tuple[bytes, bytes]]],
    key: Path | None,
) -> None:
    removed, rewritten = changes
    every = b"".join(before for before, _ in rewritten.values())
    every += b"".join(data for _, data in _files(release.root))
    known = {digest.decode() for digest in re.findall(rb"[0-9a-f]{64}", every)}
    digests = {
        now: then
        for path, pair in rewritten.items()
        for now, then, needed in changed_digests(path, *pair)
        if needed or then in known
    }
    alias = alias_of(names.submission)
    line = {
        **fields,
        "submission_id": alias,
        "removed": {
            "/".join(part.replace(names.submission, alias) for part in path.parts[-4:]): digest
            for path, digest in removed.items()
        },
        "digests": digests,
    }
    append(release, REDACTIONS, Redaction, line, key=key)
    for name, (_, after) in rewritten.items():
        store.write_file(release.root / name, after)
    for path in removed:
        path.unlink()
    folder = release.root.parents[1] / "predictions" / release.id / names.submission
    shutil.rmtree(folder, ignore_errors=True)


def _refuse_standing(release: StoredRelease, submission: str) -> None:
    decisions = latest_decisions(release.data.decisions)
    last = decisions.get(submission) or decisions.get(alias_of(submission))
    if last is None or last.decision not in OUT:
        raise UsageError(
            f"{submission} was not withdrawn from {release.id}; first: "
            f"digesta decide {submission} withdraw"
        )


def _names(root: Path, release: StoredRelease, submission: str) -> Withdrawn:
    folder = root / "predictions" / release.id / submission
    if (folder / METADATA).is_file():
        card = read_card(folder)
        return Withdrawn(submission, card.model_name, card.organization)
    boards = [orjson.loads(data) for path, data in _files(release.root) if path.startswith("b")]
    rows = (row for board in boards for row in board.get("rows", ()))
    own = [row for row in rows if row["submission_id"] == submission]
    row = own[-1] if own else {"model_name": "", "organization": ""}
    return Withdrawn(submission, row["model_name"], row["organization"])


def _own_files(root: Path, release: StoredRelease, submission: str) -> dict[Path, str]:
    """Return the SHA-256 of each file that goes: the submission's own, and verdicts on it."""
    place = root / "predictions" / release.id
    own = sorted(path for path in (place / submission).rglob("*") if path.is_file())
    verdicts = sorted((place / FOLDER).glob(f"*/{submission}.jsonl"))
    return {path: store.digest_of(path) for path in (*own, *verdicts) if not path.is_symlink()}


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a release that may name a submission: logs, indexes and boards."""
    for pattern in ("log/*.jsonl", "boards/**/*.json"):
        for path in sorted(folder.glob(pattern)):
            name = path.relative_to(folder).as_posix()
            if name != REDACTIONS:
                yield name, store.read_bytes(path)


def _changes(folder: Path, names: Withdrawn) -> Iterator[tuple[str, tuple[bytes, bytes]]]:
    for path, data in _files(folder):
        after = names.take_out(path, data)
        if after != data:
            yield path, (data, after)


def _elsewhere(root: Path, release: StoredRelease, submission: str) -> Iterator[str]:
    """Yield the other releases that the submission stands in, by folder."""
    for folder in store.folders(root / "releases"):
        log = folder / ATTEMPTS
        named = log.exists() and f'"{submission}"'.encode() in store.read_bytes(log)
        here = (root / "predictions" / folder.name / submission).exists()
        if folder.name != release.id and (named or here):
            yield folder.name
