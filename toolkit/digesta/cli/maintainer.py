"""Commands for maintainers: check and cut a draft, refresh, diff; and status."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from digesta.cli.options import (
    HERE,
    ConfirmOption,
    DraftArgument,
    JsonOption,
    ReleaseArgument,
    RootOption,
    command,
    drafts,
    put,
    put_json,
    releases,
    today,
)
from digesta.errors import LONGEST, plain

if TYPE_CHECKING:
    from pathlib import Path

    from digesta.records.log import StatusNote
    from digesta.releases.report import DraftReport

LISTED = 10
"""Number of right answers that a line names; --json has all."""
maintainer = partial(command, "Maintainers")


@maintainer("release cut drafts/2026-12-22", group=releases)
def cut(draft: DraftArgument, confirm: ConfirmOption = False, root: RootOption = HERE) -> None:
    """Check a draft and write it as a release, releases/<id>.

    Questions receive their ids. Changes from the previous release are added to changes.json, where
    each retired, revised or re-keyed question needs a reason.
    """
    from digesta.workspace.drafts import cut_draft

    folder, data = cut_draft(root, draft, today=None if confirm else today(root))
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
    share: Annotated[str, typer.Option("--share", help="Share of each task, such as 0.20.")],
    seed: Annotated[str, typer.Option("--seed", help="Any text, to order equal ages.")],
    why: Annotated[str, typer.Option("--retire-reason", help="Why these questions retire.")],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Only this TRACK or TRACK/TASK; repeatable."),
    ] = None,
    besides: Annotated[
        list[str] | None,
        typer.Option("--except", help="Not this question id, TRACK/TASK or TRACK; repeatable."),
    ] = None,
    root: RootOption = HERE,
) -> None:
    """Retire a share of each task's oldest public questions.

    Questions of one source retire together. Among equals, those whose right answer is most common
    go first. If too few new questions balance the answers, nothing retires and the message lists
    what is lacking. Repeating the command retires nothing more.
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
        typer.Option("--scores", help="Also list how the scores of systems changed, step by step."),
    ] = False,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """List what changed between two releases, by question. The second may be a draft."""
    from digesta.cli.text import diff_text
    from digesta.workspace import links

    value = links.diff(root, before, after, scores=scores)
    put_json(value.as_json()) if as_json else put(diff_text(value))


@maintainer("status")
def status(
    date: Annotated[
        str | None,
        typer.Option("--date", help="YYYY-MM-DD. Default: the last day in logs and releases."),
    ] = None,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """List what maintainers have to do, with each fix.

    Lists stale, undecided, disputed, due, unpublished and unread items. The site shows the public
    ones.
    """
    from digesta.workspace.status import workspace_status

    state = workspace_status(root, date)
    if as_json:
        put_json(state.as_json())
    else:
        put("".join(map(_finding_text, state.findings)) or f"nothing to do on {state.date}\n")


def _finding_text(finding: StatusNote) -> str:
    """Return what waits, until when it was promised, and what mends it."""
    until = f"; due on {finding.due}" if finding.kind == "disputed" else ""
    return f"{finding.kind}: {plain(finding.what)}{until}\n  {plain(finding.fix or '')}\n"


@command("Owners of a benchmark", "draft check drafts/2026-12-22", group=drafts)
def check(draft: DraftArgument, root: RootOption = HERE, as_json: JsonOption = False) -> None:
    """List all that prevents a release; write nothing.

    Also lists how often each answer is right, and the floors: scores of five programs that know no
    law, with their limits. With a problem, the exit code is 1; release cut refuses the same draft.
    """
    from digesta.workspace.drafts import check_draft

    report = check_draft(root, draft)
    put_json(report.as_json()) if as_json else put(_report_text(draft, report))
    if report.problems:
        raise typer.Exit(1)


def _report_text(draft: Path, report: DraftReport) -> str:
    """Return what the checks of a draft find: figures first, then every problem on a line."""
    from digesta.releases.giveaways import highest_lines

    lines = [f"{draft.as_posix()}: {report.questions} questions"]
    boards = dict.fromkeys(row.board for row in report.floors)
    lines += ["floors: scores of adversaries, and their limit"] * bool(boards)
    for board in boards:
        rows = [row for row in report.floors if row.board == board]
        scores = ", ".join(f"{row.adversary} {float(row.score):.3f}" for row in rows)
        lines.append(f"  {board}: {scores}; at most {float(rows[0].limit):.3f}")
    lines += ["keys: how often each answer is right"] * bool(report.keys)
    for task, counts in report.keys.items():
        often = sorted((-n, answer) for answer, n in counts.items() if n > 1)[:LISTED]
        more = len(counts) - len(often)
        texts = [f"{answer}: {-n}" for n, answer in often] + [f"{more} once each"] * (more > 0)
        if texts:
            lines.append(f"  {task}: {', '.join(texts)}")
    lines += highest_lines(report.giveaways)
    for task, row in report.longest.items():
        lines.append(
            f"  {task}: the longest choice is right {row.right} times of {row.questions}; "
            f"by chance {float(row.chance):.1f}"
        )
    lines.append(f"near copies: {report.count('near-copy') or 'none'}")
    lines.append(f"questions that give away a truth: {report.count('truth-in-question') or 'none'}")
    lines += [f"warning: {warning}" for warning in report.warnings]
    lines += map(str, report.problems)
    count = len(report.problems)
    lines.append(f"{count} problem{'' if count == 1 else 's'}" if count else "ready to be cut")
    return "".join(f"{plain(line, LONGEST)}\n" for line in lines)
