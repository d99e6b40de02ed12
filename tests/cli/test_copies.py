"""A copy of a site or of a release counts where somebody signed it whom the reader trusts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from signers import DAY, Person, sign_list

from commands import Done
from digesta.workspace.sums import NAMESPACE, write_sums
from world import RELEASE, do, key_of, submission, write

FILES = {"index.html": b"home", "a/b c.html": b"b c", "a/é.json": b"{}"}


def sign_sums(copy: Path, by: Person) -> None:
    """Sign a copy's list as the page says."""
    (copy / "SHA256SUMS.sig").unlink(missing_ok=True)
    command = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(by.key), "-n", NAMESPACE, "SHA256SUMS"]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)


def fingerprint(by: Person) -> str:
    command = ["ssh-keygen", "-l", "-f", str(by.key)]
    return subprocess.check_output(command, text=True).split()[1]


@pytest.fixture
def copy(tmp_path: Path, ann: Person) -> Path:
    """Return a site whose list ann signed."""
    folder = tmp_path / "copy"
    folder.mkdir()
    write(folder, FILES | {".nojekyll": b""})
    write_sums(folder)
    sign_sums(folder, ann)
    (tmp_path / "signers").write_text(ann.line)
    return folder


def verify(copy: Path, *more: str | Path) -> Done:
    return do("verify", copy, *(more or ("--signers", copy.parent / "signers")))


def test_a_copy_is_verified_by_a_list_of_signers_or_a_fingerprint(copy: Path, ann: Person) -> None:
    done = verify(copy, "--signers", copy.parent / "signers", "--json")

    assert done.code == 0, done.stderr
    said = {"files": 3, "folder": copy.as_posix(), "signer": "ann@example.org"}
    assert json.loads(done.stdout) == said
    assert verify(copy, "--fingerprint", fingerprint(ann)).code == 0


def test_a_host_that_does_not_serve_its_own_instruction_changes_nothing(copy: Path) -> None:
    (copy / ".nojekyll").unlink()

    assert verify(copy).code == 0


def test_without_somebody_to_trust_nothing_is_verified(copy: Path) -> None:
    done = do("verify", copy)

    assert done.code == 1
    assert "say whom you trust: --signers FILE" in done.stderr


def test_a_changed_a_missing_and_a_further_file_are_named(copy: Path) -> None:
    (copy / "index.html").write_bytes(b"hone")
    (copy / "a" / "b c.html").unlink()
    (copy / ".htaccess").write_bytes(b"")

    done = verify(copy)

    assert done.code == 1
    assert "copy/index.html: digest; got " in done.stderr
    assert "copy/a/b c.html: digest; got no such file" in done.stderr
    assert "copy/.htaccess: digest; got e3b0c442" in done.stderr


@pytest.mark.parametrize("target", ["index.html", "a"])
def test_a_link_in_a_copy_is_refused(copy: Path, target: str) -> None:
    (copy / "more").symlink_to(copy / target)

    done = verify(copy)

    assert (done.code, "more: file-kind" in done.stderr) == (1, True)


def test_a_list_that_was_edited_verifies_nothing(copy: Path) -> None:
    (copy / "index.html").write_bytes(b"hone")
    write_sums(copy)

    done = verify(copy)

    assert (done.code, "unsigned; got a signature over something else" in done.stderr) == (1, True)


@pytest.mark.parametrize("name", ["SHA256SUMS", "SHA256SUMS.sig"])
def test_a_copy_without_a_list_or_its_signature_verifies_nothing(copy: Path, name: str) -> None:
    (copy / name).unlink()

    done = verify(copy)

    assert (done.code, f"unsigned; got no {name}" in done.stderr) == (1, True)


def test_a_list_that_a_stranger_signed_verifies_nothing(
    copy: Path, ann: Person, bob: Person
) -> None:
    sign_sums(copy, bob)

    for trust in (("--signers", copy.parent / "signers"), ("--fingerprint", fingerprint(ann))):
        done = verify(copy, *trust)

        assert done.code == 1
        assert f"{fingerprint(bob)}, whom the list of signers does not name" in done.stderr


