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
        "--root", help="The workspace; . means the nearest above.", callback=nearest_workspace
    ),
]
KeyOption = Annotated[
    Path | None, typer.Option("--key", envvar="DIGESTA_KEY", help="Signs decisions.", hidden=True)
]
FormatArgument = Annotated[str, typer.Argument(metavar="FORMAT", help="One of the list below.")]


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
            help="A new folder: a draft's, releases/SERIES-DATE for an archive, or "
            "predictions/RELEASE/NAME for replies to Digesta's questions.",
        ),
    ],
    release: Annotated[
        str,
        typer.Option(
            "--release",
            help="Id of the new release, or a bundle of the one replied to. Default: by -o.",
        ),
    ] = "",
    title: Annotated[str, typer.Option("--title", help="The benchmark's title.")] = "",
    track: Annotated[str, typer.Option("--track", help="The track's name in the release.")] = "",
    language: Annotated[
        str, typer.Option("--language", help="For questions without a language: de.")
    ] = "",
    license_: Annotated[
        str, typer.Option("--license", help="For questions without a licence: CC-BY-4.0.")
    ] = "",
    attribution: Annotated[
        str, typer.Option("--attribution", help="Whom to credit. Default: the title.")
    ] = "",
    reason: Annotated[
        str, typer.Option("--reason", help="Why questions changed since the last release.")
    ] = "",
    private: Annotated[
        Path | None,
        typer.Option("--private", help="Folder outside the workspace for sealed truths."),
    ] = None,
    recipients: Annotated[
        list[str] | None,
        typer.Option("--recipient", help="Key that may open sealed truths, age1...; repeatable."),
    ] = None,
    url: Annotated[str, typer.Option("--url", help="Where it was published.", hidden=True)] = "",
    organization: Annotated[
        str, typer.Option("--organization", help="Who submits them.", hidden=True)
    ] = "",
    key: KeyOption = None,
    root: RootOption = Path(),
) -> None:
    """Import a table or another benchmark's files.

    The folder of -o decides the result. Named by a release's id, such as drafts/2026-12-01, it
    becomes a complete draft; unchanged questions of the last release keep their ids. Any other name
    gives lines and track.json, and a list of what the source lacks, such as a licence.
    releases/SERIES-DATE becomes an archive: a published benchmark with its systems' answers. --url
    gives its address; --key signs its decisions. predictions/RELEASE/NAME receives replies to
    Digesta's questions; --organization names the submitter.
    With an archive's id as FORMAT, the command makes its withheld texts from PATH, a copy of the
    original: in -o FOLDER for verify --texts, or with -o . in their places.
    A named file that cannot be read stops the import: nothing is written, and the exit code is 1.
    Unknown files of a folder are listed and skipped.
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
        sys.stdout.write(write_submission(out, form, paths, organization, release))
        return
    options = options.for_folder(out)
    if not options.archive:
        refuse_release(out, out.absolute().parents[1])
    draft = import_source(form, paths, options)
    sys.stdout.write(write_draft(out, draft, options))
    warn_of_open_truths(paths, draft, root)


def export(  # noqa: PLR0913, PLR0917 - a command's options
    form: FormatArgument,
    path: Annotated[Path, typer.Argument(help="Folder of a draft, release or submission.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="A new folder.")],
    release: Annotated[
        str | None,
        typer.Option("--release", "-r", help="Release id or folder. Default: by PATH, or newest."),
    ] = None,
    root: RootOption = Path(),
    track: Annotated[
        str | None, typer.Option("--track", help="A track of the release. Default: the format's.")
    ] = None,
    verdicts: Annotated[
        Path | None,
        typer.Option("--verdicts", help="A judge's verdict file, in the folder of its judge.json."),
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="NAME=VALUE: a setting from the list below.")
    ] = None,
    members: Annotated[
        bool, typer.Option("--members", help="Include texts for members only: never pass them on.")
    ] = False,
) -> None:
    """Export a draft, release or submission to another format.

    A benchmark's format gives its files and its report. Other formats give a release's public
    questions, or the results of one submission or all.

    What the format cannot hold is listed by key, with the number of lines that lose it. If answers
    cannot be marked yet, the report is missing and the exit code is 1.
    """
    from digesta.workspace import store
    from digesta.workspace.releases import folder_of
    from digesta_convert.exports import EXPORTERS
    from digesta_convert.inputs import export_inputs
    from digesta_convert.shared.converter import settings_of
    from digesta_convert.sources import draft_at, open_part, report_inputs

    if not path.exists() and path.name == str(path):
        path = folder_of(root, str(path))
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
    chosen = settings_of(converter.name, converter.settings, settings or ())
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
        sys.stdout.write(f"{form} cannot hold:\n")
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
            f"{exporter.name}: nothing to write; {'; '.join(report.notes) or 'no answers'}"
        )
    store.write_tree(out, report.files)
    sys.stderr.writelines(f"{plain(note, 1000)}\n" for note in report.notes)
    _tell_closed(inputs.closed)
    size = sum(map(len, report.files.values()))
    sys.stdout.write(f"{out.as_posix()}: {len(report.files)} files, {size} bytes\n")


def _tell_closed(count: int) -> None:
    if count:
        sys.stderr.write(
            f"left out: the text of {count} questions, because their licence forbids publication "
            "(publish in release.json)\n"
        )


def _refuse_existing(out: Path) -> None:
    from digesta.workspace import store

    if not store.is_free(out):
        raise UsageError(f"{out}: exists already; name a new folder, or an empty one")


def _report(converter: Converter, draft: Draft, inputs: ReportInputs) -> dict[str, bytes] | None:
    """Return the report on a draft's answers; None where they cannot be marked yet."""
    if not draft.predictions:
        sys.stderr.write("no report: these questions have no answers\n")
    if converter.report is None or not draft.predictions:
        return {}
    try:
        report = converter.report(draft, inputs)
    except ReleaseError as error:
        sys.stderr.write(f"no report: {error}\n")
        return None
    sys.stderr.writelines(f"{plain(note, 1000)}\n" for note in report.notes)
    return dict(report.files)
