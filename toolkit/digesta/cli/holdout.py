"""Commands on sealed questions: release seal, unseal, score-holdout, rotate, retire.

An identity is named by its path. Identities, keys and truths are never printed.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import (
    HERE,
    ConfirmOption,
    DateOption,
    DraftArgument,
    DryOption,
    KeyOption,
    NameOption,
    ReleaseArgument,
    ReleaseOption,
    RootOption,
    check_date,
    command,
    put,
    releases,
)
from digesta.errors import InputError, SubmissionError

IdentityOption = Annotated[
    Path, typer.Option("--identity", "-i", help="File of your age identity; never printed.")
]
holder = partial(command, "Holders of sealed questions", group=releases)


@holder("release seal drafts/2026-12-22 --private ../sealed")
def seal(
    draft: DraftArgument,
    private: Annotated[
        Path,
        typer.Option("--private", help="Folder of the sealed truths.jsonl and review.jsonl."),
    ],
    root: RootOption = HERE,
) -> None:
    """Check a draft and encrypt its secret truths.

    The manifest records a digest of the truths. Missing keys are made in the private folder. Keep
    the folder: add the lines of new questions to it to seal a later draft. A question that any
    release of the workspace made public is refused.
    """
    from digesta.workspace.drafts import seal_draft

    place = draft.as_posix()
    put(f"{seal_draft(root, draft, private)}: sealed\ncut it with: digesta release cut {place}\n")


@holder(
    "release unseal 2026-12-22 --identity ~/age.txt --private ../sealed-again --date 2027-01-10"
)
def unseal(
    release: ReleaseArgument,
    identity: IdentityOption,
    private: Annotated[
        Path, typer.Option("--private", help="A new folder outside any repository.")
    ],
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    root: RootOption = HERE,
) -> None:
    """Restore a lost folder of truths, reviews and keys.

    Only its owner can read the folder. The log of access receives a line.
    """
    from digesta.workspace.holdout import openings

    check_date(root, release, date, confirm=confirm)
    put(openings.write_private(root, release, identity, private=private, date=date, key=key))


@holder(
    "release score-holdout predictions/2026-12-22/acme-7b --identity ~/age.txt --date 2026-12-30"
)
def score_holdout(  # noqa: PLR0913, PLR0917 - a command's options
    submissions: Annotated[
        list[str],
        typer.Argument(help="Folders or ids; predictions/RELEASE means all without a score."),
    ],
    identity: IdentityOption,
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    maintainers: Annotated[
        bool,
        typer.Option("--maintainers", help="The maintainers' own: no limit, never ranked."),
    ] = False,
    confirm_name: NameOption = False,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Score submissions on the sealed questions.

    Each is one attempt, logged first. holdout.json lists the scores of tracks, and of categories
    with 30 questions or more, in whole percents. A later attempt shows only a clear improvement
    (the ladder). No mark of a question is printed or kept. A refusal does not stop the others.
    """
    from digesta.cli.text import holdout_text
    from digesta.workspace.cards import HOLDOUT, METADATA
    from digesta.workspace.holdout.scoring import score_submission
    from digesta.workspace.releases import release_for
    from digesta.workspace.submissions import folders_of

    whole = {folder for folder in map(Path, submissions) if not (folder / METADATA).exists()}
    folders = [
        folder
        for folder in folders_of(root, release, submissions)
        if folder.parent not in whole or not (folder / HOLDOUT).exists()
    ]
    check_date(root, release_for(root, None, folders), date, confirm=confirm)
    errors: list[InputError] = []
    for folder in folders:
        try:
            of, scores = score_submission(
                root,
                folder,
                identity,
                date=date,
                maintainers=maintainers,
                confirmed=confirm_name,
                key=key,
            )
            put(holdout_text(folder, of.root, scores))
        except InputError as error:
            errors.append(error)
    if errors:
        problems = [problem for error in errors for problem in error.problems]
        raise SubmissionError(problems, sum(error.total for error in errors))


@holder(
    "release rotate 2026-12-22 --identity ~/age.txt "
    "--to age1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs3290gq --date 2027-01-10"
)
def rotate(
    release: ReleaseArgument,
    identity: IdentityOption,
    to: Annotated[
        list[str], typer.Option("--to", help="A recipient's public key, age1...; repeatable.")
    ],
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    dry: DryOption = False,
    root: RootOption = HERE,
) -> None:
    """Encrypt a release's truths for other recipients. The questions stay, in a new release .N."""
    from digesta.workspace.holdout import openings

    check_date(root, release, date, confirm=confirm)
    put(openings.rotate(root, release, identity, to=to, date=date, key=key, dry=dry))


@holder("release retire 2026-12-22 --identity ~/age.txt --date 2027-12-22")
def retire(
    release: ReleaseArgument,
    identity: IdentityOption,
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    dry: DryOption = False,
    root: RootOption = HERE,
) -> None:
    """Reveal a release's sealed truths, salts and reviews.

    Then anyone can recompute all scores. Refused while a later release still seals a question.
    """
    from digesta.workspace.holdout import openings

    check_date(root, release, date, confirm=confirm)
    put(openings.retire(root, release, identity, date=date, key=key, dry=dry))
