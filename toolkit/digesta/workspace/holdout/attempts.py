"""Attempts at a holdout: who may try again, and whose attempt is whose.

At most three scored attempts for an organisation, by the skeleton of its name, over all releases
that share a sealed question with this one: another truth, another key, a question more or less do
not begin anew. Failed validations have a cap of their own. The maintainers' are logged, uncapped
and never ranked; an organisation is theirs in all its attempts or in none. The same predictions
again are the same attempt: they teach nothing new, and a run that was killed can go on. Carried to
another release of the same truths they have a line there too, and count once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from digesta.canonical import sha256_hex
from digesta.errors import Problem
from digesta.intake import organization_skeleton
from digesta.records.log import Attempt

SCORED_CAP = 3
CAPS = {"scored": SCORED_CAP, "invalid": 20}


class LoggedAttempt(NamedTuple):
    """An attempt in the log of a release, which seals some questions.

    digest: of its line; line: its number. withdrawn: its submission was, and its folder is gone;
    it still counts, and nothing is compared with it.
    """

    release: str
    attempt: Attempt
    digest: str
    line: int
    sealed: frozenset[str]
    withdrawn: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what the same attempt shares in every log: whose, which answers, which truths."""
        return self.attempt.submission_id, self.attempt.predictions, self.attempt.root


def logged_attempts(
    release: str,
    log: bytes,
    attempts: Sequence[Attempt],
    sealed: frozenset[str],
    withdrawn: Container[str] = (),
) -> Iterator[LoggedAttempt]:
    """Return the attempts of one log, each with the digest of its line.

    sealed: by the release. withdrawn: submissions whose folders are gone.
    """
    pairs = zip(log.splitlines(), attempts, strict=True)
    for number, (line, attempt) in enumerate(pairs, start=1):
        gone = attempt.submission_id in withdrawn
        yield LoggedAttempt(release, attempt, sha256_hex(line), number, sealed, gone)


def attempts_of(
    attempts: Iterable[LoggedAttempt],
    organization: str,
    sealed: frozenset[str],
    *,
    outcome: str = "scored",
) -> list[LoggedAttempt]:
    """Return an organisation's attempts that share a sealed question, in the order of the logs.

    Of an attempt that was carried to other releases, the first line stands for all.
    """
    wanted = organization_skeleton(organization)
    own = [
        logged
        for logged in attempts
        if logged.sealed & sealed
        and logged.attempt.outcome == outcome
        and organization_skeleton(logged.attempt.organization) == wanted
    ]
    if outcome != "scored":
        return own
    first: dict[tuple[str, str, str], LoggedAttempt] = {}
    for logged in own:
        first.setdefault(logged.key, logged)
    return list(first.values())


def earlier_attempt(
    attempts: Sequence[LoggedAttempt], submission_id: str, predictions: str, *, root: str
) -> int:
    """Return the number of the attempt that scored these predictions already, from 1, or 0.

    root: over the truths; the same predictions against other truths are another attempt.
    """
    wanted = (submission_id, predictions, root)
    earlier = [logged.key for logged in attempts]
    return earlier.index(wanted) + 1 if wanted in earlier else 0


def refusals(
    attempts: Sequence[LoggedAttempt], *, organization: str, maintainers: bool, place: str
) -> Iterator[Problem]:
    """Yield why an organisation may not try again. attempts: its own, scored and invalid."""
    here = partial(Problem, file=place)
    if any(logged.attempt.maintainers != maintainers for logged in attempts):
        expected = "an organisation that is the maintainers' in all its attempts or in none"
        fix = "give --maintainers as in its first attempt"
        yield here(code="attempts-mixed", got=organization, expected=expected, fix=fix)
    for outcome, cap in () if maintainers else CAPS.items():
        count = sum(logged.attempt.outcome == outcome for logged in attempts)
        if count >= cap:
            got = f"{organization}: {count} {outcome} attempts on these questions"
            fix = "wait for a release that seals other questions"
            yield here(code=f"attempts-{outcome}", got=got, expected=f"at most {cap}", fix=fix)


def attempts_over_cap(
    attempts: Sequence[LoggedAttempt], files: Mapping[str, str]
) -> Iterator[Problem]:
    """Yield every attempt that should not have been taken. files: release -> its log's path."""
    taken: dict[tuple[str, str], list[LoggedAttempt]] = defaultdict(list)
    for logged in attempts:
        attempt = logged.attempt
        own = taken[organization_skeleton(attempt.organization), attempt.outcome]
        before = [other for other in own if other.sealed & logged.sealed]
        elsewhere = [other.key for other in before if other.release != logged.release]
        if attempt.outcome == "scored" and logged.key in elsewhere:
            continue
        wrong = partial(_attempt_problem, logged, file=files[logged.release])
        if len(before) >= CAPS[attempt.outcome] and not attempt.maintainers:
            yield wrong(code="attempts-over", got=f"attempt {len(before) + 1}")
        if any(other.attempt.maintainers != attempt.maintainers for other in before):
            yield wrong(code="attempts-mixed", got=attempt.organization)
        own.append(logged)


def _attempt_problem(logged: LoggedAttempt, *, file: str, code: str, got: str) -> Problem:
    cap = CAPS[logged.attempt.outcome]
    return Problem(
        code=code,
        file=file,
        line=logged.line,
        got=got,
        expected=f"at most {cap} by an organisation, without the maintainers' own",
        fix="the log is append-only; say on the governance page why this attempt was taken",
    )
