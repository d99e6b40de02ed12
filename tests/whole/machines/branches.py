"""Branches as strangers could send them, in one repository, and what must become of each."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from commands import run
from digesta.canonical import canonical_bytes, canonical_lines, digest
from digesta.errors import SHOWN
from digesta.releases.cut import cut
from digesta.workspace.owner.organizations import FILE
from places import ROOT
from world import RELEASE, draft, key_of, submission, write

NEWEST = "2026-03-05"
MAIN = "refs/heads/main"
HOSTILE_NAME = "``` @everyone #1 </script><img src=x onerror=alert(1)> [x](https://e.example)"
HOSTILE_PATH = "a\n::error::owned ##[add-mask]x\n```\n@everyone <img src=x>"
TAKEN = "the name of another organisation"
MANY = SHOWN + 10
DOTTED, ALONE, BEHIND = (
    "a folder named by two dots",
    "a history of its own",
    "good, of an older base",
)


class File(NamedTuple):
    """What a branch has at a path: bytes, or of another kind what git has there."""

    content: bytes
    mode: str = "100644"


class Branch(NamedTuple):
    """What a branch changes, and the verdict on it. files: None takes a path away.

    codes: of its problems, each once. A verdict of "": there is no result.
    """

    files: Mapping[str, File | bytes | None]
    verdict: str = "refused"
    codes: frozenset[str] = frozenset()


def at(name: str, file: str = "", *, release: str = NEWEST) -> str:
    return f"predictions/{release}/{name}/{file}".rstrip("/")


def sent(
    root: Path, name: str, *, release: str = NEWEST, inside: str = "", **more: Any
) -> dict[str, File | bytes | None]:
    """Return a right submission's two files."""
    card = {
        "submission_id": name, "release": release, "model_name": f"Model {name}",
        "organization": "Strangers",
    } | more  # fmt: skip
    lines = [{"question_id": key, "answer": answer} for key, answer in key_of(root).items()]
    return {
        at(name, "submission.json", release=inside or release): canonical_bytes(card),
        at(name, "predictions.jsonl", release=inside or release): canonical_lines(lines),
    }


