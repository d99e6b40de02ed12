"""Commands for maintainers: release cut, release publish, decide, verify."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.submit import HERE, JsonOption, ReleaseOption, RootOption, put, put_json
from digesta.errors import ReleaseError


class DecisionKind(StrEnum):
    """What a maintainer decides about a submission."""

    accept = "accept"
    reject = "reject"
    withdraw = "withdraw"
    rescore = "rescore"
    exclude = "exclude"


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    release = typer.Typer(help="Cut and publish dated releases.", no_args_is_help=True)
    release.command(epilog="Example: digesta release cut drafts/2026-12-22")(cut)
    release.command(epilog="Example: digesta release publish 2026-11-22")(publish)
    app.add_typer(release, name="release")
    app.command(
        epilog="Example: digesta decide baseline-longest accept --level rerun --role baseline "
        "--reason 'the committed command gave the same bytes' --date 2026-11-22"
    )(decide)
    app.command(epilog="Example: digesta verify 2026-11-22")(verify)


def cut(
    draft: Annotated[Path, typer.Argument(help="The draft's folder.")],
    root: RootOption = HERE,
) -> None:
    """Cut a draft into releases/<id>: checked, ids given, canonical, in one piece."""
    from digesta import store
    from digesta.releases.cut import cut as made
    from digesta.releases.reading import parse_release

    files = made(store.read_tree(draft), name=draft.as_posix())
    data = parse_release(files, name="release")
    folder = root / "releases" / data.manifest.release
    with store.locked(root / "releases"):
        store.write_tree(folder, files)
    put(
        f"{folder.as_posix()}: {len(data.questions)} questions, manifest {data.digest}\n"
        f"commit it; check it with: digesta verify {data.manifest.release}\n"
    )


def publish(
    release: Annotated[str | None, typer.Argument(help="Release id; the newest.")] = None,
    root: RootOption = HERE,
) -> None:
    """Keep today's boards for ever: copy them into releases/<id>/boards/<N>."""
    from digesta import store
    from digesta.cli.published import check_published, published_index
    from digesta.cli.publishing import board_files
    from digesta.cli.workspace import folder_of, open_release

    # One lock for the log and the boards: the index names the log that the boards came from.
    with store.locked(folder_of(root, release)):
        found = open_release(root, release)
        files = board_files(root, found)
        check_published(found, files)
        boards = found.root / "boards"
        number = len(store.folders(boards)) + 1
        store.write_tree(boards / str(number), files | published_index(root, found, files, number))
    put(f"{boards.as_posix()}/{number}: {len(files)} boards\n")


def decide(
    submission: Annotated[str, typer.Argument(help="A submission's id.")],
    decision: Annotated[DecisionKind, typer.Argument(help="What is decided.")],
    reason: Annotated[str, typer.Option("--reason", help="Why, in a sentence.")],
    date: Annotated[str, typer.Option("--date", help="YYYY-MM-DD; no clock is read.")],
    level: Annotated[
        str | None,
        typer.Option("--level", help="rerun, sealed, open or archived; as decided before."),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option("--role", help="adversary, baseline, calibration, reference or system."),
    ] = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Add a decision about a submission to the release's log.

    Level and role stay what the last decision made them (open, system) unless given.
    """
    from digesta import store
    from digesta.cli.publishing import OUT, scores_of
    from digesta.cli.workspace import folder_of, open_release
    from digesta.releases.log import decision_line, latest
    from digesta.releases.reading import DECISIONS

    with store.locked(folder_of(root, release)):
        found = open_release(root, release)
        before = latest(found.data.decisions).get(submission)
        fields = {
            "date": date,
            "submission_id": submission,
            "decision": decision.value,
            "level": level or (before.level if before else "open"),
            "role": role or (before.role if before else "system"),
            "reason": reason,
            # What is taken off need not be readable.
            "scores": {} if decision.value in OUT else scores_of(root, found, submission),
        }
        log = found.root / DECISIONS
        lines = store.read_bytes(log) if log.exists() else b""
        store.append_line(log, decision_line(lines, fields), after=lines)
    said = f"{decision.value}, level {fields['level']}, role {fields['role']}"
    put(f"{log.as_posix()}: {submission} {said}\n")


def verify(
    release: Annotated[str | None, typer.Argument(help="Release id or folder; the newest.")] = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Check a release: manifest, ids, digests, logs, and boards recomputed byte for byte."""
    from digesta import store
    from digesta.cli.published import check_built, check_published
    from digesta.cli.publishing import board_files
    from digesta.cli.workspace import folder_of, open_release
    from digesta.releases.verify import verify as problems_of

    folder = folder_of(root, release)
    problems = problems_of(store.read_tree(folder), name=folder.as_posix())
    if problems:
        raise ReleaseError(problems)
    found = open_release(root, release)
    files = board_files(root, found)
    check_published(found, files)
    built = check_built(root, found, files)
    said = {
        "release": found.manifest.release,
        "manifest": found.compiled.digest,
        "questions": len(found.data.questions),
        "decisions": len(found.data.decisions),
        "boards_recomputed": len(files),
        "boards_published": len(store.folders(found.root / "boards")),
        "boards_in_build": built,
    }
    if as_json:
        put_json(said)
    else:
        put("".join(f"{name.replace('_', ' ')}: {value}\n" for name, value in said.items()))
