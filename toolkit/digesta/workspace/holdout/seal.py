"""The seal of a holdout: a draft's truths encrypted, and a release's opened again.

The sealed file is age (X25519) to every recipient of the manifest; inside lie the RFC 8785 bytes
of ``Sealed``: truths and reviews by final id, the salt key, the key of the draws. All but the
ciphertext follows from the draft and the private folder; age draws a new file key each time.

No message holds anything of a truth, a key or an identity: a problem with a sealed record names
its place and question alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import pyrage

from digesta.canonical import canonical_bytes
from digesta.errors import InputError, Problem, ReleaseError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.base import duplicates
from digesta.records.read import read_record
from digesta.records.release import Manifest, Review, Sealed, Truth
from digesta.releases.checks import problems_of
from digesta.releases.commitment import (
    broken_promises,
    commitment_to,
    recipients_digest,
    root_of,
    salts_under,
)
from digesta.releases.cut import repeated_questions
from digesta.releases.data import (
    MANIFEST,
    SEALED,
    ReleaseData,
    final_ids,
    ids_of,
    locate,
    parse_release,
    repeats,
)
from digesta.releases.errata import problems_besides, uneven_boards
from digesta.releases.giveaways import held_to_limits
from digesta.workspace.holdout.private_folder import (
    IDS,
    REVIEWS,
    TRUTHS,
    PrivateFolder,
    ids_file,
    read_private,
    without_value,
)

Identity = pyrage.x25519.Identity
T = TypeVar("T", Truth, Review)


def seal(
    files: Mapping[str, bytes],
    private: Mapping[str, bytes],
    *,
    name: str,
    folder: str,
    before: ReleaseData | None = None,
) -> dict[str, bytes]:
    """Return the sealed file and manifest of a draft, and ``ids.json`` of its private folder.

    files: the draft's; private: the private folder's; name, folder: theirs, for messages. before:
    the release that the draft goes on from.
    ReleaseError with every problem.
    """
    public = {path: data for path, data in files.items() if path != SEALED}
    draft = parse_release(public, name=name)
    if not draft.holdout():
        fix = "set split to holdout on the questions that are to be sealed"
        raise ReleaseError.of(code="holdout-none", file=f"{name}/questions.jsonl", fix=fix)
    own = read_private(private, draft, folder=folder)
    truths, reviews = own.truths, own.reviews
    if misplaced := list(_misplaced_records(draft, truths, reviews)):
        raise ReleaseError(locate(folder, misplaced))
    if readable := list(_open_records(draft)):
        raise ReleaseError(locate(name, readable))
    ids, joined = final_ids(draft.questions), _join(draft, truths, reviews)
    problems = repeated_questions(draft, ids) or problems_of(joined)
    if before:
        problems = problems_besides(uneven_boards(before, joined, ids, problems), problems)
    if problems := problems or held_to_limits(joined, before):
        secret_ids = ids_of(draft.holdout()) | ids_of(truths)
        raise ReleaseError([_locate(each, secret_ids, name, folder=folder) for each in problems])
    secret = _secret(draft, own)
    root = root_of(secret.truths, salts_under(secret.salt_key, secret.truths))
    ciphertext = encrypt(secret, draft.manifest.recipients, file=f"{name}/{MANIFEST}")
    readers = recipients_digest(draft.manifest.recipients)
    promise = commitment_to(draft.holdout(), root=root, sealed=ciphertext, recipients=readers)
    fields = draft.manifest.as_json() | {"holdout": promise.as_json()}
    manifest = read_record(Manifest, fields, f"{name}/{MANIFEST}", 1)
    whole = canonical_bytes(manifest.as_json()) + b"\n"
    return {SEALED: ciphertext, MANIFEST: whole, IDS: ids_file(own)}


def _open_records(draft: ReleaseData) -> Iterable[Problem]:
    """Yield the draft's own records that give the truth of a holdout question away."""
    by_file = (
        (TRUTHS, "truth-open", draft.truths.keys()),
        (REVIEWS, "review-open", {review.question_id for review in draft.reviews}),
    )
    for question in draft.holdout():
        for path, code, ids in by_file:
            if question.question_id in ids:
                fix = "move it to the private folder"
                yield draft.problem(path, question.question_id, code, fix=fix)


def _misplaced_records(
    draft: ReleaseData, truths: Sequence[Truth], reviews: Sequence[Review]
) -> Iterator[Problem]:
    """Yield private records of public questions, and second truths of a question."""
    public = ids_of(draft.public())
    wrong = partial(Problem, code="not-sealed", fix="move the line into the draft")
    by_file: tuple[tuple[str, Sequence[Truth | Review]], ...] = (TRUTHS, truths), (REVIEWS, reviews)
    for path, records in by_file:
        for line, record in enumerate(records, start=1):
            if record.question_id in public:
                got = "a record of a public question"
                yield wrong(file=path, line=line, question_id=record.question_id, got=got)
    yield from repeats([truth.question_id for truth in truths], TRUTHS)


def _locate(problem: Problem, secret_ids: set[str], name: str, *, folder: str) -> Problem:
    """Return a problem under the draft's name or, for a sealed record, under the folder's."""
    if problem.question_id not in secret_ids:
        return locate(name, [problem])[0]
    private = problem.file in (TRUTHS, REVIEWS)
    return locate(folder if private else name, [without_value(problem)])[0]


