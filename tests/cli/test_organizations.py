"""Who may submit under a name that predictions/organizations.toml lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands import Done
from digesta.workspace.owner.organizations import FILE
from world import answers, do, log, scored, submission, write

ACME = '[[organization]]\nname = "Acme"\naccounts = ["github:acme", "gitlab.example.org:acme"]\n'
DATE = ("--date", "2026-02-09")


@pytest.fixture
def taken(work: Path) -> Path:
    """Return a workspace in which Acme's name is taken."""
    write(work, {FILE: ACME.encode()})
    return work


def sent(work: Path, name: str = "rival", organization: str = "Acme") -> Path:
    return submission(work, name, answers(20), organization=organization)


def check(work: Path, folder: Path, *more: str) -> Done:
    return do("check", folder, "--against-board", *more, "--root", work)


def escaped(name: str) -> str:
    return name.encode("unicode_escape").decode()


def accept(work: Path, name: str, *more: str) -> Done:
    return do("decide", name, "accept", "--reason", "seen", *DATE, *more, "--root", work)


@pytest.mark.parametrize(
    "name",
    ["Acme", "ACME", "Ac-me", "\u237acme", "Acm\uab32", "Acme, Inc.", "ACME GmbH & Co. KG"],
)
def test_another_account_may_not_bear_a_name_that_is_taken(taken: Path, name: str) -> None:
    done = check(taken, sent(taken, organization=name), "--account", "github:stranger")

    assert done.code == 1
    assert f"organization-taken; got {escaped(name)}, from github:stranger" in done.stderr
    assert "expected github:acme, gitlab.example.org:acme" in done.stderr
    assert "nearest known: Acme; fix: name your own organisation (a legal form, " in done.stderr
    assert f"ask the maintainers to add you to {FILE}" in done.stderr


@pytest.mark.parametrize("account", ["github:acme", "github:ACME", "gitlab.example.org:acme"])
def test_an_account_of_the_list_may_bear_the_name(taken: Path, account: str) -> None:
    done = check(taken, sent(taken), "--account", account)

    assert done.code == 0, done.stderr


@pytest.mark.parametrize("name", ["Us", "US"])
def test_whom_the_site_calls_its_own_needs_no_line_in_the_list(work: Path, name: str) -> None:
    write(work, {"digesta.toml": b'[site]\nmaintainers = ["Us"]\n'})

    done = check(work, sent(work, organization=name), "--account", "github:stranger")

    assert (done.code, "organization-taken" in done.stderr) == (1, True), done.stderr


def test_without_an_account_the_check_warns(taken: Path) -> None:
    done = check(taken, sent(taken))

    assert done.code == 0
    assert f"{FILE} lists its organisation; say who submits by --account" in done.stderr


def test_a_name_that_is_not_taken_needs_no_account(taken: Path) -> None:
    folder = sent(taken, organization="Acme Two")

    for more in ((), ("--account", "github:stranger")):
        done = check(taken, folder, *more)
        assert (done.code, "organis" in done.stderr) == (0, False)


def test_a_decision_on_a_taken_name_needs_a_maintainers_word(taken: Path) -> None:
    sent(taken)

    done = accept(taken, "rival")

    assert (done.code, "add --confirm-name" in done.stderr) == (2, True)
    assert log(taken, "decisions") == []
    assert accept(taken, "rival", "--confirm-name").code == 0
    # What maintainers vouched for needs no second word.
    assert accept(taken, "rival").code == 0


def test_a_file_of_decisions_needs_the_word_too(taken: Path) -> None:
    sent(taken)
    rows = taken / "rows.csv"
    rows.write_text("submission_id,decision,reason\nrival,accept,seen\n")
    command = ("decide", "--from", rows, *DATE, "--root", taken)

    done = do(*command)

    assert (done.code, "rows.csv:2: decision; got rival: " in done.stderr) == (1, True)
    assert do(*command, "--confirm-name").code == 0


def test_a_rejection_needs_no_word(taken: Path) -> None:
    sent(taken)

    assert do("decide", "rival", "reject", "--reason", "x", *DATE, "--root", taken).code == 0


def test_nobody_spends_the_attempts_of_a_taken_name_unseen(taken: Path, identity: Path) -> None:
    for organization in ("Acme", "ACME"):
        done = scored(taken, identity, "rival", 20, organization=organization)

        assert (done.code, "add --confirm-name" in done.stderr) == (2, True)
    assert log(taken, "attempts") == []
    done = scored(taken, identity, "rival", 20, "--confirm-name", organization="Acme")
    assert done.code == 0, done.stderr


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[organization]\n", "Expected"),
        (ACME + ACME.replace("Acme", "ACME"), "ACME is listed twice"),
        (ACME.replace("github:acme", "acme"), "bad-value"),
        (ACME.replace("accounts", "account"), "unknown-key"),
        (ACME.replace("[[organization]]", "[[organisation]]"), "unknown-key"),
        ("\udcff", "can't decode"),
    ],
)
def test_a_list_that_is_not_sound_is_refused_whole(taken: Path, text: str, complaint: str) -> None:
    write(taken, {FILE: text.encode("utf-8", "surrogateescape")})

    for done in (check(taken, sent(taken)), accept(taken, "rival", "--confirm-name")):
        assert done.code > 0
        assert FILE in done.stderr
        assert complaint in done.stderr


def test_a_card_with_a_key_of_earlier_versions_says_where_names_are_now(work: Path) -> None:
    folder = submission(work, "old", answers(20), organization_key="ssh-ed25519 AAAA")

    done = do("check", folder, "--root", work)

    assert (done.code, "remove it: predictions/organizations.toml" in done.stderr) == (1, True)


def test_a_folder_that_is_there_already_is_told_that_a_newcomer_has_its_name(work: Path) -> None:
    sent(work, "first", "Acme")
    second = submission(
        work, "second", answers(20), organization="Acme Inc.", model_name="Model first"
    )

    done = check(work, second)

    assert (done.code, "second/submission.json: name-taken" in done.stderr) == (1, True), (
        done.stderr
    )
