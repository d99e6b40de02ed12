"""Commands for those who keep the logs: decide, dispute, access."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import (
    HERE,
    ConfirmOption,
    DateOption,
    KeyOption,
    NameOption,
    ReasonOption,
    ReleaseOption,
    RootOption,
    check_date,
    command,
    disputes,
    put,
)
from digesta.errors import UsageError

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


@maintainer(
    "decide baseline-longest accept --level rerun --role baseline "
    "--reason 'the committed command gave the same bytes' --date 2026-11-22"
)
def decide(  # noqa: PLR0913 - a command's options
    submission: Annotated[
        str | None, typer.Argument(help="A submission's id, or _judges/ID for a judge.")
    ] = None,
    decision: Annotated[DecisionKind | None, typer.Argument(help="The decision.")] = None,
    *,
    date: DateOption,
    reason: Annotated[str, typer.Option("--reason", help="The reason, in one sentence.")] = "",
    file: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Decide many: a .jsonl or .csv of submission_id, decision, reason, and level and "
            "role where they change. With any problem, none is logged.",
        ),
    ] = None,
    confirm: ConfirmOption = False,
    confirm_name: NameOption = False,
    key: KeyOption = None,
    level: Annotated[
        str | None,
        typer.Option("--level", help="rerun, sealed, open or archived. Default: as before."),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option("--role", help="adversary, baseline, calibration, reference or system."),
    ] = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log decisions on submissions and judges.

    Without --level and --role they stay as last decided, or open and system. Accepting a judge
    fixes its files. A rescore continues from the last decision, also of the previous release.
    """
    from digesta.workspace.logs import decisions

    single = {"submission_id": submission, "decision": decision, "reason": reason}
    if any(single.values()) if file else not all(single.values()):
        raise UsageError("name a submission, a decision and a --reason, or a file with --from")
    check_date(root, release, date, confirm=confirm)
    standing = {"date": date, "level": level, "role": role}
    fields = {name: str(value) for name, value in (standing | single).items() if value}
    if file:
        log, lines = decisions.decide_all(
            root, release, file, fields=fields, confirmed=confirm_name, key=key
        )
    elif str(submission).startswith("_judges/"):
        put(_decide_judge(root, release, fields, key=key))
        return
    else:
        log, line = decisions.decide(root, release, fields, confirmed=confirm_name, key=key)
        lines = [line]
    put("".join(f"{log.as_posix()}: {_decision_text(line)}\n" for line in lines))


def _decision_text(line: Mapping[str, object]) -> str:
    """Return what a line of the log decides."""
    decided = f"{line['submission_id']} {line['decision']}"
    return f"{decided}, level {line['level']}, role {line['role']}"


def _decide_judge(
    root: Path, release: str | None, fields: Mapping[str, str], *, key: Path | None
) -> str:
    """Log a decision on a judge, and say with which files it counts."""
    from digesta.workspace.logs import decisions

    if fields["decision"] not in {"accept", "reject"} or "level" in fields or "role" in fields:
        raise UsageError("a judge can only be accepted or rejected; leave out --level and --role")
    name = fields["submission_id"]
    judge = {"judge": name.removeprefix("_judges/")}
    judge |= {each: fields[each] for each in ("decision", "date", "reason")}
    log, files = decisions.decide_judge(root, release, judge, key=key)
    return f"{log.as_posix()}: {name} {judge['decision']}, files: {', '.join(files)}\n"


@maintainer(
    "dispute raise --question 016470cb8951 "
    "--reason 'the gloss on the same seif permits it' --date 2026-12-01",
    group=disputes,
    name="raise",
)
def raise_(  # noqa: PLR0913, PLR0917 - a command's options
    reason: ReasonOption,
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    question: Annotated[
        str | None, typer.Option("--question", help="Its id, or at least the first 8 characters.")
    ] = None,
    submission: Annotated[
        str | None, typer.Option("--submission", help="Id of the submission whose row is disputed.")
    ] = None,
    limit: Annotated[
        str | None, typer.Option("--limit", help="The disputed limit, as TRACK:SENTENCE.")
    ] = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log a dispute and print its id. It is about a question, row, limit or the whole release."""
    from digesta.workspace.logs import raise_dispute

    check_date(root, release, date, confirm=confirm)
    fields = {"reason": reason, "date": date}
    about = {"question": question, "submission": submission, "limit": limit}
    name = raise_dispute(root, release, fields, **about, key=key)
    put(f"{name}: raised\n")


@maintainer(
    "dispute settle d-0001 upheld --reason 're-keyed in 2026-11-22.3' --date 2026-12-02",
    group=disputes,
)
def settle(
    dispute: Annotated[str, typer.Argument(help="The dispute's id, such as d-0001.")],
    status: Annotated[Settlement, typer.Argument(help="upheld (it was right) or rejected.")],
    reason: ReasonOption,
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log how a dispute ended. Correct an upheld one in a new release."""
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
    person: Annotated[str, typer.Option("--who", help="Their name on the governance page.")],
    object_: Annotated[str, typer.Option("--what", help="What they saw or could have seen.")],
    why: Annotated[str, typer.Option("--why", help="The reason.")],
    date: DateOption,
    confirm: ConfirmOption = False,
    key: KeyOption = None,
    release: ReleaseOption = None,
    root: RootOption = HERE,
) -> None:
    """Log who saw, or could have seen, sealed data."""
    from digesta.workspace.logs import log_access

    check_date(root, release, date, confirm=confirm)
    log_access(root, release, {"date": date, "who": person, "what": object_, "why": why}, key=key)
    put(f"{person}: {object_}\n")
