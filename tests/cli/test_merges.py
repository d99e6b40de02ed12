"""What a merge would do to the base is what the check of a pull request looks at."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from digesta.canonical import canonical_bytes
from digesta.workspace import git as ours
from growth import MOST, growth_of
from world import RELEASE, do, key_of, submission, write

PEOPLE = ("AUTHOR", "COMMITTER")
WHO = {f"GIT_{who}_{what}": "t@example.org" for who in PEOPLE for what in ("NAME", "EMAIL")}


class Checkout(NamedTuple):
    """A repository of a workspace, on its branch main."""

    root: Path

    def git(self, *words: str, day: int = 1) -> str:
        dates = {f"GIT_{who}_DATE": f"2026-03-{day:02} 12:00 +0000" for who in PEOPLE}
        done = subprocess.run(
            ["git", "-C", self.root, "-c", "init.defaultBranch=main", *words],
            env=os.environ | WHO | dates, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def commit(self, *, day: int = 1) -> str:
        """Commit all that lies here; return the commit."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", ".", day=day)
        return self.git("rev-parse", "HEAD")

    def tree(self, rows: Sequence[str]) -> str:
        """Make a tree of git's rows; return it."""
        command = ["git", "-C", str(self.root), "mktree", "-z"]
        data = "".join(f"{row}\0" for row in rows).encode()
        return (
            subprocess.run(command, input=data, capture_output=True, check=True)
            .stdout.decode()
            .strip()
        )

    def object(self, kind: str, data: bytes) -> str:
        """Write an object of git's as it is, whatever is wrong with it; return its name."""
        command = ["git", "-C", str(self.root), "hash-object", "-t", kind, "-w", "--literally"]
        done = subprocess.run([*command, "--stdin"], input=data, capture_output=True, check=True)
        return done.stdout.decode().strip()

    def with_entries(self, rows: Sequence[tuple[str, str, str]]) -> str:
        """Return a commit on main with a new folder ``odd``, of these entries alone.

        rows: mode, name and object of each, written as they come.
        """
        self.git("checkout", "--quiet", "--detach", "main")
        tree = self.object("tree", b"".join(_entry(*row) for row in rows))
        for folder in (f"predictions/{RELEASE}", "predictions", ""):
            kept = [line.split() for line in self.git("ls-tree", f"main:{folder}").split("\n")]
            name = {"": "predictions", "predictions": RELEASE}.get(folder, "odd")
            own = [(mode.removeprefix("0"), each, blob) for mode, _, blob, each in kept]
            own = [row for row in own if row[1] != name] + [("40000", name, tree)]
            own.sort(key=lambda row: f"{row[1]}/" if row[0] == "40000" else row[1])
            tree = self.object("tree", b"".join(_entry(*row) for row in own))
        self.git("checkout", "--quiet", "main")
        return self.git("commit-tree", "-p", "main", "-m", ".", tree)

    def with_folder(self, tree: str) -> str:
        """Return a commit that adds a folder to the branch main."""
        rows = self.git("ls-tree", "main").split("\n")
        return self.git(
            "commit-tree", "-p", "main", "-m", ".", self.tree([*rows, f"040000 tree {tree}\tz"])
        )

    def submit(self, name: str) -> None:
        submission(self.root, name, key_of(self.root))

    def check(self, head: str, *more: str) -> dict[str, Any]:
        """Return what the check of a commit says."""
        out = self.root.parent / "result.json"
        heads = ("--base", "main", "--head", head)
        done = do("intake", "pull-request", *heads, "--out", out, *more, "--root", self.root)
        result: dict[str, Any] = json.loads(out.read_bytes())
        assert done.code == (result["verdict"] == "refused"), done.stderr
        return result


def _entry(mode: str, name: str, blob: str) -> bytes:
    return f"{mode} {name}\0".encode() + bytes.fromhex(blob)


def codes(result: Mapping[str, Any]) -> list[str]:
    return [problem["code"] for problem in result.get("problems", [])]


@pytest.fixture
def checkout(own: Path) -> Checkout:
    write(own, {"README.md": b"one\n"})
    made = Checkout(own)
    made.git("init", "--quiet")
    made.commit()
    return made


