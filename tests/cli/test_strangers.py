"""A workspace that is somebody else's: no command runs what is in it."""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.records.base import example_of
from digesta.records.release import Archive
from digesta.releases.cut import cut
from digesta.workspace.start import templates
from world import (
    RELEASE,
    Track,
    as_cut,
    do,
    draft,
    edited,
    question,
    submission,
    track_record,
    truth,
    write,
)

LIBRARIES = ("multiprocessing", "mkdocs", "yaml", "random", "pydantic", "typing_extensions")
OUR_HOOK = "hooks: [build/docs/.hook.py]"
EXTENSIONS = "markdown_extensions"
BOMB = "a0: &a0 [a]\n" + "".join(
    f"a{n}: &a{n} [{', '.join(f'*a{n - 1}' for _ in range(20))}]\n" for n in range(1, 9)
)
"""Lists in lists, 20 to the power of 8 in a line that spells them out."""
PROGRAM = "if __name__ == '__main__':\n    from digesta.cli import main\n    main()\n"


def test_no_process_that_a_command_starts_takes_a_module_from_its_folder(
    own: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    installed, ran = tmp_path_factory.mktemp("bin") / "digesta", own / "ran"
    installed.write_text(PROGRAM)
    code = f"open({str(ran)!r}, 'a').write(__name__)\n"
    write(own, {f"{name}.py": code.encode() for name in LIBRARIES})
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}

    done = subprocess.run(
        [sys.executable, installed, "board", "--engine", "processes:2"],
        cwd=own, env=os.environ | path, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert not ran.exists(), ran.read_text()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hooks: [build/docs/.hook.py, mine.py]", "our hook, and no other"),
        ("hooks: [mine.py]", "our hook, and no other"),
        ("x: 1", "our hook, and no other"),
        (f"extra_templates: [mine.html]\n{OUR_HOOK}", "remove extra_templates"),
        (f"INHERIT: mine.yml\n{OUR_HOOK}", "remove INHERIT"),
        (f"theme: {{name: material, custom_dir: mine}}\n{OUR_HOOK}", "custom_dir"),
        (f"plugins: [search, projects]\n{OUR_HOOK}", "write plugins: [search]"),
        (f"docs_dir: ..\n{OUR_HOOK}", "write docs_dir: build/docs"),
        (f"markdown_extensions: [pymdownx.snippets]\n{OUR_HOOK}", "remove pymdownx.snippets"),
        (f"markdown_extensions: [{{pymdownx.b64: {{}}}}]\n{OUR_HOOK}", "remove pymdownx.b64"),
        ("hooks: !!python/object/apply:os.mkdir [ran]", "could not determine a constructor"),
        ("hooks: [", "mkdocs.yml: "),
        (f"{EXTENSIONS}: [{{'subprocess:Popen': {{args: [touch, ran]}}}}]\n{OUR_HOOK}", "Popen"),
        (f"{EXTENSIONS}: {{'os:mkdir': {{path: ran}}}}\n{OUR_HOOK}", "remove os:mkdir"),
        (f"{EXTENSIONS}: [antigravity]\n{OUR_HOOK}", "remove antigravity"),
        (f"{BOMB}{EXTENSIONS}: [*a8]\n{OUR_HOOK}", "remove "),
        (f"plugins: 5\n{OUR_HOOK}", "write plugins: [search]"),
        (f"plugins: [[search]]\n{OUR_HOOK}", "write plugins: [search]"),
        (f"x: {'[' * 20_000}\n{OUR_HOOK}", "mkdocs.yml: "),
    ],
)
def test_a_site_is_made_by_no_program_of_its_workspace(own: Path, line: str, reason: str) -> None:
    kept = (row for row in templates()["mkdocs.yml"].splitlines() if not row.startswith("hooks:"))
    text = "\n".join([*kept, line])
    write(
        own, {"mkdocs.yml": text.encode(), "mine.py": b"x", "mine.html": b"", "mine.yml": b"x: 1"}
    )

    done = do("site", "--root", own)

    assert (done.code, reason in done.stderr) == (2, True), done.stderr
    assert not Path("ran").exists()
    assert not (own / "build" / "site").exists()


@pytest.mark.parametrize("link", ["site", "site/docs"])
def test_a_site_publishes_no_folder_that_a_link_leads_to(
    own: Path, tmp_path_factory: pytest.TempPathFactory, link: str
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    write(outside, {"notes.md": b"# Private", "docs/notes.md": b"# Private"})
    write(own, {"mkdocs.yml": templates()["mkdocs.yml"].encode()})
    (own / link).parent.mkdir(exist_ok=True)
    (own / link).symlink_to(outside)

    done = do("site", "--root", own)

    assert (done.code, f"{link}: file-kind; got a link" in done.stderr) == (1, True), done.stderr
    assert not (own / "build" / "site").exists()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("digesta.toml", b"a = " + b"[" * 50_000),
        ("digesta.toml", b"# " * (1 << 20)),
        ("predictions/organizations.toml", b".".join([b"a"] * 200_000) + b" = 1"),
        ("predictions/organizations.toml", b"a = " + b"[" * 50_000),
        ("predictions/about.toml", b"a = " + b"[" * 50_000),
    ],
)
def test_a_table_that_is_deep_or_large_is_refused_in_a_line(
    own: Path, name: str, data: bytes
) -> None:
    write(own, {name: data, "mkdocs.yml": templates()["mkdocs.yml"].encode()})
    folder = own / "predictions" / RELEASE / "right"
    check = ("check", folder, "--against-board", "--account", "github:x")

    done = do(*(("site",) if "about" in name else check), "--root", own)

    assert done.code in {1, 2}
    assert Path(name).name in done.stderr
    assert "Traceback" not in done.stderr


