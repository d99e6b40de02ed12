"""Answer a release's questions with a model: ask, journal, and at the end write the submission.

A run is resumed by the same command: what the journal holds is not asked again. The submission's
files appear together when every question is answered; until then only the journal stands, unless
the plan is ``partial``. One run per folder at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from digesta.errors import UsageError
from digesta.intake import RELEASE_LIMITS, strict_json
from digesta.records.trace import Trace
from digesta.workspace import store
from digesta.workspace.cards import HOLDOUT, JOURNAL, MAY_HOLD, PREDICTIONS, RUN
from digesta_generate.endpoint.client import Sender
from digesta_generate.endpoint.faults import FAULTS, EndpointError
from digesta_generate.endpoint.reply import excerpt
from digesta_generate.inference import journal as journals
from digesta_generate.inference.budget import NOTHING, Meter, TokenUse
from digesta_generate.inference.compose import CHOOSE, FAILED, ComposedAnswer, compose_answer
from digesta_generate.inference.folder import submission_tree
from digesta_generate.inference.journal import Journal
from digesta_generate.inference.plan import Plan
from digesta_generate.inference.record import run_record, trace_of
from digesta_generate.inference.requests import (
    AskingEnd,
    Call,
    Counts,
    Manner,
    Requests,
    use_of_line,
)
from digesta_generate.processor import TIME

OURS = MAY_HOLD - {HOLDOUT}
"""The files of a folder that a run may replace."""


@dataclass(frozen=True)
class RunResult:
    """How a run ended.

    answered: of total questions, those with an answer. lines: those that a submission would have a
    line of, with or without an answer. outcomes: how many replies came to what. written: whether
    the submission's files are there. refusal: the first status that is no reply, and its words.
    rest: the worst case of what is still to ask. error: the faults for which questions got no
    reply, if any.
    """

    answered: int
    total: int
    lines: int
    outcomes: Mapping[str, int]
    written: bool
    refusal: str
    spent: TokenUse
    rest: TokenUse
    ended: AskingEnd
    error: EndpointError | None = None

    @property
    def whole(self) -> bool:
        """Whether the files stand for every question, those that failed included."""
        return self.written and self.lines == self.total


Connect = Callable[[], AbstractContextManager[Sender]]
Watch = Callable[[int, int], AbstractContextManager[Counts]]
"""Called with the requests answered before and in all; opens what counts each further reply."""


def answer(
    plan: Plan, connect: Connect, *, manner: Manner, meter: Meter, watch: Watch
) -> RunResult:
    """Ask what the journal lacks; write the submission if all is answered, or the plan ``partial``.

    connect: opens the endpoint; called only when something is to ask.
    """
    with journals.lock_folder(plan.folder):
        _refuse_strangers(plan)
        try:
            return _infer(plan, connect, manner=manner, meter=meter, watch=watch)
        finally:
            journals.drop_empty(plan.folder)


def _infer(
    plan: Plan, connect: Connect, *, manner: Manner, meter: Meter, watch: Watch
) -> RunResult:
    calls = list(plan.calls(meter))
    with _journal(plan) as journal:
        _count_use(calls, journal, meter)
        ended = AskingEnd()
        if new := _open(calls, journal):
            with watch(len(calls) - len(new), len(calls)) as count, connect() as endpoint:
                requests = Requests(endpoint, journal, manner, meter=meter, count=count)
                ended = requests.ask_all(new)
        answers = _answers(plan, journal)
        complete = len(answers) == len(plan.prompts)
        if plan.partial:
            answers = {call.key.question_id: [FAILED] for call, _ in ended.failed} | answers
        written = bool(answers) and (complete or plan.partial)
        final, traces = _final(plan, answers, meter)
        if written:
            run = run_record(plan, [*chain.from_iterable(answers.values())], journal, meter)
            write_run(plan.folder, submission_tree(plan.card, final, traces, run))
        return RunResult(
            answered=sum(answer is not None for answer in final.values()),
            total=len(plan.prompts),
            lines=len(answers),
            outcomes=Counter(answer.outcome for answer in chain.from_iterable(answers.values())),
            written=written,
            refusal=_first_refusal(answers),
            spent=meter.spent,
            rest=sum((call.worst for call in _open(calls, journal)), NOTHING),
            ended=ended,
            error=_error(plan, ended),
        )


def _first_refusal(answers: Mapping[str, list[ComposedAnswer]]) -> str:
    replies = chain.from_iterable(answers.values())
    lines = (reply.line for reply in replies if reply.outcome == "error" and reply.line)
    return next((f"status {line.status}: {excerpt(line.body)}" for line in lines), "")


def _count_use(calls: Sequence[Call], journal: Journal, meter: Meter) -> None:
    worst = {call.key: call.worst for call in calls}
    for key, line in journal.lines.items():
        meter.spent += use_of_line(line, worst.get(key, NOTHING), meter)


def names_in(folder: Path) -> list[str]:
    """Return the names of a folder's files, or refuse one with files that are no run's."""
    there = sorted(path.name for path in folder.iterdir())
    if strangers := [name for name in there if name not in OURS]:
        raise UsageError(
            f"{folder}: holds {', '.join(strangers)}, which a run would remove: choose another "
            "--id, with --track where a scored system enters further tracks"
        )
    return there


def _refuse_strangers(plan: Plan) -> None:
    folder = plan.folder
    there = names_in(folder)
    if PREDICTIONS in there and not {JOURNAL, RUN} & set(there):
        raise UsageError(f"{folder}: holds answers from elsewhere; choose another --id")
    known = JOURNAL in there
    if {PREDICTIONS, RUN} <= set(there) and (known or plan.new):
        _refuse_other_origin(plan, folder / RUN)
        if not known:
            raise UsageError(
                f"{folder}: holds answers without their {JOURNAL}, so every question would "
                "be asked again; bring that file back, or choose another --id, or remove the folder"
            )


def _refuse_other_origin(plan: Plan, path: Path) -> None:
    """Refuse to write over answers that were made, or read from replies, in another way."""
    value = strict_json(store.read_bytes(path), file=path.as_posix(), limits=RELEASE_LIMITS)
    inference = value.get("inference") if isinstance(value, dict) else None
    theirs = inference.get("settings") if isinstance(inference, dict) else None
    journals.refuse_other_settings(theirs if isinstance(theirs, dict) else {}, plan.settings, path)


def _journal(plan: Plan) -> AbstractContextManager[Journal]:
    start = datetime.now(UTC).strftime(TIME)
    if plan.new:
        return journals.open_journal(plan.folder, plan.settings, start=start)
    return nullcontext(Journal(None, start, {}))  # nothing to ask, so no file


def _open(calls: Sequence[Call], journal: Journal) -> list[Call]:
    """Return the calls without a reply, those that failed in an earlier run at the end."""
    last = max((n for n, call in enumerate(calls) if call.key in journal.lines), default=-1)
    return [
        call for call in (*calls[last + 1 :], *calls[: last + 1]) if call.key not in journal.lines
    ]


# What stands at the end ------------------------------------------------------------------------


def _answers(plan: Plan, journal: Journal) -> dict[str, list[ComposedAnswer]]:
    """Return the answers of every question with all its replies; none for carried questions."""
    answers: dict[str, list[ComposedAnswer]] = {}
    for prompt in plan.prompts:
        name = prompt.question.question_id
        if plan.carried and name in plan.carried.answers:
            answers[name] = []
            continue
        lines = [journal.lines.get(plan.key(prompt, number)) for number in range(plan.replies)]
        if None not in lines:
            answers[name] = [compose_answer(line, prompt) for line in lines if line]
    return answers


def _final(
    plan: Plan, answers: Mapping[str, list[ComposedAnswer]], meter: Meter
) -> tuple[dict[str, Any], dict[str, Trace]]:
    """Return the answer that counts of each question, and its trace."""
    by_id = {prompt.question.question_id: prompt for prompt in plan.prompts}
    final: dict[str, Any] = {}
    traces: dict[str, Trace] = {}
    for name, alternatives in answers.items():
        if alternatives:
            choice = CHOOSE[plan.select](alternatives)
            final[name] = choice.answer
            traces[name] = trace_of(alternatives, choice, by_id[name], meter)
        else:
            assert plan.carried is not None
            final[name], traces[name] = plan.carried.answers[name], plan.carried.traces[name]
    return final, traces


def write_run(folder: Path, tree: Mapping[str, bytes]) -> None:
    """Write a submission next to its journal, unless its files stand there, ``run.json`` apart."""
    made = all(
        (folder / name).exists() and (name == RUN or store.read_bytes(folder / name) == data)
        for name, data in tree.items()
    )
    if not made:
        journal = folder / JOURNAL
        journalled = {JOURNAL: store.read_bytes(journal)} if journal.exists() else {}
        store.write_tree(folder, {**tree, **journalled}, replace=True)


def _error(plan: Plan, ended: AskingEnd) -> EndpointError | None:
    faults = [(call.key.question_id, fault) for call, fault in ended.failed]
    if ended.fatal is not None:
        faults = [("", ended.fatal)]
    bound = FAULTS["constrained"] if plan.settings.constrained else None
    problems = [
        fault.problem(plan.settings.endpoint, name, bound if fault.code == "refused" else None)
        for name, fault in faults
    ]
    return EndpointError(problems) if problems else None