def test_a_head_that_takes_back_what_the_base_merged_is_refused(checkout: Checkout) -> None:
    """Its two merge bases differ: held to one of them, it adds a folder and nothing else."""
    checkout.git("checkout", "--quiet", "-b", "other")
    checkout.submit("rival")
    rival = checkout.commit(day=9)
    checkout.git("checkout", "--quiet", "main")
    decided = (
        "--reason",
        "seen",
        "--date",
        "2026-03-02",
        "--confirm-date",
        "--root",
        checkout.root,
    )
    assert do("decide", "right", "accept", *decided).code == 0
    before = checkout.commit(day=2)
    checkout.git("merge", "--quiet", "--no-ff", "--message", ".", "other", day=10)
    checkout.git("checkout", "--quiet", "--detach", rival)
    checkout.submit("evil")
    checkout.git("add", "--all")
    tree = checkout.git("write-tree")
    head = checkout.git("commit-tree", "-p", before, "-p", rival, "-m", ".", tree)
    checkout.git("reset", "--hard", "--quiet")
    checkout.git("checkout", "--quiet", "main")
    taken_back = checkout.git("diff", "--name-only", "main", ours_merged(checkout, head))
    assert f"releases/{RELEASE}/log/decisions.jsonl" in taken_back, "git itself merges it"

    result = checkout.check(head)

    assert codes(result) == ["merge-bases"]


def test_a_shallow_clone_that_hides_a_merge_base_takes_no_pull_request(
    checkout: Checkout, tmp_path: Path
) -> None:
    """By default GitLab's jobs have the last 20 commits."""
    checkout.git("checkout", "--quiet", "-b", "other")
    checkout.submit("rival")
    rival = checkout.commit()
    checkout.git("checkout", "--quiet", "main")
    write(checkout.root, {"KEPT.md": b"one\n"})
    before = checkout.commit(day=2)
    write(checkout.root, {"README.md": b"two\n"})
    checkout.commit(day=3)
    checkout.git("merge", "--quiet", "--no-ff", "--message", ".", "other", day=4)
    checkout.git("checkout", "--quiet", "--detach", rival)
    checkout.submit("evil")
    checkout.git("add", "--all")
    tree = checkout.git("write-tree")
    head = checkout.git("commit-tree", "-p", before, "-p", rival, "-m", ".", tree)
    checkout.git("reset", "--hard", "--quiet")
    checkout.git("checkout", "--quiet", "main")
    checkout.git("branch", "evil", head)
    assert codes(checkout.check(head)) == ["merge-bases"]
    shallow = Checkout(tmp_path / "shallow")
    checkout.git("clone", "--quiet", "--depth=2", f"file://{checkout.root}", str(shallow.root))
    shallow.git("fetch", "--quiet", "origin", "evil")
    assert shallow.git("merge-base", "--all", "main", "FETCH_HEAD") == rival, "git sees one alone"
    heads = ("--base", "main", "--head", "FETCH_HEAD", "--out", tmp_path / "result.json")

    done = do("intake", "pull-request", *heads, "--root", shallow.root)

    assert (done.code, "git fetch --unshallow" in done.stderr) == (2, True), done.stderr


def test_a_submodule_whose_changes_the_base_ignores_is_looked_at(checkout: Checkout) -> None:
    module = b'[submodule "x"]\n\tpath = x\n\turl = https://e.example/x\n\tignore = all\n'
    write(checkout.root, {".gitmodules": module})
    (checkout.root / "x").mkdir()

    def at(commit: str) -> str:
        checkout.git("add", ".gitmodules", "predictions")
        checkout.git("update-index", "--add", "--cacheinfo", f"160000,{commit * 40},x")
        checkout.git("commit", "--quiet", "--message", ".")
        return checkout.git("rev-parse", "HEAD")

    at("1")
    checkout.git("checkout", "--quiet", "-b", "mine")
    checkout.submit("mine")
    head = at("2")
    checkout.git("checkout", "--quiet", "main")

    result = checkout.check(head)

    assert [(each["code"], each["file"]) for each in result["problems"]] == [("path-edited", "x")]


def test_a_commit_that_stands_in_for_another_is_not_looked_at_in_its_place(
    checkout: Checkout,
) -> None:
    checkout.git("checkout", "--quiet", "-b", "good")
    checkout.submit("mine")
    good = checkout.commit()
    checkout.git("checkout", "--quiet", "-b", "evil")
    write(checkout.root, {f"predictions/{RELEASE}/right/predictions.jsonl": b""})
    evil = checkout.commit(day=2)
    checkout.git("checkout", "--quiet", "main")
    checkout.git("replace", evil, good)

    assert codes(checkout.check(evil)) == ["path-edited"]


def test_a_tree_that_names_a_file_twice_is_refused(checkout: Checkout) -> None:
    right = f"main:predictions/{RELEASE}/right"
    names = ("predictions.jsonl", "predictions.jsonl", "submission.json")
    rows = [("100644", name, checkout.git("rev-parse", f"{right}/{name}")) for name in names]

    assert codes(checkout.check(checkout.with_entries(rows))) == ["path-twin"]