def workspace(root: Path) -> Path:
    """Write the base: two releases, two submissions, one that was withdrawn and is gone."""
    for release in (RELEASE, NEWEST):
        files = cut(draft(release=release), name="draft")
        write(root / "releases" / release, files)
    key = key_of(root)
    submission(root, "right", key, release=NEWEST)
    submission(root, "wrong", dict.fromkeys(key, "?"), release=NEWEST)
    gone = submission(root, "gone", dict.fromkeys(key, 1), model_name="Gone", release=NEWEST)
    done = run(
        "decide", "gone", "withdraw", "--reason", "asked for", "--date", "2026-03-10",
        "--root", root,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for path in gone.iterdir():
        path.unlink()
    gone.rmdir()
    write(root, {FILE: b'[[organization]]\nname = "Taken"\naccounts = ["github:owner"]\n'})
    for name in (".gitattributes", ".github/workflows/submission.yml", "README.md"):
        write(root, {name: (ROOT / name).read_bytes()})
    return root


def refused(files: Mapping[str, File | bytes | None], *codes: str) -> Branch:
    return Branch(files, "refused", frozenset(codes))


def branches(root: Path) -> dict[str, Branch]:
    """Return every branch by its name. root: the base's workspace."""
    kinds = (_good, _edits, _alike, _folders, _files, _contents)
    return dict(pair for kind in kinds for pair in kind(root))


def _good(root: Path) -> Iterator[tuple[str, Branch]]:
    key = key_of(root)
    line = {"question_id": min(key), "answer_sha256": digest(key[min(key)]), "outcome": "answered"}
    further = {at("more", "trace.jsonl"): canonical_lines([line])}
    no_answer = canonical_lines([{"question_id": each, "answer": "?"} for each in key])
    yield "good", Branch(sent(root, "newcomer"), "accepted")
    yield "good, with a trace", Branch(sent(root, "more") | further, "accepted")
    yield (
        "good, all unreadable",
        Branch(sent(root, "words") | {at("words", "predictions.jsonl"): no_answer}, "accepted"),
    )
    yield (
        "good, of a hostile name",
        Branch(
            sent(root, "hostile", model_name=HOSTILE_NAME, notes="/close\n@everyone"), "accepted"
        ),
    )
    yield BEHIND, Branch(sent(root, "behind"), "accepted")
    scorer = _scorer_that_writes(root.parent / "written")
    yield "a scorer alone", refused(scorer, "path-outside", "folder-missing")
    yield "a scorer with a submission", refused(sent(root, "coder") | scorer, "path-outside")
    yield "code alone", Branch({"README.md": b"better\n"}, "no-submission")


def _scorer_that_writes(path: Path) -> dict[str, File | bytes | None]:
    """Return a scorer and the line that names it: whoever imports it finds the file."""
    code = f"from pathlib import Path\nPath({str(path)!r}).write_text('ran')\n"
    named = b'format = "workspace/1"\n[scorers]\nevil = "scorers/evil.py"\n'
    return {"digesta.toml": named, "scorers/evil.py": code.encode()}


def _edits(root: Path) -> Iterator[tuple[str, Branch]]:
    good, truths = sent(root, "newcomer"), f"releases/{NEWEST}/truths.jsonl"
    right = {
        f: (root / at("right", f)).read_bytes() for f in ("submission.json", "predictions.jsonl")
    }
    yield "nothing", refused({}, "folder-missing")
    yield "truths", refused({truths: b"{}\n"}, "path-edited", "folder-missing")
    yield "truths with a submission", refused(good | {truths: b"{}\n"}, "path-edited")
    yield (
        "another's answers",
        refused({at("right", "predictions.jsonl"): b"{}\n"}, "path-edited", "folder-missing"),
    )
    yield (
        "a file into another's folder",
        refused({at("right", "trace.jsonl"): b"{}\n"}, "id-taken", "file-missing"),
    )
    yield (
        "another's folder renamed",
        refused(
            {at("right", f): None for f in right} | {at("mine", f): right[f] for f in right},
            "path-edited",
        ),
    )
    yield (
        "another's folder gone",
        refused({at("wrong", f): None for f in right}, "path-edited", "folder-missing"),
    )
    yield (
        "the check itself",
        refused(good | {".github/workflows/submission.yml": b"on: push\n"}, "path-edited"),
    )
    yield (
        "a workflow",
        refused(
            {".github/workflows/mine.yml": b"name: Submission\n"}, "path-outside", "folder-missing"
        ),
    )
    yield "the list of names", refused({FILE: b""}, "path-edited", "folder-missing")
    yield (
        "a judge",
        refused(good | {f"predictions/{NEWEST}/_judges/j/judge.json": b"{}"}, "path-outside"),
    )


def _alike(root: Path) -> Iterator[tuple[str, Branch]]:
    """Yield branches that some disks, or git itself, take for more than they seem."""
    for path in (
        f"Predictions/{NEWEST}/right/predictions.jsonl",
        ".GitHub/workflows/submission.yml",
        "readme.md/x",
        f"predictions\u200d/{NEWEST}/right/predictions.jsonl",
        f"predictions./{NEWEST}/right/predictions.jsonl",
        "ｐredictions/x",
        f"predictions\\{NEWEST}\\right\\predictions.jsonl",
        "predictions::$INDEX_ALLOCATION/x",
    ):
        yield f"a path like ours, {path}", refused({path: b"x"}, "path-twin", "folder-missing")
    obeyed = [".gitmodules", "docs/.gitattributes", "docs/.GITMODULES", "Digesta.TOML"]
    obeyed += (".gitmodules::$DATA", ".git\u200b/config", ".lfsconfig", "predictions\\x")
    for path in (*obeyed, f"PREDIC~1/{NEWEST}/right/predictions.jsonl"):
        yield (
            f"a file that is obeyed, {path}",
            refused({path: b"x"}, "path-outside", "folder-missing"),
        )
    yield "attributes of ours", refused({".gitattributes": b"x"}, "path-edited", "folder-missing")


def _folders(root: Path) -> Iterator[tuple[str, Branch]]:
    yield "two folders", refused(sent(root, "one") | sent(root, "two"), "folder-several")
    yield (
        "a release that is none",
        refused(sent(root, "newcomer", release="2031-01-01"), "release-closed", "folder-missing"),
    )
    yield (
        "a superseded release",
        refused(sent(root, "newcomer", release=RELEASE), "release-closed", "folder-missing"),
    )
    yield (
        "a card of another release",
        refused(sent(root, "newcomer", release=RELEASE, inside=NEWEST), "misplaced"),
    )
    yield "the name of a withdrawn one", refused(sent(root, "gone"), "id-taken")
    yield "the name of an adversary", refused(sent(root, "adversary-silent"), "adversary-computed")
    yield (
        "a name that looks like another",
        refused(sent(root, "evil", model_name="M0del r1ght", organization="Tests"), "name-taken"),
    )
    yield TAKEN, refused(sent(root, "taken", organization="TAKEN"), "organization-taken")
    yield (
        "a folder that differs by case",
        refused(sent(root, "Right"), "path-twin", "folder-missing"),
    )
    yield DOTTED, refused({}, "path-outside", "folder-missing")
    yield ALONE, Branch(sent(root, "newcomer"), "")


def _files(root: Path) -> Iterator[tuple[str, Branch]]:
    good, answers = sent(root, "newcomer"), at("newcomer", "predictions.jsonl")
    submodule = File(b"1" * 40, "160000")
    yield "64 MiB and a byte", refused(good | {answers: bytes((64 << 20) + 1)}, "file-size")
    yield (
        "a copied holdout.json",
        refused(good | {at("newcomer", "holdout.json"): b'{"format":"holdout/1"}'}, "file-extra"),
    )
    yield "a link", refused(good | {answers: File(b"/etc/passwd", "120000")}, "file-kind")
    content = good[answers]
    assert isinstance(content, bytes)
    yield "an executable file", refused(good | {answers: File(content, "100755")}, "file-kind")
    yield "a submodule as a file", refused(good | {answers: submodule}, "file-kind")
    yield (
        "a submodule as a folder",
        refused({at("newcomer"): submodule}, "path-outside", "folder-missing"),
    )
    yield "no answers", refused(good | {answers: None}, "file-missing")
    yield (
        "a file that differs by case",
        refused(good | {at("newcomer", "Submission.json"): b"{}"}, "file-extra"),
    )
    yield "a path that is a command", refused(good | {HOSTILE_PATH: b""}, "path-outside")
    yield (
        "a file that is a command",
        refused(good | {at("newcomer", HOSTILE_PATH.replace("/", "")): b""}, "file-extra"),
    )


def _contents(root: Path) -> Iterator[tuple[str, Branch]]:
    good, answers = sent(root, "newcomer"), at("newcomer", "predictions.jsonl")
    lines = good[answers]
    assert isinstance(lines, bytes)
    unknown = [{"question_id": f"</code>@everyone `{n}`", "answer": 1} for n in range(MANY)]
    yield "no JSON", refused(good | {answers: b"not json\n"}, "not-json")
    yield (
        "an answer twice",
        refused(good | {answers: lines + lines[: lines.index(b"\n") + 1]}, "dup-id"),
    )
    yield "many hostile ids", refused(good | {answers: canonical_lines(unknown)}, "bad-id")
    yield (
        "a run.json of anything",
        refused(good | {at("newcomer", "run.json"): b'{"evil":1}'}, "unknown-key", "missing-key"),
    )


# One repository of them ------------------------------------------------------------------------


def quoted(path: str) -> bytes:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'.encode()


def _commit(
    ref: str, mark: int, files: Mapping[str, File | bytes | None], start: int = 0
) -> Iterator[bytes]:
    """Yield a commit in the language of git's fast import. start: the mark of the one before."""
    who = "committer Somebody <s@example.org> 1767225600 +0000"
    yield f"commit {ref}\nmark :{mark}\n{who}\ndata 1\n.\n".encode()
    if start:
        yield f"from :{start}\n".encode()
    for path, content in files.items():
        file = File(content) if isinstance(content, bytes) else content
        if file is None:
            yield b"D " + quoted(path) + b"\n"
        elif file.mode == "160000":
            yield b"M 160000 " + file.content + b" " + quoted(path) + b"\n"
        else:
            head = f"M {file.mode} inline ".encode() + quoted(path)
            yield head + f"\ndata {len(file.content)}\n".encode() + file.content + b"\n"


def git(root: Path, *arguments: str, data: bytes | None = None) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], input=data, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode("utf-8", "replace").strip()


