"""Commands that write logs of a release: decide, dispute raise, dispute settle, access.

Every line holds the digest of the line before; the command holds the release's lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digesta.cli.options import HERE, ReleaseOption, RootOption, put
from digesta.errors import UsageError

if TYPE_CHECKING:
    from digesta.records.base import ChainLine
    from digesta.records.submission import Decision
    from digesta.workspace.releases import StoredRelease

ReasonOption = Annotated[str, typer.Option("--reason", help="Why, in a sentence.")]
DateOption = Annotated[str, typer.Option("--date", help="YYYY-MM-DD; no clock is read.")]
LEAST_OF_AN_ID = 8
"""Characters by which a question may be named, if they are of one question only."""


class DecisionKind(StrEnum):
    """What a maintainer decides about a submission."""

    accept = "accept"
    reject = "reject"
    withdraw = "withdraw"
    rescore = "rescore"
    exclude = "exclude"


class Settlement(StrEnum):
    """How a dispute ends."""

    upheld = "upheld"
    rejected = "rejected"


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command(
        epilog="Example: digesta decide baseline-longest accept --level rerun --role baseline "
        "--reason 'the committed command gave the same bytes' --date 2026-11-22"
    )(decide)
    dispute = typer.Typer(help="Raise and settle disputes, in the log.", no_args_is_help=True)
    dispute.command(
        name="raise",
        epilog="Example: digesta dispute raise --question 016470cb8951 "
        "--reason 'the gloss on the same seif permits it' --date 2026-12-01",
    )(raise_)
    dispute.command(
        epilog="Example: digesta dispute settle d-0001 upheld "
        "--reason 're-keyed in 2026-11-22.3' --date 2026-12-02"
    )(settle)
    app.add_typer(dispute, name="dispute")
    app.command(
        epilog="Example: digesta access --who 'reviewer 2' --what 'truths of finlaw' "
        "--why 'read them before they were sealed' --date 2026-12-01"
    )(access)


def decide(
    submission: Annotated[str, typer.Argument(help="A submission's id.")],
    decision: Annotated[DecisionKind, typer.Argument(help="What is decided.")],
    reason: ReasonOption,
    date: DateOption,
    level: Annotated[
        str | None,
        typer.Option("--level", help="rerun, sealed, open or archived; as decided before."),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option("--role", help="adversary, baseline, calibration, reference or system."),
    ] = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Add a decision about a submission to the release's log.

    Level and role stay what the last decision made them (open, system) unless given. A rescore
    also goes on from the last decision in the release before, and records its scores beside the
    new ones.
    """
    from digesta.releases.log import decision_line, in_order
    from digesta.releases.reading import DECISIONS
    from digesta.workspace import store
    from digesta.workspace.boards import OUT, scores_of
    from digesta.workspace.releases import folder_of, open_release
    from digesta.workspace.submissions import refuse_decision

    with store.locked(folder_of(root, release)):
        opened = open_release(root, release)
        refuse_decision(opened, submission)
        before = _decided(root, opened, submission, decision)
        fields = {
            "date": date,
            "submission_id": submission,
            "decision": decision.value,
            "level": level or (before.level if before else "open"),
            "role": role or (before.role if before else "system"),
            "reason": reason,
            # What is taken off need not be readable.
            "scores": {} if decision.value in OUT else scores_of(root, opened, submission),
        }
        if decision is DecisionKind.rescore and before is not None and before.scores:
            fields["scores_before"] = before.scores
        log = opened.root / DECISIONS
        lines = store.read_bytes(log) if log.exists() else b""
        line = in_order(lines, decision_line(lines, fields), name=DECISIONS, data=opened.data)
        store.append_line(log, line, after=lines)
    said = f"{decision.value}, level {fields['level']}, role {fields['role']}"
    put(f"{log.as_posix()}: {submission} {said}\n")


def _decided(
    root: Path, release: StoredRelease, submission: str, decision: DecisionKind
) -> Decision | None:
    """Return last decision on a submission; before a rescore also that of the release before."""
    from digesta.records.submission import Decision
    from digesta.releases.log import latest_decisions
    from digesta.releases.reading import DECISIONS, records_of
    from digesta.workspace import store

    here = latest_decisions(release.data.decisions).get(submission)
    earlier = root / "releases" / (release.manifest.previous or "none") / DECISIONS
    if here is not None or decision is not DecisionKind.rescore or not earlier.exists():
        return here
    lines = {DECISIONS: store.read_bytes(earlier)}
    return latest_decisions(records_of(lines, DECISIONS, Decision)).get(submission)