def test_a_signature_for_another_purpose_verifies_nothing(copy: Path, ann: Person) -> None:
    (copy / "SHA256SUMS.sig").unlink()
    command = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(ann.key), "-n", "file", "SHA256SUMS"]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)

    assert "unsigned; got a signature over something else" in verify(copy).stderr


@pytest.mark.parametrize("option", ['namespaces="digesta:*/log/*"', 'valid-before="20260207"'])
def test_a_key_that_may_not_sign_lists_today_verifies_nothing(
    copy: Path, ann: Person, option: str
) -> None:
    narrow = ann.line.replace('namespaces="digesta:*"', option)
    (copy.parent / "signers").write_text(narrow)

    done = verify(copy)

    assert (done.code, "the key of ann@example.org" in done.stderr) == (1, True)


def test_a_list_that_is_no_list_is_refused_though_it_is_signed(copy: Path, ann: Person) -> None:
    sums = copy / "SHA256SUMS"
    for text in (sums.read_bytes() * 2, sums.read_bytes() + b"more\n", sums.read_bytes()[:-1]):
        sums.write_bytes(text)
        sign_sums(copy, ann)

        done = verify(copy)

        assert (done.code, "SHA256SUMS: sums; expected lines of sha256sum" in done.stderr) == (
            1,
            True,
        )


def test_a_fingerprint_is_written_as_ssh_keygen_prints_it(copy: Path) -> None:
    done = verify(copy, "--fingerprint", "MD5:aa")

    assert (done.code, "--fingerprint MD5:aa: write it as" in done.stderr) == (2, True)


def test_a_copy_holds_no_truths(copy: Path) -> None:
    assert verify(copy, "--leaks", "--identity", "x").code == 2


def test_a_release_is_verified_by_those_alone_whom_the_reader_trusts(
    signed: Path, ann: Person, bob: Person
) -> None:
    names = ("verify", RELEASE, "--root", signed)
    assert do(*names, "--fingerprint", fingerprint(ann)).code == 0
    assert sign_list(signed, ann, ann.line + bob.line).code == 0

    done = do(*names, "--fingerprint", fingerprint(ann))

    assert (done.code, f"unsigned; got {fingerprint(bob)}" in done.stderr) == (1, True)
    both = signed / "both"
    both.write_text(ann.line + bob.line)
    assert do(*names, "--signers", both).code == 0
    both.write_text(ann.line.replace("digesta:*", "digesta:*/log/*") + bob.line)
    assert do(*names, "--signers", both).code == 1


def test_a_release_that_nobody_signed_is_verified_as_such(own: Path, ann: Person) -> None:
    done = do("verify", "--root", own)

    assert (done.code, "signers: none: nothing is signed\n" in done.stdout) == (0, True)
    done = do("verify", "--root", own, "--fingerprint", fingerprint(ann))
    assert (done.code, "unsigned; got no signers" in done.stderr) == (1, True)


def test_nothing_is_added_to_a_publication_that_does_not_verify(signed: Path, ann: Person) -> None:
    decided = ("--reason", "seen", "--date", DAY, "--confirm-date", "--key", ann.key)
    publish = ("release", "publish", "--undecided", "--root", signed, "--key", ann.key)
    assert do("decide", "right", "accept", *decided, "--root", signed).code == 0
    assert do(*publish).code == do(*publish).code == 0
    boards = signed / "releases" / RELEASE / "boards"
    first = next(path for path in (boards / "1").iterdir() if path.name != "index.json")
    first.write_bytes(first.read_bytes().replace(b'"n":', b'"n" :', 1))

    done = do(*publish)

    assert (done.code, f"boards/1/{first.name}: published-changed" in done.stderr) == (1, True)
    assert not (boards / "3").exists()


def test_a_publication_by_itself_is_a_copy_that_can_be_signed(own: Path, ann: Person) -> None:
    assert do("release", "publish", "--undecided", "--root", own).code == 0
    boards = own / "releases" / RELEASE / "boards" / "1"
    listed = {line.split("  ")[1] for line in (boards / "SHA256SUMS").read_text().splitlines()}
    there = {path.relative_to(boards).as_posix() for path in boards.rglob("*") if path.is_file()}
    sign_sums(boards, ann)

    assert listed == there - {"SHA256SUMS"}
    assert verify(boards, "--fingerprint", fingerprint(ann)).code == 0
    assert do("verify", "--root", own).code == 0, "the list and its signature are no leftovers"
    (boards / "SHA256SUMS").write_text("")
    assert "SHA256SUMS: published-changed" in do("verify", "--root", own).stderr


