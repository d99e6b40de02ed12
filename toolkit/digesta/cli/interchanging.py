"""The commands ``digesta import`` and ``digesta export``: other benchmarks' files and drafts."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.cli.options import HERE, ReleaseOption, RootOption, put
from digesta.errors import InputError, ReleaseError, UsageError, plain

if TYPE_CHECKING:
    from digesta.interchange import Beside, Draft, Importer

FormatArgument = Annotated[
    str,
    typer.Argument(
        metavar="FORMAT", help="finlaw, frenchlaw, halachabench, legalagent, tlr or trec."
    ),
]
_OF_A_DRAFT = ("questions.jsonl", "truths.jsonl", "predictions.jsonl", "todo.json", "resources/")


_IMPORTS = (
    "halachabench build/halachabench -o build/draft",
    "finlaw Finlaw_dataset.csv result.csv -o build/finlaw",
    "frenchlaw tasks.csv results.json -o build/frenchlaw",
    "tlr tlr_bench_v1.json answers.jsonl -o build/tlr",
    "legalagent eval_dataset_v4.jsonl response.json -o build/legalagent",
    "trec qrels.txt run.txt -o build/trec",
)
_EXPORTS = (
    "halachabench predictions/2026-11-22/baseline-longest -o build/halachabench",
    "finlaw build/finlaw -o build/finlaw_report",
    "frenchlaw build/frenchlaw --verdicts judges/rules/answers.jsonl -o build/frenchlaw_report",
    "tlr build/tlr -o build/tlr_report",
    "legalagent build/legalagent -o build/legalagent_report",
    "trec build/legalagent -o build/trec_files",
)


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    for name, command, examples in (("import", import_, _IMPORTS), ("export", export, _EXPORTS)):
        said = (f"Example: digesta {name} {one}" for one in examples)
        app.command(name, epilog="\n\n".join(said))(command)


def import_(
    form: FormatArgument,
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="The benchmark's folder, or files of it."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The draft's folder, a new one.")],
) -> None:
    """Read another benchmark's questions, truths and answers into a draft.

    What the source lacks, such as a licence, stands in the draft's todo.json. A file that is named
    is read or refused; of a folder, what the format does not know is told and left.
    """
    from digesta.interchange import as_files, importer_named
    from digesta.workspace import store

    importer = importer_named(form)
    _refuse_existing(out)
    name, files = _gathered(paths)
    try:
        found = importer.imported(files)
    except InputError as error:
        raise _located(name, error) from None
    if found.unread and not (len(paths) == 1 and paths[0].is_dir()):
        raise _located(name, _unread(found.unread, files, importer))
    if found.unread:
        sys.stderr.write(f"not read: {plain(', '.join(found.unread), 1000)}\n")
    draft = found.draft
    store.write_tree(out, as_files(draft))
    put(
        f"{out.as_posix()}: {len(draft.questions)} questions, {len(draft.truths)} truths, "
        f"{len(draft.predictions)} answers\n"
        f"{len(draft.todo)} things to add or check: see {(out / 'todo.json').as_posix()}\n"
    )


def export(
    form: FormatArgument,
    path: Annotated[Path, typer.Argument(help="A draft's or release's folder, or a submission.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Where to write: a new folder.")],
    release: ReleaseOption = None,
    root: RootOption = HERE,
    track: Annotated[
        str | None, typer.Option("--track", help="A release's track; the format's own.")
    ] = None,
    verdicts: Annotated[
        Path | None,
        typer.Option("--verdicts", help="A judge's verdicts on the answers, beside judge.json."),
    ] = None,
) -> None:
    """Write a draft, a release or a submission as another benchmark's files and report.

    The files are read again by digesta import; digesta.json holds what they have no place for.
    """
    from digesta.interchange import importer_named
    from digesta.workspace import store

    importer = importer_named(form)
    _refuse_existing(out)
    whole, traces = _draft(importer, path, release=release, root=root, track=track)
    draft = importer.exportable(whole)
    beside = _beside(path, draft, traces, verdicts)
    files = importer.write(draft) | _report(importer, draft, beside)
    store.write_tree(out, files)
    if left := len(whole.questions) - len(draft.questions):
        sys.stderr.write(f"left out: {left} questions (sealed, or marked by another scorer)\n")
    put(
        f"{out.as_posix()}: {len(draft.questions)} questions, {len(draft.predictions)} answers\n"
        + "".join(f"  {name}\n" for name in sorted(files))
    )


def _refuse_existing(out: Path) -> None:
    if out.exists():
        raise UsageError(f"{out}: exists already; name a new folder")


def _gathered(paths: Sequence[Path]) -> tuple[str, dict[str, bytes]]:
    """Give the folder that problems are told under, and the files by their path below it."""
    from digesta.workspace import store

    if len(paths) == 1 and paths[0].is_dir():
        return paths[0].as_posix(), store.read_tree(paths[0])
    if folders := [path for path in paths if path.is_dir()]:
        raise UsageError(f"{folders[0]}: name one folder, or files")
    if len({path.parent for path in paths}) == 1:
        return paths[0].parent.as_posix(), {path.name: store.read_bytes(path) for path in paths}
    # A draft must not say where on a machine its files lay: what they have in common is left out.
    whole = {Path(os.path.abspath(path)): path for path in paths}  # noqa: PTH100 - links stay as they are
    above = Path(os.path.commonpath([path.parent for path in whole]))
    is_absolute = any(path.is_absolute() for path in paths)
    name = above.as_posix() if is_absolute else Path(os.path.relpath(above)).as_posix()
    return name, {
        at.relative_to(above).as_posix(): store.read_bytes(path) for at, path in whole.items()
    }


def _unread(unread: Sequence[str], files: Mapping[str, bytes], importer: Importer) -> ReleaseError:
    """Give what is told of files that a user named and that are none of the format's."""
    from digesta.interchange import not_recognised

    fix = "correct its first line, or leave the file out"
    return ReleaseError(
        [not_recognised(path, files[path], expected=importer.about, fix=fix) for path in unread]
    )


