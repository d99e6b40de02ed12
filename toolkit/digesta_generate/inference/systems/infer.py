"""Answer a release's questions with models, one after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from digesta.errors import UsageError
from digesta_generate.endpoint.access import access_of
from digesta_generate.endpoint.local import model_of
from digesta_generate.inference.journal import recorded_settings
from digesta_generate.inference.systems.model_plan import plan_of, settings_of, slug_of
from digesta_generate.inference.systems.model_system import (
    BUDGET,
    ModelSystem,
    SystemOutcome,
    meter_of,
)
from digesta_generate.inference.systems.options import InferOptions, SystemOptions
from digesta_generate.options import LimitKey, Options, part_of


def infer(options: InferOptions) -> list[SystemOutcome]:
    """Run each model, and return the outcomes in the order of the models.

    Each model writes predictions/RELEASE/ID and is asked only for replies that its journal lacks.
    A fault ends the run, and later models have no outcome. With ``dry_run`` nothing is sent;
    ``text`` has the first prompt and the expected cost. Wrong options raise a DigestaError.

        options = InferOptions(model=("acme-7b",), base_url="http://127.0.0.1:8000/v1",
                               loopback=True, organization="Us")
        [outcome] = infer(options)
        outcome.folder    # predictions/2026-11-22.6/acme-7b
    """
    return list(outcomes(options))


def outcomes(options: InferOptions) -> Iterator[SystemOutcome]:
    """Yield how each model's run ended, when it ended; see ``infer``."""
    for system in systems(options, resume_by=options, dry=options.dry_run):
        outcome = system.preview() if options.dry_run else system.ask()
        yield outcome
        if outcome.code not in {0, BUDGET}:
            return


def systems(
    options: SystemOptions, *, resume_by: Options, dry: bool = False
) -> Iterator[ModelSystem]:
    """Yield each model with its plan, made in its turn; unfit options are refused at once.

    resume_by: the command that a message names to go on with. dry: nothing will be asked.
    """
    _refuse_trials(options, dry=dry)
    models = _models(options)
    _refuse_shared_names(options, models)
    access = access_of(options, options.local, options.threads)
    # Refused now, not after an hour's search for passages.
    meter_of(options)
    for model in models:
        settings_of(options, model, access.endpoint)
    if not dry:
        access.connection()

    def system(
        model: str, options: SystemOptions = options, known: Collection[str] = ()
    ) -> ModelSystem:
        own = part_of(InferOptions, options)
        own = replace(own, model=(model,)) if len(models) > 1 else own
        plan = plan_of(own, settings_of(options, model, access.endpoint))
        changes: dict[str, dict[str, Any]] = {
            "system-role": {"no_system_role": True},
            "limit-key": {"limit_key": _OTHER_KEY[options.limit_key]},
            "temperature": {"temperature": "none"},
        }
        otherwise = {
            code: partial(system, model, replace(options, **change), (*known, code))
            for code, change in changes.items()
            if code not in known and replace(options, **change) != options
        }
        recorded = recorded_settings(plan.folder)
        recorded_options = {
            "no_system_role": recorded.get("system_role") is not None,
            "limit_key": recorded.get("limit_key"),
            "temperature": recorded.get("temperature", "none") if recorded else None,
        }
        for code, change in changes.items():
            # What the endpoint refused when this run began is not tried again.
            if code in otherwise and change.items() <= recorded_options.items():
                return otherwise[code]()
        return ModelSystem(plan, access, meter_of(options), resume_by, otherwise)

    return map(system, models)


_OTHER_KEY: Mapping[LimitKey, LimitKey] = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": "max_tokens",
}


def _models(options: SystemOptions) -> tuple[str, ...]:
    if options.local is None:
        return options.model
    if options.model or options.base_url is not None:
        raise UsageError("--local names the model and its endpoint; leave out -m and --base-url")
    model = model_of(options.local)
    model.weights()  # a model that is not there is refused before anything is written
    return (model.name,)


def _refuse_trials(options: SystemOptions, *, dry: bool) -> None:
    trial = options.only or options.question or options.limit is not None
    if trial and not (options.partial or dry):
        raise UsageError(
            "--only, --question and --limit are for trials: add --partial, or ask infer for a "
            "--dry-run"
        )


def _refuse_shared_names(options: SystemOptions, models: tuple[str, ...]) -> None:
    if not models:
        raise UsageError("no model: name one with -m, as the endpoint names it, or with --local")
    if len(models) > 1 and (options.id is not None or options.name is not None):
        raise UsageError("--id and --name name one system; leave them out with several models")
    ids = [slug_of(model) for model in models]
    if len(set(ids)) < len(ids):
        raise UsageError("two of the models come to the same id; ask them one by one, with --id")
