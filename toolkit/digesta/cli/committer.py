"""Commands for answers that are committed to before they are seen: commit, log commitment."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from digesta.cli.options import (
    HERE,
    ConfirmOption,
    DateOption,
    KeyOption,
    ReleaseOption,
    RootOption,
    SubmissionPath,
    check_date,
    command,
    log_group,
    put,
)


@partial(command, "Submitters")("commit predictions/2026-11-22/acme-7b")
def commit(path: SubmissionPath, release: ReleaseOption = None, root: RootOption = HERE) -> None:
    """Commit to a folder's answers and card before anybody sees them, by a salted digest.

    Writes commitment.json, to send in alone, and commitment.salt, which opens it: keep that, and
    every byte of the other two files, until they are sent in as well.
    """
    from digesta.workspace.holdouts.commitments import write_commitment
    from digesta.workspace.releases import open_release, release_for

    opened = open_release(root, release_for(root, release, [path]))
    days = write_commitment(opened, path)
    put(
        f"{(path / 'commitment.json').as_posix()}: send it in alone until {days.until}; keep "
        f"commitment.salt to yourself and change nothing.\nAfter {days.until}, until "
        f"{days.reveal_until}, send in the whole folder.\n"
    )


@partial(command, "Maintainers")("log commitment acme-7b --date 2026-12-01", group=log_group)
def commitment(
    submission: Annotated[str, typer.Argument(help="Whose folder holds a commitment.json.")],
    date: DateOption,
    *,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log the commitment in a submission's folder, until the release's last day for it."""
    from digesta.workspace.logs import log_commitment

    check_date(root, release, date, confirm=confirm)
    fields = {"submission_id": submission, "date": date}
    log = log_commitment(root, release, fields, key=key)
    put(f"{log.as_posix()}: {submission} committed\n")
