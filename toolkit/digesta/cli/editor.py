"""Commands for editors of questions: which to look at, and second readings."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import (
    HERE,
    PRINTED,
    JsonOption,
    QuestionsOption,
    ReleaseOption,
    RootOption,
    SheetFormatOption,
    TaskOption,
    command,
    command_line,
    long_texts,
    put,
    put_json,
    releases,
    reviews,
)
from digesta.errors import UsageError

maintainer = partial(command, "Maintainers")
CountOption = Annotated[
    int | None, typer.Option("--draw", "-n", min=1, help="Draw this many. Default: all.")
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", min=0, help="Seed of draws and masks. Default: random."),
]


class ListFormat(StrEnum):
    """How a list is printed."""

    json = "json"
    text = "text"


@maintainer("release retire-candidates 2026-11-22.6 --format text", group=releases)
def retire_candidates(
    release: Annotated[str | None, typer.Argument(help="Release id or folder, or newest.")] = None,
    form: Annotated[
        ListFormat, typer.Option("--format", "-f", help="JSON has every figure.")
    ] = ListFormat.text,
    root: RootOption = HERE,
) -> None:
    """List questions to retire or correct, if a check agrees.

    All or none of the systems answer them right, or weaker systems do better. A line for each
    board, then one for each question: finding, board, id, mean credit, correlation with the rest,
    and what to check first. To retire questions, use digesta release refresh, or changes.json.
    """
    from digesta.board.questions import candidates
    from digesta.cli.text import candidates_json, candidates_text
    from digesta.workspace.releases import open_release
    from digesta.workspace.side import built_side

    opened = open_release(root, release)
    analyses = built_side(root, opened, "items").analyses
    proposed = candidates(analyses)
    if form is ListFormat.json:
        put_json(candidates_json(opened.id, analyses, proposed))
    else:
        put(candidates_text(analyses, proposed))


# Second readings ------------------------------------------------------------------------------


_JUDGE = "--judge … --operator … --date …"
_PACKED = (
    "give each grader one sheet and keep key.json; put the filled sheets back into the folder;\n"
    "with only one grader, delete the other sheet\n"
)
GradeOption = Annotated[
    bool, typer.Option("--grade", help="Sheets for two graders, who do not see whose answer it is.")
]


@maintainer("review pack --track tlr -n 40 --seed 7 -o tlr.csv", group=reviews, name="pack")
def pack(  # noqa: PLR0913 - a command's options
    submissions: Annotated[
        list[Path] | None, typer.Argument(help="With --grade: folders of the submissions to grade.")
    ] = None,
    *,
    track: Annotated[str, typer.Option("--track", "-t", help="The track to read.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The sheet to write; with --grade a new folder.")
    ],
    grade: GradeOption = False,
    form: SheetFormatOption = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    questions: QuestionsOption = None,
    count: CountOption = None,
    seed: SeedOption = None,
    task: TaskOption = None,
) -> None:
    """Write a sheet of questions, without truths, for a second reader.

    With --grade: one sheet for each grader, with anonymous answers and criteria to mark yes or no;
    and key.json, which you keep. .xlsx requires: pip install 'digesta[pack]'.
    """
    import secrets

    from digesta.workspace.sheets import graders as masks
    from digesta.workspace.sheets import questions as sheets

    if bool(submissions) != grade:
        raise UsageError("--grade needs submissions; without --grade, leave them out")
    # Who knows the seed knows which answers are calibration: nobody should guess it.
    number = secrets.randbelow(1 << 32) if seed is None else seed
    draw = None if count is None else sheets.QuestionDraw(count, number)
    selection = sheets.Selection(track, review=not grade, wanted=questions, draw=draw, task=task)
    if grade:
        written = form.value if form else "xlsx"
        packed = masks.pack_grading(
            root, release, selection, submissions or [], out=out, seed=number, form=written
        )
        put(
            f"{out.as_posix()}: {len(packed.answers)} masked answers, {len(packed.rows)} rows for "
            f"each of two graders, seed {number}\n{_PACKED}"
            f"then: {command_line('review unpack --grade', out, root)} {_JUDGE}\n"
        )
        return
    files, n = sheets.pack(root, release, selection, out=out, form=form and form.value)
    out = files[0]
    drawn = f" (drawn by seed {number})" if draw else ""
    again = command_line("review unpack", out, root)
    then = PRINTED if out.suffix == ".html" else f"then: {again} --draft DRAFT, or -o FILE.jsonl"
    put(f"{out.as_posix()}: {n} questions{drawn}; {then}\n{long_texts(files)}")


@maintainer("review unpack tlr.csv --draft drafts/2026-12-22", group=reviews, name="unpack")
def unpack(  # noqa: PLR0913 - a command's options
    sheet: Annotated[
        Path, typer.Argument(help="The filled sheet; with --grade the packed folder.")
    ],
    *,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File of review lines to write.")
    ] = None,
    draft: Annotated[
        Path | None, typer.Option("--draft", help="Draft whose review.jsonl receives the lines.")
    ] = None,
    grade: GradeOption = False,
    judge: Annotated[
        str | None, typer.Option("--judge", help="With --grade: NAME for judges NAME-1, NAME-2.")
    ] = None,
    operator: Annotated[
        str | None, typer.Option("--operator", help="With --grade: who organised the grading.")
    ] = None,
    date: Annotated[
        str | None, typer.Option("--date", help="With --grade: its last day, YYYY-MM-DD.")
    ] = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Turn a filled sheet into review lines for a draft.

    Prints how often the reader agreed, and what share of truths may be wrong. --draft adds the
    lines of questions that were not edited since. With any problem, nothing is written.

    With --grade: prints how far the graders agree, and writes the verdicts of judges NAME-1 and
    NAME-2.
    """
    from digesta.cli.text import added_text, review_text
    from digesta.workspace.sheets import questions as sheets
    from digesta.workspace.sheets.readings import add_readings

    if not grade:
        if (out or draft) is None or judge or operator or date:
            raise UsageError(
                "name the file to write with -o, or --draft; the other options need --grade"
            )
        returned = sheets.read_sheet(root, release, sheet, review=True)
        read = returned.write_reviews(out) if out else returned.reviews()
        put(review_text(out or sheet, read, len(returned.questions)))
        if draft is not None:
            put(added_text(draft, add_readings(root, draft, read)))
        return
    if (out or draft) is not None or not (judge and operator and date):
        raise UsageError("--grade writes a judge's folder: give --judge, --operator, --date; no -o")
    _unpack_grading(root, sheet, as_json=as_json, judge=judge, operator=operator, date=date)


