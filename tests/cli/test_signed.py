"""Signed logs, through the real commands: lines by hand are refused, ssh-keygen reads ours."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from signers import DAY, Person, sign_list

from commands import Done
from digesta.canonical import canonical_bytes, sha256_hex
from digesta.workspace.store import read_tree
from world import RELEASE, do


def decide(root: Path, by: Person | None, name: str = "right", *, date: str = DAY) -> Done:
    """Accept a submission."""
    return do(
        "decide", name, "accept", "--reason", "seen", "--date", date, "--confirm-date",
        "--root", root, *(("--key", by.key) if by else ()),
    )  # fmt: skip


def log_of(root: Path, name: str = "decisions") -> Path:
    return root / "releases" / RELEASE / "log" / f"{name}.jsonl"


def test_no_sign_of_a_signer_s_name_turns_what_is_printed(own: Path, ann: Person) -> None:
    """Whom a stranger's workspace lists is for a person to compare with what they know."""
    assert sign_list(own, ann, ann.line.replace("ann@", "ann\u202e@")).code == 0

    done = do("verify", "--root", own)

    assert (done.code, "signers: ann\\u202e@example.org SHA256:" in done.stdout) == (0, True)


def test_a_decision_needs_a_key_where_lines_are_signed(signed: Path, ann: Person) -> None:
    done = decide(signed, None)

    assert done.code == 2
    assert "--key PATH" in done.stderr
    assert decide(signed, ann).code == 0
    done = do("verify", "--root", signed)
    assert done.code == 0, done.stderr
    assert "signers: ann@example.org SHA256:" in done.stdout


def test_a_line_written_by_hand_is_refused_by_every_reader(signed: Path, ann: Person) -> None:
    assert decide(signed, ann).code == 0
    lines = log_of(signed).read_bytes().splitlines()
    line = json.loads(lines[0]) | {"submission_id": "wrong", "seq": 2}
    line["previous"] = sha256_hex(lines[0])
    forged = [{name: part for name, part in line.items() if name != "signature"}, line]
    for each in forged:
        log_of(signed).write_bytes(lines[0] + b"\n" + canonical_bytes(each) + b"\n")
        for command in (
            ("board",),
            ("verify",),
            ("release", "publish", "--undecided", "--key", str(ann.key)),
        ):
            done = do(*command, "--root", signed)

            assert done.code == 1, command
            assert "log/decisions.jsonl:2: unsigned" in done.stderr
        done = decide(signed, ann)
        assert "unsigned" in done.stderr
        assert "digesta log sign" in done.stderr, "the line may be older than the signers"


def test_a_line_serves_in_no_other_log_and_no_other_release(signed: Path, ann: Person) -> None:
    assert decide(signed, ann).code == 0
    other = signed / "releases" / "2026-02-05.2"
    shutil.copytree(signed / "releases" / RELEASE, other)

    done = do("verify", "2026-02-05.2", "--root", signed)

    assert done.code == 1
    assert "got a signature over something else" in done.stderr


def test_somebody_whom_the_list_does_not_name_signs_nothing(
    signed: Path, ann: Person, bob: Person
) -> None:
    assert "whom the list of signers does not name" in decide(signed, bob).stderr

    # Who can write to the repository puts a key into the list: its chain says who may.
    assert (
        "whom the list of signers does not name"
        in sign_list(signed, bob, ann.line + bob.line).stderr
    )
    done = decide(signed, bob)
    assert done.code == 1
    assert "allowed_signers: signers" in done.stderr


def test_a_key_that_was_replaced_signs_nothing_from_that_day(
    signed: Path, ann: Person, bob: Person
) -> None:
    assert decide(signed, ann).code == 0
    old = ann.line.replace('"digesta:*"', '"digesta:*",valid-before="20260207"')
    assert sign_list(signed, ann, old + bob.line).code == 0

    done = decide(signed, ann, "wrong", date="2026-02-08")
    assert done.code == 2
    assert "valid from - to 20260207" in done.stderr
    assert decide(signed, bob, "wrong", date="2026-02-08").code == 0
    assert do("verify", "--root", signed).code == 0


def test_a_list_of_signers_that_is_gone_takes_no_signature_with_it(
    signed: Path, ann: Person
) -> None:
    assert decide(signed, ann).code == 0
    for name in ("allowed_signers", "signers.jsonl"):
        (signed / "releases" / name).unlink()

    done = do("verify", "--root", signed)

    assert done.code == 1
    assert "a signature, but no releases/allowed_signers" in done.stderr


def test_a_publication_is_signed_and_none_is_made_by_hand(signed: Path, ann: Person) -> None:
    assert decide(signed, ann).code == 0
    assert do("release", "publish", "--undecided", "--root", signed).code == 2
    assert do("release", "publish", "--undecided", "--root", signed, "--key", ann.key).code == 0
    index = signed / "releases" / RELEASE / "boards" / "1" / "index.json"
    value = json.loads(index.read_bytes())
    assert value["date"] == DAY
    index.write_bytes(canonical_bytes(value | {"date": "2026-02-05"}) + b"\n")

    done = do("verify", "--root", signed)

    assert done.code == 1
    assert "boards/1/index.json:1: unsigned" in done.stderr


def test_what_stood_before_anybody_signed_is_signed_once_as_a_whole(own: Path, ann: Person) -> None:
    assert decide(own, None).code == 0
    assert do("release", "publish", "--undecided", "--root", own).code == 0
    assert sign_list(own, ann, ann.line).code == 0
    assert do("verify", "--root", own).code == 1
    sign = ("log", "sign", "--reason", "read", "--date", DAY, "--key", ann.key, "--root", own)

    assert do(*sign).stdout == "2 lines signed\n"

    assert do("verify", "--root", own).code == 0
    assert decide(own, ann, "wrong").code == 0
    assert do(*sign).code == 2
    first, second = log_of(own).read_bytes().splitlines()
    log_of(own).write_bytes(first.replace(b"seen", b"read") + b"\n" + second + b"\n")
    assert "log/decisions.jsonl: log-rewritten" in do("verify", "--root", own).stderr


