"""Tries at a holdout: who may try again, and which attempt is whose.

At most three scored attempts for an organisation, by the skeleton of its name, over all releases
that share a sealed question with this one: another truth, another key, a question more or less do
not begin anew. Failed validations have a cap of their own. The maintainers' are logged, uncapped
and never ranked; an organisation is theirs in all its attempts or in none. The same predictions
again are the same attempt: they teach nothing new, and a run that was killed can go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from digesta.canonical import sha256_hex
from digesta.errors import Problem
from digesta.intake import organization_skeleton
from digesta.records.log import Attempt

SCORED_CAP = 3
INVALID_CAP = 20
CAPS = {"scored": SCORED_CAP, "invalid": INVALID_CAP}


class Logged(NamedTuple):
    """An attempt in the log of a release, which seals some questions.

    digest: of its line; line: its number.
    """

    release: str
    attempt: Attempt
    digest: str
    line: int
    sealed: frozenset[str]


def logged(
    release: str, log: bytes, attempts: Sequence[Attempt], sealed: frozenset[str]
) -> Iterator[Logged]:
    """Return the attempts of one log, each with the digest of its line. sealed: by the release."""
    lines = enumerate(log.splitlines(), start=1)
    for (number, line), attempt in zip(lines, attempts, strict=True):
        yield Logged(release, attempt, sha256_hex(line), number, sealed)


def of_organisation(
    attempts: Iterable[Logged],
    organization: str,
    sealed: frozenset[str],
    *,
    outcome: str = "scored",
) -> list[Logged]:
    """Return an organisation's attempts that share a sealed question, in the order of the logs."""
    wanted = organization_skeleton(organization)
    return [
        one
        for one in attempts
        if one.sealed & sealed
        and one.attempt.outcome == outcome
        and organization_skeleton(one.attempt.organization) == wanted
    ]


def made_before(
    attempts: Sequence[Logged], submission_id: str, predictions: str, *, root: str
) -> int:
    """Return the number of the attempt that scored these predictions already, from 1, or 0.

    root: over the truths; the same predictions against other truths are another attempt.
    """
    wanted = (submission_id, predictions, root)
    for number, one in enumerate(attempts, start=1):
        if (one.attempt.submission_id, one.attempt.predictions, one.attempt.root) == wanted:
            return number
    return 0


def refusals(
    attempts: Sequence[Logged], *, organization: str, maintainers: bool, place: str
) -> Iterator[Problem]:
    """Yield why an organisation may not try. attempts: its own, scored and invalid."""
    if any(one.attempt.maintainers != maintainers for one in attempts):
        yield Problem(
            code="attempts-mixed", file=place, got=organization,
            expected="an organisation that is the maintainers' in all its attempts or in none",
            fix="give --maintainers as in its first attempt",
        )  # fmt: skip
    for outcome, cap in () if maintainers else CAPS.items():
        count = sum(one.attempt.outcome == outcome for one in attempts)
        if count >= cap:
            yield Problem(
                code=f"attempts-{outcome}", file=place,
                got=f"{organization}: {count} {outcome} attempts on these questions",
                expected=f"at most {cap}", fix="wait for a release that seals other questions",
            )  # fmt: skip


def over_the_cap(attempts: Sequence[Logged], files: Mapping[str, str]) -> Iterator[Problem]:
    """Yield every attempt that should not have been taken. files: release -> its log's path."""
    made: dict[tuple[str, str], list[Logged]] = {}
    for one in attempts:
        attempt = one.attempt
        own = made.setdefault((organization_skeleton(attempt.organization), attempt.outcome), [])
        before = [other for other in own if other.sealed & one.sealed]
        if len(before) >= CAPS[attempt.outcome] and not attempt.maintainers:
            yield _located(one, files, "attempts-over", f"attempt {len(before) + 1}")
        if any(other.attempt.maintainers != attempt.maintainers for other in before):
            yield _located(one, files, "attempts-mixed", attempt.organization)
        own.append(one)


def _located(one: Logged, files: Mapping[str, str], code: str, got: str) -> Problem:
    return Problem(
        code=code, file=files[one.release], line=one.line, got=got,
        expected=f"at most {CAPS[one.attempt.outcome]} by an organisation, the maintainers' apart",
        fix="the log is append-only; say on the governance page why this attempt was taken",
    )  # fmt: skip
