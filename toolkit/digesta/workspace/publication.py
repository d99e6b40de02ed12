"""Publications of boards: their index, and the check that today's boards still say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path

import orjson

from digesta.board.changes import board_changes
from digesta.canonical import SUMS, sha256_hex, sums_of
from digesta.errors import Problem, ReleaseError, StaleScoreError, UsageError
from digesta.records.board import Published
from digesta.records.read import read_record
from digesta.records.submission import Decision
from digesta.releases.cut import file_entries
from digesta.releases.data import (
    ACCESS,
    ATTEMPTS,
    DECISIONS,
    DISPUTES,
    JUDGES,
    MANIFEST,
    SIDE,
    WITHHELD,
    Logs,
    locate,
    withheld_files,
)
from digesta.releases.log import last_day, latest_decisions, object_of
from digesta.releases.verify import file_problems
from digesta.workspace import store
from digesta.workspace.boards import board_files, board_inputs, entered_inputs
from digesta.workspace.cards import HOLDOUT, PREDICTIONS
from digesta.workspace.compression import content_of, read_release_tree
from digesta.workspace.holdout.score_files import published_scores
from digesta.workspace.judges import FOLDER, accepted_files, files_of, judges_in
from digesta.workspace.releases import (
    StoredRelease,
    boards_in,
    check_signatures,
    folder_of,
    index_of,
    json_line,
    log_of,
    open_release,
    publications,
    signing,
)
from digesta.workspace.side import side_files
from digesta.workspace.submissions import computes, uncounted_answers

LOGS = (DECISIONS, ATTEMPTS, ACCESS, DISPUTES, JUDGES, WITHHELD)


def publish(
    root: Path,
    wanted: str | None,
    *,
    key: Path | None,
    undecided: bool = False,
    dry: bool = False,
) -> tuple[str, list[str]]:
    """Copy today's boards into releases/<id>/boards/<N>. key: signs the index; dry: write nothing.

    undecided: submissions without a decision are published, too, as open systems. Returns what
    was or would be written, in words, and what to know of it, a line each.
    """
    # One lock for the log and the boards: the index names the log that the boards came from.
    with nullcontext() if dry else store.lock(folder_of(root, wanted)):
        release = open_release(root, wanted)
        check_signatures(release.root)
        if problems := list(file_problems(read_release_tree(release.root), release.data)):
            raise ReleaseError(locate(release.root.as_posix(), problems))
        waiting, entered = undecided_ids(root, release), entered_inputs(root, release).submissions
        if waiting and not undecided:
            raise UsageError(
                f"{release.id}: no decision on {', '.join(waiting)}; decide on it first, "
                "since what is published stays, or publish them as open systems with --undecided"
            )
        files = board_files(root, release)
        if not files:
            raise UsageError(f"{release.id}: no board yet; free text needs a judge: digesta status")
        check_last_publication(release, files)
        number = len(publications(release.root)) + 1
        folder = release.root / "boards" / str(number)
        side = {f"{SIDE}{name}": data for name, data in side_files(root, release).items()}
        tree = files | side | published_index(root, release, (files, side), number, key=key)
        tree[SUMS] = sums_of({path: sha256_hex(data) for path, data in tree.items()})
        if not dry:
            store.write_tree(folder, tree)
        notes = [f"{name}: no decision; published as an open system" for name in waiting]
        for each in entered:
            lost = uncounted_answers(release.compiled, each.card, each.answers)
            notes += [f"{each.card.submission_id}: {line}" for line in lost]
    done = f"{folder.as_posix()}: {len(files)} boards\n"
    return store.rehearsal(folder, tree) if dry else done, notes


def published_index(
    root: Path,
    release: StoredRelease,
    published: tuple[Mapping[str, bytes], Mapping[str, bytes]],
    number: int,
    *,
    key: Path | None,
) -> dict[str, bytes]:
    """Return the index of what is published: what it was computed from, and digests.

    published: the boards, and what stands beside them, by path.
    """
    files, side = published
    before = release.root / "boards" / str(number - 1) / "index.json"
    index = Published(
        format="boards/2",
        release=release.id,
        number=number,
        previous=store.digest_of(before) if before.exists() else None,
        reason=_reason(before.parent, files),
        boards=file_entries(files),
        side=file_entries(side),
        inputs={
            f"releases/{release.id}/{MANIFEST}": release.compiled.digest,
            **_log_digests(release),
            **_prediction_digests(root, release),
        },
    )
    sign = signing(release.root, f"boards/{number}/index.json", key)
    if sign is None:
        return {"index.json": json_line(index)}
    dated = index.as_json() | {"date": last_day(release.data)}
    return {"index.json": json_line(read_record(Published, sign(dated), "index.json"))}


def _prediction_digests(root: Path, release: StoredRelease) -> dict[str, str]:
    submissions = board_inputs(root, release).submissions
    _, sealed = published_scores(root, release, submissions)
    judges = files_of(judges_in(root, release), submissions)
    digests = {
        **{
            f"{each.card.submission_id}/{PREDICTIONS}": each.predictions_sha256
            for each in submissions
        },
        **{f"{FOLDER}/{name}": digest for name, digest in judges.items()},
        **{f"{name}/{HOLDOUT}": sha256_hex(json_line(scores)) for name, scores in sealed.items()},
    }
    return {f"predictions/{release.id}/{name}": digest for name, digest in digests.items()}


def _log_digests(release: StoredRelease) -> dict[str, str]:
    """Return the digest of each log, so that no line can be removed later without being noticed."""
    logs = [log for log in LOGS if log == DECISIONS or (release.root / log).exists()]
    return {f"releases/{release.id}/{log}": sha256_hex(log_of(release, log)) for log in logs}


def check_last_publication(release: StoredRelease, files: Mapping[str, bytes]) -> None:
    """Refuse when a row that was published last comes out otherwise today, naming the row.

    A row's level and role may move once any decision about its submission was logged after that
    publication; all of it may move, or go, after a rescore, withdraw, reject or exclude, and so
    may a judge's boards once other files of it were accepted.
    """
    now_at = _by_address(files)
    for folder in publications(release.root)[-1:]:
        index = index_of(folder)
        since, judges = _decisions_since(release, index), _moved_judges(release, index)
        moving = {each.submission_id for each in since if each.decision != "accept"}
        accepted = {each.submission_id for each in since}
        problems = [
            problem
            for name, data in sorted(boards_in(folder).items())
            if not judges.intersection(name.removesuffix(".json").split("@")[-1].split("+"))
            for problem in board_changes(
                f"{folder.as_posix()}/{name}", data, now_at.get(name), accepted=accepted
            )
            if problem.got not in moving
        ]
        if problems:
            raise StaleScoreError(problems)


def input_problems(root: Path, release: Path, logs: Logs) -> Iterator[Problem]:
    """Yield each file that the last published boards were computed from, and that is another now.

    release: its folder. Logs only grow, and are held to their chains; answers of computed
    adversaries are in no file; of a file that is withheld its signed digest counts.
    """
    kept = withheld_files(logs.withheld)
    for folder in publications(release)[-1:]:
        for path, digest in sorted(index_of(folder).inputs.items()):
            place = root / path
            if "/log/" in path or computes(logs, place.parent.name):
                continue
            data = content_of(place)
            absent = kept[path].sha256 if path in kept else "no such file"
            now = absent if data is None else sha256_hex(data)
            if now != digest:
                yield Problem(
                    code="published-changed",
                    file=place.as_posix(),
                    got=now,
                    expected=f"{digest}, says {folder.as_posix()}/index.json",
                    fix="published files never change: restore the file",
                )


def _by_address(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return boards by file name; one that is several boards under each of its names."""
    known = {
        f"{address}.json": data
        for data in files.values()
        for address in orjson.loads(data).get("addresses", [])
    }
    return known | dict(files)


