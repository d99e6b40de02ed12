"""A reply that cannot be right ends a run and says where; what passes by itself is tried again."""

from __future__ import annotations

import json
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from faulty import Exchange
from runs import started
from searched import (
    CASES,
    address,
    folder,
    listed,
    ranked,
    result,
    right,
    say,
    search,
    service,
    undisturbed,
)

from waiting import HANG, until

BATCHES = 3
"""Five questions, two at once."""


# What cannot be right --------------------------------------------------------------------------


def second(*results: Any) -> Any:
    """Return a script's reply whose second list is wrong."""

    def reply(queries: list[str], top_k: int) -> Any:
        wrong = right(queries, top_k)
        wrong["results"][1:] = [list(results) for _ in queries[1:]]
        return wrong

    return reply


WRONG: dict[str, tuple[Any, str, str]] = {
    "an id that the corpus lacks": (
        second(result(CASES[0], 1), result("case-999", 2)),
        "unknown-case; question near-1; got result 2: case-999",
        "serve the corpus of this release",
    ),
    "no id": (second({"fact": "x"}), "unknown-case; question near-1; got result 1: no id", ""),
    "an id that is no text": (second({"id": ["case-0"]}), "got result 1: no id", ""),
    "one case twice": (
        second(result(CASES[0], 1), result(CASES[0], 2)),
        "case-twice; question near-1; got result 2: case-0",
        "name each case once",
    ),
    "a rank that is not the place": (
        second(result(CASES[0], 1), result(CASES[1], 3)),
        "rank-order; question near-1; got result 2 says rank 3",
        "sort each list",
    ),
    "another text": (
        second(result(CASES[0], 1, fact="Another.")),
        "text-differs; question near-1; got result 1: another text of case-0",
        "serve the corpus",
    ),
    "too many": (
        lambda queries, _: {"results": [listed(*CASES[:6]) for _ in queries]},
        "too-many; question near-0; got 6 results where 5 were asked for",
        "top_k",
    ),
    "a list too few": (
        lambda queries, k: {"results": right(queries, k)["results"][1:]},
        "result-count; got 1 lists for 2 queries",
        "--form",
    ),
    "a list too many": (
        lambda queries, k: {"results": right(queries, k)["results"] * 2},
        "result-count; got 4 lists for 2 queries",
        "--form",
    ),
    "no lists": (lambda *_: {"detail": "loading"}, 'reply-shape; got {"detail": "loading"}', ""),
    "a list of no objects": (second("case-0"), "reply-shape; question near-1", ""),
    "no list in the list": (
        lambda queries, _: [None for _ in queries],
        "reply-shape; question near-0; got no list of results: None",
        "",
    ),
    "one key twice": (lambda *_: b'{"results": [], "results": []}', "not-json; got ", ""),
    "a number that is none": (lambda *_: b'{"results": NaN}', "not-json; got ", ""),
    "no JSON": (lambda *_: b"<html>", "not-json; got ", "before /batch_search"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_reply_that_cannot_be_right_ends_the_run_and_says_where(lookup: Path, what: str) -> None:
    reply, got, fix = WRONG[what]
    with service(lambda e, _: say(e, reply)) as server:
        done = search(lookup, server, "--top", "5", "--retries", "1")

    assert (done.returncode, done.stdout) == (1, "")
    assert f"{address(server)}: {got}" in done.stderr or got in done.stderr
    assert fix in done.stderr
    assert "0 of 5 questions are answered and in its journal; resume with:" in done.stderr
    assert not folder(lookup).exists()


STATUSES = {
    400: ("refused", 1), 404: ("not-found", 1), 413: ("refused", 1),
    500: ("server-error", 3), 503: ("server-error", 3), 429: ("rate-limit", 3),
}  # fmt: skip


@pytest.mark.parametrize("status", STATUSES)
def test_a_refusal_is_told_in_the_service_s_words_and_only_what_may_pass_is_tried_again(
    lookup: Path, status: int
) -> None:
    code, tries = STATUSES[status]
    with service(lambda e, _: e.say({"error": "no such luck"}, status)) as server:
        done = search(lookup, server)

    assert done.returncode == 1
    assert f"{code}; got status {status}: " in done.stderr
    assert "no such luck" in done.stderr
    assert len(server.requests) == tries
    assert not folder(lookup).exists()


def test_a_redirect_to_another_place_is_not_followed(lookup: Path) -> None:
    with service(lambda e, _: e.say({}, 307, Location="http://127.0.0.1:1/x")) as server:
        done = search(lookup, server)

    assert (done.returncode, len(server.requests)) == (1, 1)
    assert "redirect; got status 307" in done.stderr


def test_a_reply_without_end_is_cut_off(lookup: Path) -> None:
    with service(lambda e, _: e.huge()) as server:
        done = search(lookup, server)

    assert done.returncode == 1
    assert "reply-size; got more than 4194304 bytes" in done.stderr
    assert "lower --batch or --top" in done.stderr


# What passes by itself, and going on -----------------------------------------------------------


def test_stalls_cuts_and_resets_are_tried_again_and_recorded(lookup: Path) -> None:
    bad = {1: Exchange.drip, 2: Exchange.truncate, 4: Exchange.reset}

    def script(exchange: Exchange, turn: int) -> None:
        bad.get(turn, say)(exchange)

    with service(script) as server:
        done = search(lookup, server, "--timeout", "3")

    assert done.returncode == 0, done.stderr
    assert ranked(lookup) == undisturbed()
    assert json.loads((folder(lookup) / "run.json").read_bytes())["inference"]["most_tries"] == 3


def test_a_service_that_died_and_came_back_elsewhere_is_asked_only_for_the_rest(
    lookup: Path,
) -> None:
    def dying(exchange: Exchange, turn: int) -> None:
        say(exchange) if turn == 1 else exchange.reset()

    with service(dying) as server:
        first = search(lookup, server)
    with service() as again:
        second_time = search(lookup, again, "--batch", "64")

    assert first.returncode == 1
    assert "connection; got " in first.stderr
    assert "2 of 5 questions are answered and in its journal; resume with:" in first.stderr
    assert second_time.returncode == 0, second_time.stderr
    assert [len(body["queries"]) for _, _, body in again.seen] == [3]
    assert ranked(lookup) == undisturbed()


def test_nobody_there_is_a_located_problem(lookup: Path) -> None:
    with service() as server:
        url = address(server)

    done = search(lookup, url, "--retries", "0")

    assert done.returncode == 1
    assert f"{url}: connection; " in done.stderr
    assert "see that the service runs at --url" in done.stderr
    assert not folder(lookup).exists()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_stopped_goes_on_with_the_same_command(
    lookup: Path, how: signal.Signals
) -> None:
    ended = threading.Event()

    def slow(exchange: Exchange, turn: int) -> None:
        if turn == 2:
            ended.wait(HANG)
        say(exchange)

    with service(slow) as server:
        arguments = ["search", "--url", address(server), "--id", "found", "--organization", "Tests",
                     "--root", str(lookup), "--batch", "2"]  # fmt: skip
        process = started(*arguments)
        until(lambda: len(server.requests) >= 2, "the second request")
        process.send_signal(how)
        out, err = process.communicate(timeout=HANG)
        ended.set()
        assert (process.returncode, out) == ({signal.SIGKILL: -9, signal.SIGINT: 130}[how], "")
        assert not (folder(lookup) / "predictions.jsonl").exists()
        assert how == signal.SIGKILL or "2 of 5 questions" in err
        done = search(lookup, server)

    assert done.returncode == 0, done.stderr
    assert ranked(lookup) == undisturbed()
    assert [len(body["queries"]) for _, _, body in server.seen] == [2, 2, 2, 1]


def test_another_service_may_not_finish_what_one_began(lookup: Path) -> None:
    def dying(exchange: Exchange, turn: int) -> None:
        say(exchange) if turn == 1 else exchange.say({}, 400)

    other = {"retriever": "another toy"}
    with service(dying) as server:
        search(lookup, server)
    with service(lambda e, _: say(e, lambda q, k: right(q, k) | other)) as again:
        done = search(lookup, again)

    assert done.returncode == 1
    assert "service-differs; got another toy, after a toy" in done.stderr
    assert not (folder(lookup) / "predictions.jsonl").exists()


def test_a_whole_submission_is_neither_asked_nor_written_again(lookup: Path) -> None:
    with service() as server:
        search(lookup, server)
        before = {path.name: path.read_bytes() for path in folder(lookup).iterdir()}
        done = search(lookup, server)

    assert done.returncode == 0
    assert len(server.requests) == BATCHES
    assert {path.name: path.read_bytes() for path in folder(lookup).iterdir()} == before


def test_other_settings_are_another_system(lookup: Path) -> None:
    with service() as server:
        search(lookup, server)
        done = search(lookup, server, "--top", "5")

    assert done.returncode == 2
    assert "top_k was 20, is 5" in done.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [("notes.txt", "holds notes.txt"), ("predictions.jsonl", "without their journal.jsonl")],
)
def test_a_folder_that_holds_something_else_is_left_alone(
    lookup: Path, name: str, said: str
) -> None:
    folder(lookup).mkdir(parents=True)
    (folder(lookup) / name).write_bytes(b"mine\n")
    with service() as server:
        done = search(lookup, server)

    assert done.returncode == 2
    assert said in done.stderr
    assert not server.requests
    assert (folder(lookup) / name).read_bytes() == b"mine\n"