def test_no_schema_of_a_release_that_is_trusted_fetches_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In their own workspace commands read a release of the right digests without a lint."""
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    ask = {"answer_type": "json", "schema": schema}
    record = track_record("t", "closed", "accuracy", {"u": "c"})
    right = {"answer": {"a": "x"}}
    asked = [question(record, "u", n, f"Case {n}?", ask=ask) for n in range(4)]
    files = draft(Track(record, asked, [truth(q["question_id"], right) for q in asked]))
    ref = {"$ref": "http://127.0.0.1:9/schema.json"}
    odd = edited(files, "questions.jsonl", lambda q: q | {"ask": ask | {"schema": ref}})
    write(tmp_path / "releases" / RELEASE, as_cut(odd))
    folder = submission(tmp_path, "mine", {q["question_id"]: {"a": "X."} for q in asked})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("socket.socket.connect", pytest.fail)

    done = do("score", folder)

    assert (done.code, "schema; got /$ref: the keyword is not allowed" in done.stderr) == (1, True)


BOARD, INDEX = "boards/1/toy@closed_book.json", "boards/1/index.json"


@pytest.mark.parametrize(
    ("path", "data", "digests"),
    [
        (BOARD, b"junk", True),
        (BOARD, b'{"rows":[{}]}\n', True),
        (BOARD, b'{"rows":[5]}\n', True),
        (BOARD, b"[" * 900 + b"]" * 900 + b"\n", True),
        (INDEX, {"boards": [5]}, False),
        (INDEX, {"inputs": []}, False),
        (INDEX, {"inputs": {"predictions/x": "0" * 64}}, False),
        (INDEX, {"inputs": {f"predictions/{RELEASE}/_judges/x": "0" * 64}}, False),
        ("log/past.json", b'{"files":[]}\n', False),
        ("log/past.json", b'{"files":{"log/decisions.jsonl":5}}\n', False),
        ("log/more.jsonl", b'{"a":1152921504606846976}\n', False),
        ("log/more.jsonl", b'{"a":' * 900 + b"1" + b"}" * 900 + b"\n", False),
        ("questions.jsonl", b"{}\n", True),
        ("truths.jsonl", b"5\n", True),
    ],
)
def test_a_release_that_is_odd_ends_no_command_but_in_a_line(
    own: Path, path: str, data: bytes | Mapping[str, Any], monkeypatch: pytest.MonkeyPatch,
    *, digests: bool,
) -> None:  # fmt: skip
    """A stranger makes digests fit; what these files say is not what we would write."""
    root = own / "releases" / RELEASE
    assert do("release", "publish", "--undecided", "--root", own).code == 0
    if isinstance(data, Mapping):
        data = canonical_bytes(json.loads((root / path).read_bytes()) | data) + b"\n"
    write(root, {path: data})
    for listing, names in (("release.json", ("files",)), (INDEX, ("boards", "side"))):
        value = json.loads((root / listing).read_bytes())
        for entry in [each for name in names for each in value[name]] if digests else ():
            file = (root / listing).parent / entry["path"]
            entry |= {"sha256": sha256_hex(file.read_bytes()), "bytes": file.stat().st_size}
        write(root, {listing: canonical_bytes(value) + b"\n"} if digests else {})
    monkeypatch.chdir(own)

    checked, boards = do("verify"), do("board")

    assert (checked.code, boards.code in {0, 1}) == (1, True), checked.stderr


SIDE = "boards/1/side@"


@pytest.mark.parametrize(
    ("path", "data"),
    [
        (f"{SIDE}/pairs/pairs.json", b"junk"),
        (f"{SIDE}/pairs/pairs.json", b'[{"a":"x"}]'),
        (f"{SIDE}/pairs/pairs.json", b"[" * 900 + b"]" * 900),
        (f"{SIDE}/giveaways/giveaways.json", b'{"test":5}'),
        (f"{SIDE}/giveaways/giveaways.json", b'[{"test":"copies"}]'),
        (f"{SIDE}/items/toy@closed_book.json", b'{"format":"items/1"'),
        (f"{SIDE}/links/{RELEASE}/toy.json", b"\xff"),
        (BOARD, b"{"),
        (INDEX, b""),
        ("questions.jsonl", b'{"question_id":'),
        ("truths.jsonl", b"\0"),
        ("marks.jsonl.xz", lzma.compress(b'{"rows":[[]]}\n')),
        ("marks.jsonl.xz", lzma.compress(b"{\n")),
    ],
)
def test_a_damaged_file_of_a_release_ends_a_site_in_a_line(
    tmp_path: Path, path: str, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a newest release, of an older one, and of an archive."""
    archive = draft(release=f"old-{RELEASE}", archive=example_of(Archive))
    for name, files in ((RELEASE, draft()), (f"old-{RELEASE}", archive)):
        write(tmp_path / "releases" / name, cut(files, name="draft"))
        assert do("release", "publish", name, "--undecided", "--root", tmp_path).code == 0
    write(tmp_path, {"mkdocs.yml": templates()["mkdocs.yml"].encode()})
    monkeypatch.chdir(tmp_path)
    folders = [RELEASE, f"old-{RELEASE}"] if SIDE in path else [f"old-{RELEASE}"]

    for name in folders:
        file = tmp_path / "releases" / name / path
        before = file.read_bytes() if file.exists() else None
        write(file.parent, {file.name: data})

        done = do("site")

        assert (done.code, f"releases/{name}/{path}" in done.stderr) == (1, True), done.stderr
        assert "; fix: " in done.stderr
        file.write_bytes(before) if before is not None else file.unlink()
