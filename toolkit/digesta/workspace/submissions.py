"""Submissions on disk: a folder or one predictions file, started empty and read strictly."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from digesta.board.adversaries import ADVERSARIES, IDS, PREFIX, score_adversary
from digesta.canonical import canonical_lines
from digesta.errors import Problem, SubmissionError, UsageError
from digesta.intake import LIMITS, KnownIds, PredictionReader, check_file_name, read_traces
from digesta.records.submission import Card
from digesta.records.trace import Trace
from digesta.releases.data import Logs
from digesta.releases.log import latest_decisions
from digesta.scorers.base import Rows
from digesta.scoring.facts import CompiledRelease, TaskFacts, adversary_answers, mark_all
from digesta.scoring.submission import ScoredSubmission
from digesta.workspace import store
from digesta.workspace.cards import (
    COMPRESSED,
    HOLDOUT,
    JOURNAL,
    METADATA,
    PREDICTIONS,
    TRACE,
    card_of,
    new_card,
    stand_in_card,
)
from digesta.workspace.engines import current_engine, map_shards
from digesta.workspace.releases import StoredRelease, folder_of, published_ids
from digesta.workspace.xz import content


@dataclass(frozen=True, repr=False)
class Answers:
    """One submission, read: its metadata, its answers in compiled order, its digest, its trace.

    count: how many answers there are, of all splits.
    """

    card: Card
    answers: tuple[Any, ...]
    sha256: str
    count: int
    traces: Mapping[str, Trace]


def entry_scope(
    release: StoredRelease, tracks: Sequence[str]
) -> tuple[frozenset[str], dict[str, Any]]:
    """Return the ids of some tracks' questions (() for all), and what a card says of them."""
    if not tracks:
        return frozenset(release.compiled.known), {}
    known = {track.track: track for track in release.manifest.tracks}
    if unknown := sorted({*tracks} - known.keys()):
        there = ", ".join(known)
        raise UsageError(f"--track: no track {', '.join(unknown)}; there are: {there}")
    card: dict[str, Any] = {"tracks": [name for name in known if name in tracks]}
    offered = [condition for name in card["tracks"] for condition in known[name].conditions]
    if Card.model_fields["condition"].default not in offered:
        card["condition"] = offered[0]
    return frozenset(q.question_id for q in release.data.questions if q.track in tracks), card


def start_submission(
    root: Path,
    release: StoredRelease,
    submission: str,
    *,
    model: str,
    organization: str,
    scope: tuple[frozenset[str], Mapping[str, Any]],
    answers: Mapping[str, Any] | None = None,
) -> tuple[Path, bool]:
    """Write the folder of a new submission, with a line for each question to fill in.

    scope: of ``entry_scope``. answers: by question id, what stands in those lines already. Returns
    the folder, and whether its answers are new: a file that is there already stays.
    """
    ids, more = scope
    card = new_card(
        submission_id=submission,
        release=release.id,
        model_name=model,
        organization=organization,
        **more,
    )
    folder = root / "predictions" / release.id / submission
    with store.lock(folder):
        if (folder / METADATA).exists():
            raise UsageError(f"{folder / METADATA}: exists already")
        fresh = not os.path.lexists(folder / PREDICTIONS)
        if fresh:
            known = answers or {}
            lines = [{"question_id": key, "answer": known.get(key)} for key in sorted(ids)]
            store.write_file(folder / PREDICTIONS, canonical_lines(lines))
        # The card last: the command can be given again until it is there.
        store.write_file(folder / METADATA, card)
    return folder, fresh


def submission_folders(root: Path, release: str) -> Iterator[Path]:
    """Yield the folders of submissions to a release, by its id."""
    place = root / "predictions" / release
    links = (path for path in place.glob("[!.]*") if path.is_symlink())
    for folder in sorted([*store.folders(place), *links]):
        # A folder that holds a journal alone is a run that goes on, or will.
        if not folder.name.startswith("_") and _names_in(folder) != [JOURNAL]:
            yield folder