def test_a_file_that_is_a_tag_of_one_is_no_file(checkout: Checkout) -> None:
    """Git reads a tag's file, and says of its size what the tag's is."""
    right = f"main:predictions/{RELEASE}/right"
    names = ("predictions.jsonl", "submission.json")
    blobs = {name: checkout.git("rev-parse", f"{right}/{name}") for name in names}
    about = f"object {blobs['predictions.jsonl']}\ntype blob\ntag x\ntagger t <t> 0 +0000\n\n"
    blobs["predictions.jsonl"] = checkout.object("tag", about.encode())
    rows = [("100644", name, blob) for name, blob in blobs.items()]

    assert codes(checkout.check(checkout.with_entries(rows))) == ["file-kind"]


@pytest.mark.parametrize(
    "path",
    [f"predictions\ufe0f/{RELEASE}/right/x", f"pre\u034fdictions/{RELEASE}/x", "../x", "a/../../x"],
    ids=ascii,
)
def test_a_path_of_unseen_signs_or_dots_alone_is_named(checkout: Checkout, path: str) -> None:
    blob = checkout.git("rev-parse", "main:README.md")
    *folders, name = path.split("/")
    tree = checkout.object("tree", _entry("100644", name, blob))
    for folder in reversed(folders[1:]):
        tree = checkout.object("tree", _entry("40000", folder, tree))
    rows = [line.split(maxsplit=3) for line in checkout.git("ls-tree", "main").split("\n")]
    entries = [(mode.removeprefix("0"), each, blob) for mode, _, blob, each in rows]
    entries = sorted([*entries, ("40000", folders[0], tree)], key=lambda row: row[1].encode())
    whole = checkout.object("tree", b"".join(_entry(*row) for row in entries))

    result = checkout.check(checkout.git("commit-tree", "-p", "main", "-m", ".", whole))

    assert {*codes(result)} & {"path-outside", "path-twin"}


def test_a_link_in_the_place_of_the_first_submissions_folder_is_named(checkout: Checkout) -> None:
    checkout.git("rm", "--quiet", "-r", "predictions")
    checkout.commit()
    checkout.git("checkout", "--quiet", "-b", "mine")
    (checkout.root / "predictions").symlink_to("/etc")
    checkout.commit(day=2)
    checkout.git("checkout", "--quiet", "main")

    assert "path-outside" in codes(checkout.check("mine"))


@pytest.mark.parametrize("known", [False, True])
def test_a_comment_names_the_list_where_it_has_the_name_and_nobody_knows_the_sender(
    checkout: Checkout, *, known: bool
) -> None:
    listed = b'[[organization]]\nname = "Taken"\naccounts = ["github:owner"]\n'
    write(checkout.root, {"predictions/organizations.toml": listed})
    checkout.commit()
    checkout.git("checkout", "--quiet", "-b", "mine")
    submission(checkout.root, "mine", key_of(checkout.root), organization="Taken, Inc.")
    checkout.commit()
    checkout.git("checkout", "--quiet", "main")

    result = checkout.check("mine", *(["--account", "github:owner"] if known else []))
    done = do("intake", "comment", checkout.root.parent / "result.json")

    assert result["verdict"] == "accepted"
    assert ("names are free" in done.stdout, "organizations.toml" in done.stdout) == (
        False,
        not known,
    )


def ours_merged(checkout: Checkout, head: str) -> str:
    return checkout.git("merge-tree", "--write-tree", "main", head)


@pytest.mark.parametrize("what", ["100 million files", "100 million empty folders"])
def test_a_tree_that_would_unfold_for_hours_is_refused(checkout: Checkout, what: str) -> None:
    file = f"100644 blob {checkout.git('rev-parse', 'main:README.md')}\t"
    tree = checkout.tree([f"{file}{number}" for number in range(10)] if "files" in what else [])
    for _ in range(7):
        tree = checkout.tree([f"040000 tree {tree}\t{number}" for number in range(10)])

    result = checkout.check(checkout.with_folder(tree))

    assert codes(result) == ["changes-many"]


def test_a_path_of_many_folders_or_dots_costs_no_more_than_its_length(checkout: Checkout) -> None:
    command = ["git", "-C", str(checkout.root), "fast-import", "--quiet"]

    def branch(size: int) -> str:
        paths = [f"{'d/' * 250}{number}" for number in range(size)] + ["." * 200 * size + "a"]
        files = "".join(f"M 100644 inline {path}\ndata 0\n" for path in paths)
        whole = f"commit refs/heads/deep{size}\ncommitter t <t> 0 +0000\ndata 0\nfrom main\n"
        subprocess.run(command, input=f"{whole}{files}".encode(), check=True)
        return f"deep{size}"

    assert checkout.check(branch(10))["verdict"] == "no-submission"
    assert growth_of(checkout.check, branch, 300) <= MOST


