"""``digesta release bundle``: a release in one file, the same everywhere, read with suspicion."""

from __future__ import annotations

import io
import lzma
import os
import stat
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from digesta.errors import DigestaError, ReleaseError
from digesta.sheets.archive import archive_of, members_of
from digesta.workspace.bundle_zip import MOST_BYTES, MOST_MEMBERS, bundle_of
from digesta.workspace.compression import pack
from digesta.workspace.releases import open_release
from world import RELEASE, do, draft, edited, folder, key_of, submission, write

START = f"releases/{RELEASE}/"
packed = partial(pack, preset=0)


def bundled(root: Path, out: Path) -> bytes:
    done = do("release", "bundle", RELEASE, "-o", out, "--root", root)
    assert done.code == 0, done.stderr
    return out.read_bytes()


@pytest.fixture(scope="module")
def good(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a bundle of the small release."""
    return bundled(workspace, tmp_path_factory.mktemp("good") / "b.zip")


def test_the_same_release_is_bundled_to_the_same_bytes(own: Path, good: bytes) -> None:
    for number, path in enumerate(sorted(own.rglob("*.json*"))):
        path.chmod(0o600 if number % 2 else 0o755)
        os.utime(path, (10**9 + number, 10**9))
    do("decide", "right", "accept", "--reason", "r", "--date", "2026-02-10", "--root", own)
    assert (own / START / "log/decisions.jsonl").exists(), "a log goes on; a bundle does not"

    assert bundled(own, own / "again.zip") == good


def test_a_bundle_is_packed_where_its_name_says_so_and_unpacked_as_the_next_step_says(
    own: Path, good: bytes, tmp_path: Path
) -> None:
    data = bundled(own, tmp_path / "b.zip.xz")
    (tmp_path / "b.zip").write_bytes(good)

    told = {}
    for name in ("b.zip", "b.zip.xz"):
        here = ("--release", tmp_path / name, "--root", tmp_path)
        told[name] = do("init", name, "--model", "M", "--organization", "Us", *here).stdout

    assert lzma.decompress(data) == good
    unzip = f"python -m zipfile -e {tmp_path / 'b.zip'} FOLDER"
    assert f"unpacked by: {unzip} " in told["b.zip"]
    assert f"unpacked by: xz -dk {tmp_path / 'b.zip.xz'}; {unzip} " in told["b.zip.xz"]


def test_a_bundle_holds_what_the_manifest_lists_schemas_licences_and_digests(good: bytes) -> None:
    members = members_of(good)

    assert {name for name in members if "/" not in name} == {"LICENSES.txt", "SHA256SUMS"}
    assert b"CC-BY-4.0" in members["LICENSES.txt"]
    assert members["SHA256SUMS"].count(b"\n") == len(members) - 1
    assert "schemas/submission.schema.json" in members
    assert f"{START}truths.jsonl" in members


@pytest.mark.parametrize("name", ["b.zip", "b.zip.xz"])
def test_a_bundle_and_its_folder_are_one_release(
    name: str, good: bytes, own: Path, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(packed(good) if name.endswith(".xz") else good)
    first = open_release(own, RELEASE).compiled
    again = open_release(own, str(tmp_path / name)).compiled

    assert (again.digest, again.known) == (first.digest, first.known)
    assert [[*task.prepared] for task in again.tasks] == [[*task.prepared] for task in first.tasks]


def test_of_sealed_questions_a_bundle_has_the_sealed_file_alone(work: Path, identity: Path) -> None:
    before = bundled(work, work / "before.zip")
    done = do(
        "release", "retire", RELEASE, "--identity", identity, "--date", "2026-02-10", "--root", work
    )
    assert done.code == 0, done.stderr
    revealed = (work / START / "revealed/truths.jsonl").read_bytes().splitlines()

    assert bundled(work, work / "after.zip") == before
    members = members_of(before)
    assert members[f"{START}holdout.age"] == (work / START / "holdout.age").read_bytes()
    lines = {line for data in members.values() for line in data.splitlines()}
    assert len(revealed) == 90
    assert not lines & set(revealed)


def test_from_a_bundle_alone_one_starts_checks_and_scores(
    good: bytes, workspace: Path, tmp_path: Path
) -> None:
    (tmp_path / "b.zip").write_bytes(good)
    here = ("--release", tmp_path / "b.zip", "--root", tmp_path)

    started = do("init", "mine", "--model", "M", "--organization", "Us", *here)
    checked = do("check", folder(tmp_path, "mine"), *here)
    right = submission(tmp_path, "right", key_of(workspace))
    scored = do("score", right, *here)

    assert f"--release {tmp_path / 'b.zip'}\n" in started.stdout, "how to go on"
    assert "mine: valid, but without any answer, 0 answers to 36 questions" in checked.stdout
    assert scored.stdout == do("score", right, "--root", workspace).stdout
    assert {path.name for path in tmp_path.iterdir()} == {"b.zip", "predictions"}


def test_a_sheet_is_packed_and_unpacked_with_a_bundle(good: bytes, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(good)
    here = ("--release", tmp_path / "b.zip", "--root", tmp_path)

    packed = do("pack", "--track", "toy", "-o", tmp_path / "s.csv", *here)
    named = ("--id", "mine", "--model", "M", "--organization", "Us")
    unpacked = do("unpack", tmp_path / "s.csv", *named, *here)

    assert f"s.csv --release {tmp_path / 'b.zip'}" in packed.stdout
    assert unpacked.code == 0, unpacked.stderr
    assert do("check", folder(tmp_path, "mine"), *here).code == 0


def test_a_command_that_writes_to_a_release_takes_no_bundle(good: bytes, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(good)

    done = do(
        "decide", "x", "accept", "--reason", "r", "--date", "2026-02-10",
        "--release", tmp_path / "b.zip", "--root", tmp_path,
    )  # fmt: skip

    assert done.code == 2
    assert "a bundle is read only" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["b.zip"]


def test_a_file_that_is_there_is_not_written_over(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(b"mine")

    done = do("release", "bundle", RELEASE, "-o", tmp_path / "b.zip", "--root", workspace)

    assert done.code == 2
    assert (tmp_path / "b.zip").read_bytes() == b"mine"


@pytest.mark.parametrize(("rule", "codes"), [("members", [2, 0]), ("facts", [2, 2])])
def test_texts_that_are_not_to_be_published_go_into_no_bundle(
    rule: str, codes: list[int], tmp_path: Path
) -> None:
    own = "LicenseRef-inhouse"
    closed = draft(licenses=[own], publish={own: rule})
    files = edited(closed, "questions.jsonl", lambda one: one | {"license": own})
    cut = do("release", "cut", write(tmp_path / "draft", files), "--root", tmp_path)
    assert cut.code == 0, cut.stderr
    make = ("release", "bundle", RELEASE, "-o", tmp_path / "b.zip", "--root", tmp_path)

    assert [do(*make).code, do(*make, "--members").code] == codes
    assert (tmp_path / "b.zip").exists() == (rule == "members")


# From a stranger ------------------------------------------------------------------------------

Change = Callable[[bytes], bytes]


def zipped(*more: tuple[str | zipfile.ZipInfo, bytes], how: int = zipfile.ZIP_STORED) -> Change:
    """Return what adds members to a bundle with another program."""

    def change(good: bytes) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", how) as archive:
            for name, data in [*members_of(good).items(), *more]:
                archive.writestr(name, data)
        return out.getvalue()

    return change


def ours(name: str, data: bytes | None) -> Change:
    """Return what changes, adds or drops a member as the command itself would write it."""

    def change(good: bytes) -> bytes:
        members = members_of(good)
        del members["SHA256SUMS"]
        members.pop(name, None)
        return bundle_of(members | ({name: data} if data is not None else {}))

    return change


def link(name: str, target: bytes) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return info, target


def grown(good: bytes) -> bytes:
    """State in the archive's list that its first member is as large as the whole."""
    at = good.index(b"PK\x01\x02") + 20
    return good[:at] + len(good).to_bytes(4, "little") * 2 + good[at + 8 :]


HOSTILE: dict[str, tuple[Change, str]] = {
    "a path that climbs": (ours("../../evil", b"x"), "a plain relative path"),
    "a path that climbs within": (ours(f"{START}../../../evil", b"x"), "a plain relative path"),
    "an absolute path": (ours("/etc/evil", b"x"), "a plain relative path"),
    "a drive": (ours("C:\\evil", b"x"), "a plain relative path"),
    "a hidden name": (ours(".git/hooks", b"x"), "a plain relative path"),
    "a folder": (ours("empty/", b""), "a plain relative path"),
    "a link": (zipped(link("schemas/link", b"/etc/passwd")), "links, attributes"),
    "a name twice": (zipped(("LICENSES.txt", b"x")), "LICENSES.txt twice"),
    "a name twice but for case": (zipped(("licenses.TXT", b"x")), "licenses.TXT twice"),
    "compressed": (zipped(how=zipfile.ZIP_DEFLATED), "compressed or encrypted"),
    "a bomb": (
        zipped(("schemas/b", bytes(1 << 24)), how=zipfile.ZIP_LZMA), "compressed or encrypted",
    ),
    "larger than it is": (grown, "larger than the file itself"),
    "many members": (
        lambda _: archive_of({f"n{number}": b"" for number in range(MOST_MEMBERS + 1)}),
        f"at most {MOST_MEMBERS}",
    ),
    "something before it": (lambda good: b"#!/bin/sh\n" + good, "no zip archive"),
    "a member hidden before it": (lambda good: archive_of({"a": b"x"}) + good, "links, attributes"),
    "something after it": (lambda good: good + b"x", "links, attributes"),
    "a comment": (lambda good: good[:-2] + b"\x01\0x", "links, attributes"),
    "cut off": (lambda good: good[: len(good) // 2], "not a zip file"),
    "empty": (lambda _: b"", "no zip archive"),
    "a truth changed in place": (
        lambda good: good.replace(b'"answer":"red"', b'"answer":"tan"'), "Bad CRC-32",
    ),
    "a truth changed, zipped again": (
        lambda good: archive_of(members_of(good) | {f"{START}truths.jsonl": b"{}\n"}),
        "get it again",
    ),
    "a truth changed, with digests": (ours(f"{START}truths.jsonl", b""), "digest"),
    "digests twice": (
        lambda good: archive_of(
            members_of(good) | {"SHA256SUMS": members_of(good)["SHA256SUMS"] * 2}
        ),
        "a line for each other member",
    ),
    "a log of its own": (ours(f"{START}log/decisions.jsonl", b""), "must match its release.json"),
    "a file missing": (ours(f"{START}limits.json", None), "limits.json"),
    "no manifest": (ours(f"{START}release.json", None), "no releases/"),
    "a program beside it": (ours("evil.py", b"x"), "got evil.py"),
    "a workspace's choices": (ours("digesta.toml", b"x"), "got digesta.toml"),
    "another release's folder of nothing": (ours("predictions/a.json", b"{}"), "got predictions/"),
    "a program among the schemas": (ours("schemas/evil.py", b"x = 1"), "schemas/evil.py"),
    "a schema that is none": (ours("schemas/x.schema.json", b"{}\n"), "schemas/x.schema.json"),
    "a schema under another name": (
        lambda good: ours("schemas/x.json", members_of(good)["schemas/board.schema.json"])(good),
        "got schemas/x.json",
    ),
    "other licences": (ours("LICENSES.txt", b"all rights reserved\n"), "another LICENSES.txt"),
    "no licences": (ours("LICENSES.txt", None), "another LICENSES.txt"),
    "a second stream": (lambda good: packed(good) + packed(b"x"), "one whole stream of xz"),
    "a stream that ends early": (lambda good: packed(good)[:-9], "one whole stream of xz"),
    "a bomb in xz": (lambda _: packed(bytes(MOST_BYTES + 1)), f"over {MOST_BYTES} bytes"),
    "another zip in xz": (lambda good: packed(good + b"x"), "links, attributes"),
    "another release's folder": (
        lambda good: bundle_of({
            name.replace("2026-02-05", "2026-02-06"): data
            for name, data in members_of(good).items() if name != "SHA256SUMS"
        }),
        "releases/2026-02-06/ of release 2026-02-05",
    ),
    "no release": (lambda _: bundle_of({"a": b"x"}), "0 releases"),
    "two releases": (ours("releases/2026-02-06/release.json", b"{}"), "2 releases"),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_bundle_that_is_not_ours_byte_for_byte_is_refused_and_nothing_is_written(
    name: str, good: bytes, tmp_path: Path
) -> None:
    change, reason = HOSTILE[name]
    made = change(good)
    bundle = tmp_path / ("b.zip.xz" if made.startswith(packed(b"")[:6]) else "b.zip")
    bundle.write_bytes(made)

    done = do(
        "init", "mine", "--model", "M", "--organization", "Us",
        "--release", bundle, "--root", tmp_path,
    )  # fmt: skip

    assert done.code == 1
    assert reason in done.stderr
    assert list(tmp_path.iterdir()) == [bundle]


def test_neither_a_link_nor_a_folder_nor_a_huge_file_is_taken_for_a_bundle(
    good: bytes, tmp_path: Path
) -> None:
    (tmp_path / "real").write_bytes(good)
    (tmp_path / "link.zip").symlink_to(tmp_path / "real")
    (tmp_path / "folder.zip").mkdir()
    with (tmp_path / "huge.zip").open("wb") as file:
        file.truncate(MOST_BYTES + 1)

    for name in ("link", "folder", "huge", "absent"):
        with pytest.raises(DigestaError, match=f"{name}.zip"):
            open_release(tmp_path, str(tmp_path / f"{name}.zip"))


def test_a_bundle_of_another_release_of_an_id_that_is_here_says_so(
    good: bytes, own: Path, tmp_path: Path
) -> None:
    (tmp_path / "b.zip").write_bytes(good)
    check = ("check", folder(own, "right"), "--release", tmp_path / "b.zip", "--root", own)
    assert do(*check).stderr == ""
    manifest = own / START / "release.json"
    manifest.write_bytes(manifest.read_bytes().replace(b"Test release", b"Best release"))

    done = do(*check)

    assert done.code == 0
    assert f"b.zip: differs from {own / START}".rstrip("/") in done.stderr


def test_a_changed_release_that_the_cache_knows_is_refused_too(good: bytes, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(good)
    open_release(tmp_path, str(tmp_path / "b.zip"))
    (tmp_path / "b.zip").write_bytes(ours(f"{START}truths.jsonl", b"")(good))

    with pytest.raises(ReleaseError, match="digest"):
        open_release(tmp_path, str(tmp_path / "b.zip"))
