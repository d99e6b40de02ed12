"""The commands ``digesta import`` and ``digesta export``: other benchmarks' files and drafts.

They join ``digesta`` by the entry point ``digesta.commands``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from digesta.errors import ReleaseError, UsageError, plain
from digesta.workspace import nearest_workspace

if TYPE_CHECKING:
    from digesta_convert.exports.base import Exporter, ExportInputs
    from digesta_convert.shared.converter import Converter, ReportInputs
    from digesta_convert.shared.draft import Draft

RootOption = Annotated[
    Path,
    typer.Option(
        "--root", help="The workspace; else the nearest above.", callback=nearest_workspace
    ),
]
KeyOption = Annotated[
    Path | None,
    typer.Option("--key", envvar="DIGESTA_KEY", help="Signs decisions.", hidden=True),
]
FormatArgument = Annotated[str, typer.Argument(metavar="FORMAT", help="One of those listed below.")]


class _FormatsCommand(TyperCommand):
    """A command whose help lists the formats, each with its files and an example."""

    def format_epilog(self, _ctx: Any, formatter: Any) -> None:
        """Write them; the converters are imported only now, when somebody asks for help."""
        from digesta_convert import CONVERTERS
        from digesta_convert.exports import EXPORTERS

        forms: dict[str, Converter | Exporter] = {**CONVERTERS}
        if self.name == "export":
            forms = {name: form for name, form in forms.items() if form.export_example}
            forms |= EXPORTERS
        examples = {
            (name, form.about): getattr(form, f"{self.name}_example")
            for name, form in forms.items()
        }
        rows = [named for named, example in examples.items() if example]
        with formatter.section("Formats"):
            formatter.write_dl(rows)
        if self.name == "export":
            self._write_settings(formatter, {**CONVERTERS, **EXPORTERS})
        for example in filter(None, examples.values()):
            formatter.write_paragraph()
            formatter.write_text(f"Example: digesta {self.name} {example}")

    def _write_settings(self, formatter: Any, forms: Mapping[str, Converter | Exporter]) -> None:
        """Write what --set may set, format by format."""
        for name, form in forms.items():
            if form.settings:
                with formatter.section(f"Settings of {name} (--set NAME=VALUE)"):
                    formatter.write_dl(list(form.settings.items()))


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command("import", cls=_FormatsCommand)(import_)
    app.command("export", cls=_FormatsCommand)(export)


def import_(  # noqa: PLR0913, PLR0917 - a command's options
    form: FormatArgument,
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="The benchmark's folder, or files of it."),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="A new folder: a draft's, releases/SERIES-DATE (an archive, to publish as it is), "
            "or predictions/RELEASE/NAME (replies to our own questions).",
        ),
    ],
    release: Annotated[
        str, typer.Option("--release", help="Id of the release to be; else the folder's name.")
    ] = "",
    title: Annotated[str, typer.Option("--title", help="The benchmark's title.")] = "",
    track: Annotated[str, typer.Option("--track", help="Its name in the release.")] = "",
    language: Annotated[
        str, typer.Option("--language", help="Of questions that name none: de.")
    ] = "",
    license_: Annotated[
        str, typer.Option("--license", help="Of questions that name none: CC-BY-4.0.")
    ] = "",
    attribution: Annotated[
        str, typer.Option("--attribution", help="Whom to name; else the title.")
    ] = "",
    reason: Annotated[
        str, typer.Option("--reason", help="Why questions changed since the last release.")
    ] = "",
    private: Annotated[
        Path | None,
        typer.Option("--private", help="Folder outside the workspace for a holdout's truths."),
    ] = None,
    recipients: Annotated[
        list[str] | None,
        typer.Option("--recipient", help="Who may open the holdout, age1...; repeatable."),
    ] = None,
    url: Annotated[str, typer.Option("--url", help="Where it was published.", hidden=True)] = "",
    organization: Annotated[
        str, typer.Option("--organization", help="Who sends them in.", hidden=True)
    ] = "",
    key: KeyOption = None,
    root: RootOption = Path(),
) -> None:
    """Read questions, truths and answers from a table or another benchmark into a draft.

    Into a folder named by a release's id, such as drafts/2026-12-01, comes a draft that can be cut;
    where the workspace has a release, it goes on from that: what stayed keeps its id. Into any
    other come lines and track.json; what the source lacks, such as a licence, is listed at the end.
    releases/SERIES-DATE is an archive, cut at once: another's benchmark with its systems' answers.
    With an archive's id as FORMAT, the texts that it withholds are made of PATH, a copy of the
    original, into FOLDER, for verify --texts; with -o . into their places.
    --url says where it was published, --key signs its decisions. predictions/RELEASE/NAME takes
    replies to our own questions; --organization says who sends them in.
    A file that is named is read or refused, and then nothing is written and the exit code is 1; of
    a folder, what the format does not know is listed and left.
    """
    from digesta.workspace.drafts import refuse_release
    from digesta_convert.archive import is_archive
    from digesta_convert.release import (
        ImportOptions,
        import_source,
        warn_of_open_truths,
        write_draft,
    )
    from digesta_convert.replies import write_submission
    from digesta_convert.texts import write_texts

    fields = {"language": language, "license": license_, "attribution": attribution}
    options = ImportOptions(
        root,
        release,
        track,
        title,
        reason,
        {key: value for key, value in fields.items() if value},
        private,
        tuple(recipients or ()),
        url,
        key,
    )
    if is_archive(form):
        sys.stdout.write(write_texts(root, form, paths[0], out))
        return
    _refuse_existing(out)
    if out.absolute().parents[1].name == "predictions":
        sys.stdout.write(write_submission(out, form, paths, organization))
        return
    options = options.for_folder(out)
    if not options.archive:
        refuse_release(out, out.absolute().parents[1])
    draft = import_source(form, paths, options)
    sys.stdout.write(write_draft(out, draft, options))
    warn_of_open_truths(paths, draft, root)


def export(  # noqa: PLR0913, PLR0917 - a command's options
    form: FormatArgument,
    path: Annotated[Path, typer.Argument(help="A draft's or release's folder, or a submission.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Where to write: a new folder.")],
    release: Annotated[
        str | None,
        typer.Option("--release", "-r", help="Release id or folder; else by PATH, else newest."),
    ] = None,
    root: RootOption = Path(),
    track: Annotated[
        str | None, typer.Option("--track", help="A release's track; the format's own.")
    ] = None,
    verdicts: Annotated[
        Path | None,
        typer.Option("--verdicts", help="A judge's verdicts on the answers, beside judge.json."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="NAME=VALUE: a setting of the report, of those listed below."),
    ] = None,
    members: Annotated[
        bool,
        typer.Option("--members", help="Also what may go to members alone: never pass that on."),
    ] = False,
) -> None:
    """Write a draft, a release or a submission in another's format.

    Of another benchmark: its files and report. Of the other formats: a release's public questions,
    or what one submission or all of a release's earned.

    The files hold what that benchmark has a place for; what they cannot hold is listed, key by
    key, with the number of lines that lose it. Where the answers cannot be marked yet, the files
    are written without the report, and the exit code is 1.
    """
    from digesta.workspace import store
    from digesta_convert.exports import EXPORTERS
    from digesta_convert.inputs import export_inputs
    from digesta_convert.shared.converter import settings_of
    from digesta_convert.sources import draft_at, open_part, report_inputs

    if (exporter := EXPORTERS.get(form.replace("-", "_"))) is not None:
        if track or verdicts:
            raise UsageError(f"{form}: --track and --verdicts are for other benchmarks' formats")
        chosen = settings_of(exporter.name, exporter.settings, settings or ())
        _refuse_existing(out)
        _write_release(
            exporter,
            export_inputs(
                *(exporter, path), release=release, root=root, settings=chosen, members=members
            ),
            out,
        )
        return
    converter = _converter_to(form)
    chosen = converter.settings_of(settings or ())
    _refuse_existing(out)
    every, traces = draft_at(converter, path, release=release, root=root, track=track)
    whole = open_part(every, members=members)
    _tell_closed(len(every.questions) - len(whole.questions))
    draft = converter.exportable(whole)
    inputs = report_inputs(path, converter.exportable(every), traces=traces, verdicts=verdicts)
    written = converter.write(draft)
    report = _report(converter, draft, replace(inputs, settings=chosen))
    files = {**written.files, **(report or {})}
    store.write_tree(out, files)
    if left := len(whole.questions) - len(draft.questions):
        sys.stderr.write(f"left out: {left} questions (sealed, or marked by another scorer)\n")
    sys.stdout.write(
        f"{out.as_posix()}: {len(draft.questions)} questions, {len(draft.predictions)} answers\n"
        + "".join(f"  {name}\n" for name in sorted(files))
    )
    if written.losses:
        sys.stdout.write(f"what {form} cannot hold:\n")
        sys.stdout.writelines(f"  {plain(loss, 200)}\n" for loss in written.losses)
    if report is None:
        raise typer.Exit(1)


def _converter_to(form: str) -> Converter:
    """Return the converter to a format; UsageError with the names of all that can be written."""
    from digesta_convert import CONVERTERS, converter_named
    from digesta_convert.exports import EXPORTERS

    if form.replace("-", "_") in CONVERTERS:
        return converter_named(form)
    names = [name for name, converter in CONVERTERS.items() if converter.compose]
    raise UsageError(f"no format {form!r}; there are: {', '.join(sorted([*names, *EXPORTERS]))}")


def _write_release(exporter: Exporter, inputs: ExportInputs, out: Path) -> None:
    """Write a release, or what systems earned on it, and say what the format leaves out."""
    from digesta.workspace import store

    report = exporter.write(inputs)
    if not report.files:
        raise UsageError(
            f"{exporter.name}: nothing to write; {'; '.join(report.notes) or 'nobody answered'}"
        )
    store.write_tree(out, report.files)
    sys.stderr.writelines(f"{plain(note, 1000)}\n" for note in report.notes)
    _tell_closed(inputs.closed)
    size = sum(map(len, report.files.values()))
    sys.stdout.write(f"{out.as_posix()}: {len(report.files)} files, {size} bytes\n")


def _tell_closed(count: int) -> None:
    if count:
        sys.stderr.write(
            f"left out: the text of {count} questions, which their licence keeps from publication "
            "(publish in release.json)\n"
        )


def _refuse_existing(out: Path) -> None:
    from digesta.workspace import store

    if not store.is_free(out):
        raise UsageError(f"{out}: exists already; name a new folder, or an empty one")


def _report(converter: Converter, draft: Draft, inputs: ReportInputs) -> dict[str, bytes] | None:
    """Return the report on a draft's answers; None where they cannot be marked yet."""
    if not draft.predictions:
        sys.stderr.write("no report: nobody answered these questions\n")
    if converter.report is None or not draft.predictions:
        return {}
    try:
        report = converter.report(draft, inputs)
    except ReleaseError as error:
        sys.stderr.write(f"no report: {error}\n")
        return None
    sys.stderr.writelines(f"{plain(note, 1000)}\n" for note in report.notes)
    return dict(report.files)
