"""The commitment to sealed truths: a salted Merkle root, and which questions it is about.

A leaf is SHA-256 of 0x00, ``holdout/v1`` and LF, the question's id and LF, its salt (32 bytes)
and the RFC 8785 bytes of its truth. The salt is HMAC-SHA256 of the id under the salt key, which
lies in the sealed file alone: no guess at a truth can be tested against the root. Leaves stand in
the order of their ids. One leaf can be shown without the others, and all of them at retirement.

The leaf does not know its release: a release that asks the same questions with the same key has
the same root, and shares the count of attempts.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from digesta.canonical import canonical_bytes, merkle_root, question_id, sha256_hex
from digesta.errors import Problem
from digesta.records.release import HoldoutRoot, Question, Truth

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


def commitment_to(asked: Sequence[Question], *, root: str, sealed: bytes) -> HoldoutRoot:
    """Return what a manifest says of its sealed questions: root, numbers by track, two digests.

    root: over their truths. sealed: the bytes of the sealed file, known by their digest alone.
    """
    ids = sorted(question_id(question.as_json()) for question in asked)
    return HoldoutRoot(
        root=root,
        counts=dict(sorted(Counter(question.track for question in asked).items())),
        questions=sha256_hex("".join(f"{one}\n" for one in ids).encode()),
        sealed_sha256=sha256_hex(sealed),
    )


def unkept(
    said: HoldoutRoot, asked: Sequence[Question], truths: Sequence[Truth], salts: Mapping[str, str]
) -> Iterator[Problem]:
    """Yield how truths that were opened are not what a manifest said of them before.

    Nothing of a truth is in a problem: only which question, and digests.
    """
    known, here = {one.question_id for one in asked}, {one.question_id for one in truths}
    for name in sorted(known ^ here):
        yield Problem(
            code="sealed-questions", file="holdout.age", question_id=name,
            got="no truth" if name in known else "a truth of no holdout question",
            fix="restore questions.jsonl and holdout.age from the commit that cut the release",
        )  # fmt: skip
    if len(here) != len(truths) or here - salts.keys():
        yield Problem(
            code="sealed-questions", file="holdout.age", got="a truth twice, or without a salt",
            fix="restore the file from the commit that cut the release",
        )  # fmt: skip
        return
    found = root_of(truths, salts) if truths else ""
    if found != said.root:
        yield Problem(
            code="sealed-root", file="holdout.age", got=found, expected=said.root,
            fix="these are not the truths that were promised; restore holdout.age and release.json",
        )  # fmt: skip
