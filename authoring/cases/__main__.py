"""The command that draws questions about similar cases from rows of cases."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from authoring.cases.sets import RULES, build
from authoring.commands import run
from digesta.errors import InputError, ReleaseError, UsageError
from digesta.releases.data import locate
from digesta.workspace import store
from digesta_convert.shared.draft import as_files

EXAMPLE = (
    "authoring.cases --from tests/data/samples/legalagent/train.json --seed 7 --out build/cases"
)


def cases(  # noqa: PLR0913 - a command's options
    *,
    source: Annotated[Path, typer.Option("--from", help="Rows of cases, a JSON object a line.")],
    seed: Annotated[str, typer.Option("--seed", help="Of the draw, which all may know; any text.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The draft's folder, a new one.")],
    rule: Annotated[
        int,
        typer.Option(
            "--rule", help="The set builder's version: 1, tiers; 4, its filter and points."
        ),
    ] = 1,
    per_charges: Annotated[
        int | None,
        typer.Option(
            "--per-charges",
            min=1,
            help="Most queries of one set of charges: 4 by rule 1, any number by rule 4.",
        ),
    ] = None,
    released: Annotated[
        str | None, typer.Option("--released", help="YYYY-MM-DD of the questions.")
    ] = None,
    law_as_of: Annotated[
        str | None, typer.Option("--law-as-of", help="YYYY-MM-DD as of which the law is meant.")
    ] = None,
    license_: Annotated[
        str | None, typer.Option("--license", help="Of the questions, such as CC-BY-4.0.")
    ] = None,
    attribution: Annotated[
        str | None, typer.Option("--attribution", help="Whom to name when they are used.")
    ] = None,
) -> None:
    """Draw questions about similar cases, and their corpus, from CAIL2018-shaped rows.

    Same charges, same articles, similar term; ten positives in tiers 1 to 5. Prints the sizes of
    the pools, and what is left out of the last four options.
    """
    if rule not in RULES:
        raise UsageError(f"--rule: got {rule}; expected {' or '.join(map(str, RULES))}")
    if out.exists():
        raise UsageError(f"{out}: exists already; name a new folder")
    known = {
        "released": _day(released, "--released"),
        "law_as_of": _day(law_as_of, "--law-as-of"),
        "license": license_,
        "attribution": attribution,
    }
    fields = {key: value for key, value in known.items() if value is not None}
    rows = store.read_bytes(source)
    try:
        # By its name alone: a draft must not say where on a machine its files lay.
        sets = build(
            rows,
            file=source.name,
            seed=seed,
            rule=rule,
            per_charges=per_charges,
            fields=fields,
        )
    except InputError as error:
        raise ReleaseError(locate(source.parent.as_posix(), error.problems), error.total) from None
    store.write_tree(out, as_files(sets.draft))
    sys.stdout.write(sets.pools)
    sys.stdout.write(f"{out.as_posix()}: {len(sets.draft.questions)} questions\n")
    sys.stdout.writelines(f"to add or check: {message}\n" for message in sets.draft.messages())


def _day(text: str | None, option: str) -> str | None:
    try:
        return None if text is None else date.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError(f"{option}: got {text!r}; expected YYYY-MM-DD") from None


if __name__ == "__main__":
    run(cases, example=EXAMPLE)
