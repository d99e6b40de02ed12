"""Commands for maintainers: cut, refresh, diff; status, decide, dispute, access."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from digesta.cli.options import (
    HERE,
    ConfirmOption,
    DateOption,
    DraftArgument,
    JsonOption,
    KeyOption,
    ReasonOption,
    ReleaseArgument,
    ReleaseOption,
    RootOption,
    check_date,
    command,
    disputes,
    put,
    put_json,
    releases,
)
from digesta.errors import UsageError, plain

maintainer = partial(command, "Maintainers")


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


@maintainer("release cut drafts/2026-12-22", group=releases)
def cut(draft: DraftArgument, root: RootOption = HERE) -> None:
    """Cut a draft into releases/<id>: checked, ids given, canonical, in one piece.

    changes.json is completed from the release before it; what is retired, revised or re-keyed
    needs a reason there.
    """
    from digesta.workspace.drafts import cut_draft

    folder, data = cut_draft(root, draft)
    put(
        f"{folder.as_posix()}: {len(data.questions)} questions, manifest {data.digest}\n"
        f"commit it; check it with: digesta verify {data.manifest.release}\n"
    )


@maintainer(
    "release refresh drafts/2026-12-22 --share 0.20 --seed december "
    "--retire-reason 'rolling refresh' --except halacha/minyan_timing",
    group=releases,
)
def refresh(
    draft: DraftArgument,
    share: Annotated[str, typer.Option("--share", help="Of each task's questions: 0.20.")],
    seed: Annotated[str, typer.Option("--seed", help="Any text; it orders those of one age.")],
    why: Annotated[str, typer.Option("--retire-reason", help="Why they retire.")],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="This track, or TRACK/TASK, alone; repeatable."),
    ] = None,
    besides: Annotated[
        list[str] | None,
        typer.Option("--except", help="This question's id, TRACK/TASK or track not; repeatable."),
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Retire a share of each task's public questions, whole clusters, the oldest first.

    Those that a constant answer earns most of go first, so that keys stay even. Refused, with how
    many new questions of which answer a key lacks, is what could not be cut. The same command
    again retires nothing more.
    """
    from digesta.workspace.drafts import refresh_draft

    retired = refresh_draft(
        root, draft, share=share, seed=seed, reason=why, only=only or (), besides=besides or ()
    )
    tasks = {(question.track, question.task) for question in retired}
    put(f"{draft.as_posix()}: {len(retired)} questions of {len(tasks)} tasks retired\n")


@maintainer("release diff 2026-11-22 2026-11-22.2 --scores", group=releases)
def diff(
    before: ReleaseArgument,
    after: Annotated[str, typer.Argument(help="Release id or folder, or a draft's folder.")],
    scores: Annotated[
        bool,
        typer.Option("--scores", help="Also how systems' scores changed, step by step."),
    ] = False,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Return what changed between two releases, or a release and a draft, question by question."""
    from digesta.cli.text import diff_text
    from digesta.workspace.across import links

    value = links.diff(root, before, after, scores=scores)
    put_json(value.as_json()) if as_json else put(diff_text(value))


@maintainer("status")
def status(
    date: Annotated[
        str | None,
        typer.Option("--date", help="YYYY-MM-DD; else the last day that logs and releases name."),
    ] = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Return what is stale, undecided, disputed, due or not published, and what mends each."""
    from digesta.workspace.status import stand

    day, findings = stand(root, date)
    if as_json:
        put_json({"date": day, "findings": [finding._asdict() for finding in findings]})
    else:
        lines = [f"{each.kind}: {plain(each.what)}\n  {plain(each.fix)}\n" for each in findings]
        put("".join(lines) or f"nothing waits on {day}\n")


# Logs -----------------------------------------------------------------------------------------


@maintainer(
    "decide baseline-longest accept --level rerun --role baseline "
    "--reason 'the committed command gave the same bytes' --date 2026-11-22"
)
def decide(  # noqa: PLR0913 - a command's options
    submission: Annotated[str, typer.Argument(help="A submission's id; or _judges/ID, a judge.")],
    decision: Annotated[DecisionKind, typer.Argument(help="What is decided.")],
    reason: ReasonOption,
    date: DateOption,
    *,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
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
    """Add a decision about a submission, or a judge, to the release's log.

    A judge counts with the files that it has at an accept. Level and role stay what the last
    decision made them (open, system) unless given. A rescore also goes on from the last decision
    in the release before, and records its scores beside the new ones.
    """
    from digesta.workspace import logs

    check_date(root, release, date, confirm=confirm)
    if submission.startswith("_judges/"):
        judge = {"judge": submission.removeprefix("_judges/"), "decision": decision.value}
        if decision.value not in {"accept", "reject"} or level or role:
            raise UsageError("a judge is accepted or rejected, without --level and --role")
        fields = judge | {"date": date, "reason": reason}
        log, names = logs.decide_judge(root, release, fields, key=key)
        put(f"{log.as_posix()}: {submission} {decision.value}, files: {', '.join(names)}\n")
        return
    fields = {
        "date": date,
        "submission_id": submission,
        "decision": decision.value,
        "reason": reason,
    }
    log, line = logs.decide(root, release, fields, level=level, role=role, key=key)
    standing = f"level {line['level']}, role {line['role']}"
    put(f"{log.as_posix()}: {submission} {decision.value}, {standing}\n")


@maintainer(
    "dispute raise --question 016470cb8951 "
    "--reason 'the gloss on the same seif permits it' --date 2026-12-01",
    group=disputes,
    name="raise",
)
def raise_(
    reason: ReasonOption,
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
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
    from digesta.workspace.logs import raise_dispute

    check_date(root, release, date, confirm=confirm)
    fields = {"reason": reason, "date": date}
    name = raise_dispute(root, release, fields, question=question, submission=submission, key=key)
    put(f"{name}: raised\n")


@maintainer(
    "dispute settle d-0001 upheld --reason 're-keyed in 2026-11-22.3' --date 2026-12-02",
    group=disputes,
)
def settle(
    dispute: Annotated[str, typer.Argument(help="The dispute's id, such as d-0001.")],
    status: Annotated[Settlement, typer.Argument(help="upheld: it was right; or rejected.")],
    reason: ReasonOption,
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log how a dispute ended. What was right is corrected in a release of its own."""
    from digesta.workspace.logs import settle_dispute

    check_date(root, release, date, confirm=confirm)
    fields = {"dispute_id": dispute, "status": status.value, "reason": reason, "date": date}
    settle_dispute(root, release, fields, key=key)
    put(f"{dispute}: {status.value}\n")


@maintainer(
    "access --who 'reviewer 2' --what 'truths of finlaw' "
    "--why 'read them before they were sealed' --date 2026-12-01"
)
def access(
    person: Annotated[str, typer.Option("--who", help="Who, as the governance page names them.")],
    object_: Annotated[str, typer.Option("--what", help="What they saw or could have seen.")],
    why: Annotated[str, typer.Option("--why", help="Why.")],
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log who saw, or could have seen, something sealed: the register of exposure."""
    from digesta.workspace.logs import log_access

    check_date(root, release, date, confirm=confirm)
    log_access(root, release, {"date": date, "who": person, "what": object_, "why": why}, key=key)
    put(f"{person}: {object_}\n")
