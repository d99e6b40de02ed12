"""What the commands read: a benchmark's files, and the draft, release or submission to export."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from digesta.errors import InputError, ReleaseError, UsageError
from digesta.intake import (
    RELEASE_LIMITS,
    judged_text,
    read_judge,
    read_traces,
    read_verdicts,
    strict_json,
)
from digesta.records.question import publication_of
from digesta.releases import data
from digesta.releases.data import MANIFEST
from digesta.workspace import store
from digesta.workspace.cards import TRACE
from digesta.workspace.compression import read_release_tree
from digesta.workspace.releases import open_release, release_for
from digesta.workspace.submissions import read_answers
from digesta.workspace.xz import SUFFIX
from digesta_convert.shared.converter import Converter, ReportInputs
from digesta_convert.shared.draft import (
    PREDICTIONS,
    QUESTIONS,
    RESOURCES,
    TRACK,
    TRUTHS,
    Draft,
    Value,
    answer_lines,
    from_files,
    in_question_order,
    with_track,
)
from digesta_convert.shared.rows import MOST_BYTES

_OF_A_DRAFT = (QUESTIONS, TRUTHS, PREDICTIONS, TRACK, "todo.json", RESOURCES)


def source_files(paths: Sequence[Path]) -> tuple[str, dict[str, bytes]]:
    """Return the folder that problems are reported under, and the files by their path below it."""
    if len(paths) == 1 and paths[0].is_dir():
        return paths[0].as_posix(), store.read_tree(paths[0], limit=MOST_BYTES)
    paths = [each for path in paths for each in _files_of(path)]
    if len({path.parent for path in paths}) == 1:
        names = {path.name: path for path in paths}
        return paths[0].parent.as_posix(), store.read_files(names, limit=MOST_BYTES)
    # A draft must not say where on a machine its files lay: what they have in common is left out.
    whole = {Path(os.path.abspath(path)): path for path in paths}  # noqa: PTH100 - links stay as they are
    above = Path(os.path.commonpath([path.parent for path in whole]))
    is_absolute = any(path.is_absolute() for path in paths)
    name = above.as_posix() if is_absolute else Path(os.path.relpath(above)).as_posix()
    names = {at.relative_to(above).as_posix(): path for at, path in whole.items()}
    return name, store.read_files(names, limit=MOST_BYTES)


def _files_of(path: Path) -> list[Path]:
    """Return the files of a folder; a file as it is."""
    return (
        [path / name for name in store.read_tree(path, limit=MOST_BYTES)]
        if path.is_dir()
        else [path]
    )


def located_error(name: str, error: InputError) -> ReleaseError:
    """Return the problems of an error with the folder of their files."""
    problems = error.problems if name == "." else data.locate(name, error.problems)
    return ReleaseError(problems, error.total)


def draft_at(
    converter: Converter, path: Path, *, release: str | None, root: Path, track: str | None
) -> tuple[Draft, dict[str, Any]]:
    """Return what is exported, and the traces of its answers by question id, as JSON."""
    if any((path / f"questions.jsonl{packing}").is_file() for packing in ("", SUFFIX)):
        files = read_release_tree(path)
        draft = _draft(path, files)
        return _with_title(converter, draft, files, name=track), _traces(path, files, draft)
    stored = open_release(root, release_for(root, release, [path]))
    submission = read_answers(path, stored.compiled)
    ids = [key for task in stored.compiled.tasks for key in task.ids]
    answers = {
        key: answer
        for key, answer in zip(ids, submission.answers, strict=True)
        if answer is not None
    }
    files = read_release_tree(stored.root)
    draft = _draft(stored.root, files)
    draft = replace(draft, predictions=answer_lines(draft.questions, answers))
    traces = {key: trace.as_json() for key, trace in submission.traces.items()}
    return _with_title(converter, draft, files, name=track), traces


def _traces(folder: Path, files: Mapping[str, bytes], draft: Draft) -> dict[str, Any]:
    """Return the traces of a draft's folder, as JSON by question id."""
    answers: dict[str, Any] = {line["question_id"]: None for line in draft.questions}
    place = (folder / TRACE).as_posix()
    traces = read_traces(files.get(TRACE, b""), answers | draft.answer_of(), file=place)
    return {key: trace.as_json() for key, trace in traces.items()}


def _draft(folder: Path, files: Mapping[str, bytes]) -> Draft:
    try:
        return from_files({k: data for k, data in files.items() if k.startswith(_OF_A_DRAFT)})
    except InputError as error:
        raise located_error(folder.as_posix(), error) from None


def _with_title(
    converter: Converter, draft: Draft, files: Mapping[str, bytes], *, name: str | None
) -> Draft:
    """Return the questions of one track of a release, with its titles; a draft as it is."""
    if MANIFEST not in files:
        return draft
    manifest = strict_json(files[MANIFEST], file=MANIFEST, limits=RELEASE_LIMITS)
    known = [record["track"] for record in manifest["tracks"]]
    fit = [
        record["track"]
        for record in manifest["tracks"]
        if {task["scorer"] for task in record["tasks"].values()} & set(converter.scorers)
    ]
    track = name or (converter.track if converter.track in fit or len(fit) != 1 else fit[0])
    if track not in known:
        raise UsageError(f"no track {track!r}; name one with --track: {', '.join(known)}")
    return replace(with_track(draft, manifest, track), publish=manifest.get("publish", {}))


def open_part(draft: Draft, *, members: bool) -> Draft:
    """Return the part of a draft that may be written; a question without a licence is its own."""
    open_to = {"full", "members"} if members else {"full"}
    kept = tuple(
        question
        for question in draft.questions
        if all(publication_of(name, draft.publish) in open_to for name in _licenses(question))
    )
    return replace(
        draft,
        questions=kept,
        truths=in_question_order(kept, draft.truths),
        predictions=in_question_order(kept, draft.predictions),
    )


def _licenses(question: Value) -> list[str]:
    named = (question, question.get("translation", {}))
    return [record["license"] for record in named if "license" in record]


def report_inputs(
    path: Path, draft: Draft, *, traces: dict[str, Any], verdicts: Path | None
) -> ReportInputs:
    """Return what a report may use besides the draft; verdicts are read as a judge's are."""
    system = path.resolve().name
    if verdicts is None:
        return ReportInputs(system, traces=traces)
    card = verdicts.parent / "judge.json"
    folder = verdicts.resolve().parent.name
    judge = read_judge(store.read_bytes(card), file=card.as_posix(), folder=folder)
    truths, answers = draft.truth_of(), draft.answer_of()
    ids = [
        question["question_id"] for question in draft.questions if question["scorer"] == "rubric"
    ]
    known = {key: judged_text(truths[key]["truth"], answers.get(key)) for key in ids}
    read = read_verdicts(store.read_bytes(verdicts), known, judge, file=verdicts.as_posix())
    by_id = {key: verdict.as_json() for key, verdict in read.items()}
    return ReportInputs(system, by_id, judge.as_json(), traces)
