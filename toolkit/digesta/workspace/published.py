"""What was published: its index, and the check that today's boards still say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from digesta.board.boards import JUDGES
from digesta.board.usage import NOT_REPORTED
from digesta.canonical import canonical_bytes, sha256_hex
from digesta.errors import Problem, StaleScoreError
from digesta.records.published import Published
from digesta.releases.cut import file_entries
from digesta.releases.reading import ACCESS, ATTEMPTS, DECISIONS, DISPUTES, MANIFEST
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace import store
from digesta.workspace.boards import scored_submissions
from digesta.workspace.cards import PREDICTIONS
from digesta.workspace.holdouts.scores import HOLDOUT, as_file, log_of, told_of
from digesta.workspace.judges import FOLDER, files_of, judges_in
from digesta.workspace.releases import StoredRelease

LOGS = (DECISIONS, ATTEMPTS, ACCESS, DISPUTES)

OF_ALL_ROWS = frozenset({"rank_low", "rank_high", "tie_group", "attempts"})
"""What of a row depends on the other rows, and so may change when one joins."""


def published_index(
    root: Path, release: StoredRelease, files: Mapping[str, bytes], number: int
) -> dict[str, bytes]:
    """Return the index of a published set of boards: what it was computed from, and digests."""
    submissions, _ = scored_submissions(root, release)
    release_id = release.manifest.release
    inputs = {
        f"predictions/{release_id}/{submission.card.submission_id}/{PREDICTIONS}": (
            submission.predictions_sha256
        )
        for submission in submissions
    }
    judges = files_of(judges_in(root, release), submissions)
    inputs |= {f"predictions/{release_id}/{FOLDER}/{name}": sha for name, sha in judges.items()}
    index = Published(
        format="boards/1",
        release=release_id,
        number=number,
        boards=file_entries(files),
        inputs={
            f"releases/{release_id}/{MANIFEST}": release.compiled.digest,
            **_logs(release),
            **inputs,
            **_sealed_inputs(root, release, submissions),
        },
    )
    return {"index.json": canonical_bytes(index.as_json()) + b"\n"}


def _sealed_inputs(
    root: Path, release: StoredRelease, submissions: Sequence[ScoredSubmission]
) -> dict[str, str]:
    _, told = told_of(root, release, submissions)
    release_id = release.manifest.release
    return {
        f"predictions/{release_id}/{name}/{HOLDOUT}": sha256_hex(as_file(scores))
        for name, scores in told.items()
    }


def _logs(release: StoredRelease) -> dict[str, str]:
    """Return the digest of each log: what stands in it now cannot be taken out later unseen."""
    release_id = release.manifest.release
    there = [log for log in LOGS if log == DECISIONS or (release.root / log).exists()]
    return {f"releases/{release_id}/{one}": sha256_hex(log_of(release, one)) for one in there}


def check_published(release: StoredRelease, files: Mapping[str, bytes]) -> None:
    """Refuse when a row that was published last comes out otherwise today, naming the row.

    A row may move, or go, once a decision about its submission (rescore, withdraw, reject,
    exclude) was logged after that publication.
    """
    folders = sorted(store.folders(release.root / "boards"), key=lambda path: int(path.name))
    for folder in folders[-1:]:
        published_then = store.read_tree(folder)
        may_move = _decided_since(release, orjson.loads(published_then.pop("index.json")))
        problems = [
            problem
            for name, data in sorted(published_then.items())
            for problem in _moved(f"{folder.as_posix()}/{name}", data, files.get(name))
            if problem.got not in may_move
        ]
        if problems:
            raise StaleScoreError(problems)


def _decided_since(release: StoredRelease, index: Mapping[str, Any]) -> set[str]:
    """Return the submissions that the log speaks of after what it was at a publication."""
    log = store.read_bytes(release.root / DECISIONS)
    then = index["inputs"][_log_path(release)]
    lines = log.splitlines(keepends=True)
    known = [n for n in range(len(lines) + 1) if sha256_hex(b"".join(lines[:n])) == then]
    if not known:
        raise StaleScoreError.of(
            code="log-rewritten",
            file=(release.root / DECISIONS).as_posix(),
            expected=f"a log that begins with that of SHA-256 {then}",
            fix="the log is append-only; restore the lines that were published",
        )
    since = release.data.decisions[known[-1] :]
    return {one.submission_id for one in since if one.decision != "accept"}


def _log_path(release: StoredRelease) -> str:
    return f"releases/{release.manifest.release}/{DECISIONS}"


def _moved(place: str, then: bytes, now: bytes | None) -> Iterator[Problem]:
    if now is None and "+" in place.rpartition("@")[2]:
        # Another judge joined, and the joint board is now of more: each judge's own board of
        # the same rows is still there, and is checked.
        return
    metrics = _metrics(then)
    rows_now = _rows(now, metrics) if now is not None else {}
    yield from _judges_moved(place, then, now)
    for submission_id, row in _rows(then, metrics).items():
        if rows_now.get(submission_id) != row:
            yield Problem(
                code="published-moved",
                file=place,
                got=submission_id,
                expected="the row as it was published",
                fix="find what changed; if it is right, record it with: digesta decide ... "
                "rescore, then: digesta release publish",
            )


def _judges_moved(place: str, then: bytes, now: bytes | None) -> Iterator[Problem]:
    """Name the files of judges that are not those by which a board was published as ranked."""
    was, is_ = (orjson.loads(one) if one else {"inputs": {}} for one in (then, now))
    for name, digest in was["inputs"].items() if was["ranked"] else ():
        if name.startswith(JUDGES) and is_["inputs"].get(name) != digest:
            yield Problem(
                code="published-moved",
                file=place,
                got=name,
                expected="the file of the judge by which the board was ranked",
                fix="restore the file; a judge that is run again is another judge, and has a "
                "name of its own",
            )


def _metrics(board: bytes) -> set[str]:
    """Return the metrics that any row of a board has."""
    return {name for row in orjson.loads(board)["rows"] for name in row["metrics"]}


def _rows(board: bytes, metrics: set[str]) -> dict[str, dict[str, Any]]:
    """Return what may not move of each row; a figure of usage not reported is as good as absent.

    metrics: those that were published; one that a scorer has got since moves nothing.
    """
    return {
        row["submission_id"]: {k: v for k, v in row.items() if k not in OF_ALL_ROWS}
        | {"usage": {k: v for k, v in row["usage"].items() if v != NOT_REPORTED}}
        | {"metrics": {k: v for k, v in row["metrics"].items() if k in metrics}}
        for row in orjson.loads(board)["rows"]
    }


def check_built(root: Path, release: StoredRelease, files: Mapping[str, bytes]) -> int:
    """Compare the boards in build/ with those recomputed, byte for byte; give their number."""
    folder = root / "build" / "boards" / release.manifest.release
    if not folder.is_dir():
        return 0
    built = store.read_tree(folder)
    wrong = sorted(
        name for name in built.keys() | files.keys() if built.get(name) != files.get(name)
    )
    if wrong:
        raise StaleScoreError(
            [
                Problem(
                    code="board-differs",
                    file=f"{folder.as_posix()}/{name}",
                    fix="make the boards again with: digesta board",
                )
                for name in wrong
            ]
        )
    return len(built)