def folders_of(root: Path, release: str | None, names: Iterable[str]) -> Iterator[Path]:
    """Yield the folders of submissions that are named by folder, by id, or by predictions/RELEASE.

    release: whose ids are meant; the newest if None. The latter names all but computed adversaries.
    """
    for name in names:
        path = Path(name)
        if path.resolve().parent == (root / "predictions").resolve():
            every = submission_folders(root, path.resolve().name)
            yield from (path / each.name for each in every if each.name not in IDS)
        else:
            at_home = root / "predictions" / folder_of(root, release).name / name
            yield path if path.is_dir() or "/" in name else at_home


def _names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()] if folder.is_dir() else []


def mark(compiled: CompiledRelease, answers: Answers) -> tuple[TaskFacts, ...]:
    """Return the facts of a submission: its answers, and the passages its trace names, marked."""
    passages = {key: trace.retrieved for key, trace in answers.traces.items() if trace.retrieved}
    return mark_all(compiled, answers.answers, passages=passages)


def read_answers(path: Path, compiled: CompiledRelease) -> Answers:
    """Read a submission's folder, or one predictions file, strictly: whole, or refused whole."""
    if not os.path.lexists(path):
        raise UsageError(f"{path}: no such file or folder")
    folder = path.is_dir()
    card = (card_of if folder else stand_in_card)(path, compiled.release)
    path = predictions_in(path) if folder else path
    # Of a folder the card decided already whether it may be compressed.
    problem = check_file_name(path.name.removesuffix(".xz") if folder else path.name)
    if problem is not None:
        raise SubmissionError([problem])
    read = _read(content(path, limit=LIMITS.file_bytes), path, card, compiled)
    by_id = dict(zip(compiled.known, read.answers, strict=True)) if folder else {}
    traces = _traces(path.with_name(TRACE), by_id) if folder else {}
    # Answers to questions of other splits are read as strictly, and not marked here.
    return replace(read, answers=read.answers[: compiled.n], traces=traces)


def answers_in_memory(
    answers: Mapping[str, Any], compiled: CompiledRelease, *, name: str
) -> Answers:
    """Read answers by question id as strictly as the lines of a file called after name."""
    path = Path(f"{name}.jsonl")
    try:
        lines = canonical_lines({"question_id": q, "answer": a} for q, a in answers.items())
    except (TypeError, ValueError) as error:
        fix = "give texts, numbers, booleans, dicts with text keys, or None"
        problem = Problem(code="not-json", file=path.name, got=str(error), fix=fix)
        raise SubmissionError([problem]) from error
    read = _read([lines], path, stand_in_card(path, compiled.release), compiled)
    return replace(read, answers=read.answers[: compiled.n])


def _read(chunks: Iterable[bytes], path: Path, card: Card, compiled: CompiledRelease) -> Answers:
    """Read lines of predictions; the answers are to questions of every split."""
    state = hashlib.sha256()
    answers: list[Any] = [None] * len(compiled.known)
    intake = PredictionReader(compiled.known, file=path.as_posix(), order=_order(compiled))

    def batches() -> Iterator[tuple[Sequence[int], Sequence[Any]]]:
        for chunk in chunks:
            state.update(chunk)
            yield from intake.feed(chunk)
        yield from intake.finish()

    count = sum(_place(answers, rows, values) for rows, values in batches())
    return Answers(card, tuple(answers), state.hexdigest(), count, {})


def uncounted_answers(
    compiled: CompiledRelease, card: Card, answers: Sequence[Any]
) -> Iterator[str]:
    """Yield in words how many answers there are to each track that a card leaves out."""
    counts: Counter[str] = Counter()
    for task in compiled.tasks:
        if not card.claims(task.track):
            mine = answers[task.start : task.start + len(task.ids)]
            counts[task.track] += len(mine) - mine.count(None)
    for track, count in (+counts).items():
        yield (
            f"{count} answers on track {track}, which tracks in {METADATA} leaves out: they count "
            "on no board; add the track there, or, where sealed scores are in already, send them "
            "under another submission_id"
        )


def predictions_in(folder: Path) -> Path:
    """Return the file of a submission's predictions; of an archive it may be compressed."""
    plain, packed = folder / PREDICTIONS, folder / COMPRESSED
    return packed if os.path.lexists(packed) and not os.path.lexists(plain) else plain


