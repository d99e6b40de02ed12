"""Commands for maintainers: check and cut a draft, refresh, diff; status and similar."""

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
"""Right answers of a task that a line names; --json has all."""
maintainer = partial(command, "Maintainers")


@maintainer("release cut drafts/2026-12-22", group=releases)
def cut(draft: DraftArgument, confirm: ConfirmOption = False, root: RootOption = HERE) -> None:
    """Cut a draft into releases/<id>: checked, ids given, canonical, in one piece.

    changes.json is completed from the release before it; what is retired, revised or re-keyed
    needs a reason there.
    """
    from digesta.cli.text import giveaway_lines
    from digesta.workspace.drafts import cut_draft
    from digesta.workspace.releases import open_release
    from digesta.workspace.side import built_side

    folder, data = cut_draft(root, draft, today=None if confirm else today(root))
    release = open_release(root, data.manifest.release)
    figures = built_side(root, release, "giveaways").giveaways
    put("".join(f"{line}\n" for line in giveaway_lines(figures)))
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
    from digesta.workspace import links

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
    """Return what is stale, undecided, disputed, due, not published or unread, and what mends each.

    The site's page has what is public of it.
    """
    from digesta.workspace.status import workspace_status

    state = workspace_status(root, date)
    if as_json:
        put_json(state.as_json())
    else:
        put("".join(map(_finding_text, state.findings)) or f"nothing waits on {state.date}\n")


def _finding_text(finding: StatusNote) -> str:
    """Return what waits, until when it was promised, and what mends it."""
    until = f"; due on {finding.due}" if finding.kind == "disputed" else ""
    return f"{finding.kind}: {plain(finding.what)}{until}\n  {plain(finding.fix or '')}\n"


@maintainer("similar 2026-11-22.6 --within")
def similar(
    release: Annotated[str | None, typer.Argument(help="Release id or folder; the newest.")] = None,
    within: Annotated[
        bool, typer.Option("--within", help="Also compare submissions of one organisation.")
    ] = False,
    root: RootOption = HERE,
    as_json: JsonOption = False,
) -> None:
    """Return whose wrong answers are alike beyond what others share, and who repeats references.

    For maintainers: nothing of it is written or published. Systems of one family, or that follow
    one rule, stand out too: look at the evidence, then ask.
    """
    from digesta.cli.text import similarity_text
    from digesta.workspace.similarity import similarity

    screen = similarity(root, release, within=within)
    put_json(screen.as_json()) if as_json else put(similarity_text(screen))


@command("Owners of a benchmark", "draft check drafts/2026-12-22", group=drafts)
def check(draft: DraftArgument, root: RootOption = HERE, as_json: JsonOption = False) -> None:
    """Say all that keeps a draft from being cut, with its floors and keys; nothing is written.

    Floors: what the five adversaries score, who know no law, and what they may. Exit code 1 where
    there is a problem: cutting refuses the same.
    """
    from digesta.workspace.drafts import check_draft

    report = check_draft(root, draft)
    put_json(report.as_json()) if as_json else put(_report_text(draft, report))
    if report.problems:
        raise typer.Exit(1)


def _report_text(draft: Path, report: DraftReport) -> str:
    """Return what the checks of a draft find: figures first, then every problem on a line."""
    from digesta.cli.text import giveaway_lines

    lines = [f"{draft.as_posix()}: {report.questions} questions"]
    boards = dict.fromkeys(row.board for row in report.floors)
    lines += ["floors: what adversaries score, and may"] * bool(boards)
    for board in boards:
        rows = [row for row in report.floors if row.board == board]
        scores = ", ".join(f"{row.adversary} {float(row.score):.3f}" for row in rows)
        lines.append(f"  {board}: {scores}; at most {float(rows[0].limit):.3f}")
    lines += ["keys: how often each answer is right"] * bool(report.keys)
    for task, counts in report.keys.items():
        often = sorted((-n, answer) for answer, n in counts.items() if n > 1)[:LISTED]
        more = len(counts) - len(often)
        texts = [f"{answer}: {-n}" for n, answer in often] + [f"{more} once each"] * (more > 0)
        lines.append(f"  {task}: {', '.join(texts)}")
    lines += giveaway_lines(report.giveaways)
    for task, row in report.longest.items():
        lines.append(
            f"  {task}: the longest choice is right {row.right} times of {row.questions}; "
            f"by chance {float(row.chance):.1f}"
        )
    lines.append(f"near copies: {report.count('near-copy') or 'none'}")
    lines.append(f"truths that a question tells: {report.count('truth-in-question') or 'none'}")
    lines += [f"mind: {warning}" for warning in report.warnings]
    lines += map(str, report.problems)
    count = len(report.problems)
    lines.append(f"{count} problem{'' if count == 1 else 's'}" if count else "ready to be cut")
    return "".join(f"{plain(line, LONGEST)}\n" for line in lines)
