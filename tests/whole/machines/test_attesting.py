"""Attestations, through the real commands: what was attested is found to be as it was, or not."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import load_ssh_private_key
from google.protobuf import json_format
from in_toto_attestation.predicates.provenance.v1 import provenance_pb2
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import SSlibKey
from signers import Person, sign_list

from commands import Done, run
from world import RELEASE, do, write

KINDS = ("release", "board", "site")
FOLDERS = {"release": f"releases/{RELEASE}", "board": f"build/boards/{RELEASE}"}
FOLDERS["site"] = "build/site"
CONFIG = (
    "site_name: Mine\ndocs_dir: build/docs\nsite_dir: build/site\nhooks: [build/docs/.hook.py]\n"
)


@pytest.fixture(scope="module")
def zoe(tmp_path_factory: pytest.TempPathFactory) -> Person:
    return Person(tmp_path_factory.mktemp("zoe"), "zoe")


@pytest.fixture(scope="module")
def attested(workspace: Path, zoe: Person, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace where zoe signs and has attested all three kinds; tests restore it."""
    root = tmp_path_factory.mktemp("attested") / "work"
    shutil.copytree(workspace, root)
    assert sign_list(root, zoe, zoe.line).code == 0
    (root / "mkdocs.yml").write_text(CONFIG)
    assert run("site", "--root", root).returncode == 0
    for kind in KINDS:
        done = attest(root, kind, zoe)
        assert done.code == 0, done.stderr
    return root


def attest(root: Path, kind: str, by: Person | None, *more: str) -> Done:
    return do("attest", kind, "--root", root, *(("--key", str(by.key)) if by else ()), *more)


def path_of(root: Path, kind: str) -> Path:
    return root / "build" / "attestations" / f"{kind}-{RELEASE}.intoto.jsonl"


def verify(root: Path, kind: str, *more: str | Path) -> Done:
    return do("verify", *more, "--attestation", path_of(root, kind), "--root", root)


def envelope(root: Path, kind: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path_of(root, kind).read_bytes())
    return value


def statement(root: Path, kind: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(base64.b64decode(envelope(root, kind)["payload"]))
    return value


@contextmanager
def changed(path: Path, data: bytes | None) -> Iterator[None]:
    """Let a file hold other bytes, or be gone, for a while."""
    before = path.read_bytes() if path.exists() else None
    path.unlink(missing_ok=True)
    if data is not None:
        path.write_bytes(data)
    yield
    path.unlink(missing_ok=True)
    if before is not None:
        path.write_bytes(before)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_attested_is_verified_without_a_network(
    attested: Path, kind: str, zoe: Person
) -> None:
    folder = attested / FOLDERS[kind]
    there = sum(path.is_file() and "log" not in path.parts for path in folder.rglob("*"))

    done = verify(attested, kind, "--json")

    assert done.code == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["kind"], said["files"], said["date"]) == (kind, there, RELEASE)
    assert said["signer"].startswith("zoe@example.org SHA256:")
    assert said["inputs_other_here"] == "none"


