"""Keys of organisations: who has none cannot spend another's attempts or bear its name."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from digesta.canonical import canonical_bytes
from world import RELEASE, answers, do, log, scored, submission

pytestmark = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None,
    reason="ssh-keygen is not installed (Debian: apt-get install openssh-client)",
)


class Owner:
    """An organisation's key."""

    def __init__(self, root: Path, name: str) -> None:
        made = Ed25519PrivateKey.generate()
        self.file = root / name
        self.file.write_bytes(
            made.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
        )
        self.file.chmod(0o600)
        self.public = (
            made.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()
        )

    def sign(self, folder: Path) -> None:
        """Sign a submission as the documentation says, with the tools that it names."""
        command = (
            "sha256sum predictions.jsonl submission.json"
            f" | ssh-keygen -q -Y sign -f {self.file} -n digesta > submission.sig"
        )
        subprocess.run(["sh", "-c", command], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def acme(work: Path) -> Owner:
    """Return the key of Acme, whose first submission was accepted."""
    owner = Owner(work.parent, "acme")
    folder = sent(work, "acme-1", organization_key=owner.public)
    owner.sign(folder)
    assert accept(work, "acme-1") == 0
    return owner


def sent(work: Path, name: str, **card: str) -> Path:
    return submission(work, name, answers(20), **{"organization": "Acme", **card})


def accept(work: Path, name: str) -> int:
    return do(
        "decide", name, "accept", "--reason", "seen", "--date", "2026-02-09", "--root", work
    ).code


def test_who_lacks_an_organisation_s_key_spends_none_of_its_attempts(
    work: Path, identity: Path, acme: Owner
) -> None:
    for organization in ("Acme", "ACME"):
        done = scored(work, identity, "rival", 20, organization=organization)

        assert done.code == 1
        assert "rival: organization-unsigned; got no submission.sig" in done.stderr
    assert log(work, "attempts") == []
    done = scored(work, identity, "acme-1", 20, organization="Acme", organization_key=acme.public)
    assert done.code == 0, done.stderr


def test_a_folder_without_the_organisation_s_key_stands_on_no_board(
    work: Path, acme: Owner
) -> None:
    folder = sent(work, "rival")

    done = do("board", "--root", work)

    assert done.code == 0, done.stderr
    boards = work / "build" / "boards" / RELEASE
    for path in boards.rglob("*.json"):
        assert "rival" not in path.read_text()
    done = do("check", folder, "--against-board", "--root", work)
    assert done.code == 1
    assert "organization-unsigned" in done.stderr
    assert accept(work, "rival") == 1
    acme.sign(folder)
    assert do("check", folder, "--against-board", "--root", work).code == 0
    assert accept(work, "rival") == 0


def test_a_key_that_a_file_accepts_holds_for_its_later_rows(work: Path) -> None:
    owner, rows = Owner(work.parent, "acme"), work.parent / "rows.csv"
    owner.sign(sent(work, "acme-1", organization_key=owner.public))
    rival = sent(work, "rival")
    rows.write_text("submission_id,decision,reason\nacme-1,accept,seen\nrival,accept,seen\n")
    command = ("decide", "--from", rows, "--date", "2026-02-09", "--root", work)

    done = do(*command)

    assert done.code == 1
    assert "rival: organization-unsigned" in done.stderr
    assert log(work, "decisions") == []
    owner.sign(rival)
    assert do(*command).code == 0


def test_a_signature_is_of_these_files_by_this_key(work: Path, acme: Owner) -> None:
    other = Owner(work.parent, "other")
    folder = sent(work, "acme-2")
    other.sign(folder)
    assert accept(work, "acme-2") == 1
    acme.sign(folder)
    card = json.loads((folder / "submission.json").read_bytes())
    (folder / "submission.json").write_bytes(canonical_bytes(card | {"notes": "better"}))

    assert accept(work, "acme-2") == 1


def test_a_key_is_replaced_by_a_submission_that_the_old_one_signed(work: Path, acme: Owner) -> None:
    new = Owner(work.parent, "new")
    folder = sent(work, "acme-2", organization_key=new.public)
    new.sign(folder)
    assert accept(work, "acme-2") == 1
    acme.sign(folder)
    assert accept(work, "acme-2") == 0

    last = sent(work, "acme-3")
    acme.sign(last)
    assert accept(work, "acme-3") == 1
    new.sign(last)
    assert accept(work, "acme-3") == 0


def test_a_key_belongs_to_one_organisation_and_nobody_names_another_s(
    work: Path, acme: Owner
) -> None:
    folder = sent(work, "beta", organization="Beta", organization_key=acme.public)

    done = do("check", folder, "--against-board", "--root", work)

    assert "organization-key; " in done.stderr
