"""Commands for maintainers: release cut, release publish, verify.

Those between two releases stand in ``drafts``, those on sealed questions in ``holdout``, those
that write logs in ``logs``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digesta.cli import drafts, logs
from digesta.cli import holdout as holdouts
from digesta.cli.options import HERE, JsonOption, RootOption, put, put_json
from digesta.errors import ReleaseError, UsageError

if TYPE_CHECKING:
    from digesta.releases.reading import ReleaseData
    from digesta.workspace.releases import StoredRelease


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    release = typer.Typer(help="Cut and publish dated releases.", no_args_is_help=True)
    release.command(epilog="Example: digesta release cut drafts/2026-12-22")(cut)
    release.command(epilog="Example: digesta release publish 2026-11-22")(publish)
    drafts.register(app, release)
    holdouts.register(release)
    app.add_typer(release, name="release")
    logs.register(app)
    app.command(epilog="Example: digesta verify 2026-11-22")(verify)


def cut(
    draft: Annotated[Path, typer.Argument(help="The draft's folder.")],
    root: RootOption = HERE,
) -> None:
    """Cut a draft into releases/<id>: checked, ids given, canonical, in one piece.

    changes.json is completed from the release before it; what is retired, revised or re-keyed
    needs a reason there.
    """
    from digesta.releases.cut import cut as made
    from digesta.releases.reading import parse_release
    from digesta.workspace import store
    from digesta.workspace.drafts import release_before
    from digesta.workspace.holdouts.known import refuse_known

    there = store.read_tree(draft)
    before = release_before(root, parse_release(there, name=draft.as_posix()), draft)
    files = made(there, name=draft.as_posix(), before=before)
    data = parse_release(files, name="release")
    refuse_known(root, data, name=draft.as_posix())
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
    from digesta.workspace import store
    from digesta.workspace.boards import board_files
    from digesta.workspace.published import check_published, published_index
    from digesta.workspace.releases import folder_of, open_release

    # One lock for the log and the boards: the index names the log that the boards came from.
    with store.locked(folder_of(root, release)):
        opened = open_release(root, release)
        files = board_files(root, opened)
        check_published(opened, files)
        boards = opened.root / "boards"
        number = len(store.folders(boards)) + 1
        store.write_tree(boards / str(number), files | published_index(root, opened, files, number))
    put(f"{boards.as_posix()}/{number}: {len(files)} boards\n")


def verify(
    release: Annotated[str | None, typer.Argument(help="Release id or folder; the newest.")] = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
    identity: Annotated[
        Path | None,
        typer.Option("--identity", "-i", help="Open the sealed truths too; never printed."),
    ] = None,
    leaks: Annotated[
        bool,
        typer.Option("--leaks", help="Look for sealed truths in build/, files and git's history."),
    ] = False,
) -> None:
    """Check a release: manifest, ids, digests, changes, logs; boards recomputed byte for byte.

    With --identity, or once retired, also the sealed truths and every score on them.
    """
    from digesta.releases.diff import is_resealed, untrue_changes
    from digesta.releases.reading import located
    from digesta.workspace import store
    from digesta.workspace.boards import board_files
    from digesta.workspace.holdouts.leaks import leaks_of
    from digesta.workspace.holdouts.reopening import sealed_state
    from digesta.workspace.published import check_built, check_published
    from digesta.workspace.releases import folder_of, open_release
    from digesta.workspace.verify import verify as problems_of

    if leaks and identity is None:
        raise UsageError("--leaks needs --identity: it looks for what that opens")
    folder = folder_of(root, release)
    problems = problems_of(store.read_tree(folder), name=folder.as_posix())
    if problems:
        raise ReleaseError(problems)
    opened = open_release(root, release)
    before = _before(root, opened)
    if before and (
        problems := located(opened.root.as_posix(), list(untrue_changes(before, opened.data)))
    ):
        raise ReleaseError(problems)
    files = board_files(root, opened)
    check_published(opened, files)
    built = check_built(root, opened, files)
    said: dict[str, str | int] = {
        "release": opened.manifest.release,
        "manifest": opened.compiled.digest,
        "questions": len(opened.data.questions),
        "decisions": len(opened.data.decisions),
        "boards_recomputed": len(files),
        "boards_published": len(store.folders(opened.root / "boards")),
        "boards_in_build": built,
    }
    said |= sealed_state(root, opened, identity)
    if before and is_resealed(before, opened.data):
        said["holdout"] = f"{said['holdout']}; holdout re-sealed: root changed"
    if leaks and identity is not None:
        said |= leaks_of(root, opened, identity)
    if as_json:
        put_json(said)
    else:
        put("".join(f"{name.replace('_', ' ')}: {value}\n" for name, value in said.items()))


def _before(root: Path, release: StoredRelease) -> ReleaseData | None:
    """Read the release before, where the workspace has it."""
    from digesta.releases.reading import MANIFEST, parse_release
    from digesta.workspace import store

    before = root / "releases" / (release.manifest.previous or "none")
    if not (before / MANIFEST).is_file():
        return None
    return parse_release(store.read_tree(before), name=before.as_posix())
