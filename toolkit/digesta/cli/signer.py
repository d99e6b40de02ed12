"""Commands for whoever signs: a key, the list of signers, what stood before, a merge."""

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
        typer.Argument(help="maintainer: signs logs; identity: opens what is sealed to it (age)."),
    ],
    path: Annotated[Path, typer.Argument(help="The new file, outside any repository.")],
    name: Annotated[str, typer.Option("--name", help="Of a maintainer: ann@example.org.")] = "",
) -> None:
    """Make a secret key in a file that only you can read, and print the public line to add.

    Nothing is overwritten. Copy the file to a second place before you use it: see the page on
    backups.
    """
    from digesta.workspace.logs.keys import new_key

    put(new_key(path, kind.value, name=name))


@maintainer("log merge releases/2026-11-22/log/decisions.jsonl", group=log_group)
def merge(
    path: Annotated[Path, typer.Argument(help="A log with git's marks of a conflict.")],
    key: KeyOption = None,
) -> None:
    """Make one chain of the lines that two branches added to a log; every line is kept."""
    from digesta.workspace.logs import merge_log

    put(f"{path.as_posix()}: {merge_log(path, key)} lines\n")


@maintainer(
    "release withhold mmlu-2026-11-23 predictions/mmlu-2026-11-23/*/predictions.jsonl.xz "
    '--reason "the texts are their authors\'"',
    group=releases,
)
def withhold(
    release: ReleaseArgument,
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Still in their places.")],
    reason: ReasonOption,
    date: Annotated[str | None, typer.Option("--date", help="Else the logs' last day.")] = None,
    key: KeyOption = None,
    root: RootOption = HERE,
) -> None:
    """Log which files of an archive are not handed on, with digests, and keep their marks.

    Then take them out of the repository; git must ignore them. verify checks what is left, and all
    with --texts FOLDER, which digesta import makes of the original.
    """
    from digesta.workspace.withheld import withhold

    fields = {"reason": reason, **({"date": date} if date else {})}
    names = withhold(root, release, paths, fields, key)
    put("".join(f"/{name}*\n" for name in names) + "add these lines to .gitignore, then git rm\n")


PrivateKey = Annotated[Path, typer.Option("--key", envvar="DIGESTA_KEY", help="A private key.")]


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
    """Sign releases/allowed_signers as you edited it, with a key of the list before.

    From the first list on, every line of a log, every judge and every publication needs --key.
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
    """Sign what a release's logs held before anybody signed here, once, as a whole."""
    from digesta.workspace.logs.signers import sign_past

    put(f"{sign_past(root, release, key, reason=reason, date=date)} lines signed\n")