def _traces(path: Path, answers: Mapping[str, Any]) -> dict[str, Trace]:
    if not os.path.lexists(path):
        return {}
    data = store.read_bytes(path, limit=LIMITS.file_bytes)
    return read_traces(data, answers, file=path.as_posix())


@lru_cache(maxsize=2)
def _order(compiled: CompiledRelease) -> KnownIds:
    return KnownIds.of(compiled.known)


def _place(answers: list[Any], rows: Sequence[int], values: Sequence[Any]) -> int:
    for row, value in zip(rows, values, strict=True):
        answers[row] = value
    return len(rows) - values.count(None)  # a null is an abstention, no answer


def computed_adversaries(root: Path, release: StoredRelease) -> Iterator[ScoredSubmission]:
    """Yield each adversary that has no folder, computed from the release, as boards take it."""
    names = computed_names(root, release)
    if not names:
        return
    data, compiled = release.data, release.compiled
    public = data.public()
    shared = current_engine().share((compiled, public, data.truths, data.resources))
    shards = [_AdversaryShard(name, shared) for name in names]
    for scored, rows in map_shards(_adversary, shards, step="adversaries"):
        facts = zip(compiled.tasks, rows, strict=True)
        yield replace(scored, facts=tuple(TaskFacts(task, own) for task, own in facts))


def computed_names(root: Path, release: StoredRelease) -> list[str]:
    """Return the adversaries that a release computes: of one without public questions none."""
    there = {folder.name for folder in submission_folders(root, release.id)}
    keys = {name: f"{PREFIX}{name}" for name in ADVERSARIES if release.compiled.n}
    return [name for name, key in keys.items() if key not in there or computes(release.logs, key)]


class _AdversaryShard(NamedTuple):
    """An adversary to compute."""

    name: str
    shared: Callable[[], Any]


def _adversary(shard: _AdversaryShard) -> tuple[ScoredSubmission, tuple[Rows, ...]]:
    """Return an adversary without its facts, which hold the compiled release, and their rows."""
    compiled, public, truths, resources = shard.shared()
    answers = adversary_answers(
        public, truths, shard.name, resources=resources, stats=compiled.release.statistics
    )
    scored = score_adversary(shard.name, compiled, answers)
    return replace(scored, facts=()), tuple(each.rows for each in scored.facts)


def standing_ids(release: StoredRelease) -> tuple[str, ...]:
    """Return the submissions that maintainers vouched for: published, decided, scored.

    What is wrong with one of them is an error; what is wrong with any other is the newcomer's.
    Of two with one name the first one here keeps it: of the last publication, then by the logs.
    """
    scored = (each for each in release.logs.attempts if each.outcome == "scored")
    logged = (each.submission_id for log in (release.logs.decisions, scored) for each in log)
    names = dict.fromkeys([*published_ids(release), *logged])
    return tuple(name for name in names if not computes(release.logs, name))


def computes(logs: Logs, submission: str) -> bool:
    """Return whether a release computes a submission: an adversary that is none by a decision."""
    decision = latest_decisions(logs.decisions).get(submission)
    return submission in IDS and (decision is None or decision.role != "adversary")


def refuse_decision(release: StoredRelease, submission: str) -> None:
    """Raise UsageError where a submission is a computed adversary."""
    if computes(release.logs, submission):
        raise UsageError(
            f"{submission} is computed from the release and is on every board: it takes no decision"
        )


def refuse_folder(release: StoredRelease, folder: Path) -> None:
    """Raise SubmissionError where a folder takes a place that is not a submitter's to take.

    That of a computed adversary, or by a ``holdout.json`` that no attempt of the log explains.
    """
    name = folder.resolve().name
    if os.path.lexists(folder / HOLDOUT) and name not in release.logs.scored_ids:
        raise SubmissionError.of(
            code="holdout-unlogged",
            file=(folder / HOLDOUT).as_posix(),
            got=f"no scored attempt of {name} in the log",
            fix="remove it: only digesta release score-holdout writes it",
        )
    if computes(release.logs, name):
        raise SubmissionError.of(
            code="adversary-computed",
            file=folder.as_posix(),
            got=name,
            expected="a submission_id of your own",
            fix="remove the folder: the release computes this adversary, and every board has it",
        )