def _located(name: str, error: InputError) -> ReleaseError:
    from digesta.releases.reading import located

    problems = error.problems if name == "." else located(name, error.problems)
    return ReleaseError(problems, error.total)


def _draft(
    importer: Importer, path: Path, *, release: str | None, root: Path, track: str | None
) -> tuple[Draft, dict[str, Any]]:
    """Give what is exported, and the traces of its answers by question id, as JSON."""
    from digesta.interchange import from_files
    from digesta.workspace import store

    if (path / "questions.jsonl").is_file():
        files = store.read_tree(path)
        return _titled(importer, _checked(path, files, from_files), files, track), {}
    from digesta.workspace.releases import open_release, release_for
    from digesta.workspace.submissions import read_answers

    found = open_release(root, release_for(root, release, [path]))
    given = read_answers(path, found.compiled)
    ids = [key for task in found.compiled.tasks for key in task.ids]
    answers = dict(zip(ids, given.answers, strict=True))
    files = store.read_tree(found.root)
    draft = _checked(found.root, files, from_files)
    draft = replace(
        draft,
        predictions=tuple(
            {"question_id": one["question_id"], "answer": answers[one["question_id"]]}
            for one in draft.questions
            if answers.get(one["question_id"]) is not None
        ),
    )
    traces = {key: one.as_json() for key, one in given.traces.items()}
    return _titled(importer, draft, files, track), traces


def _beside(path: Path, draft: Draft, traces: dict[str, Any], verdicts: Path | None) -> Beside:
    """Give what a report may use besides the draft; verdicts are read as strictly as a judge's."""
    from digesta.intake import judged_text, read_judge, read_verdicts
    from digesta.interchange import Beside
    from digesta.workspace import store

    system = path.resolve().name
    if verdicts is None:
        return Beside(system, traces=traces)
    card = verdicts.parent / "judge.json"
    folder = verdicts.resolve().parent.name
    judge = read_judge(store.read_bytes(card), file=card.as_posix(), folder=folder)
    truths, answers = draft.truth_of(), draft.answer_of()
    known = {
        one["question_id"]: judged_text(
            truths[one["question_id"]]["truth"], answers.get(one["question_id"])
        )
        for one in draft.questions
        if one["scorer"] == "rubric"
    }
    said = read_verdicts(store.read_bytes(verdicts), known, judge, file=verdicts.as_posix())
    by_id = {key: one.as_json() for key, one in said.items()}
    return Beside(system, by_id, judge.as_json(), traces)


def _checked(folder: Path, files: Mapping[str, bytes], read: Any) -> Draft:
    own = {name: data for name, data in files.items() if name.startswith(_OF_A_DRAFT)}
    try:
        draft: Draft = read(own)
    except InputError as error:
        raise _located(folder.as_posix(), error) from None
    return draft


def _titled(
    importer: Importer, draft: Draft, files: Mapping[str, bytes], track: str | None
) -> Draft:
    """Give the questions of one track of a release, with its titles; a draft as it is."""
    from digesta.intake import RELEASE_LIMITS, strict_json
    from digesta.interchange import with_track
    from digesta.releases.reading import MANIFEST

    if MANIFEST not in files:
        return draft
    manifest = strict_json(files[MANIFEST], file=MANIFEST, limits=RELEASE_LIMITS)
    known = [one["track"] for one in manifest["tracks"]]
    fit = [
        one["track"]
        for one in manifest["tracks"]
        if {task["scorer"] for task in one["tasks"].values()} & set(importer.scorers)
    ]
    chosen = track or (importer.track if importer.track in fit or len(fit) != 1 else fit[0])
    if chosen not in known:
        raise UsageError(f"no track {chosen!r}; name one with --track: {', '.join(known)}")
    return with_track(draft, manifest, chosen)


def _report(importer: Importer, draft: Draft, beside: Beside) -> dict[str, bytes]:
    """Give the report on a draft's answers; a draft that cannot be marked yet has none."""
    if importer.report is None or not draft.predictions:
        return {}
    try:
        made = importer.report(draft, beside)
    except ReleaseError as error:
        sys.stderr.write(f"no report: {error}\n")
        return {}
    sys.stderr.writelines(f"{plain(note, 1000)}\n" for note in made.notes)
    return dict(made.files)
