"""The commands that ask models: infer, carry, judge, run."""

from __future__ import annotations

import sys
from typing import Any

from digesta_generate.inference.systems.options import CarryOptions, InferOptions
from digesta_generate.judges.options import JudgeOptions
from digesta_generate.pipeline.options import RunOptions
from digesta_generate.rerun.options import RerunOptions


def infer(options: InferOptions) -> int:
    """Answer a release's questions with models behind an OpenAI-compatible endpoint.

    Tracks that want rankings of a corpus, which no model answers alone, are left out.
    Writes predictions/RELEASE/ID. Stopped by Ctrl-C, a kill or a cap, it goes on with the same
    command and asks nothing twice; only what was in flight at a kill is sent again, under the same
    Idempotency-Key. Caps hold for each model. The key comes from the environment (--key-env) alone.

    Example: digesta-generate infer -m acme/acme-7b --base-url https://openrouter.ai/api/v1
    --organization Us --dry-run
    """
    from digesta_generate.inference.systems.infer import outcomes
    from digesta_generate.inference.systems.model_system import worst_code

    done = []
    for outcome in outcomes(options):
        sys.stdout.write(outcome.text)
        done.append(outcome)
    return worst_code(done)


def carry(options: CarryOptions) -> int:
    """Bring a system's answers over to a newer release, and ask only what is new.

    An answer is taken over where the question and the words that asked it are the same; the rest
    is asked with the recorded settings, at the recorded endpoint unless --base-url names another.
    A track that was not asked before is left out unless --track names it. Answers without a
    run.json, which other means made, are carried as they are; nothing is asked then, new questions
    stay unanswered. Of several systems one that cannot be carried is named, and the others go on;
    predictions/RELEASE stands for all that the newer release has not yet.

    Example: digesta-generate carry predictions/2026-11-22/acme-7b --release 2027-02-22
    """
    from digesta.errors import InputError, UsageError
    from digesta_generate.inference.systems.carry import single_options
    from digesta_generate.talk import say

    several = single_options(options)
    code = 0
    for each in several:
        try:
            code = max(code, _carry(each))
        except (UsageError, InputError) as error:
            if len(several) == 1:
                raise
            say(f"{each.folder.as_posix()}: not carried over: {error}")
            code = max(code, 1)
    return code


def _carry(options: CarryOptions) -> int:
    if not (options.folder / "run.json").exists():
        from digesta_generate.inference.systems.handwork import carry_answers

        sys.stdout.write(carry_answers(options))
        return 0
    from digesta_generate.inference.systems.carry import carry as carry_over

    outcome = carry_over(options)
    sys.stdout.write(outcome.text)
    return outcome.code


def judge(options: JudgeOptions) -> None:
    """Write predictions/<release>/_judges/NAME: its verdicts, and what it must show.

    It judges attack controls, the release's calibration answers, and the answers of every
    submission. Verdicts that stand are kept where neither answer nor criteria changed: run it again
    after more answers came in. stdout tells whether it passed the gate that lets its figures rank.

    A judge is a program (rules-1) or a model behind an OpenAI-compatible endpoint. Every reply of
    a model is in build/judging at once: stopped or killed, it goes on with the same command and
    asks nothing twice. With --only its record says which questions it judges; it then ranks nobody.

    Example: digesta-generate judge --judge rules-1 --release 2026-11-22. A model: digesta-generate
    judge --judge smollm2-135m --local smollm2 --only QUESTION_ID
    """
    from digesta_generate.judges.judge import judge as run_judge

    sys.stdout.write(run_judge(options).text)


def run(options: RunOptions) -> int:
    """Retrieve, infer, judge, check, score and report, for each model in turn.

    All options of infer but --dry-run, and what retrieve and judge need beside them; --embeddings-…
    and --judge-… are those commands' own. Each stage skips what is done: stopped by Ctrl-C, a kill,
    a cap or a fault, it goes on with the same command. stdout is a table with a row a model;
    reports lie in build/reports.

    Example: digesta-generate run -m acme/acme-7b -m acme/acme-70b --base-url
    https://openrouter.ai/api/v1 --organization Us --track finlaw --split public
    --condition retrieval --corpus corpora/cn_laws --bm25
    """
    from digesta.cli.options import put, put_json
    from digesta_generate.pipeline.run import run as run_stages
    from digesta_generate.pipeline.tally import as_table

    rows: list[dict[str, Any]] = []
    try:
        return run_stages(options, rows)
    finally:
        if rows:
            put_json(rows) if options.json else put(as_table(rows))


def rerun(options: RerunOptions) -> int:
    """Run a submission's recorded command again, and compare the answers one by one.

    Answers are drawn by a fresh seed and must come again; all others that come are compared too.
    Only a command of digesta-generate is run, without a shell, in a folder of its own. It can do
    what you can: read it first, and run it in a container or machine that you throw away.

    Example: digesta-generate rerun predictions/2026-11-22/baseline-longest --trust
    """
    from digesta_generate.rerun.command import rerun as run_again

    came_again, text = run_again(options)
    sys.stdout.write(text)
    return 0 if came_again else 1