def _unpack_grading(root: Path, folder: Path, *, as_json: bool, **named: str) -> None:
    from digesta.sheets.graders.verdicts import agreement_parts, agreement_text
    from digesta.workspace.sheets import graders as masks

    _refuse_wrong_options(**named)
    grading = masks.read_grading(root, folder)
    grades = masks.read_grades(grading, folder)
    parts = agreement_parts(grading.answers, list(grades.values())) if len(grades) > 1 else []
    places = masks.write_verdicts(root, grading, grades, **named)
    if as_json:
        put_json(parts)
        return
    put(agreement_text(parts) if parts else "")
    for place, own in zip(places, grades.values(), strict=True):
        put(
            f"{place.as_posix()}: verdicts on {len(grading.answers)} answers, of "
            f"{own.reader.minutes / 60:.1f} hours; then: digesta decide _judges/{place.name} "
            "accept --reason … --date …\n"
        )


def _refuse_wrong_options(*, judge: str, operator: str, date: str) -> None:
    from pydantic import TypeAdapter, ValidationError

    from digesta.records.base import Day, NonEmpty, Slug

    for name, value, kind, expected in (
        ("--judge", judge, Slug, "a slug: a-z 0-9 . _ -, at most 128"),
        ("--operator", operator, NonEmpty, "a text"),
        ("--date", date, Day, "a day of the calendar, YYYY-MM-DD"),
    ):
        try:
            TypeAdapter(kind).validate_python(value)
        except ValidationError:
            raise UsageError(f"{name} {value!r}: expected {expected}") from None
