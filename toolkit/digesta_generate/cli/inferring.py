"""``digesta-generate infer``: answer a release's questions with models behind an endpoint."""

# ruff: noqa: ARG001 - options stand in the signature for typer; most are read from the context

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from digesta.errors import UsageError
from digesta.records.splits import Splits
from digesta_generate.cli import options as o
from digesta_generate.cli.command import command_line, parsed
from digesta_generate.cli.planning import plan_of, settings_of, slug_of
from digesta_generate.cli.running import BUDGET, connection, dry_run, finished, meter_of, run
from digesta_generate.endpoint.local import weights

if TYPE_CHECKING:
    from digesta_generate.inference.budget import Meter
    from digesta_generate.inference.run import Plan, Result


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(
        epilog="Example: digesta-generate infer -m acme/acme-7b "
        "--base-url https://openrouter.ai/api/v1 --organization Us --dry-run"
    )(infer)


def infer(  # noqa: PLR0913, PLR0917 - one parameter for each option
    ctx: typer.Context,
    models: Annotated[
        list[str] | None,
        typer.Option("--model", "-m", help="The model, as the endpoint names it; repeatable."),
    ] = None,
    base_url: o.BaseUrl = None,
    local: Annotated[
        str | None,
        typer.Option("--local", help="Instead: a model on this machine, such as smollm2."),
    ] = None,
    release: o.Release = None,
    submission: Annotated[
        str | None, typer.Option("--id", help="The submission's id; made of the model's name.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="The system's name.")] = None,
    organization: Annotated[
        str | None, typer.Option("--organization", help="Who sends it in.")
    ] = None,
    key_env: o.KeyEnv = None,
    loopback: o.Loopback = False,
    temperature: Annotated[
        str, typer.Option("--temperature", help="Decimal; none: the endpoint's own.")
    ] = "0",
    top_p: Annotated[str | None, typer.Option("--top-p", help="Decimal.")] = None,
    max_tokens: Annotated[
        int, typer.Option("--max-tokens", min=1, help="Longest reply, in tokens.")
    ] = 512,
    limit_key: Annotated[
        o.LimitKey, typer.Option("--limit-key", help="What the endpoint calls that limit.")
    ] = o.LimitKey.max_tokens,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Sample i is sent seed + i.")
    ] = None,
    providers: Annotated[
        list[str] | None,
        typer.Option("--provider", help="OpenRouter: only these, in order; repeatable."),
    ] = None,
    quantizations: Annotated[
        list[str] | None,
        typer.Option("--quantization", help="OpenRouter: only weights such as fp8; repeatable."),
    ] = None,
    constrained: Annotated[
        bool, typer.Option("--constrained", help="Hold answers (not free text) to a JSON Schema.")
    ] = False,
    prompts: Annotated[
        list[str] | None,
        typer.Option("--prompt", help="Prompt as NAME.VERSION, such as closed.2; repeatable."),
    ] = None,
    samples: Annotated[
        int, typer.Option("--samples", min=1, max=100, help="Replies to each question.")
    ] = 1,
    select: Annotated[
        o.Selection, typer.Option("--select", help="Which reply's answer counts.")
    ] = o.Selection.first,
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
        typer.Option("--track", help="Only this track; repeatable. Else every track."),
    ] = None,
    condition: o.ConditionOption = o.Condition.closed_book,
    passages: Annotated[
        Path | None,
        typer.Option("--passages", help="The passages to show, as retrieve wrote them."),
    ] = None,
    passage_tokens: Annotated[
        int, typer.Option("--passage-tokens", min=1, help="All passages of a prompt are cut to it.")
    ] = 400,
    retriever: Annotated[
        str | None, typer.Option("--retriever", help="What found them, if no record beside says.")
    ] = None,
    split: Annotated[
        Splits, typer.Option("--split", help="Whose questions: all, or those with open truths.")
    ] = Splits.all,
    only: Annotated[
        list[str] | None, typer.Option("--only", help="Only this task (a trial); repeatable.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Only so many questions (a trial).")
    ] = None,
    partial: o.Partial = False,
    dry: o.DryRun = False,
    root: o.Root = o.HERE,
) -> None:
    """Answer a release's questions with models behind an OpenAI-compatible endpoint.

    Tracks that want rankings of a corpus, which no model answers alone, are left out.
    Writes predictions/RELEASE/ID. Stopped by Ctrl-C, a kill or a cap, it goes on with the same
    command and asks nothing twice; only what was in flight at a kill is sent again, under the same
    Idempotency-Key. Caps hold for each model. The key comes from the environment (--key-env) alone.
    """
    if dry:
        for one in systems(ctx):
            sys.stdout.write(dry_run(one.plan, one.meter))
        return
    worst = 0
    for one in systems(ctx):
        result = one.run(lambda more: command_line(ctx, **more))
        code = finished(one.plan, result)
        if code not in (0, BUDGET):
            raise typer.Exit(code)
        worst = worst or code
    raise typer.Exit(worst)


class System(NamedTuple):
    """One model's run as the options have it."""

    plan: Plan
    access: o.Access
    pace: o.Pace
    meter: Meter

    def run(self, command: Callable[[Mapping[str, Any]], str]) -> Result:
        """Ask what is to ask. command: the way on, with changes to the options."""
        connect = connection(self.access, self.pace)
        return run(self.plan, connect, pace=self.pace, meter=self.meter, command=command)


def systems(ctx: typer.Context) -> Iterator[System]:
    """Give what each model is to do, planned in its turn; options that do not fit are refused."""
    given = parsed(ctx)
    _refuse_trials(given["partial"] or given["dry"], given["only"], given["limit"])
    local = given["local"]
    models = _models(given["models"], given["base_url"], local)
    _refuse_shared_names(models, given["submission"], given["name"])
    access = o.Access(
        given["base_url"], given["key_env"], given["loopback"], given["timeout"], local
    )
    # A local server has one slot: requests would only wait in it, and their latency would lie.
    pace = o.Pace(1 if local else given["concurrency"], given["retries"], given["backoff"])
    money = o.Money(*(given[name] for name in o.Money._fields))
    settings = {model: settings_of(ctx, model, access) for model in models}
    # Refused now, not when passages were found for an hour that nobody can then be asked with.
    meter_of(money)
    if not given["dry"]:
        connection(access, pace)

    def system(model: str) -> System:
        changes: dict[str, Any] = {"models": [model]} if len(models) > 1 else {}
        return System(plan_of(ctx, settings[model], changes), access, pace, meter_of(money))

    return map(system, models)


def _models(models: list[str] | None, base_url: str | None, local: str | None) -> list[str]:
    if local is None:
        return models or []
    if models or base_url is not None:
        raise UsageError("--local names the model and its endpoint; leave out -m and --base-url")
    weights(local)  # a model that is not there is refused before anything is written
    return [local]


def _refuse_trials(partial: bool, only: list[str] | None, limit: int | None) -> None:
    if (only or limit is not None) and not partial:
        raise UsageError(
            "--only and --limit are for trials: add --partial, or ask infer for a --dry-run"
        )


def _refuse_shared_names(models: list[str], submission: str | None, name: str | None) -> None:
    if not models:
        raise UsageError("no model: name one with -m, as the endpoint names it, or with --local")
    if len(models) > 1 and (submission is not None or name is not None):
        raise UsageError("--id and --name name one system; leave them out with several models")
    ids = [slug_of(model) for model in models]
    if len(set(ids)) < len(ids):
        raise UsageError("two of the models come to the same id; ask them one by one, with --id")