def _join(draft: ReleaseData, truths: Sequence[Truth], reviews: Sequence[Review]) -> ReleaseData:
    """Return a draft joined with its private records, ready to be checked."""
    lines = {(TRUTHS, record.question_id): n for n, record in enumerate(truths, start=1)}
    lines |= {(REVIEWS, record.question_id): n for n, record in enumerate(reviews, start=1)}
    return replace(
        draft,
        truths={**draft.truths, **{truth.question_id: truth for truth in truths}},
        reviews=(*draft.reviews, *reviews),
        lines={**draft.lines, **lines},
        opened=True,
    )


def _secret(draft: ReleaseData, own: PrivateFolder) -> Sealed:
    """Return the records to encrypt, under final ids, sorted."""
    ids = final_ids(draft.holdout())

    def rename(record: T) -> T:
        # A dropped question stands in no other file: its review keeps the id it had.
        name = ids.get(record.question_id, record.question_id)
        return record.model_copy(update={"question_id": name})

    return Sealed(
        salt_key=own.keys.salt_key,
        draw_key=own.keys.draw_key,
        truths=sorted(map(rename, own.truths), key=lambda truth: truth.question_id),
        reviews=sorted(
            map(rename, own.reviews), key=lambda r: (r.question_id, canonical_bytes(r.as_json()))
        ),
    )


# age ------------------------------------------------------------------------------------------


def encrypt(sealed: Sealed, recipients: Sequence[str], *, file: str) -> bytes:
    """Return bytes encrypted to all recipients; ReleaseError for none, a wrong or repeated one."""
    keys = []
    for recipient in recipients:
        try:
            keys.append(pyrage.x25519.Recipient.from_str(recipient))
        except pyrage.RecipientError:
            raise _wrong(file, _NOT_SHOWN if is_secret(recipient) else recipient) from None
    if not keys:
        raise _wrong(file, "none")
    # The library reads a key in any case: what it read is compared.
    if twice := duplicates(map(str, keys)):
        raise _wrong(file, f"{', '.join(twice)} twice")
    ciphertext: bytes = pyrage.encrypt(canonical_bytes(sealed.as_json()), keys)
    return ciphertext


_NOT_SHOWN = "a secret key, which is not shown: it is known to others now, so make another"


def is_secret(recipient: str) -> bool:
    """Return whether a recipient is a secret key instead of its public one."""
    return "AGE-SECRET" in recipient.upper()


def _wrong(file: str, got: str) -> ReleaseError:
    expected = "public age keys, each once: age1..."
    fix = "make a pair with: digesta keygen identity FILE; name its public key in recipients"
    return ReleaseError.of(code="recipient", file=file, got=got, expected=expected, fix=fix)


@dataclass(frozen=True)
class Identities:
    """Secret keys, never shown, and their public keys as in recipients. file: where they lie."""

    keys: tuple[Any, ...] = field(repr=False)
    public: tuple[str, ...] = field(repr=False)
    file: str


def read_identities(data: bytes, *, file: str) -> Identities:
    """Return the identities in a file as age-keygen writes it: comments, a secret key a line."""
    text = data.decode("ascii", errors="replace")
    lines = [line.strip() for line in text.splitlines()]
    try:
        keys = tuple(Identity.from_str(line) for line in lines if line and not line.startswith("#"))
    except pyrage.IdentityError:
        keys = ()
    if not keys:
        expected = "an age identity: AGE-SECRET-KEY-1..."
        fix = "name the file that digesta keygen identity, or age-keygen, wrote for you"
        raise ReleaseError.of(code="identity", file=file, expected=expected, fix=fix)
    return Identities(keys, tuple(str(key.to_public()) for key in keys), file)


def unseal(data: ReleaseData, by: Identities, *, name: str) -> Sealed:
    """Return the content of a release's sealed file, held to the manifest's commitment."""
    file = f"{name}/{SEALED}"
    sealed = _decrypt(data, by, file)
    promise = data.manifest.holdout
    if promise is None:
        raise ReleaseError.of(code="holdout-empty", file=file, fix="remove the file")
    salts = salts_under(sealed.salt_key, sealed.truths)
    if problems := list(broken_promises(promise, data.holdout(), sealed.truths, salts)):
        raise ReleaseError(locate(name, problems))
    return sealed


def _decrypt(data: ReleaseData, by: Identities, file: str) -> Sealed:
    try:
        plain = pyrage.decrypt(data.sealed, by.keys)
        value = strict_json(plain, file=file, line=1, limits=RELEASE_LIMITS)
        return read_record(Sealed, value, file)
    except pyrage.DecryptError:
        raise ReleaseError([_closed(data, by, file)]) from None
    except InputError as error:
        raise ReleaseError([replace(problem, got="") for problem in error.problems]) from None


def _closed(data: ReleaseData, by: Identities, file: str) -> Problem:
    """Return why a file does not open: a strange identity, or other bytes than were sealed."""
    if not data.sealed:
        fix = "restore the file from the commit of the release"
        return Problem(code="sealed-missing", file=file, fix=fix)
    if set(by.public) & set(data.manifest.recipients):
        fix = "restore the file from the commit that cut the release"
        got = "not the bytes that were sealed"
        return Problem(code="sealed-tampered", file=file, got=got, fix=fix)
    return Problem(
        code="identity-stranger",
        file=by.file,
        got=f"the identity of {', '.join(by.public)}",
        expected=f"one of {', '.join(data.manifest.recipients)}",
        fix="name an identity of one of these recipients, or ask one of them to rotate",
    )
