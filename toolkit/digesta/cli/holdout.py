"""Commands on sealed questions: release seal, score-holdout, rotate, retire.

An identity is named by its path and read; nothing of it, of a key or of a truth is ever printed.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import HERE, RootOption, put
from digesta.errors import ReleaseError, UsageError

IdentityOption = Annotated[
    Path, typer.Option("--identity", "-i", help="File of your age identity; never printed.")
]
DateOption = Annotated[str, typer.Option("--date", help="YYYY-MM-DD; no clock is read.")]
ReleaseArgument = Annotated[str, typer.Argument(help="Release id or folder.")]


def register(release: typer.Typer) -> None:
    """Add these commands to the group ``release``."""
    release.command(epilog="Example: digesta release seal drafts/2026-12-22 --private ../sealed")(
        seal
    )
    release.command(
        epilog="Example: digesta release score-holdout predictions/2026-12-22/acme-7b "
        "--identity ~/age.txt --date 2026-12-30"
    )(score_holdout)
    release.command(
        epilog="Example: digesta release rotate 2026-12-22 --identity ~/age.txt "
        "--to age1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs3290gq --date 2027-01-10"
    )(rotate)
    release.command(
        epilog="Example: digesta release retire 2026-12-22 --identity ~/age.txt --date 2027-12-22"
    )(retire)


def seal(
    draft: Annotated[Path, typer.Argument(help="The draft's folder.")],
    private: Annotated[
        Path,
        typer.Option("--private", help="Folder of the holdout's truths.jsonl and review.jsonl."),
    ],
    root: RootOption = HERE,
) -> None:
    """Check a draft with its holdout's truths, seal them, and commit to them in its manifest.

    Keys are made in the private folder where there are none; keep them for later releases. Refused
    is what any release of the workspace asked in public.
    """
    from digesta.canonical import canonical_bytes
    from digesta.holdout.seal import KEYS, REVIEWS, TRUTHS
    from digesta.holdout.seal import seal as sealed
    from digesta.releases.reading import MANIFEST, SEALED, parse_release
    from digesta.workspace import store
    from digesta.workspace.drafts import refuse_reseal

    _refuse_in_the_open(draft, private)
    # Keys come first: draws of the questions that are to be sealed begin with one of them.
    if not (private / KEYS).exists():
        keys = {name: secrets.token_hex(32) for name in ("salt_key", "draw_key")}
        store.write_file(private / KEYS, canonical_bytes(keys) + b"\n", mode=store.PRIVATE)
    names = [KEYS, TRUTHS, REVIEWS]
    files = {n: store.read_bytes(private / n) for n in names if (private / n).exists()}
    there = store.read_tree(draft)
    written = sealed(there, files, name=draft.as_posix(), folder=private.as_posix())
    data = parse_release(there | written, name=draft.as_posix())
    refuse_reseal(root, data, draft)
    with store.locked(draft):
        # The manifest last: until it is there, the file is not what the draft commits to.
        for name in (SEALED, MANIFEST):
            store.write_file(draft / name, written[name])
    put(
        f"{(draft / SEALED).as_posix()}: sealed\n"
        f"cut it with: digesta release cut {draft.as_posix()}\n"
    )


def _refuse_in_the_open(draft: Path, private: Path) -> None:
    from digesta.holdout.seal import KEYS, REVIEWS, TRUTHS
    from digesta.workspace.holdouts.git import committed, ignored, is_repository

    if not private.is_dir():
        raise UsageError(f"{private}: no such folder; --private names that of the sealed truths")
    inside = private.resolve().is_relative_to(draft.resolve())
    # Also files that are not there yet, and copies under any other name.
    taken = [name for name in (KEYS, TRUTHS, REVIEWS) if not ignored(private / name)]
    taken = taken or (committed(private) if is_repository(private) else [])
    if inside or taken:
        what = ", ".join(taken[:3]) or "its truths"
        raise UsageError(
            f"{private}: {what} could be committed; move it out of the project, or name it in "
            ".gitignore (and git rm --cached what is committed already)"
        )


def score_holdout(
    submission: Annotated[Path, typer.Argument(help="The submission's folder.")],
    identity: IdentityOption,
    date: DateOption,
    maintainers: Annotated[
        bool,
        typer.Option("--maintainers", help="It is the maintainers' own: uncapped, never ranked."),
    ] = False,
    root: RootOption = HERE,
) -> None:
    """Score a submission on the sealed questions: one attempt, logged before its score is known.

    Writes holdout.json: headlines and categories of 30 questions or more, in whole percents,
    through the ladder. Nothing per question is printed or kept.
    """
    from digesta.workspace.holdouts.scores import HOLDOUT
    from digesta.workspace.holdouts.scoring import scored_submission

    found, scores = scored_submission(
        root, submission, identity, date=date, maintainers=maintainers
    )
    for track, figures in scores.tracks.items():
        held = "" if figures.attempt == scores.attempts else ", the ladder held"
        put(
            f"{track}: {figures.metric} {figures.percent}% ({figures.low}% to {figures.high}%), "
            f"{figures.n} sealed questions, attempt {figures.attempt} of {scores.attempts}{held}\n"
        )
    put(f"{(submission / HOLDOUT).as_posix()}: commit it with {found.root.as_posix()}/log\n")


# Rotating and retiring ------------------------------------------------------------------------


def rotate(
    release: ReleaseArgument,
    identity: IdentityOption,
    to: Annotated[
        list[str], typer.Option("--to", help="A recipient's public key, age1...; repeat it.")
    ],
    date: DateOption,
    root: RootOption = HERE,
) -> None:
    """Seal a holdout anew for other recipients: a release .N of the same questions and root."""
    from digesta.holdout.recipients import is_secret
    from digesta.holdout.reveal import rotated_files
    from digesta.records.log import Access
    from digesta.releases.log import chain_line, in_order
    from digesta.releases.reading import ACCESS
    from digesta.workspace import store
    from digesta.workspace.holdouts.scores import log_of
    from digesta.workspace.holdouts.scoring import access_fields, open_sealed, opened_by, root_hash

    if any(is_secret(one) for one in to):
        raise UsageError(
            "--to takes a public key, age1...; the secret key that was typed stands in the shell's "
            "history now: make another, and rotate away from it"
        )
    opened = open_sealed(root, release)
    sealed, by = opened_by(opened, identity)
    day = opened.manifest.release[:10]
    name = _next(root, day)
    files = rotated_files(store.read_tree(opened.root), sealed, to, release=name)
    line = chain_line(Access, b"", access_fields(opened, by, date, f"sealed anew as {name}"))
    in_order(log_of(opened, ACCESS), line, name=ACCESS, data=opened.data)
    folder = root / "releases" / name
    with store.locked(root / "releases"):
        store.write_tree(folder, files | {ACCESS: line})
    put(
        f"{folder.as_posix()}: sealed to {len(to)} recipients, root {root_hash(opened)} as before\n"
        f"commit it; check it with: digesta verify {name} --identity PATH\n"
    )


def _next(root: Path, day: str) -> str:
    from digesta.workspace import store

    taken = {folder.name for folder in store.folders(root / "releases")}
    return next(name for n in range(2, 1000) if (name := f"{day}.{n}") not in taken)


def retire(
    release: ReleaseArgument,
    identity: IdentityOption,
    date: DateOption,
    root: RootOption = HERE,
) -> None:
    """Reveal a holdout: truths, salts and reviews, so that anyone recomputes all scores.

    Refused while a later release keeps some of the questions sealed.
    """
    from digesta.holdout.reveal import RETIRED, live_releases, revealed_files
    from digesta.records.log import Access
    from digesta.releases.reading import ACCESS
    from digesta.workspace import store
    from digesta.workspace.holdouts.known import others_of
    from digesta.workspace.holdouts.scoring import access_fields, append, open_sealed, opened_by
    from digesta.workspace.releases import folder_of

    with store.locked(folder_of(root, release)):
        opened = open_sealed(root, release, alone=True)
        name = opened.root.as_posix()
        if problems := list(live_releases(opened.data, others_of(root, opened), name=name)):
            raise ReleaseError(problems)
        sealed, by = opened_by(opened, identity)
        files = {
            path.removeprefix("revealed/"): one for path, one in revealed_files(sealed).items()
        }
        append(opened, ACCESS, Access, access_fields(opened, by, date, RETIRED))
        store.write_tree(opened.root / "revealed", files, replace=True)
    put(
        f"{name}/revealed: {len(sealed.truths)} truths\n"
        f"commit it; check it with: digesta verify {opened.manifest.release}\n"
    )
