"""Carry answers that no run of ours made to a newer release, as they are. Nothing is asked.

Each line of a question that is asked again stays, byte for byte.
New questions have no line: they are unanswered until their maker answers them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from digesta.errors import SubmissionError, UsageError
from digesta.intake.records import read_records
from digesta.records.submission import Prediction
from digesta.releases.data import release_order
from digesta.releases.draft import without
from digesta.workspace import store
from digesta.workspace.cards import HOLDOUT, METADATA, PREDICTIONS, TRACE, new_card, read_card
from digesta.workspace.releases import open_release
from digesta.workspace.submissions import folders_of, submission_folders
from digesta_generate.inference.systems.options import CarryOptions


def single_options(options: CarryOptions) -> list[CarryOptions]:
    """Return the options for each system; of a release's folder for what the newer one lacks."""
    release = open_release(options.root, options.release).id
    there = {folder.name for folder in submission_folders(options.root, release)}
    singles = []
    for named in map(str, (options.folder, *options.more)):
        folders = list(folders_of(options.root, release, [named]))
        whole = folders != [Path(named)]
        singles += [each for each in folders if not (whole and each.name in there)]
    if not singles:
        raise UsageError(f"{options.folder}: {release} has all of its systems already")
    return [replace(options, folder=folder, more=()) for folder in singles]


def refuse_older(options: CarryOptions, before: str, release: str) -> None:
    """Raise UsageError where answers are not for a release before this one."""
    if release_order(release) <= release_order(before):
        raise UsageError(
            f"{options.folder}: is for release {before}; name a newer --release than {release}"
        )


def carry_answers(options: CarryOptions) -> str:
    """Write a submission's answers for a newer release; return how many, and how many lack."""
    card, path = read_card(options.folder), options.folder / PREDICTIONS
    stored = open_release(options.root, options.release)
    release, before = stored.manifest.release, card.release
    refuse_older(options, before, release)
    data = store.read_bytes(path)
    lines = read_records(Prediction, data, file=path.as_posix(), error=SubmissionError)
    known = {question.question_id: question for question in stored.data.questions}
    kept = [known[name] for name in sorted({line.question_id for line in lines} & known.keys())]
    if not kept:
        raise UsageError(f"{options.folder}: {release} asks none of its questions")
    tracks = {question.track for question in kept} | {*(card.tracks or ()), *options.track}
    every = {track.track for track in stored.manifest.tracks}
    splits = {question.split for question in kept}
    wanted = [q for q in known.values() if q.track in tracks and q.split in splits]
    count = f"{len(kept)} answers carried over, {len(wanted) - len(kept)} questions unanswered"
    gone = {line.question_id for line in lines} - known.keys()
    # What made the answers again made those to the earlier release: the command stays behind.
    fields = card.as_json() | {"release": release, "tracks": sorted(tracks & every)}
    absent = {"command"} | ({"tracks"} if every <= tracks else set())
    note = f"{len(kept)} answers were carried over from {before}/{card.submission_id} as they were."
    fields["notes"] = " ".join(filter(None, [card.notes, note]))
    whole = {name: value for name, value in fields.items() if name not in absent}
    files = {METADATA: new_card(**whole), PREDICTIONS: without(data, gone)}
    if (trace := options.folder / TRACE).exists():
        files[TRACE] = without(store.read_bytes(trace), gone)
    folder = options.root / "predictions" / release / card.submission_id
    if not options.dry_run and not _stands(folder, files):
        store.write_tree(folder, files)
    return f"{folder.as_posix()}: {count}\n"


def _stands(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Return whether a folder holds these files; UsageError where it holds others."""
    if not folder.exists():
        return False
    there = store.read_tree(folder)
    there.pop(HOLDOUT, None)
    if there != files:
        raise UsageError(f"{folder}: holds other answers; move it away, or choose another id")
    return True
