"""The commands that ask models: infer, carry, judge, run, rerun."""

from __future__ import annotations

import sys
from typing import Any

from digesta_generate.inference.systems.options import CarryOptions, InferOptions
from digesta_generate.judges.options import JudgeOptions
from digesta_generate.pipeline.options import RunOptions
from digesta_generate.rerun.options import RerunOptions


def infer(options: InferOptions) -> int:
    """Answer a release's questions with one or more models.

    Models need an OpenAI-compatible endpoint, or --local. Writes predictions/RELEASE/ID. To resume
    after Ctrl-C, a kill or a limit, repeat the command; it keeps all replies. After a kill it sends
    only unfinished requests again, with their Idempotency-Key. Each model has its own limits.
    Tracks that rank a corpus are left out. The key comes only from the environment (--key-env).

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
    """Copy answers to a newer release, and ask what is new.

    An answer is copied if question and prompt are the same. Other questions are asked with the
    recorded settings and endpoint, or at --base-url. Tracks not asked before need --track.
    Without a run.json, answers are only copied and new questions stay unanswered. A system that
    cannot be copied does not stop the others. predictions/RELEASE means all systems that the newer
    release lacks.

    Example: digesta-generate carry predictions/2026-11-22/acme-7b --release 2027-02-22
    """
    from digesta.errors import InputError, UsageError
    from digesta_generate.inference.systems.handwork import single_options
    from digesta_generate.talk import say

    several = single_options(options)
    code = 0
    for each in several:
        try:
            code = max(code, _carry(each))
        except (UsageError, InputError) as error:
            if len(several) == 1:
                raise
            say(f"{each.folder.as_posix()}: not copied: {error}")
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
    """Judge answers, and test whether the judge is good enough.

    Judges attack controls, the release's calibration answers and all submissions; writes verdicts
    to predictions/<release>/_judges/NAME. Prints whether the judge passed the gate, the test that
    its scores need to rank. Run it again after new submissions: verdicts that still fit are kept.

    A judge is a program (rules-1) or a model behind an OpenAI-compatible endpoint. After a stop,
    repeat the command; replies are kept in build/judging. A judge with --only ranks nobody.

    Example: digesta-generate judge --judge rules-1 --release 2026-11-22. A model: digesta-generate
    judge --judge smollm2-135m --local smollm2 --only QUESTION_ID
    """
    from digesta_generate.judges.judge import judge as run_judge

    sys.stdout.write(run_judge(options).text)


def run(options: RunOptions) -> int:
    """Retrieve, infer, judge, check, score and report in one run.

    Takes all options of infer except --dry-run. Options of retrieve and judge begin with
    --embeddings- and --judge-. Each stage skips what is done, so the same command resumes after a
    stop. Prints a table with a row for each model; reports are in build/reports.

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
    """Run a submission's command again; compare the answers.

    The answers that a random seed draws must be the same again. All other new answers are compared
    too. Only commands of digesta-generate are run, without a shell, in a separate folder. The
    command has your rights: read it first, and use a disposable container or machine.

    Example: digesta-generate rerun predictions/2026-11-22/baseline-longest --trust
    """
    from digesta_generate.rerun.command import rerun as run_again

    came_again, text = run_again(options)
    sys.stdout.write(text)
    return 0 if came_again else 1
