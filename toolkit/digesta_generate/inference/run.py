"""Answer a release's questions with a model: ask, journal, and at the end write the submission.

A run is resumed by the same command: what the journal holds is not asked again. The submission's
files appear together when every question is answered; until then only the journal stands, unless
``partial`` wants what there is. One run per folder at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from digesta.errors import UsageError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.trace import Trace
from digesta.workspace import store
from digesta_generate.endpoint.client import Sender
from digesta_generate.endpoint.faults import EndpointError
from digesta_generate.inference import journal as journals
from digesta_generate.inference.budget import NOTHING, Meter, TokenUse
from digesta_generate.inference.compose import CHOOSE, FAILED, ComposedAnswer, given
from digesta_generate.inference.journal import Journal
from digesta_generate.inference.plan import Plan
from digesta_generate.inference.prompting import Asked
from digesta_generate.inference.recording import run_record, submission_tree, trace_of
from digesta_generate.inference.requests import AskingEnd, Call, Counts, Manner, ask_all, used

OURS = frozenset({"submission.json", "predictions.jsonl", "trace.jsonl", "run.json", journals.NAME})
"""The files of a folder that a run may replace."""

_TIME = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True)
class RunResult:
    """How a run ended.

    answered: of total questions. written: whether the submission's files stand. rest: the worst
    case of what is still to ask. error: what kept questions from a reply, if anything did.
    """

    answered: int
    total: int
    written: bool
    spent: TokenUse
    rest: TokenUse
    ended: AskingEnd
    error: EndpointError | None = None

    @property
    def whole(self) -> bool:
        """Whether the files stand for every question, those that failed included."""
        return self.written and self.answered == self.total


Connect = Callable[[], AbstractContextManager[Sender]]
Watch = Callable[[int, int], AbstractContextManager[Counts]]
"""Called with the requests answered before and in all; gives what counts one more."""


def answer(
    plan: Plan, connect: Connect, *, manner: Manner, meter: Meter, watch: Watch
) -> RunResult:
    """Ask what the journal lacks and write the submission if that is all, or ``partial``.

    connect: opens the endpoint; called only when something is to ask.
    """
    with journals.locked(plan.folder):
        _refuse_strangers(plan)
        try:
            return _infer(plan, connect, manner=manner, meter=meter, watch=watch)
        finally:
            journals.drop_empty(plan.folder)


def _infer(
    plan: Plan, connect: Connect, *, manner: Manner, meter: Meter, watch: Watch
) -> RunResult:
    with _journal(plan) as journal:
        ended = _ask(plan, connect, journal, manner=manner, meter=meter, watch=watch)
        answers = _answers(plan, journal)
        complete = len(answers) == len(plan.asked)
        if plan.partial:
            answers |= _failures(ended, answers)
        written = bool(answers) and (complete or plan.partial)
        if written:
            _write(plan, answers, journal, meter)
        return RunResult(
            answered=len(answers),
            total=len(plan.asked),
            written=written,
            spent=meter.spent,
            rest=sum((call.worst for call in _open(plan, journal, meter)), NOTHING),
            ended=ended,
            error=_error(plan, ended),
        )


def _refuse_strangers(plan: Plan) -> None:
    folder = plan.folder
    there = sorted(path.name for path in folder.iterdir())
    strangers = [name for name in there if name not in OURS]
    if strangers:
        raise UsageError(
            f"{folder}: holds {', '.join(strangers)}, which a run would remove; choose another --id"
        )
    if "predictions.jsonl" in there and not {journals.NAME, "run.json"} & set(there):
        raise UsageError(f"{folder}: holds answers from elsewhere; choose another --id")
    if "predictions.jsonl" in there and journals.NAME not in there and plan.new:
        _refuse_to_replace(plan, folder / "run.json")


def _refuse_to_replace(plan: Plan, path: Path) -> None:
    """Refuse to ask again what stands answered: its journal stayed where it was asked."""
    value = strict_json(store.read_bytes(path), file=path.as_posix(), limits=RELEASE_LIMITS)
    inference = value.get("inference") if isinstance(value, dict) else None
    theirs = inference.get("settings") if isinstance(inference, dict) else None
    journals.refuse_others(theirs if isinstance(theirs, dict) else {}, plan.settings, path)
    raise UsageError(
        f"{path.parent}: holds answers without their {journals.NAME}, so every question would be "
        "asked again; bring that file back, or choose another --id, or remove the folder"
    )


@contextmanager
def _journal(plan: Plan) -> Iterator[Journal]:
    start = datetime.now(UTC).strftime(_TIME)
    if not plan.new:
        yield Journal(None, start, {})  # nothing to ask: nothing to keep
        return
    with journals.opened(plan.folder, plan.settings, start=start) as journal:
        yield journal


def _open(plan: Plan, journal: Journal, meter: Meter) -> list[Call]:
    """Return what is still to ask; last what failed in an earlier run."""
    calls = list(plan.calls(meter))
    last = max((n for n, call in enumerate(calls) if call.key in journal.lines), default=-1)
    return [call for call in calls[last + 1 :] + calls[: last + 1] if call.key not in journal.lines]


def _ask(
    plan: Plan,
    connect: Connect,
    journal: Journal,
    *,
    manner: Manner,
    meter: Meter,
    watch: Watch,
) -> AskingEnd:
    calls = list(plan.calls(meter))
    worst = {call.key: call.worst for call in calls}
    for key, line in journal.lines.items():
        meter.spent += used(line, worst.get(key, NOTHING), meter)
    calls = _open(plan, journal, meter)
    if not calls:
        return AskingEnd()
    with watch(len(worst) - len(calls), len(worst)) as count, connect() as endpoint:
        return ask_all(calls, endpoint, journal, manner=manner, meter=meter, count=count)


# What stands at the end ------------------------------------------------------------------------


def _samples(plan: Plan, prompt: Asked, journal: Journal) -> list[ComposedAnswer] | None:
    lines = [journal.lines.get(plan.key(prompt, sample)) for sample in range(plan.samples)]
    answers = [given(line, prompt) for line in lines if line]
    return answers if len(answers) == plan.samples else None


def _answers(plan: Plan, journal: Journal) -> dict[str, list[ComposedAnswer]]:
    """Return the samples of every question that has all of them; none for what is taken over."""
    answers: dict[str, list[ComposedAnswer]] = {}
    for prompt in plan.asked:
        name = prompt.question.question_id
        if plan.taken and name in plan.taken.answers:
            answers[name] = []
        elif samples := _samples(plan, prompt, journal):
            answers[name] = samples
    return answers


def _failures(ended: AskingEnd, answers: Mapping[str, object]) -> dict[str, list[ComposedAnswer]]:
    names = [call.key.question_id for call, _ in ended.failed]
    return {name: [FAILED] for name in names if name not in answers}


def _write(
    plan: Plan, answers: Mapping[str, list[ComposedAnswer]], journal: Journal, meter: Meter
) -> None:
    by_id = {prompt.question.question_id: prompt for prompt in plan.asked}
    made: dict[str, Any] = {}
    traces: dict[str, Trace] = {}
    for name, samples in answers.items():
        if samples:
            chosen = CHOOSE[plan.select](samples)
            made[name] = chosen.answer
            traces[name] = trace_of(samples, chosen, by_id[name], meter)
        else:
            assert plan.taken is not None
            made[name], traces[name] = plan.taken.answers[name], plan.taken.traces[name]
    given_now = [sample for samples in answers.values() for sample in samples]
    run = run_record(plan, given_now, journal, meter)
    tree = submission_tree(plan.card, made, traces, run)
    if _stands(plan.folder, tree):
        return
    if (plan.folder / journals.NAME).exists():
        tree[journals.NAME] = store.read_bytes(plan.folder / journals.NAME)
    store.write_tree(plan.folder, tree, replace=True)


def _stands(folder: Path, tree: Mapping[str, bytes]) -> bool:
    """Return whether the same answers stand there already: then nothing is written again."""
    names = [name for name in tree if name != "run.json"]
    return (folder / "run.json").exists() and all(
        (folder / name).exists() and store.read_bytes(folder / name) == tree[name] for name in names
    )


def _error(plan: Plan, ended: AskingEnd) -> EndpointError | None:
    faults = [(call.key.question_id, fault) for call, fault in ended.failed]
    if ended.fatal is not None:
        faults = [("", ended.fatal)]
    problems = [
        fault.meant(constrained=plan.settings.constrained).problem(plan.settings.endpoint, name)
        for name, fault in faults
    ]
    return EndpointError(problems) if problems else None
