"""Keys of organisations: whose name a submission may bear, once the name has a key.

An organisation may name an ed25519 public key in its first accepted submission. From then on each
submission under its name is signed by that key, in SSH's format and the namespace ``digesta``, over
what ``sha256sum predictions.jsonl submission.json`` prints; a later card that names another key
replaces it. Without a key attempts are counted by the name alone, which anybody can write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from digesta.errors import Problem
from digesta.intake import organization_skeleton
from digesta.records.submission import Card
from digesta.releases.ssh import key_behind, public_key, signature_in

NAMESPACE = "digesta"
_FIX = (
    "sign what 'sha256sum predictions.jsonl submission.json' prints: "
    "| ssh-keygen -Y sign -f KEY -n digesta > submission.sig"
)


def organization_keys(accepted: Iterable[Card]) -> dict[str, str]:
    """Return the key of each organisation that has one, by the skeleton of its name.

    accepted: cards in the order in which maintainers accepted them.
    """
    keys: dict[str, str] = {}
    for card in accepted:
        name = organization_skeleton(card.organization)
        if keys.setdefault(name, card.organization_key or "") and card.organization_key:
            keys[name] = card.organization_key
    return {name: key for name, key in keys.items() if key}


def signed_text(predictions: str, card: str) -> bytes:
    """Return what an organisation signs, from the digests of its two files."""
    return f"{predictions}  predictions.jsonl\n{card}  submission.json\n".encode()


def key_problems(
    card: Card, text: bytes, signature: str, *, keys: Mapping[str, str], file: str
) -> Iterator[Problem]:
    """Yield why a submission may not bear its organisation's name. signature: "" if absent."""
    wrong = partial(Problem, file=file, fix=_FIX)
    own = keys.get(organization_skeleton(card.organization))
    key = own or card.organization_key or ""
    if key and own is None and key in keys.values():
        yield wrong(
            code="organization-key",
            got=key,
            expected="a key that no other organisation has",
            fix="submit under the organisation that has this key, or name another",
        )
    elif key and key_behind(text, signature_in(signature), NAMESPACE) != public_key(key[12:]):
        got = "another's signature, or of other files" if signature else "no submission.sig"
        yield wrong(code="organization-unsigned", got=got, expected=f"a signature by {key}")
