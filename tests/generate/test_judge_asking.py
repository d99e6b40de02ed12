"""A model as judge: replies that are not valid, runs that end early, and nothing asked twice."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

from faulty import Exchange, serving
from judge_scripts import JUDGE, command, files, honest, judged, lines, right
from runs import started

from digesta_generate.judges.model import NO_REPLY
from judged_workspace import folder_of
from waiting import until
from world import RELEASE


def test_a_reply_that_is_not_valid_is_asked_for_twice_more_and_then_recorded(trial: Path) -> None:
    def broken(exchange: Exchange, _turn: int) -> None:
        last = exchange.body["messages"][-1]["content"]
        value = json.dumps(right(exchange.body))
        exchange.execute(f"Voici : {value[:-1]}" if last.startswith("Critère : Plan") else value)

    with serving(broken) as server:
        done = judged(trial, server.url, only=("note-0",))
        again = [
            body["messages"][-1]["content"] for _, _, body in server.seen
            if "n'était pas valable" in body["messages"][-1]["content"]
        ]  # fmt: skip
    said = lines(trial, "good.jsonl")[0]

    assert done.returncode == 0, done.stderr
    assert said["criteria"][0] | {"evidence": []} == {
        "criterion_id": "S1", "satisfied": False, "confidence": "0", "analysis": NO_REPLY,
        "evidence": [],
    }  # fmt: skip
    assert [one.startswith("Voici") for one in said["replies"][:4]] == [True, True, True, False]
    assert all("not one JSON object" in one for one in again)
    assert "replies, 36 not valid; 48 criteria, 12 without a valid reply" in done.stdout


def test_a_reply_that_is_right_the_second_time_counts(trial: Path) -> None:
    def late(exchange: Exchange, _turn: int) -> None:
        last = exchange.body["messages"][-1]["content"]
        value = right(exchange.body)
        if last.startswith("Critère") and "n'était pas valable" not in last:
            value["sureness"] = 176
        exchange.execute(json.dumps(value))

    with serving(late) as server:
        done = judged(trial, server.url, only=("note-0",))
    asked = [body["messages"][-1]["content"] for _, _, body in server.seen]

    assert done.returncode == 0, done.stderr
    assert any("$.sureness: enum [0, 25, 50, 75, 100]" in one for one in asked)
    assert {one["confidence"] for one in lines(trial, "good.jsonl")[0]["criteria"]} == {"0.75"}


def test_a_second_run_asks_nothing_and_changes_no_byte_with_or_without_its_journal(
    trial: Path,
) -> None:
    with serving(honest) as server:
        judged(trial, server.url)
        before, count = files(trial), len(server.requests)
        again = judged(trial, server.url)
        (trial / "build/judging" / RELEASE / f"{JUDGE}.jsonl").unlink()
        third = judged(trial, server.url)

        assert len(server.requests) == count
    assert (again.returncode, third.returncode, files(trial)) == (0, 0, before)
    assert "nothing new" in again.stdout
    assert "nothing new" in third.stdout


def test_a_killed_run_goes_on_without_asking_what_it_was_told(trial: Path) -> None:
    with serving(honest, delay=0.02) as server:
        process = started(*command(trial, server.url, "-c", "2"))
        journal = trial / "build/judging" / RELEASE / f"{JUDGE}.jsonl"
        until(lambda: len(server.requests) >= 20, "the twentieth request")
        process.kill()
        process.communicate()
        told = journal.read_bytes()
        kept = {json.loads(one).get("request_sha256") for one in told.splitlines()[:-1]}
        asked = Counter(server.requests)

        done = judged(trial, server.url)

        assert done.returncode == 0, done.stderr
        more = Counter(server.requests) - asked
        assert kept - {None}
        assert not kept & more.keys()
        resumed = files(trial)
        journal.unlink()
        shutil.rmtree(folder_of(trial, JUDGE))
        judged(trial, server.url)
        assert files(trial) == resumed


def test_a_torn_line_of_the_journal_is_cut_off(trial: Path) -> None:
    with serving(honest) as server:
        judged(trial, server.url)
        journal = trial / "build/judging" / RELEASE / f"{JUDGE}.jsonl"
        whole = journal.read_bytes()
        journal.write_bytes(whole + b'{"body":"')

        assert judged(trial, server.url).returncode == 0
        assert journal.read_bytes() == whole


def test_an_endpoint_that_dies_says_so_with_the_way_on_and_loses_nothing(trial: Path) -> None:
    def dies(exchange: Exchange, turn: int) -> None:
        honest(exchange, turn) if turn <= 30 else exchange.reset()

    with serving(dies) as server:
        done = judged(trial, server.url, "-c", "1", "--retries", "1")
        kept = len((trial / "build/judging" / RELEASE / f"{JUDGE}.jsonl").read_bytes().splitlines())
        assert (done.returncode, kept) == (1, 31)
        assert "every reply is kept; resume with:" in done.stderr
        assert f"digesta-generate judge --judge {JUDGE}" in done.stderr
        assert "see that the endpoint runs" in done.stderr
        assert not folder_of(trial, JUDGE).exists()
        server.script = honest
        before = len(server.requests)

        assert judged(trial, server.url).returncode == 0
        assert len(set(server.requests[before:]) & set(server.requests[:30])) == 0


def test_an_endpoint_that_stalls_ends_in_time(trial: Path) -> None:
    def stalls(exchange: Exchange, _turn: int) -> None:
        exchange.drip()

    with serving(stalls) as server:
        done = judged(trial, server.url, "--timeout", "2", "--retries", "0", "-c", "1")

    assert done.returncode == 1
    assert "no whole reply in 2 s" in done.stderr
    assert "resume with:" in done.stderr


def test_one_request_that_is_refused_for_good_costs_its_criterion_alone(trial: Path) -> None:
    def refuses(exchange: Exchange, turn: int) -> None:
        if exchange.body["messages"][-1]["content"].startswith("Faute"):
            exchange.say({"error": {"message": "moderated"}}, 400)
        else:
            honest(exchange, turn)

    with serving(refuses) as server:
        done = judged(trial, server.url, "-c", "1", only=("note-0",))
    said = lines(trial, "good.jsonl")[0]["criteria"]

    assert done.returncode == 0, done.stderr
    assert [one.get("analysis") == NO_REPLY for one in said] == [False, False, False, True]


def test_a_journal_of_another_endpoint_is_refused(trial: Path) -> None:
    with serving(honest) as server, serving(honest) as other:
        judged(trial, server.url)
        done = judged(trial, other.url)

    assert done.returncode == 2
    assert "choose another --judge" in done.stderr
    assert not other.requests


def test_an_endpoint_without_schemas_or_our_temperature_judges_by_words(trial: Path) -> None:
    every = {
        "evidence": [], "reasoning": "lu", "satisfied": True, "sureness": 75, "claims": [],
        "assertions": [], "checked": "lu", "preferred": "tie",
    }  # fmt: skip

    def plain(exchange: Exchange, _turn: int) -> None:
        refused = exchange.body.keys() & {"response_format", "temperature"}
        if refused:
            exchange.say({"error": {"message": f"{min(refused)} is not supported"}}, 400)
        else:
            exchange.execute(json.dumps(every))

    with serving(plain) as server:
        first = judged(trial, server.url, "--temperature", "none", only=("note-0",))
        second = judged(trial, server.url, "--no-schema", only=("note-0",))
        third = judged(trial, server.url, "--no-schema", "--temperature", "none", only=("note-0",))

    assert (first.returncode, second.returncode, third.returncode) == (1, 1, 0), third.stderr
    assert "a judge takes --no-schema" in first.stderr
    assert "add --temperature none" in second.stderr
    assert "0 not valid" in third.stdout