def repository(place: Path, base: Path, sent_in: Mapping[str, Branch]) -> dict[str, str]:
    """Make a bare repository with ``main`` and every branch; return the commit of each by name."""
    git(place.parent, "init", "--quiet", "--bare", "--initial-branch=main", str(place))
    files = {
        p.relative_to(base).as_posix(): p.read_bytes()
        for p in sorted(base.rglob("*"))
        if p.is_file()
    }
    later = {"README.md": files.pop("README.md")}
    stream = [_commit(MAIN, 1, files), _commit(MAIN, 2, later, 1)]
    names = {name: f"refs/pull/{n}/head" for n, name in enumerate(sent_in, 3)}
    for n, (name, branch) in enumerate(sent_in.items(), 3):
        start = {BEHIND: 1, ALONE: 0}.get(name, 2)
        stream.append(_commit(names[name], n, branch.files, start))
    git(place, "fast-import", "--quiet", data=b"".join(part for each in stream for part in each))
    _dotted(place, names[DOTTED])
    return {name: git(place, "rev-parse", ref) for name, ref in names.items()}


def _dotted(place: Path, ref: str) -> None:
    """Commit what git itself would not write into a tree: predictions/RELEASE/../, with files."""
    tree, parts = git(place, "rev-parse", f"main:{at('right')}"), ("predictions", NEWEST, "..")
    for depth in (2, 1, 0):
        listed = git(place, "ls-tree", f"main:{'/'.join(parts[:depth])}").splitlines()
        kept = [line for line in listed if not line.endswith(f"\t{parts[depth]}")]
        entry = f"040000 tree {tree}\t{parts[depth]}"
        tree = git(place, "mktree", data="\n".join([*kept, entry, ""]).encode())
    who = ("-c", "user.name=Somebody", "-c", "user.email=s@example.org")
    commit = git(place, *who, "commit-tree", "-p", "main", "-m", ".", tree)
    git(place, "update-ref", ref, commit)
