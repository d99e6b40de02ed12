"""``digesta-generate infer``: answer a release's questions with models behind an endpoint."""

# ruff: noqa: ARG001 - options stand in the signature for typer; most are read from the context

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digesta.cli.splits import Splits
from digesta.errors import UsageError
from digesta_generate.cli import options as o
from digesta_generate.cli.asking import in_order, tracks_asked
from digesta_generate.cli.command import ABSENT_FROM_CARD, command_line, parsed
from digesta_generate.cli.running import connection, dry_run, meter_of, run
from digesta_generate.local import LOCAL, MODELS, weights

if TYPE_CHECKING:
    from digesta_generate.inference.run import Plan
    from digesta_generate.inference.settings import Settings

_DECODING = (
    "temperature", "top_p", "max_tokens", "seed", "providers", "quantizations", "constrained",
    "extraction",
)  # fmt: skip
"""The settings that stand in a submission as its decoding."""


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
    _refuse_trials(partial or dry, only, limit)
    models = _models(models, base_url, local)
    _refuse_shared_names(models, submission, name)
    access = o.Access(base_url, key_env, loopback, timeout, local)
    # A local server has one slot: requests would only wait in it, and their latency would lie.
    pace = o.Pace(1 if local else concurrency, retries, backoff)
    money = o.Money(price_in, price_out, currency, max_cost, max_tokens_total, max_minutes)
    worst = 0
    for model in models:
        changes: dict[str, Any] = {"models": [model]} if len(models) > 1 else {}
        settings = _settings(ctx, model, access)
        plan = _plan(ctx, settings, changes)
        meter = meter_of(money)
        if dry:
            sys.stdout.write(dry_run(plan, meter))
            continue
        code = run(
            plan, connection(access, pace), pace=pace, meter=meter,
            command=lambda more: command_line(ctx, **more),
        )  # fmt: skip
        worst = worst or code
        if code not in (0, 3):
            break
    raise typer.Exit(worst)


def _models(models: list[str] | None, base_url: str | None, local: str | None) -> list[str]:
    if local is None:
        return models or []
    if models or base_url is not None:
        raise UsageError("--local names the model and its endpoint; leave out -m and --base-url")
    weights(local)  # a model that is not there is refused before anything is written
    return [local]


def _refuse_trials(partial: bool, only: list[str] | None, limit: int | None) -> None:
    if (only or limit is not None) and not partial:
        raise UsageError("--only and --limit are for trials: add --partial or --dry-run")


def _refuse_shared_names(models: list[str], submission: str | None, name: str | None) -> None:
    if not models:
        raise UsageError("no model: name one with -m, as the endpoint names it, or with --local")
    if len(models) > 1 and (submission is not None or name is not None):
        raise UsageError("--id and --name name one system; leave them out with several models")
    ids = [slug_of(model) for model in models]
    if len(set(ids)) < len(ids):
        raise UsageError("two of the models come to the same id; ask them one by one, with --id")


def slug_of(model: str) -> str:
    """Give a submission's id for a model's name.

    >>> slug_of("meta-llama/Llama-3.1-8B")
    'meta-llama-llama-3.1-8b'
    """
    return re.sub(r"[^a-z0-9._-]+", "-", model.lower()).strip("-._")[:100]


def _settings(ctx: typer.Context, model: str, access: o.Access) -> Settings:
    from digesta.errors import SubmissionError
    from digesta.model.reading import read_record
    from digesta_generate.inference.prompting import chosen
    from digesta_generate.inference.settings import Settings

    given = parsed(ctx)
    said = {
        "model": model,
        "endpoint": access.endpoint,
        "temperature": None if given["temperature"] == "none" else given["temperature"],
        "limit_key": str(given["limit_key"]),
        "prompts": chosen(given["prompts"] or []),
        **{n: given[n] or None for n in ("top_p", "providers", "quantizations")},
        **{n: given[n] for n in ("max_tokens", "seed", "constrained")},
    }
    value = {key: inner for key, inner in said.items() if inner is not None}
    return read_record(Settings, value, "the options", error=SubmissionError)


