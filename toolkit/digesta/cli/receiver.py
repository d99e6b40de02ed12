"""Commands for whoever receives submissions, in workflows: intake pull-request, intake comment."""

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
    base: Annotated[str, typer.Option("--base", help="The commit that it would be merged into.")],
    head: Annotated[str, typer.Option("--head", help="The commit to read; it was fetched.")],
    output: Annotated[Path, typer.Option("--out", "-o", help="The result to write.")],
    account: AccountOption = None,
    root: RootOption = HERE,
) -> None:
    """Check a pull request as data: nothing of it is checked out, nothing of it runs.

    One new folder predictions/<newest release>/<id>/ with plain files of limited size, nothing
    else touched; then what check --against-board and score say. Exit 1 where it is refused.
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
    path: Annotated[Path, typer.Argument(help="A result, written by whomever.")],
    head: Annotated[
        str | None, typer.Option("--head", help="Refuse the result of any other commit.")
    ] = None,
) -> None:
    """Print what a check found as Markdown in which no submitted text is more than text.

    Nothing is printed for a pull request that sends no submission.
    """
    from digesta.cli.comment import comment_text
    from digesta.workspace.repository.pull_request import read_result

    result = read_result(path)
    if head is not None and result.head != head:
        raise SubmissionError.of(
            code="head-other", file=path.as_posix(), got=result.head, expected=head
        )
    put(comment_text(result))