def test_a_workspace_below_the_top_of_its_repository_takes_no_pull_request(own: Path) -> None:
    for folder in ("releases", "predictions"):
        (own / "inside").mkdir(exist_ok=True)
        (own / folder).rename(own / "inside" / folder)
    checkout = Checkout(own)
    checkout.git("init", "--quiet")
    checkout.commit()
    heads = ("--base", "main", "--head", "main", "--out", own / "result.json")

    done = do("intake", "pull-request", *heads, "--root", own / "inside")

    assert (done.code, "top must be the workspace, not inside/" in done.stderr) == (2, True)


def test_a_branch_that_brought_the_base_in_is_held_to_what_it_adds(checkout: Checkout) -> None:
    checkout.git("checkout", "--quiet", "-b", "mine")
    checkout.submit("mine")
    checkout.commit()
    checkout.git("checkout", "--quiet", "main")
    write(checkout.root, {"README.md": b"two\n"})
    checkout.commit(day=2)
    checkout.git("checkout", "--quiet", "mine")
    checkout.git("merge", "--quiet", "--message", ".", "main", day=3)
    checkout.git("checkout", "--quiet", "main")

    result = checkout.check("mine")

    assert (result["verdict"], codes(result)) == ("accepted", [])


def test_a_second_submission_on_top_of_one_that_was_squashed_is_accepted(
    checkout: Checkout,
) -> None:
    checkout.git("checkout", "--quiet", "-b", "mine")
    checkout.submit("first")
    checkout.commit()
    checkout.git("checkout", "--quiet", "main")
    checkout.git("merge", "--quiet", "--squash", "mine")
    checkout.commit(day=2)
    checkout.git("checkout", "--quiet", "mine")
    checkout.submit("second")
    checkout.commit(day=3)
    checkout.git("checkout", "--quiet", "main")

    result = checkout.check("mine")

    assert (result["verdict"], result["card"]["submission_id"]) == ("accepted", "second")


def test_a_branch_that_does_not_merge_is_refused(checkout: Checkout) -> None:
    checkout.git("checkout", "--quiet", "-b", "mine")
    write(checkout.root, {"README.md": b"mine\n"})
    checkout.commit()
    checkout.git("checkout", "--quiet", "main")
    write(checkout.root, {"README.md": b"theirs\n"})
    checkout.commit(day=2)

    assert codes(checkout.check("mine")) == ["merge-conflict"]