def _plan(ctx: typer.Context, settings: Settings, changes: dict[str, Any]) -> Plan:
    from digesta.cli.workspace import open_release
    from digesta.model.base import SLUG
    from digesta_generate.cli.conditions import CONDITION_SUFFIX, conditioned
    from digesta_generate.inference.prompting import PASSAGES, PASSAGES_PROMPT, asked
    from digesta_generate.inference.run import Plan

    given = parsed(ctx)
    found = open_release(given["root"], given["release"])
    release = found.manifest.release
    suffix = "-constrained" if settings.constrained else ""
    suffix += CONDITION_SUFFIX[given["condition"]]
    submission = given["submission"] or slug_of(settings.model) + suffix
    if re.fullmatch(SLUG, submission) is None:
        raise UsageError(
            "the submission needs an id of a-z, 0-9, '.', '_' and '-', such as acme-7b; add --id"
        )
    folder = given["root"] / "predictions" / release / submission
    tasks = set(given["only"] or [])
    questions = sorted(found.data.questions, key=in_order)
    if unknown := sorted(tasks - {one.task for one in questions}):
        raise UsageError(f"--only: no task {', '.join(unknown)} in release {release}")
    tracks = tracks_asked(given["tracks"] or [], questions, settings.prompts)
    splits = {"public"} if given["split"] == Splits.public else {"public", "holdout"}
    mine = [
        one for one in questions if (tracks is None or one.track in tracks) and one.split in splits
    ]
    wanted = [one for one in mine if not tasks or one.task in tasks]
    wanted = wanted[: given["limit"]]
    used = {one.scorer for one in mine}
    with_passages = conditioned(given, found, wanted, settings)
    used |= {PASSAGES} if with_passages.in_prompt else set()
    known = {PASSAGES: PASSAGES_PROMPT} | settings.prompts
    prompts = {name: prompt for name, prompt in known.items() if name in used}
    settings = settings.model_copy(update={"prompts": prompts})
    trial = bool(tasks or given["limit"])
    without = dict.fromkeys(one for one in ABSENT_FROM_CARD if one != "partial" or not trial)
    command = command_line(ctx, **without | {"release": release} | changes)
    return Plan(
        folder=folder,
        card=_card(
            given | {"tracks": tracks, "retrieved_by": with_passages.card},
            settings, folder, command,
        ),
        settings=settings,
        asked=tuple(
            asked(
                one, prompts, constrained=settings.constrained, resources=found.data.resources,
                passages=with_passages.in_prompt.get(one.question_id),
            )
            for one in wanted
        ),
        samples=given["samples"],
        select=given["select"],
        partial=given["partial"],
        passages=with_passages.record,
    )  # fmt: skip


def _card(given: dict[str, Any], settings: Settings, folder: Path, command: str) -> dict[str, Any]:
    """Give submission.json: what somebody wrote into it stays, what this run knows is new."""
    from digesta.canonical import canonical_bytes
    from digesta.intake import read_submission_metadata
    from digesta_generate.inference.compose import selection

    said = settings.as_json()
    written = written_card(folder)
    model, known = _known_model(settings)
    title = model + (", constrained" if settings.constrained else "")
    names = {
        "model_name": given["name"] or written.get("model_name") or title,
        "organization": given["organization"] or written.get("organization"),
    }
    if names["organization"] is None:
        raise UsageError("who sends it in? add --organization")
    card = (
        {"license": "CC0-1.0"}
        | known
        | written
        | names
        | {
            "submission_id": folder.name,
            "release": folder.parent.name,
            "condition": given["condition"],
            "decoding": {key: said[key] for key in _DECODING if key in said},
            "prompts": settings.prompts,
            "attempts": given["samples"],
            "selection": selection(given["samples"], given["select"]),
            "command": command,
        }
        | given["retrieved_by"]
        | ({"tracks": sorted(given["tracks"])} if given["tracks"] else {})
    )
    return read_submission_metadata(canonical_bytes(card), file="submission.json").as_json()


def _known_model(settings: Settings) -> tuple[str, dict[str, Any]]:
    """Give a model's name, and what of its card is known without asking."""
    if not settings.endpoint.startswith(LOCAL):
        return settings.model, {}
    local = MODELS[settings.endpoint.removeprefix(LOCAL)]
    known = {"notes": local.about, "open_weights": True, "parameters": local.parameters}
    return local.title, known


def written_card(folder: Path) -> dict[str, Any]:
    """Give the submission.json that stands in a folder, or nothing."""
    from digesta import store
    from digesta.intake import read_submission_metadata

    path = folder / "submission.json"
    if not path.exists():
        return {}
    read_submission_metadata(store.read_bytes(path), file=path.as_posix())
    value: dict[str, Any] = json.loads(store.read_bytes(path))
    return value
