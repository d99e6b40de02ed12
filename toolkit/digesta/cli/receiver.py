"""Commands for workflows that receive submissions: intake pull-request, intake comment."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from digesta.cli.options import HERE, AccountOption, RootOption, command, intake, put
from digesta.errors import SubmissionError

maintainer = partial(command, "Maintainers")


@maintainer(
    "intake pull-request --base main --head FETCH_HEAD --out build/pull-request.json",
    group=intake,
    name="pull-request",
)
def pull_request(
    base: Annotated[str, typer.Option("--base", help="The commit to merge it into.")],
    head: Annotated[str, typer.Option("--head", help="The fetched commit to check.")],
    output: Annotated[Path, typer.Option("--out", "-o", help="The result file to write.")],
    account: AccountOption = None,
    root: RootOption = HERE,
) -> None:
    """Check a pull request; run and check out nothing of it.

    It may only add one folder, predictions/<newest release>/<id>/, of plain files of limited size.
    Then runs check --against-board and score. The exit code is 1 if it is refused.
    """
    from digesta.workspace.repository.pull_request import check_pull_request, write_result

    result = check_pull_request(root, base, head, account=account)
    write_result(output, result)
    # A job's log obeys commands that a file's name could hold: codes and counts alone go there.
    codes = Counter(problem.code for problem in result.problems)
    counts = "".join(f"  {code}: {count}\n" for code, count in sorted(codes.items()))
    put(f"{result.verdict}, {result.total} problems\n{counts}")
    if result.verdict == "refused":
        raise typer.Exit(1)


@maintainer("intake comment build/pull-request.json", group=intake)
def comment(
    path: Annotated[Path, typer.Argument(help="A result of intake pull-request.")],
    head: Annotated[
        str | None, typer.Option("--head", help="Refuse a result for any other commit.")
    ] = None,
) -> None:
    """Print a result as Markdown, with submitted text literal.

    Prints nothing for a pull request without a submission.
    """
    from digesta.cli.comment import comment_text
    from digesta.workspace.repository.pull_request import read_result

    result = read_result(path)
    if head is not None and result.head != head:
        raise SubmissionError.of(
            code="head-other", file=path.as_posix(), got=result.head, expected=head
        )
    put(comment_text(result))