def test_a_branch_of_many_folders_starts_no_process_for_each(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = list[str]()
    run = ours._run  # every process of git's is started there

    def counted(folder: Path, *words: str, data: bytes = b"") -> Any:
        started.append(words[0])
        return run(folder, *words, data=data)

    monkeypatch.setattr(ours, "_run", counted)
    numbers = dict[int, int]()
    for count in (3, 30):
        checkout.git("checkout", "--quiet", "-B", "many", "main")
        for number in range(count):
            files = {"trace.jsonl": b"", "run.json": b"{}"}
            write(checkout.root / "predictions" / RELEASE / f"n{number}", files)
        checkout.commit()
        checkout.git("checkout", "--quiet", "main")
        started.clear()
        assert "folder-several" in codes(checkout.check("many"))
        numbers[count] = len(started)

    assert numbers[30] == numbers[3]


# A repository that is somebody else's -----------------------------------------------------------


@pytest.fixture
def planted(checkout: Checkout) -> Iterator[Path]:
    """Return what a repository's own settings would run; it must not be there afterwards."""
    assert do("release", "publish", "--undecided", "--root", checkout.root).code == 0
    checkout.commit()
    ran, program = checkout.root.parent / "ran", checkout.root / "program"
    program.write_text(f'#!/bin/sh\necho "$0" >> "{ran}"\n')
    program.chmod(0o755)
    for name in ("core.fsmonitor", "gpg.program", "core.pager", "remote.origin.uploadpack"):
        checkout.git("config", name, str(program))
    for name, value in {
        "log.showSignature": "true", "extensions.partialClone": "origin",
        "remote.origin.promisor": "true", "remote.origin.url": str(checkout.root),
        "core.repositoryFormatVersion": "1",
    }.items():  # fmt: skip
        checkout.git("config", name, value)
    signed = checkout.git("cat-file", "commit", "HEAD").replace(
        "\n\n",
        "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n\n",
        1,
    )
    commit = subprocess.run(
        ["git", "-C", checkout.root, "hash-object", "-t", "commit", "-w", "--stdin"],
        input=signed, capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    (checkout.root / ".git" / "refs" / "heads" / "main").write_text(f"{commit}\n")
    ran.unlink(missing_ok=True)
    yield ran
    assert not ran.exists(), ran.read_text()
    subprocess.run(["git", "-C", checkout.root, "log", "-1"], check=False, capture_output=True)
    subprocess.run(["git", "-C", checkout.root, "status"], check=False, capture_output=True)
    assert ran.exists(), "git by itself runs it"


def test_no_command_runs_what_a_repository_s_settings_name(
    checkout: Checkout, planted: Path, tmp_path: Path
) -> None:
    root = checkout.root
    older = root / "releases" / RELEASE / "release.json"
    newer = root / "releases" / "2026-05-05"
    newer.mkdir()
    for path in older.parent.rglob("*"):
        if path.is_file() and "boards" not in path.parts:
            write(newer, {path.relative_to(older.parent).as_posix(): path.read_bytes()})
    manifest = json.loads(older.read_bytes()) | {"release": "2026-05-05"}
    (newer / "release.json").write_bytes(canonical_bytes(manifest) + b"\n")

    done = do("verify", RELEASE, "--root", root)

    assert "superseded; commit" in done.stdout, done.stderr


@pytest.mark.parametrize("name", ["filter.x.clean", "filter.a=b.process", "merge.x.driver"])
def test_a_repository_whose_settings_name_a_filter_is_not_asked(
    checkout: Checkout, tmp_path: Path, name: str
) -> None:
    program, ran = tmp_path / "program", tmp_path / "ran"
    program.write_text(f'#!/bin/sh\necho "$0" >> "{ran}"\n')
    program.chmod(0o755)
    checkout.git("config", name, str(program))
    (checkout.root / ".git" / "info" / "attributes").write_text("* filter=x merge=x\n")
    heads = ("--base", "main", "--head", "main", "--out", tmp_path / "result.json")

    done = do("intake", "pull-request", *heads, "--root", checkout.root)

    assert (done.code, f"name a program, {name}; read it" in done.stderr) == (2, True), done.stderr
    assert not ran.exists()


def test_settings_that_hold_in_a_work_tree_of_ours_alone_run_nothing(
    checkout: Checkout, tmp_path: Path
) -> None:
    program, ran = tmp_path / "program", tmp_path / "ran"
    program.write_text(f'#!/bin/sh\necho "$0" >> "{ran}"\ncat\n')
    program.chmod(0o755)
    checkout.git("checkout", "--quiet", "-b", "mine")
    checkout.submit("mine")
    checkout.commit(day=2)
    write(checkout.root, {
        ".git/more": f'[filter "x"]\n\tsmudge = {program}\n'.encode(),
        ".git/info/attributes": b"* filter=x\n",
    })  # fmt: skip
    checkout.git("config", "includeIf.gitdir:**/worktrees/**.path", "more")
    heads = ("--base", "main", "--head", "mine", "--out", tmp_path / "result.json")

    done = do("intake", "pull-request", *heads, "--root", checkout.root)

    assert not ran.exists()
    assert (done.code, "name a program, includeif.gitdir:" in done.stderr) == (2, True), done.stderr
    checkout.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "tree"), "main")
    assert ran.exists(), "git by itself runs it"


def test_no_hook_of_a_repository_runs(checkout: Checkout, tmp_path: Path) -> None:
    hook, ran = checkout.root / ".git" / "hooks" / "post-index-change", tmp_path / "ran"
    hook.write_text(f'#!/bin/sh\necho "$0" >> "{ran}"\n')
    hook.chmod(0o755)
    os.utime(checkout.root / "README.md", (0, 0))

    result = checkout.check("main")

    assert result["verdict"] == "refused"
    assert not ran.exists()
    checkout.git("status")
    assert ran.exists(), "git by itself runs it"


@pytest.mark.parametrize("name", ["config", "HEAD", "refs/heads/main", "info/exclude"])
def test_a_pipe_in_a_repository_is_named_and_git_does_not_wait_for_it(
    checkout: Checkout, tmp_path: Path, name: str
) -> None:
    pipe = checkout.root / ".git" / name
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    heads = ("--base", "main", "--head", "main", "--out", tmp_path / "result.json")

    done = do("intake", "pull-request", *heads, "--root", checkout.root)

    assert (done.code, f".git/{name}: file-kind; got a pipe" in done.stderr) == (1, True)