# Disputes and access --------------------------------------------------------------------------


def raise_(
    reason: ReasonOption,
    date: DateOption,
    question: Annotated[
        str | None, typer.Option("--question", help="Its id, or eight characters of it or more.")
    ] = None,
    submission: Annotated[
        str | None, typer.Option("--submission", help="A submission's id, if a row is meant.")
    ] = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log a dispute on a question, a row, or the release as a whole; it gets an id."""
    from digesta.records.log import Dispute
    from digesta.releases.log import next_dispute
    from digesta.releases.reading import DISPUTES

    def fields(release: StoredRelease) -> dict[str, object]:
        said: dict[str, object] = {"dispute_id": next_dispute(release.data.disputes)}
        if question is not None:
            said["question_id"] = _question(release, question)
        if submission is not None:
            said["submission_id"] = _submission(root, release, submission)
        return said | {"status": "raised", "reason": reason, "date": date}

    line = _logged((root, release), DISPUTES, Dispute, fields)
    put(f"{line['dispute_id']}: raised\n")


def settle(
    dispute: Annotated[str, typer.Argument(help="The dispute's id, such as d-0001.")],
    status: Annotated[Settlement, typer.Argument(help="upheld: it was right; or rejected.")],
    reason: ReasonOption,
    date: DateOption,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log how a dispute ended. What was right is corrected in a release of its own."""
    from digesta.records.log import Dispute
    from digesta.releases.log import open_disputes
    from digesta.releases.reading import DISPUTES

    def fields(release: StoredRelease) -> dict[str, object]:
        waiting = open_disputes(release.data.disputes)
        if dispute not in waiting:
            known = ", ".join(waiting) or "none"
            raise UsageError(f"no dispute {dispute!r} waits in {release.root}; there are: {known}")
        about = waiting[dispute].as_json()
        kept: dict[str, object] = {
            key: about[key] for key in ("question_id", "submission_id") if key in about
        }
        said = {"dispute_id": dispute, "status": status.value, "reason": reason, "date": date}
        return {**said, **kept}

    _logged((root, release), DISPUTES, Dispute, fields)
    put(f"{dispute}: {status.value}\n")


def access(
    who: Annotated[str, typer.Option("--who", help="Who, as the governance page names them.")],
    what: Annotated[str, typer.Option("--what", help="What they saw or could have seen.")],
    why: Annotated[str, typer.Option("--why", help="Why.")],
    date: DateOption,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log who saw, or could have seen, something sealed: the register of exposure."""
    from digesta.records.log import Access
    from digesta.releases.reading import ACCESS

    said = {"date": date, "who": who, "what": what, "why": why}
    _logged((root, release), ACCESS, Access, lambda _: said)
    put(f"{who}: {what}\n")


def _logged(
    where: tuple[Path, str | None],
    path: str,
    record: type[ChainLine],
    fields: Callable[[StoredRelease], Mapping[str, object]],
) -> Mapping[str, object]:
    """Append a line to a log under the release's lock; fields: from the release as it is then."""
    from digesta.releases.log import chain_line, in_order
    from digesta.workspace import store
    from digesta.workspace.holdouts.scores import log_of
    from digesta.workspace.releases import folder_of, open_release

    root, release_id = where
    with store.locked(folder_of(root, release_id)):
        release = open_release(root, release_id)
        said, log = fields(release), log_of(release, path)
        line = in_order(log, chain_line(record, log, said), name=path, data=release.data)
        store.append_line(release.root / path, line, after=log)
    return said


def _question(release: StoredRelease, begins: str) -> str:
    known = [question.question_id for question in release.data.questions]
    matching = [one for one in known if one.startswith(begins)]
    if len(matching) != 1 or len(begins) < min(LEAST_OF_AN_ID, len(matching[0])):
        raise UsageError(
            f"--question {begins}: {len(matching)} questions of {release.manifest.release} begin "
            f"so; give {LEAST_OF_AN_ID} characters or more of one id"
        )
    return matching[0]


def _submission(root: Path, release: StoredRelease, name: str) -> str:
    folder = root / "predictions" / release.manifest.release / name
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such submission")
    return name
