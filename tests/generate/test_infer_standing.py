"""What stands in a folder already: not overwritten, not brought back, not asked again unsaid."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from faulty import Exchange, serving
from runs import answers, folder, generate, options

from digesta.errors import UsageError
from digesta_generate.inference.journal import NAME, lock_folder
from digesta_generate.inference.settings import Settings
from world import RELEASE, released_in

NEWER = "2026-05-05"


@pytest.mark.parametrize(
    ("more", "said"),
    [((), "bring that file back"), (("--temperature", "1"), "temperature was '0'")],
)
def test_answers_without_their_journal_are_not_overwritten(
    more: tuple[str, ...], said: str, twelve: Path
) -> None:
    with serving() as server:
        generate(*options(server.url, twelve))
        (folder(twelve) / NAME).unlink()
        before = {one.name: one.read_bytes() for one in folder(twelve).iterdir()}

        done = generate(*options(server.url, twelve, *more))

    assert done.returncode == 2
    assert said in done.stderr
    assert "choose another --id" in done.stderr
    assert len(server.requests) == 12
    assert {one.name: one.read_bytes() for one in folder(twelve).iterdir()} == before


def test_a_question_that_got_no_reply_is_asked_when_it_is_carried(twelve: Path) -> None:
    released_in(twelve, 4, release=NEWER)
    down: set[str] = set()

    def script(exchange: Exchange, turn: int) -> None:
        if turn == 2:
            down.add(exchange.key)
            exchange.say({}, 500)
        else:
            exchange.execute()

    with serving(script) as server:
        more = ("--release", RELEASE, "--partial", "-c", "1", "--retries", "0")
        generate(*options(server.url, twelve, *more))
        assert list(answers(twelve).values()).count(None) == 1
        asked = len(server.requests)

        url = ("--root", twelve, "--base-url", server.url, "--loopback")
        done = generate("carry", folder(twelve), "--release", NEWER, *url)
        carried = twelve / "predictions" / NEWER / "toy"
        back = generate("carry", carried, "--release", RELEASE, *url)

    assert done.returncode == 0, done.stderr
    assert len(server.requests) - asked == 1
    assert b"null" not in (carried / "predictions.jsonl").read_bytes()
    assert back.returncode == 2
    assert "name a newer --release" in back.stderr


def test_a_folder_that_somebody_removed_does_not_come_back(twelve: Path) -> None:
    with serving() as server:
        generate(*options(server.url, twelve))
        aside = folder(twelve).parent / ".toy.abcdefgh.old"
        shutil.copytree(folder(twelve), aside / "toy")

        generate(*options(server.url, twelve))
        assert not aside.exists()
        shutil.rmtree(folder(twelve))
        done = generate(*options(server.url, twelve, "--temperature", "1"))

    assert done.returncode == 0, done.stderr
    assert [one.name for one in folder(twelve).parent.iterdir()] == ["toy"]


def test_a_second_run_is_refused_while_the_first_replaces_its_folder(tmp_path: Path) -> None:
    one = tmp_path / "toy"

    with lock_folder(one):
        one.rename(tmp_path / "aside")
        with pytest.raises(UsageError, match="another digesta is writing"), lock_folder(one):
            pytest.fail("two at once")
        assert not one.exists()


def test_a_constrained_request_at_openrouter_takes_no_provider_that_would_not_constrain() -> None:
    plain = Settings(
        model="m", endpoint="https://openrouter.ai/api/v1", prompts={"closed": "closed.2"}
    )
    constrained = plain.model_copy(update={"constrained": True})

    assert "provider" not in plain.request([], number=0, limit=9)
    assert constrained.request([], number=0, limit=9)["provider"] == {"require_parameters": True}


@pytest.mark.parametrize("more", [("--id", "../2026-01-01/x"), ("--id", "A B"), ("-m", "模型")])
def test_an_id_that_is_none_is_refused(more: tuple[str, str], twelve: Path) -> None:
    arguments = options("http://127.0.0.1:9/v1", twelve)
    if more[0] == "-m":
        arguments[2] = more[1]
        more = ("--limit", "1")

    done = generate(*arguments, *more, "--partial")

    assert done.returncode == 2
    assert "add --id" in done.stderr
    assert not (twelve / "predictions").exists()


def test_a_dry_run_leaves_out_what_the_journal_holds(twelve: Path) -> None:
    with serving() as server:
        generate(*options(server.url, twelve, "--limit", "5", "--partial"))
        rest = generate(*options(server.url, twelve, "--dry-run"))
        generate(*options(server.url, twelve))
        none = generate(*options(server.url, twelve, "--dry-run"))

    assert ": 7 questions to ask" in rest.stdout
    assert ": 0 questions to ask" in none.stdout
    assert "about 0 tokens in" in none.stdout
    assert json.loads((folder(twelve) / "run.json").read_bytes())["asked"] == 12


def test_a_run_goes_on_after_an_update_and_all_its_replies_are_read_alike(twelve: Path) -> None:
    limit = ("--max-tokens", "10", "-c", "1")
    with serving() as server:
        generate(*options(server.url, twelve, *limit, "--max-tokens-total", "400"))
        _make_older(folder(twelve) / NAME)
        done = [generate(*options(server.url, twelve, *limit)) for _ in range(2)]
        run = (folder(twelve) / "run.json").read_bytes()
        _make_older(folder(twelve) / "run.json")
        refused = generate(*options(server.url, twelve, *limit))

    assert [each.returncode for each in done] == [0, 0], done
    assert len(server.seen) == 12
    assert json.loads(run)["inference"]["settings"]["extraction"] == "answer/3"
    # Answers that were written do not change in silence.
    assert refused.returncode == 2
    assert "extraction was 'answer/2', is 'answer/3'" in refused.stderr


def _make_older(path: Path) -> None:
    """Make a file say that replies are read as an earlier version read them."""
    data = path.read_bytes()
    assert data.count(b'"answer/3"') == 1
    path.write_bytes(data.replace(b'"answer/3"', b'"answer/2"'))
