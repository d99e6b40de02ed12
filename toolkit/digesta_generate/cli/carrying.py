"""``digesta-generate carry``: bring a system's answers over to a newer release."""

# ruff: noqa: ARG001 - options stand in the signature for typer; some are read from the context

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta_generate.cli import options as o
from digesta_generate.cli.asking import in_order
from digesta_generate.cli.command import ABSENT_FROM_CARD, command_line, parsed
from digesta_generate.cli.running import connection, dry_run, finished, meter_of, run
from digesta_generate.cli.talk import say
from digesta_generate.endpoint.local import LOCAL

if TYPE_CHECKING:
    from digesta_generate.inference.run import Plan


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(
        epilog="Example: digesta-generate carry predictions/2026-11-22/acme-7b --release 2027-02-22"
    )(carry)


def carry(  # noqa: PLR0913, PLR0917 - one parameter for each option
    ctx: typer.Context,
    old: Annotated[Path, typer.Argument(help="The submission's folder for the earlier release.")],
    release: o.Release = None,
    base_url: o.BaseUrl = None,
    key_env: o.KeyEnv = None,
    loopback: o.Loopback = False,
    concurrency: o.Concurrency = 4,
    retries: o.Retries = 5,
    backoff: o.Backoff = 1.0,
    timeout: o.Timeout = 120.0,
    price_in: o.PriceIn = None,
    price_out: o.PriceOut = None,
    currency: o.Currency = "USD",
    max_cost: o.MaxCost = None,
    max_tokens_total: o.MaxTokensTotal = None,
    max_minutes: o.MaxMinutes = None,
    tracks: Annotated[
        list[str] | None,
        typer.Option("--track", help="Ask this track too, though it was not asked before."),
    ] = None,
    partial: o.Partial = False,
    dry: o.DryRun = False,
    root: o.Root = o.HERE,
) -> None:
    """Bring a system's answers over to a newer release, and ask only what is new.

    An answer is taken over where the question and the words that asked it are the same; the rest
    is asked with the recorded settings, at the recorded endpoint unless --base-url names another.
    A track that was not asked before is left out unless --track names it.
    """
    from digesta_generate.inference.carry import read_old

    found = read_old(old)
    endpoint = base_url or found.settings.endpoint
    local = endpoint.removeprefix(LOCAL) if endpoint.startswith(LOCAL) else None
    access = o.Access(None if local else endpoint, key_env, loopback, timeout, local)
    pace = o.Pace(1 if local else concurrency, retries, backoff)
    money = o.Money(price_in, price_out, currency, max_cost, max_tokens_total, max_minutes)
    plan = _plan(ctx, old)
    meter = meter_of(money)
    if dry:
        sys.stdout.write(dry_run(plan, meter))
        return
    # Nothing new to ask needs neither endpoint nor key; a key in the name's place is refused.
    connect = connection(access, pace) if plan.new or key_env else _nowhere
    result = run(
        plan, connect, pace=pace, meter=meter, command=lambda more: command_line(ctx, **more)
    )
    raise typer.Exit(finished(plan, result))


def _nowhere() -> Any:
    raise AssertionError("there is nothing to ask")


def _plan(ctx: typer.Context, folder: Path) -> Plan:
    from digesta.errors import UsageError
    from digesta.workspace.releases import open_release, release_order
    from digesta_generate.inference.carry import read_old, split, splits_of, tracks_of, with_prompts
    from digesta_generate.inference.run import Plan

    given = parsed(ctx)
    old = read_old(folder)
    release = open_release(given["root"], given["release"])
    name = release.manifest.release
    if release_order(name) <= release_order(old.submission.release):
        raise UsageError(
            f"{folder}: is for release {old.submission.release}; name a newer --release than {name}"
        )
    if given["base_url"] is not None:
        url = o.Access(given["base_url"], None, given["loopback"], 1.0).url()
        old = old._replace(settings=old.settings.model_copy(update={"endpoint": url}))
    every = sorted(release.data.questions, key=in_order)
    tracks = tracks_of(old, every, given["tracks"] or [])
    old = with_prompts(old, {one.scorer for one in every if one.track in tracks})
    splits = splits_of(old, every)
    questions = [one for one in every if one.track in tracks and one.split in splits]
    card = old.submission.as_json()
    card["prompts"] = old.settings.prompts
    card.pop("tracks", None)
    if left_out := sorted({one.track for one in every} - tracks):
        card["tracks"] = sorted(tracks)
        say(f"left out, as none of it was asked before: {', '.join(left_out)} (--track asks it)")
    divided = split(old, questions, release.data.resources)
    return Plan(
        folder=given["root"] / "predictions" / name / old.submission.submission_id,
        card=_card(ctx, card, name, divided),
        settings=old.settings,
        asked=divided.asked,
        samples=old.samples,
        select=old.select,
        partial=given["partial"],
        taken=divided.taken,
    )


def _card(ctx: typer.Context, card: dict[str, Any], release: str, divided: Any) -> dict[str, Any]:
    from digesta.canonical import canonical_bytes
    from digesta.intake import read_submission_metadata
    from digesta_generate.inference.carry import sentence

    said = sentence(divided.taken, len(divided.asked) - len(divided.taken.answers))
    changes: dict[str, Any] = dict.fromkeys(ABSENT_FROM_CARD)
    new = card | {
        "release": release,
        "notes": " ".join(filter(None, [card.get("notes"), said])),
        "command": command_line(ctx, **changes | {"release": release}),
    }
    return read_submission_metadata(canonical_bytes(new), file="submission.json").as_json()
