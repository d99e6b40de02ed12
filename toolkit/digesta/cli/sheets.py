"""The commands ``digesta pack`` and ``digesta unpack``: answer sheets, there and back."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digesta.cli.options import HERE, ReleaseOption, RootOption, put
from digesta.errors import SubmissionError, UsageError
from digesta.records.splits import Splits

if TYPE_CHECKING:
    from digesta.records.question import Question
    from digesta.sheets import FilledSheet, SheetAnswers
    from digesta.workspace.releases import StoredRelease

ReviewOption = Annotated[
    bool, typer.Option("--review", help="For a second reader: answers, doubts, notes; no truths.")
]
_SHORTEST = 6
_LISTED = 10


class SheetFormat(StrEnum):
    """What a sheet is written as."""

    xlsx = "xlsx"
    csv = "csv"
    docx = "docx"


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(epilog="Example: digesta pack --track tlr --format csv -o tlr.csv")(pack)
    app.command(
        epilog="Example: digesta unpack tlr.csv --id my-system --model 'My System' "
        "--organization Us"
    )(unpack)


def pack(
    track: Annotated[str, typer.Option("--track", "-t", help="The track to be answered.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The sheet to write.")],
    form: Annotated[SheetFormat | None, typer.Option("--format", "-f", help="Else by -o.")] = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    split: Annotated[
        Splits, typer.Option("--split", help="all: the sealed questions too.")
    ] = Splits.public,
    questions: Annotated[
        str | None,
        typer.Option("--questions", help="Only these: ids, or their first 6 characters or more."),
    ] = None,
    review: ReviewOption = False,
) -> None:
    """Write questions as a sheet to fill in, .xlsx or .csv, or as a .docx for printing.

    Workbooks and documents need the extra: pip install 'digesta[pack]'.
    """
    from digesta.sheets import FORMATS, Packing, packed, sheet_of
    from digesta.workspace import store
    from digesta.workspace.releases import open_release

    ending = form.value if form else out.suffix.removeprefix(".")
    if ending not in FORMATS or out.suffix != f".{ending}":
        raise UsageError(f"{out}: name it FILE.{' or FILE.'.join(FORMATS)}, as --format says")
    if out.exists():
        raise UsageError(f"{out}: exists already; name a new file")
    opened = open_release(root, release)
    asked = _asked(opened, track, split.value, review=review)
    chosen = _chosen(asked, questions)
    packing = Packing(
        opened.manifest.release,
        split.value,
        "reading" if review else "answers",
        tuple(one.question_id for one in chosen) if questions is not None else (),
    )
    sheet = sheet_of(chosen, opened.manifest.track_named(track), packing, opened.data.resources)
    store.write_file(out, packed(sheet, ending))
    then = "for printing; to send answers, pack them as .xlsx or .csv too"
    if ending != "docx":
        more = "--review -o FILE.jsonl" if review else "--id … --model … --organization …"
        then = f"then: {_then('unpack', out, root)} {more}"
    put(f"{out.as_posix()}: {len(chosen)} questions; {then}\n")


def _then(command: str, place: Path, root: Path, *more: str) -> str:
    """Return the command that comes next, in the same workspace."""
    at = () if root == HERE else ("--root", root.as_posix())
    return shlex.join(["digesta", command, place.as_posix(), *more, *at])


def unpack(
    sheet: Annotated[Path, typer.Argument(help="The sheet that came back.")],
    submission: Annotated[
        str | None, typer.Option("--id", help="Your submission's id: a-z 0-9 . _ -")
    ] = None,
    model: Annotated[str | None, typer.Option("--model", help="The system's name.")] = None,
    organization: Annotated[
        str | None, typer.Option("--organization", help="Who sends it in.")
    ] = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the lines alone, into this file.")
    ] = None,
    review: ReviewOption = False,
) -> None:
    """Turn a filled sheet into a submission's folder, or refuse it whole, with every problem."""
    from digesta.intake import LIMITS
    from digesta.sheets import checked_head, said_in
    from digesta.workspace import store
    from digesta.workspace.releases import open_release

    named = (submission, model, organization)
    _refuse_odd_names(named, out, review=review)
    data = store.read_bytes(sheet, limit=LIMITS.file_bytes)
    tables = said_in(data, sheet.as_posix())
    filled = checked_head(tables, sheet.as_posix(), "reading" if review else "answers")
    opened = open_release(root, release or filled.head.release)
    asked = _packed(opened, filled, review=review)
    if out is not None and out.exists():
        raise UsageError(f"{out}: exists already; name a new file")
    if review:
        _write_reviews(filled, opened, asked, out)
    else:
        _write_answers(filled, opened, asked, (*named, root, out))


def _refuse_odd_names(
    named: tuple[str | None, str | None, str | None], out: Path | None, *, review: bool
) -> None:
    """Refuse a place to write that is not named, or named in both ways."""
    if out is None and (review or None in named):
        raise UsageError(
            "name the file to write with -o"
            if review
            else "name the submission with --id, --model and --organization, or a file with -o"
        )
    if out is not None and any(named):
        raise UsageError("-o writes lines alone: leave out --id, --model and --organization, or -o")