def _reason(before: Path, files: Mapping[str, bytes]) -> str | None:
    """Say which statistics a publication puts in the place of the last one's; None for none."""
    if not before.is_dir():
        return None
    then, now = (
        {_statistics(data) for data in each.values()} - {""} for each in (boards_in(before), files)
    )
    if then == now or not then:
        return None
    old, new = (", ".join(sorted(names)) for names in (then, now))
    return f"intervals, ranks and verdicts by {new} in the place of {old}; no score changed"


def _statistics(data: bytes) -> str:
    return str(orjson.loads(data).get("signature", "")).rpartition("|")[2]


def _moved_judges(release: StoredRelease, index: Published) -> set[str]:
    """Return the judges of a publication whose files that count are others now, by decisions."""
    now = accepted_files(release)
    folder = f"predictions/{release.id}/{FOLDER}/"
    files = [
        (*name.removeprefix(folder).partition("/")[::2], digest)
        for name, digest in index.inputs.items()
        if name.startswith(folder)
    ]
    return {judge for judge, file, digest in files if now.get(judge, {}).get(file) != digest}


def _decisions_since(release: StoredRelease, index: Published) -> tuple[Decision, ...]:
    """Return the decisions of the log that are later than a publication."""
    name = f"releases/{release.id}/{DECISIONS}"
    then = index.inputs.get(name, f"(its index lacks {name})")
    lines = store.read_bytes(release.root / DECISIONS).splitlines(keepends=True)
    digests = [sha256_hex(b"".join(lines[:n])) for n in range(len(lines) + 1)]
    known = [n for n, digest in enumerate(digests) if digest == then]
    if not known:
        raise StaleScoreError.of(
            code="log-rewritten",
            file=(release.root / DECISIONS).as_posix(),
            expected=f"a log that begins with that of SHA-256 {then}",
            fix="the log is append-only; restore the lines that were published",
        )
    return release.data.decisions[known[-1] :]


def undecided_ids(root: Path, release: StoredRelease) -> list[str]:
    """Return the submissions without a decision."""
    decisions = latest_decisions(release.data.decisions)
    every = (each.card.submission_id for each in entered_inputs(root, release).submissions)
    return [name for name in every if name not in decisions]


def check_build(root: Path, release: StoredRelease, files: Mapping[str, bytes]) -> int | str:
    """Return how many boards in build/ are those recomputed, byte for byte, or why it is not known.

    They may have been made before a newcomer came, on whom nobody has decided.
    """
    folder = root / "build" / "boards" / release.id
    if not folder.is_dir():
        return 0
    present = store.read_tree(folder)
    names = sorted(present.keys() | files.keys())
    problems = [
        Problem(
            code="board-differs",
            file=f"{folder.as_posix()}/{name}",
            fix="make the boards again with: digesta board",
        )
        for name in names
        if present.get(name) != files.get(name)
    ]
    newcomers = set(undecided_ids(root, release)) & systems_on(files) - systems_on(present)
    if problems and newcomers:
        return f"not compared: made before {', '.join(sorted(newcomers))}; run digesta board again"
    if problems:
        raise StaleScoreError(problems)
    return len(present)


def systems_on(boards: Mapping[str, bytes]) -> set[str]:
    """Return the submissions that have a row on boards."""
    rows = (row for data in boards.values() for row in object_of(data).get("rows", []))
    return {row["submission_id"] for row in rows}
