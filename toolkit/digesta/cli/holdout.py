"""Commands on sealed questions: release seal, unseal, score-holdout, rotate, retire.

An identity is named by its path and read; nothing of it, of a key or of a truth is ever printed.
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
        typer.Option("--private", help="Folder of the holdout's truths.jsonl and review.jsonl."),
    ],
    root: RootOption = HERE,
) -> None:
    """Check a draft with its holdout's truths, seal them, and commit to them in its manifest.

    Keys are made in the private folder where there are none; keep the folder: a later draft is
    sealed from it, with the lines of its new questions. Refused is what any release of the
    workspace asked in public.
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
        Path, typer.Option("--private", help="The new folder, outside any repository.")
    ],
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    root: RootOption = HERE,
) -> None:
    """Write a release's private folder anew when it was lost: truths, reviews, keys of the salts.

    Only its owner can read the folder; the opening is a line in the log of access.
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
        typer.Argument(help="Submissions' folders or ids; or predictions/RELEASE: all of it."),
    ],
    identity: IdentityOption,
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    maintainers: Annotated[
        bool,
        typer.Option("--maintainers", help="It is the maintainers' own: uncapped, never ranked."),
    ] = False,
    confirm_name: NameOption = False,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Score submissions on the sealed questions: one attempt each, logged before it is scored.

    Writes holdout.json: headlines and categories of 30 questions or more, in whole percents,
    through the ladder. Nothing per question is printed or kept. Of several submissions one that is
    refused is named at the end, and the others are scored.
    """
    from digesta.cli.text import holdout_text
    from digesta.workspace.holdout.scoring import score_submission
    from digesta.workspace.releases import release_for
    from digesta.workspace.submissions import folders_of

    folders = list(folders_of(root, release, submissions))
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
        list[str], typer.Option("--to", help="A recipient's public key, age1...; repeat it.")
    ],
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    dry: DryOption = False,
    root: RootOption = HERE,
) -> None:
    """Seal a holdout anew for other recipients: a release .N of the same questions and root."""
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
    """Reveal a holdout: truths, salts and reviews, so that anyone recomputes all scores.

    Refused while a later release keeps some of the questions sealed.
    """
    from digesta.workspace.holdout import openings

    check_date(root, release, date, confirm=confirm)
    put(openings.retire(root, release, identity, date=date, key=key, dry=dry))
