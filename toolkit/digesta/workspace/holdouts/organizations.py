"""Keys of organisations on disk: those of accepted submissions, and a folder's signature."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from digesta.errors import InputError, Problem, SubmissionError, UsageError
from digesta.holdout.organizations import key_problems, organization_keys, signed_text
from digesta.intake import LIMITS
from digesta.records.submission import Card, Decision
from digesta.releases.data import DECISIONS, release_order
from digesta.workspace import store
from digesta.workspace.cards import METADATA, PREDICTIONS, SIGNATURE, read_card
from digesta.workspace.releases import read_records, release_folders

Accepted = tuple[tuple[str, tuple[str, int, str], int], Card]
"""The card of an accepted submission, after what cards are sorted by: day, release, line."""


def keys_in(root: Path) -> dict[str, str]:
    """Return the key of each organisation of a workspace that has one."""
    return organization_keys(card for _, card in accepted_cards(root))


def accepted_cards(root: Path) -> list[Accepted]:
    """Return the card of every accepted submission of a workspace, in the order of acceptance."""
    lines = [
        ((line.date, release_order(folder.name), line.seq), folder.name, line.submission_id)
        for folder in release_folders(root)
        for line in read_records(folder, DECISIONS, Decision)
        if line.decision == "accept"
    ]
    cards = []
    for place, release, name in sorted(lines):
        try:
            cards.append((place, read_card(root / "predictions" / release / name)))
        except (InputError, OSError, UsageError):
            continue  # it is gone, or an error of its own
    return cards


def organization_problems(folder: Path, card: Card, keys: Mapping[str, str]) -> list[Problem]:
    """Return why a submission's folder may not bear its organisation's name; [] if it may."""
    if not (folder.is_dir() and (keys or card.organization_key)):
        return []
    file = folder / SIGNATURE
    text = signed_text(*(store.digest_of(folder / name) for name in (PREDICTIONS, METADATA)))
    data = store.read_bytes(file, limit=LIMITS.metadata_bytes) if file.is_file() else b""
    signature = data.decode("ascii", "replace")
    return list(key_problems(card, text, signature, keys=keys, file=folder.as_posix()))


def refuse_name(folder: Path, card: Card, keys: Mapping[str, str]) -> None:
    """Raise SubmissionError where a submission may not bear its organisation's name."""
    if problems := organization_problems(folder, card, keys):
        raise SubmissionError(problems)
