"""``digesta-generate run``: every stage in one command, resumed by the same, summed up once."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
from faulty import Exchange, Faulty, completion, right_form, serving
from runs import folder, generate, options, read_until, started, traces
from whole_runs import BOTH, rows, told, whole

from digesta.board.usage import nearest_rank
from digesta_generate.inference.budget import as_decimal
from waiting import HANG, until
from world import RELEASE, lines_of


def files(path: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in sorted(path.iterdir())}


def test_two_models_become_two_submissions_and_a_table_with_a_row_each(twelve: Path) -> None:
    with serving() as server:
        done = generate(*whole(server.url, twelve, *BOTH))

    assert done.returncode == 0, done.stderr
    head, first, second = done.stdout.splitlines()
    assert head.split()[:2] == ["model", "answered"]
    assert first.split()[:4] == ["toy", "12/12", "toy", "accuracy"]
    assert second.startswith("acme/Big-7B  12/12 ")
    assert second.endswith(folder(twelve, "acme-big-7b").as_posix())
    assert "not reported" in first
    assert (twelve / "build/reports" / RELEASE / "toy.html").read_text("utf-8").startswith("<!")


def test_the_figures_are_those_of_score_of_the_report_and_of_the_traces(twelve: Path) -> None:
    def uneven(exchange: Exchange, turn: int) -> None:
        time.sleep(0.01 * (turn % 3))
        exchange.say(completion(right_form(exchange.body) if turn % 2 else "Answer: green"))

    with serving(uneven) as server:
        priced = ("--price-in", "1", "--price-out", "10", "-c", "1")
        done = generate(*whole(server.url, twelve, *priced, "--json"))

    (row,) = rows(done)
    (scores,) = told("score", folder(twelve), "--root", twelve, "--json")
    report = told("report", folder(twelve), "--root", twelve, "--format", "json")
    (headline,) = row["headlines"]
    assert 0 < headline["score"] < 1
    assert headline["score"] == scores["scores"][0]["score"]
    assert (headline["low"], headline["high"]) == tuple(
        report["boards"][0][name] for name in ("low", "high")
    )
    assert json.loads((twelve / "build/reports" / RELEASE / "toy.json").read_bytes()) == report
    latency = [one["latency_ms"] for one in lines_of(folder(twelve) / "trace.jsonl")]
    for percent in (50, 95, 99):
        assert row[f"latency_ms_p{percent}"] == nearest_rank(latency, percent)
    assert (row["input_tokens"], row["output_tokens"]) == (12 * 40, 12 * 4)
    assert row["cost_micro"] == sum(one["cost_micro_usd"] for one in traces(twelve)) == 12 * 80
    assert (row["answered"], row["asked"], row["currency"]) == (12, 12, "USD")


def test_another_currency_is_counted_by_its_prices(twelve: Path) -> None:
    with serving() as server:
        priced = ("--price-in", "1", "--price-out", "10", "--currency", "EUR")
        done = generate(*whole(server.url, twelve, *priced))

    assert "0.00096 EUR" in done.stdout


def test_it_writes_what_infer_writes(twelve: Path) -> None:
    with serving() as server:
        generate(*whole(server.url, twelve, "--seed", "7", "--provider", "A", *BOTH))
        made = {name: files(folder(twelve, name)) for name in ("toy", "acme-big-7b")}
        for name in made:
            for path in folder(twelve, name).iterdir():
                path.unlink()
        generate(*options(server.url, twelve, "--seed", "7", "--provider", "A", *BOTH))

    for name, old in made.items():
        new = files(folder(twelve, name))
        assert new.keys() == old.keys()
        for file in ("submission.json", "predictions.jsonl"):
            assert new[file] == old[file]


def test_an_option_of_zero_is_an_option_and_stands_in_every_command(twelve: Path) -> None:
    with serving() as server:
        generate(*whole(server.url, twelve, "--seed", "0", "--json"))
    with serving(lambda exchange, _turn: exchange.say({"error": "x"}, 503)) as down:
        stopped = generate(*whole(down.url, twelve, "--id", "b", "-c", "1", "--retries", "0"))

    card = json.loads((folder(twelve) / "submission.json").read_bytes())
    assert {body["seed"] for _, _, body in server.seen} == {0}
    assert (card["decoding"]["seed"], "--seed 0" in card["command"]) == (0, True)
    assert len(down.requests) == len({*down.requests})
    assert "--retries 0" in stopped.stderr.splitlines()[-1]


# Stopped, and gone on with --------------------------------------------------------------------


def running(server: Faulty, *arguments: str | Path, after: int) -> subprocess.Popen[str]:
    """Start the command; give it when it has sent so many requests."""
    process = started(*arguments)
    until(lambda: len(server.requests) >= after or process.poll() is not None, "requests")
    return process


def test_a_kill_in_the_second_model_asks_nothing_twice_and_a_third_run_nothing(
    twelve: Path,
) -> None:
    stopped = threading.Event()

    def script(exchange: Exchange, turn: int) -> None:
        if turn >= 17:
            stopped.wait(HANG)
        exchange.execute()

    with serving(script) as server:
        command = whole(server.url, twelve, *BOTH, "-c", "2", "--json")
        process = running(server, *command, after=17)
        process.kill()
        process.communicate()
        stopped.set()
        kept = lines_of(folder(twelve, "acme-big-7b") / "journal.jsonl")[1:-1]
        asked = len(server.requests)

        done = generate(*command)
        count = len(server.requests)
        before = {name: files(folder(twelve, name)) for name in ("toy", "acme-big-7b")}
        again = generate(*command)

        assert len(server.requests) == count
    assert process.returncode == -signal.SIGKILL
    assert kept
    assert count - asked <= 12 - len(kept)
    assert set(server.executions.values()) == {1}
    assert len(server.executions) == 24
    assert [one["answered"] for one in rows(done)] == [12, 12]
    assert again.stdout == done.stdout
    assert {name: files(folder(twelve, name)) for name in before} == before


def test_ctrl_c_ends_it_with_what_is_there_and_the_way_on(twelve: Path) -> None:
    signalled = threading.Event()

    def script(exchange: Exchange, turn: int) -> None:
        if turn >= 3:
            signalled.wait(HANG)
        exchange.execute()

    with serving(script) as server:
        process = running(server, *whole(server.url, twelve, *BOTH, "-c", "2", "--json"), after=3)
        process.send_signal(signal.SIGINT)
        before = read_until(process, "waiting for the replies in flight")
        signalled.set()
        out, err = process.communicate(timeout=HANG)
        err = before + err
        asked = len(server.requests)
        done = generate(*shlex.split(err.splitlines()[-1])[1:])

    assert process.returncode == 130, err
    (row,) = json.loads(out)
    assert (row["answered"], row["asked"], row["headlines"]) == (asked, 12, [])
    assert row["input_tokens"] == asked * 40
    assert err.splitlines()[-1].startswith("  digesta-generate run --model toy --model acme/Big-7B")
    assert done.returncode == 0
    assert len(server.requests) == 24


def test_a_budget_ends_each_model_and_the_command_that_goes_on_is_given(twelve: Path) -> None:
    priced = ("--price-in", "1", "--price-out", "100", "--max-tokens", "10")
    with serving() as server:
        stopped = generate(*whole(server.url, twelve, *BOTH, *priced, "--max-cost", "0.003"))
        asked = len(server.requests)
        done = generate(*shlex.split(stopped.stderr.splitlines()[-1])[1:])

    assert (stopped.returncode, done.returncode) == (3, 0), done.stderr
    assert asked * 440 <= 2 * 3000
    assert stopped.stdout.count("not yet") == 2
    assert f"{as_decimal(asked // 2 * 440)} USD" in stopped.stdout
    assert "--max-cost is reached" in stopped.stderr
    assert len(server.requests) == 24
    assert done.stdout.count("12/12") == 2


@pytest.mark.parametrize("command", ["run", "infer"])
def test_a_fault_after_a_budget_is_told_by_the_exit_code_of_the_fault(
    twelve: Path, command: str
) -> None:
    def refuses(exchange: Exchange, _turn: int) -> None:
        if exchange.body["model"] == "toy":
            exchange.execute()
        else:
            exchange.say({"error": "no such key"}, 401)

    with serving(refuses) as server:
        capped = (*BOTH, "--max-tokens", "10", "--max-tokens-total", "600")
        done = generate(command, *options(server.url, twelve, *capped)[1:])

    assert "--max-tokens-total is reached" in done.stderr
    assert done.returncode == 1


def test_an_endpoint_that_goes_away_keeps_the_row_of_the_model_before_it(twelve: Path) -> None:
    def dies(exchange: Exchange, turn: int) -> None:
        exchange.execute() if turn <= 12 else exchange.reset()

    with serving(dies) as server:
        command = whole(server.url, twelve, *BOTH, "--retries", "0", "--json")
        done = generate(*command)
        server.script = lambda exchange, _turn: exchange.execute()
        again = generate(*command)

    assert done.returncode == 1
    assert [one["answered"] for one in rows(done)] == [12, 0]
    assert "see that the endpoint runs" in done.stderr
    assert [one["answered"] for one in rows(again)] == [12, 12]


def test_a_question_that_is_refused_is_an_abstention_and_is_not_asked_again(twelve: Path) -> None:
    def forbids(exchange: Exchange, _turn: int) -> None:
        if exchange.question == 2:
            exchange.say({"error": {"message": "flagged"}}, 403)
        else:
            exchange.execute()

    with serving(forbids) as server:
        done = generate(*whole(server.url, twelve, "-c", "1", "--json"))
        again = generate(*whole(server.url, twelve, "-c", "1", "--json"))

    assert done.returncode == again.returncode == 0, done.stderr
    assert again.stdout == done.stdout
    assert len(server.requests) == 12
    (row,) = rows(done)
    assert (row["answered"], row["headlines"][0]["missing"]) == (11, 1)
    assert (row["input_tokens"], row["latency_ms_p99"]) == ("not reported", "not reported")