def _packed(release: StoredRelease, filled: FilledSheet, *, review: bool) -> list[Question]:
    """Return the questions that the sheet was packed with, or refuse its head."""
    from digesta.sheets.codes import problem

    head = filled.head
    if head.release != release.manifest.release:
        got = f"release {head.release}"
        wrong = problem("sheet-head", filled.file, got=got, expected=release.manifest.release)
        raise SubmissionError([wrong])
    if head.track not in {track.track for track in release.manifest.tracks}:
        raise SubmissionError([problem("sheet-head", filled.file, got=f"track {head.track}")])
    asked = {one.question_id: one for one in _asked(release, head.track, head.split, review=review)}
    unknown = [one for one in head.chosen if one not in asked]
    if unknown or len(set(head.chosen)) < len(head.chosen):
        got = f"questions: {unknown[0] if unknown else 'one of them twice'}"
        raise SubmissionError([problem("sheet-head", filled.file, got=got)])
    return [asked[one] for one in head.chosen or asked]


def _asked(release: StoredRelease, track: str, split: str, *, review: bool) -> list[Question]:
    from digesta.sheets import can_be_read
    from digesta.sheets.reviews import ReviewKey

    known = [one.track for one in release.manifest.tracks]
    if track not in known:
        raise UsageError(f"no track {track!r}; there are: {', '.join(known)}")
    asked = [
        question
        for question in release.data.questions
        if question.track == track and (split == "all" or question.split == "public")
    ]
    if not review:
        return asked
    key = ReviewKey(release.data.truths, release.data.resources)
    fit = [one for one in asked if can_be_read(one, key)]
    if left := len(asked) - len(fit):
        sys.stderr.write(f"left out: {left} questions (sealed, or marked by a judge alone)\n")
    return fit


def _chosen(asked: Sequence[Question], wanted: str | None) -> list[Question]:
    if wanted is None:
        if not asked:
            raise UsageError("no such questions in this release")
        return list(asked)
    chosen = {}
    for name in wanted.replace(",", " ").split():
        fit = [
            one
            for one in asked
            if one.question_id == name
            or (len(name) >= _SHORTEST and one.question_id.startswith(name))
        ]
        exact = [one for one in fit if one.question_id == name]
        if len(exact or fit) != 1:
            raise UsageError(f"{len(fit)} questions of the track begin with {name!r}; name one")
        chosen[(exact or fit)[0].question_id] = (exact or fit)[0]
    if not chosen:
        raise UsageError("--questions names none")
    return [one for one in asked if one.question_id in chosen]


def _write_reviews(
    filled: FilledSheet, release: StoredRelease, asked: Sequence[Question], out: Path | None
) -> None:
    from digesta.sheets import read_back
    from digesta.sheets.reviews import ReviewKey
    from digesta.workspace import store

    assert out is not None, "a review names its file"
    made = read_back(filled, asked, ReviewKey(release.data.truths, release.data.resources))
    store.write_file(out, made.reviews)
    put(
        f"{out.as_posix()}: {len(made.read)} of {len(asked)} questions read, "
        f"{len(made.disputed)} disputed{_some(made.disputed)}\n"
        "add the lines to a draft's review.jsonl, or a reader to its question's record there; "
        "decide what becomes of each disputed question\n"
    )


def _write_answers(
    filled: FilledSheet,
    release: StoredRelease,
    asked: Sequence[Question],
    named: tuple[str | None, str | None, str | None, Path, Path | None],
) -> None:
    from digesta.canonical import canonical_bytes
    from digesta.intake import read_submission_metadata
    from digesta.sheets import unpacked
    from digesta.workspace import store
    from digesta.workspace.cards import METADATA, PREDICTIONS

    submission, model, organization, root, out = named
    release_id = release.manifest.release
    if out is not None:
        made = unpacked(filled, asked)
        store.write_file(out, made.predictions)
        put(_told(out, made, _then("check", out, root, "--release", release_id)))
        return
    card = canonical_bytes(
        {
            "submission_id": submission,
            "release": release_id,
            "model_name": model,
            "organization": organization,
            "tracks": [filled.head.track],
        }
    )
    read_submission_metadata(card, file=METADATA)
    folder = root / "predictions" / release_id / str(submission)
    if folder.exists():
        raise UsageError(f"{folder}: exists already; choose another --id, or write with -o")
    made = unpacked(filled, asked)
    store.write_tree(folder, {METADATA: card + b"\n", PREDICTIONS: made.predictions})
    put(_told(folder, made, _then("check", folder, root)))


def _told(place: Path, made: SheetAnswers, then: str) -> str:
    return (
        f"{place.as_posix()}: {made.answered} answers, {len(made.abstained)} abstentions"
        f"{_some(made.abstained)}\nthen: {then}\n"
    )


def _some(ids: Sequence[str]) -> str:
    if not ids:
        return ""
    more = f", and {len(ids) - _LISTED} more" if len(ids) > _LISTED else ""
    return f": {', '.join(one[:16] for one in ids[:_LISTED])}{more}"
