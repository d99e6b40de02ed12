"""predictions/organizations.toml: organisations whose name is taken, and who may submit under it.

Maintainers own the file. A name is not proof of who submits; the host's account is.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from digesta.errors import Problem, UsageError
from digesta.intake import organization_skeleton
from digesta.records.base import NonEmpty, Record
from digesta.records.submission import Card
from digesta.workspace.owner.config import config_tables, config_text, owner_table
from digesta.workspace.progress import warn

FILE = "predictions/organizations.toml"

_Account = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]*:\S+$", title="HOST:LOGIN")]


class _Organization(Record):
    """A name that is taken, and the accounts that may submit under it."""

    name: NonEmpty
    accounts: list[_Account]


class _Organizations(Record):
    """The file."""

    organization: list[_Organization] = Field(default_factory=list)


def _taken_names(root: Path) -> Mapping[str, tuple[str, frozenset[str]]]:
    """Return each name that is taken, as it is listed, and its accounts, by the name's skeleton."""
    # Whose systems the site calls its own is in digesta.toml: those names are taken in any case.
    own = config_tables(config_text(root))["site"].get("maintainers")
    listed = own if isinstance(own, list) else []
    names = {organization_skeleton(str(name)): (str(name), frozenset[str]()) for name in listed}
    taken: dict[str, tuple[str, frozenset[str]]] = {}
    for each in owner_table(root, FILE, _Organizations).organization:
        name = organization_skeleton(each.name)
        if name in taken:
            raise UsageError(
                f"{(root / FILE).as_posix()}: {each.name} is listed twice; keep one entry"
            )
        taken[name] = each.name, frozenset(account.casefold() for account in each.accounts)
    return names | taken


def is_taken(root: Path, organization: str) -> bool:
    """Return whether an organisation's name is one of those that are taken, or passes for one."""
    return organization_skeleton(organization) in _taken_names(root)


def name_problems(root: Path, folder: Path, card: Card, account: str | None) -> list[Problem]:
    """Return why an account may not submit under an organisation's name; [] if it may.

    account: HOST:LOGIN; without one, a warning says that nobody checked.
    """
    taken = _taken_names(root).get(organization_skeleton(card.organization))
    if taken is None or (account and account.casefold() in taken[1]):
        return []
    if not account:
        # Its own spelling of the name would stand in a job's log.
        warn(f"{folder.as_posix()}: {FILE} lists its organisation; say who submits by --account")
        return []
    return [
        Problem(
            code="organization-taken",
            file=f"{folder.as_posix()}/submission.json",
            got=f"{card.organization}, from {account}",
            expected=", ".join(sorted(taken[1])) or "no account",
            nearest=taken[0],
            fix="name your own organisation (a legal form, case, accents, marks and look-alike "
            f"letters make no other name), or ask the maintainers to add you to {FILE}",
        )
    ]


def require_word(root: Path, card: Card, *, confirmed: bool) -> None:
    """Raise UsageError where a name is taken, and no maintainer confirmed who sent it."""
    if is_taken(root, card.organization) and not confirmed:
        raise UsageError(
            f"{card.submission_id}: {FILE} lists {card.organization}; where one of its accounts "
            "sent this, add --confirm-name"
        )