def test_what_ssh_keygen_signed_is_read(signed: Path, ann: Person) -> None:
    assert decide(signed, ann).code == 0
    value = json.loads(log_of(signed).read_bytes())
    del value["signature"]
    space = f"digesta:{RELEASE}/log/decisions.jsonl"
    made = subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-f", ann.key, "-n", space],
        input=canonical_bytes(value), capture_output=True, check=True,
    )  # fmt: skip
    signature = b"".join(made.stdout.splitlines()[1:-1]).decode()
    assert base64.b64decode(signature).startswith(b"SSHSIG")
    line = canonical_bytes(value | {"signature": signature}) + b"\n"
    log_of(signed).write_bytes(line)

    assert do("verify", "--root", signed).code == 0


def test_a_signature_that_is_written_otherwise_is_none(signed: Path, ann: Person) -> None:
    assert decide(signed, ann).code == 0
    value = json.loads(log_of(signed).read_bytes())
    good = value["signature"]
    for other in (good[:40], "", good + "\n", f"{good}\n-----END SSH SIGNATURE-----\nmore", "ключ"):
        line = canonical_bytes(value | {"signature": other}) + b"\n"
        log_of(signed).write_bytes(line)

        assert do("verify", "--root", signed).code == 1, other


@pytest.mark.parametrize("kind", ["ecdsa", "rsa"])
def test_a_key_of_another_kind_signs(
    own: Path, tmp_path_factory: pytest.TempPathFactory, kind: str
) -> None:
    eve = Person(tmp_path_factory.mktemp("eve"), "eve", kind=kind)
    assert sign_list(own, eve, eve.line).code == 0

    assert decide(own, eve).code == 0
    assert do("verify", "--root", own).code == 0


def test_a_key_with_a_passphrase_signs_once_it_is_given(
    signed: Path, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["ssh-keygen", "-q", "-p", "-P", "", "-N", "secret", "-f", str(ann.key)]
    subprocess.run(words, check=True, capture_output=True)
    monkeypatch.setenv("SSH_ASKPASS_REQUIRE", "force")
    for answer, code in (("wrong", 2), ("secret", 0)):
        ask = ann.key.parent / "ask"
        ask.write_text(f"#!/bin/sh\necho {answer}\n")
        ask.chmod(0o700)
        monkeypatch.setenv("SSH_ASKPASS", str(ask))

        done = decide(signed, ann)

        assert done.code == code
        assert ("ssh-keygen cannot sign with it" in done.stderr) == bool(code)


def test_without_ssh_keygen_the_command_says_how_to_get_it(
    signed: Path, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(signed))

    done = decide(signed, ann)

    assert done.code == 2
    assert "ssh-keygen: not found" in done.stderr
    assert "apt-get install openssh-client" in done.stderr


@pytest.mark.parametrize("text", [None, "no key\n"])
def test_what_is_no_key_signs_nothing(signed: Path, tmp_path: Path, text: str | None) -> None:
    key = tmp_path / "none"
    if text:
        key.write_text(text)
        key.chmod(0o600)

    done = do("decide", "right", "accept", "--reason", "seen", "--date", DAY, "--confirm-date",
              "--root", signed, "--key", key)  # fmt: skip

    assert done.code == 2
    assert f"--key {key}: ssh-keygen cannot sign with it: " in done.stderr
    assert "digesta keygen maintainer FILE" in done.stderr


def test_two_signers_merge_their_branches(signed: Path, ann: Person, bob: Person) -> None:
    assert sign_list(signed, ann, ann.line + bob.line).code == 0
    assert decide(signed, ann).code == 0
    ours = log_of(signed).read_bytes()
    log_of(signed).unlink()
    assert decide(signed, bob, "wrong").code == 0
    theirs = log_of(signed).read_bytes()
    log_of(signed).write_bytes(b"<<<<<<< ours\n" + ours + b"=======\n" + theirs + b">>>>>>> b\n")

    done = do("log", "merge", log_of(signed), "--key", ann.key)

    assert done.code == 0, done.stderr
    assert do("verify", "--root", signed).code == 0


def test_a_refused_decision_leaves_all_files_as_they_were(signed: Path, bob: Person) -> None:
    before = read_tree(signed / "releases")

    assert decide(signed, bob).code == 2

    assert read_tree(signed / "releases") == before


def test_a_passphrase_is_asked_for_once_however_many_lines_are_signed(
    signed: Path, ann: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = shutil.copy(ann.key, tmp_path / "locked")
    change = ["ssh-keygen", "-q", "-p", "-P", "", "-N", "a secret", "-f", str(locked)]
    subprocess.run(change, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    ask, asked = tmp_path / "ask", tmp_path / "asked"
    ask.write_text(f"#!/bin/sh\necho >> {asked}\necho 'a secret'\n")
    ask.chmod(0o700)
    monkeypatch.setenv("SSH_ASKPASS", str(ask))
    monkeypatch.setenv("SSH_ASKPASS_REQUIRE", "force")
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    rows = "submission_id,decision,reason\nright,accept,seen\nwrong,accept,seen\n"
    (tmp_path / "rows.csv").write_text(rows)

    done = do("decide", "--from", tmp_path / "rows.csv", "--date", DAY, "--confirm-date",
              "--key", locked, "--root", signed)  # fmt: skip

    assert done.code == 0, done.stderr
    assert asked.read_text().count("\n") == 1
    assert do("verify", "--root", signed).code == 0