@pytest.mark.parametrize("kind", KINDS)
def test_a_flipped_byte_a_missing_and_a_further_file_are_named(attested: Path, kind: str) -> None:
    folder = attested / FOLDERS[kind]
    names = [subject["name"] for subject in statement(attested, kind)["subject"]]
    for name in names[:: max(1, len(names) // 12)]:
        data = (folder / name).read_bytes() or b"\n"
        middle = len(data) // 2
        flipped = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
        for other, got in ((flipped, "; got "), (None, "; got no such file")):
            with changed(folder / name, other):
                done = verify(attested, kind)

            assert (done.code, f"{FOLDERS[kind]}/{name}: digest{got}" in done.stderr) == (1, True)
    with changed(folder / "further.json", b"{}"):
        done = verify(attested, kind)
    assert f"{FOLDERS[kind]}/further.json: digest; got 44136fa3" in done.stderr
    assert "expected no such file" in done.stderr
    assert done.code == 1
    assert verify(attested, kind).code == 0


def test_a_link_among_the_attested_files_is_refused(attested: Path) -> None:
    link = attested / "build" / "site" / "more"
    link.symlink_to(attested / "releases")

    done = verify(attested, "site")

    link.unlink()
    assert (done.code, "more: file-kind" in done.stderr) == (1, True)


def test_a_copy_elsewhere_is_checked_in_place_of_the_workspace_s(
    attested: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(attested / "build" / "site", tmp_path / "copy")
    assert verify(attested, "site", copy).code == 0
    (copy / "404.html").write_bytes(b"")

    done = verify(attested, "site", copy)

    assert (done.code, "copy/404.html: digest" in done.stderr) == (1, True)


def forged(root: Path, kind: str, digest: str) -> bytes:
    """Return an attestation whose first file has another digest, under the old signature."""
    told, value = envelope(root, kind), statement(root, kind)
    value["subject"][0]["digest"]["sha256"] = digest
    return json.dumps(
        told | {"payload": base64.b64encode(json.dumps(value).encode()).decode()}
    ).encode()


def test_an_attestation_that_was_edited_counts_for_nothing(attested: Path) -> None:
    path = path_of(attested, "board")
    bare = json.dumps(statement(attested, "board")).encode()
    none = json.dumps(envelope(attested, "board") | {"signatures": []}).encode()
    stranger = envelope(attested, "board")
    stranger["signatures"][0]["keyid"] = "SHA256:of-nobody"
    cases = {
        forged(attested, "board", "0" * 64): "got a signature over something else",
        bare: "unsigned; got no signature",
        none: "unsigned; got no signature",
        json.dumps(stranger).encode(): "whom allowed_signers does not list",
        b"[]": "unsigned; got no signature",
        b"{": "board-2026-02-05.intoto.jsonl:1: ",
    }
    for data, complaint in cases.items():
        with changed(path, data):
            done = verify(attested, "board")
        assert (done.code, complaint in done.stderr) == (1, True), done.stderr


def test_a_signature_by_somebody_who_is_no_signer_is_refused(
    attested: Path, bob: Person, tmp_path: Path
) -> None:
    assert "allowed_signers does not list it" in attest(attested, "board", bob).stderr
    elsewhere = tmp_path / "elsewhere"
    write(elsewhere, {
        path.relative_to(attested).as_posix(): path.read_bytes()
        for path in attested.rglob("*")
        if path.is_file() and "signers" not in path.name and "build" not in path.parts
    })  # fmt: skip
    assert sign_list(elsewhere, bob, bob.line).code == 0
    assert attest(elsewhere, "board", bob).code == 0
    assert verify(elsewhere, "board").code == 0

    with changed(path_of(attested, "board"), path_of(elsewhere, "board").read_bytes()):
        done = verify(attested, "board")

    assert (done.code, "whom allowed_signers does not list" in done.stderr) == (1, True)


def test_a_key_attests_only_on_the_days_and_for_the_releases_that_the_list_says(
    signed: Path, ann: Person, bob: Person
) -> None:
    old = ann.line.replace('"digesta:*"', '"digesta:*",valid-before="20260207"')
    narrow = bob.line.replace("digesta:*", "digesta:*/log/*")
    late = ("--epoch", "1772323200")
    assert attest(signed, "release", ann, *late).code == 0
    assert sign_list(signed, ann, old + narrow).code == 0

    done = verify(signed, "release")

    assert (done.code, "is valid from - to 20260207" in done.stderr) == (1, True)
    assert "is valid from - to 20260207" in attest(signed, "release", ann, *late).stderr
    assert "signs in digesta:*/log/* alone" in attest(signed, "release", bob).stderr
    assert attest(signed, "release", ann).code == 0
    assert verify(signed, "release").code == 0


def test_where_lines_are_signed_nothing_is_attested_without_a_key(attested: Path) -> None:
    done = attest(attested, "board", None)

    assert (done.code, "--key PATH" in done.stderr) == (2, True)


def test_where_nobody_signs_a_statement_stands_alone_and_none_with_a_signature(
    own: Path, ann: Person
) -> None:
    assert attest(own, "board", None).code == 0
    done = verify(own, "board")
    assert "signer: none: nothing is signed\n" in done.stdout
    assert json.loads(path_of(own, "board").read_bytes())["_type"].endswith("Statement/v1")
    assert sign_list(own, ann, ann.line).code == 0
    assert attest(own, "board", ann).code == 0
    for name in ("allowed_signers", "signers.jsonl"):
        (own / "releases" / name).unlink()

    done = verify(own, "board")

    assert (done.code, "no releases/allowed_signers" in done.stderr) == (1, True)


def test_nothing_is_attested_that_its_inputs_do_not_give(signed: Path, ann: Person) -> None:
    assert "mkdocs.yml: no such file" in attest(signed, "site", ann).stderr
    truths = signed / "releases" / RELEASE / "truths.jsonl"
    truths.write_bytes(truths.read_bytes().replace(b"red", b"dew", 1))

    for kind in ("release", "board"):
        done = attest(signed, kind, ann)
        assert (done.code, "truths.jsonl: digest" in done.stderr) == (1, True)
    assert not path_of(signed, "release").exists()


def test_the_same_files_give_the_same_attestation_and_no_clock_is_read(
    attested: Path, zoe: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again, later = tmp_path / "again", tmp_path / "later"
    assert attest(attested, "board", zoe, "-o", str(again)).code == 0
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772323200")
    assert attest(attested, "board", zoe, "-o", str(later)).code == 0

    assert again.read_bytes() == path_of(attested, "board").read_bytes()
    value = statement(attested, "board")
    value["predicate"]["buildDefinition"]["externalParameters"]["date"] = "2026-03-01"
    assert json.loads(base64.b64decode(json.loads(later.read_bytes())["payload"])) == value


def test_inputs_that_moved_since_are_said_and_change_no_verdict(attested: Path) -> None:
    with changed(attested / "predictions" / RELEASE / "note", b"moved"):
        done = verify(attested, "board")

    assert done.code == 0, done.stderr
    assert f"inputs other here: predictions/{RELEASE}\n" in done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_in_toto_s_own_library_reads_the_statement(attested: Path, kind: str) -> None:
    value = statement(attested, kind)

    parsed = json_format.ParseDict(value, statement_pb2.Statement())
    Statement.copy_from_pb(parsed).validate()
    predicate = json_format.ParseDict(value["predicate"], provenance_pb2.Provenance())

    assert parsed.predicate_type == "https://slsa.dev/provenance/v1"
    assert predicate.build_definition.build_type == f"urn:digesta:{kind}:1"
    assert predicate.run_details.builder.id
    assert all(len(one.digest) == 1 for one in predicate.build_definition.resolved_dependencies)


def test_securesystemslib_checks_the_signature_and_refuses_an_edited_one(
    attested: Path, zoe: Person
) -> None:
    public = load_ssh_private_key(zoe.key.read_bytes(), None).public_key()
    told = envelope(attested, "site")
    key = SSlibKey.from_crypto(public, keyid=told["signatures"][0]["keyid"])

    assert Envelope.from_dict(told).verify([key], 1)

    edited = Envelope.from_dict(json.loads(forged(attested, "site", "0" * 64)))
    with pytest.raises(VerificationError):
        edited.verify([key], 1)


def test_an_input_s_digest_is_what_the_shell_computes(attested: Path) -> None:
    inputs = statement(attested, "site")["predicate"]["buildDefinition"]["resolvedDependencies"]
    digests = {one["name"]: one["digest"] for one in inputs}
    command = "find . -type f | cut -c3- | LC_ALL=C sort | xargs -r sha256sum | sha256sum"

    for name in ("releases", "predictions"):
        said = subprocess.check_output(["sh", "-c", command], cwd=attested / name, text=True)
        assert digests[name] == {"dirHash": said.split()[0]}
    assert set(digests) == {"releases", "predictions", "mkdocs.yml", "digesta"}


@pytest.mark.parametrize("more", [("--leaks",), ("--identity", "x")])
def test_an_attestation_is_checked_alone(attested: Path, more: tuple[str, ...]) -> None:
    assert do("verify", *more, "--attestation", path_of(attested, "site")).code == 2


def test_the_example_in_the_help_of_attest_runs(
    attested: Path, zoe: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = " ".join(run("attest", "--help").stdout.split()).split("Example: digesta ")[1]
    command, key = told.split(" --key ")
    monkeypatch.setenv("DIGESTA_KEY", str(zoe.key))

    assert key == "~/.ssh/id_ed25519"
    assert run(*command.split(), "--root", attested).returncode == 0
