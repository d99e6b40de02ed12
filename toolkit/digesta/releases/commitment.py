"""The commitment to sealed truths: a salted Merkle root, and the questions that it covers.

A leaf is SHA-256 of 0x00, ``holdout/v1`` and LF, the question's id and LF, its salt (32 bytes)
and the RFC 8785 bytes of its truth. The salt is HMAC-SHA256 of the id under the salt key, which
lies in the sealed file alone: no guess at a truth can be tested against the root. Leaves stand in
the order of their ids. One leaf can be shown without the others, and all of them at retirement.

A leaf does not depend on its release: a release that asks the same questions with the same key has
the same root, and shares the count of attempts.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from digesta.canonical import canonical_bytes, merkle_root, sha256_hex
from digesta.errors import Problem
from digesta.records.release import HoldoutRoot, Question, Truth
from digesta.releases.data import final_ids, ids_of

DOMAIN = b"\x00holdout/v1\n"


def salt_of(salt_key: str, name: str) -> str:
    """Return the salt of a question's leaf as hexadecimal digits; name: its id."""
    return hmac.digest(bytes.fromhex(salt_key), name.encode(), "sha256").hex()


def leaf(truth: Truth, salt: str) -> bytes:
    """Return the digest that stands for a truth in the tree."""
    head = DOMAIN + truth.question_id.encode() + b"\n" + bytes.fromhex(salt)
    return hashlib.sha256(head + canonical_bytes(truth.as_json())).digest()


def root_of(truths: Iterable[Truth], salts: Mapping[str, str]) -> str:
    """Return the root over some truths, at least one; salts: by question id."""
    ordered = sorted(truths, key=lambda truth: truth.question_id)
    return merkle_root([leaf(truth, salts[truth.question_id]) for truth in ordered])


def salts_under(salt_key: str, truths: Iterable[Truth]) -> dict[str, str]:
    """Return the salt of each truth's question."""
    return {truth.question_id: salt_of(salt_key, truth.question_id) for truth in truths}


def commitment_to(
    questions: Sequence[Question], *, root: str, sealed: bytes, recipients: str | None = None
) -> HoldoutRoot:
    """Return a manifest's commitment to sealed questions: root, numbers by track, digests.

    root: over their truths. sealed: the bytes of the sealed file, known by their digest alone.
    recipients: the digest of those that it was written to; None in what was cut before 2026-12.
    """
    ids = sorted(final_ids(questions).values())
    return HoldoutRoot(
        root=root,
        counts=dict(sorted(Counter(question.track for question in questions).items())),
        questions=sha256_hex("".join(f"{name}\n" for name in ids).encode()),
        sealed_sha256=sha256_hex(sealed),
        recipients=recipients,
    )


def recipients_digest(recipients: Iterable[str]) -> str:
    """Return the digest of a manifest's recipients, in any order."""
    return sha256_hex("".join(f"{key}\n" for key in sorted(recipients)).encode())


def stanzas(sealed: bytes) -> int:
    """Return to how many X25519 recipients an age file was written; any other stanza is none."""
    head = sealed.partition(b"\n---")[0]
    return sum(line.startswith(b"-> X25519 ") for line in head.splitlines())


def broken_promises(
    promise: HoldoutRoot,
    questions: Sequence[Question],
    truths: Sequence[Truth],
    salts: Mapping[str, str],
) -> Iterator[Problem]:
    """Yield how opened truths break the promise that a manifest made about them.

    A problem shows nothing of a truth: only the question, and digests.
    """
    known, here = ids_of(questions), ids_of(truths)
    wrong = partial(Problem, file="holdout.age")
    for name in sorted(known ^ here):
        got = "no truth" if name in known else "a truth of no holdout question"
        fix = "restore questions.jsonl and holdout.age from the commit that cut the release"
        yield wrong(code="sealed-questions", question_id=name, got=got, fix=fix)
    if len(here) != len(truths) or here - salts.keys():
        fix = "restore the file from the commit that cut the release"
        yield wrong(code="sealed-questions", got="a truth twice, or without a salt", fix=fix)
        return
    root = root_of(truths, salts) if truths else ""
    if root != promise.root:
        fix = "these are not the truths that were promised; restore holdout.age and release.json"
        yield wrong(code="sealed-root", got=root, expected=promise.root, fix=fix)
