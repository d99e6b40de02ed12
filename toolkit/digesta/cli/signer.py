"""Commands for those who sign: keys, the list of signers, earlier lines, merges of logs."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import (
    HERE,
    DateOption,
    KeyOption,
    ReasonOption,
    ReleaseArgument,
    ReleaseOption,
    RootOption,
    command,
    log_group,
    put,
    releases,
)

maintainer = partial(command, "Maintainers")


class KeyKind(StrEnum):
    """What a key is for."""

    maintainer = "maintainer"
    identity = "identity"


@maintainer("keygen maintainer ../ann.key --name ann@example.org")
def keygen(
    kind: Annotated[
        KeyKind,
        typer.Argument(help="maintainer signs logs; identity (age) opens sealed truths."),
    ],
    path: Annotated[Path, typer.Argument(help="The new file, outside any repository.")],
    name: Annotated[str, typer.Option("--name", help="The maintainer: ann@example.org.")] = "",
) -> None:
    """Make a secret key, and print its public line.

    Only you can read the file, and an existing file is never overwritten. Copy the key to a second
    place before you use it; see the page on backups.
    """
    from digesta.workspace.logs.keys import new_key

    put(new_key(path, kind.value, name=name))


@maintainer("log merge releases/2026-11-22/log/decisions.jsonl", group=log_group)
def merge(
    path: Annotated[Path, typer.Argument(help="A log with git's conflict marks.")],
    key: KeyOption = None,
) -> None:
    """Merge the lines that two branches added to a log."""
    from digesta.workspace.logs import merge_log

    put(f"{path.as_posix()}: {merge_log(path, key)} lines\n")


@maintainer(
    "release withhold mmlu-2026-11-23 predictions/mmlu-2026-11-23/*/predictions.jsonl.xz "
    '--reason "the texts are their authors\'"',
    group=releases,
)
def withhold(
    release: ReleaseArgument,
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files in their folders.")],
    reason: ReasonOption,
    date: Annotated[str | None, typer.Option("--date", help="Default: the last log day.")] = None,
    key: KeyOption = None,
    root: RootOption = HERE,
) -> None:
    """Log which files of an archive are withheld.

    Keeps their digests and marks. Then remove the files, and let git ignore them. digesta verify
    checks the rest; with --texts FOLDER, which digesta import makes, it checks everything.
    """
    from digesta.workspace.withheld import withhold

    fields = {"reason": reason, **({"date": date} if date else {})}
    names = withhold(root, release, paths, fields, key)
    put("".join(f"/{name}*\n" for name in names) + "add these lines to .gitignore, then git rm\n")


PrivateKey = Annotated[Path, typer.Option("--key", envvar="DIGESTA_KEY", help="Your private key.")]


@maintainer(
    "log signers --reason 'the first key' --date 2026-11-23 --key ~/.ssh/id_ed25519",
    group=log_group,
)
def signers(
    key: PrivateKey,
    reason: ReasonOption,
    date: DateOption,
    root: RootOption = HERE,
) -> None:
    """Sign your edit of releases/allowed_signers. Use a key from the previous list.

    Once a list exists, every log line, judge and publication needs --key.
    """
    from digesta.workspace.logs.signers import change_signers

    put(change_signers(root, key, reason=reason, date=date))


@maintainer(
    "log sign --reason 'read through, and verified' --date 2026-11-23 --key ~/.ssh/id_ed25519",
    group=log_group,
)
def sign(
    key: PrivateKey,
    reason: ReasonOption,
    date: DateOption,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Sign all lines older than the first list of signers, once."""
    from digesta.workspace.logs.signers import sign_past

    put(f"{sign_past(root, release, key, reason=reason, date=date)} lines signed\n")