# What lies in boards/ ---------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["verify", "board", "status", "release publish --undecided"])
def test_a_folder_that_is_no_publication_is_named(own: Path, command: str) -> None:
    names = ("x", "3", "01", "1 (conflicted copy)", "9" * 20, ".stversions", ".1.x.tmp")
    for name in names:
        write(own, {f"releases/{RELEASE}/boards/{name}/index.json~": b"x"})

    done = do(*command.split(), "--root", own)

    assert done.code == 1
    for name in names:
        assert f"boards/{name}: publication; expected folders 1, 2, 3" in done.stderr


@pytest.mark.parametrize("command", ["verify", "board", "release publish --undecided"])
@pytest.mark.parametrize("change", [b"junk", b"[1]", b"{}", "a file outside"])
def test_an_index_that_is_none_or_names_a_file_outside_is_a_problem(
    own: Path, command: str, change: bytes | str
) -> None:
    assert do("release", "publish", "--undecided", "--root", own).code == 0
    index = own / "releases" / RELEASE / "boards" / "1" / "index.json"
    outside = index.read_bytes().replace(b'"predictions/', b'"predictions/../../', 1)
    index.write_bytes(change if isinstance(change, bytes) else outside)

    done = do(*command.split(), "--root", own)

    assert (done.code, "boards/1/index.json:" in done.stderr) == (1, True), done.stderr


@pytest.mark.parametrize("place", ["boards/2", "boards/.2", "boards/1/more", "boards", "more"])
def test_a_link_in_a_release_is_named(own: Path, place: str) -> None:
    assert do("release", "publish", "--undecided", "--root", own).code == 0
    link = own / "releases" / RELEASE / place
    if link.exists():
        link.rename(own / "aside")
    link.symlink_to(own / "aside" if place == "boards" else "/etc")

    for command in ("verify", "release publish --undecided"):
        done = do(*command.split(), "--root", own)

        assert (done.code, f"{place}: file-kind; got a link" in done.stderr) == (1, True)


def test_a_file_that_an_editor_left_among_boards_stops_no_board_and_is_named(own: Path) -> None:
    assert do("release", "publish", "--undecided", "--root", own).code == 0
    boards = own / "releases" / RELEASE / "boards" / "1"
    (boards / "toy@closed_book.json~").write_text("x")
    (boards.parent / ".DS_Store").write_text("x")
    (boards.parent / ".empty").mkdir()

    assert do("board", "--root", own).code == 0
    done = do("verify", "--root", own)

    assert (done.code, done.stderr.count("published-changed")) == (1, 1)
    assert "toy@closed_book.json~: published-changed" in done.stderr


# Somebody new -----------------------------------------------------------------------------------


def test_a_newcomer_on_whom_nobody_decided_is_one_line_of_verify(own: Path) -> None:
    assert (
        do("release", "publish", "--undecided", "--root", own).code
        == do("board", "--root", own).code
        == 0
    )
    submission(own, "newcomer", key_of(own), organization="New")

    done = do("verify", "--root", own)

    assert done.code == 0, done.stderr
    assert "undecided: newcomer, right, wrong\n" in done.stdout
    assert "boards in build: not compared: made before newcomer; run digesta board" in done.stdout
    assert do("board", "--root", own).code == 0
    assert "boards in build: not" not in do("verify", "--root", own).stdout


def test_boards_that_somebody_changed_are_named_all_the_same(own: Path) -> None:
    assert do("board", "--root", own).code == 0
    submission(own, "newcomer", key_of(own), organization="New")
    assert do("board", "--root", own).code == 0
    board = next((own / "build" / "boards" / RELEASE).rglob("*.json"))
    board.write_bytes(board.read_bytes().replace(b'"n":', b'"n" :', 1))

    done = do("verify", "--root", own)

    assert (done.code, "board-differs" in done.stderr) == (1, True)
