"""A scorer of one's own, by file: written, tested, cut with, shown; changed, and broken."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.package_files import text_file
from digesta.scorers import SCORERS, owners
from digesta.scorers.base import Scorer
from digesta.sheets.archive import members_of
from digesta.site.input import site_input
from digesta.workspace import nearest_workspace
from digesta.workspace.releases import open_release
from digesta_generate.inference import messages
from site_tree import pages
from world import RELEASE, do, draft, edited, ok, submission, write

NAME = "statutes"


@pytest.fixture(autouse=True)
def _fresh_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget, as another process would, what workspaces lent and which scorers were imported."""
    monkeypatch.setattr(owners, "_LOADED", {})
    yield
    SCORERS.lend({})


def of_statutes(record: dict[str, Any]) -> dict[str, Any]:
    """Turn the toy questions of colours into questions of the scorer."""
    if record.get("task") == "colour":
        return record | {"scorer": NAME, "ask": {"kind": "a statute's name"}}
    if record["question_id"].startswith("colour-") and "truth" in record:
        return record | {"truth": {"answer": f"Act {record['question_id']}"}}
    return record


def statutes_draft() -> dict[str, bytes]:
    files = draft()
    for path in ("questions.jsonl", "truths.jsonl"):
        files = edited(files, path, of_statutes)
    manifest = json.loads(files["release.json"])
    track = manifest["tracks"][0]
    track["tasks"]["colour"]["scorer"] = NAME
    track["scores"] = [{"name": "accuracy", "mean_of": "categories"}]
    return files | {"release.json": canonical_bytes(manifest)}


def truths_of(root: Path) -> dict[str, Any]:
    lines = (root / "releases" / RELEASE / "truths.jsonl").read_bytes().splitlines()
    return {one["question_id"]: one["truth"]["answer"] for one in map(json.loads, lines)}


@pytest.fixture(scope="module")
def own_cut(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace whose release was cut with its scorer and is published, by commands."""
    root = tmp_path_factory.mktemp("own") / "work"
    root.mkdir()
    owners._LOADED.clear()
    ok("scorer", "new", NAME, "--root", root)
    write(root.parent / "draft", statutes_draft())
    ok("release", "cut", root.parent / "draft", "--root", root)
    truths = truths_of(root)
    own = [key for key, answer in truths.items() if str(answer).startswith("Act")]
    submission(root, "mine", {key: f" {truths[key].upper()}. " for key in own[:9]})
    ok("board", "--root", root)
    ok("release", "publish", RELEASE, "--root", root)
    return root


@pytest.fixture
def own_copy(own_cut: Path, tmp_path: Path) -> Path:
    return shutil.copytree(own_cut, tmp_path / "work")


def source(root: Path) -> Path:
    return root / "scorers" / f"{NAME}.py"


def change(root: Path, before: str, after: str) -> None:
    text = source(root).read_text("utf-8")
    assert before in text
    source(root).write_text(text.replace(before, after), "utf-8")


def test_a_new_scorer_keeps_the_contract(tmp_path: Path) -> None:
    written = ok("scorer", "new", NAME, "--root", tmp_path).stdout
    tested = ok("scorer", "test", NAME, "--root", tmp_path).stdout

    assert f'{tmp_path}/digesta.toml: {NAME} = "scorers/{NAME}.py"' in written
    assert tested == f"{NAME}: keeps the contract on 5 golden answers\n"


def test_its_line_is_added_and_all_else_in_digesta_toml_stays(tmp_path: Path) -> None:
    text = '# Ours.\n[site]\ntitle = "T" # so\n\n[scorers] # own\n# one:\n\n'
    (tmp_path / "digesta.toml").write_text(text)

    ok("scorer", "new", "one", "--root", tmp_path)
    ok("scorer", "new", "two", "--root", tmp_path)

    lines = 'two = "scorers/two.py"\none = "scorers/one.py"'
    now = (tmp_path / "digesta.toml").read_text()
    assert now == text.replace("# own", f"# own\n{lines}")
    assert "two: keeps" in ok("scorer", "test", "--all", "--root", tmp_path).stdout


def test_where_its_line_cannot_be_added_it_is_printed(tmp_path: Path) -> None:
    (tmp_path / "digesta.toml").write_text("scorers = {}\n")

    assert "add to the table [scorers] of" in ok("scorer", "new", NAME, "--root", tmp_path).stdout
    assert (tmp_path / "digesta.toml").read_text() == "scorers = {}\n"


def test_its_release_is_scored_and_signed_with_the_digest_of_its_source(own_cut: Path) -> None:
    folder = own_cut / "predictions" / RELEASE / "mine"
    digest = sha256_hex(source(own_cut).read_bytes())

    [score] = json.loads(ok("score", folder, "--json", "--root", own_cut).stdout)
    manifest = json.loads((own_cut / "releases" / RELEASE / "release.json").read_bytes())

    assert manifest["scorers"] == {f"{NAME}/1": digest}
    assert f"|{NAME}/1:{digest[:12]}|" in score["signature"]
    assert '"boards_published":1' in ok("verify", RELEASE, "--json", "--root", own_cut).stdout
    row = ok("report", folder, "--root", own_cut).stdout
    assert "75.0" in row


@pytest.mark.parametrize("kind", ["release", "board"])
def test_its_file_is_among_the_inputs_that_are_attested(own_copy: Path, kind: str) -> None:
    path = own_copy / "build" / "attestations" / f"{kind}-{RELEASE}.intoto.jsonl"

    ok("attest", kind, "--root", own_copy)

    inputs = json.loads(path.read_bytes())["predicate"]["buildDefinition"]["resolvedDependencies"]
    digests = {one["name"]: one["digest"] for one in inputs}
    for name in ("digesta.toml", f"scorers/{NAME}.py"):
        assert digests[name] == {"sha256": sha256_hex((own_copy / name).read_bytes())}
    change(own_copy, "isinstance(answer, str)", "isinstance(answer, (str, int))")
    said = ok("verify", "--attestation", path, "--root", own_copy).stdout
    assert f"inputs other here: scorers/{NAME}.py\n" in said


def test_its_questions_are_packed_and_its_metrics_have_pages(own_copy: Path) -> None:
    ok("pack", "--track", "toy", "-o", own_copy / "toy.csv", "--root", own_copy)
    nearest_workspace(own_copy)

    names = set(pages(site_input(own_copy, version="0")))

    assert b"a statute's name" in (own_copy / "toy.csv").read_bytes()
    assert {name for name in names if NAME in name and "metric" in name}


def test_a_model_is_asked_as_the_scorer_says(own_copy: Path) -> None:
    nearest_workspace(own_copy)
    questions = [q for q in open_release(own_copy, None).data.questions if q.scorer == NAME]

    prompt = messages.make_prompt(questions[0], messages.default_prompts(), constrained=False)

    assert prompt.messages[0]["content"].startswith("Answer the question with: a statute's name.")


def test_a_change_without_a_new_version_is_refused_where_it_stands(own_copy: Path) -> None:
    change(own_copy, "isinstance(answer, str)", "isinstance(answer, (str, int))")

    for command in (("board",), ("verify", RELEASE)):
        owners._LOADED.clear()
        done = do(*command, "--root", own_copy)
        assert done.code == 1
        assert f"{source(own_copy)}: scorer-changed; got {NAME}/1" in done.stderr
        assert "raise its version" in done.stderr


def test_a_new_version_is_held_to_the_published_rows_and_then_to_its_source(own_copy: Path) -> None:
    change(own_copy, "VERSION = 1", "VERSION = 2")
    ok("board", "--root", own_copy)
    ok("release", "publish", RELEASE, "--root", own_copy)
    owners._LOADED.clear()
    change(own_copy, "NORMALISER = ", "# Another comment.\nNORMALISER = ")

    done = do("board", "--root", own_copy)

    assert done.code == 1
    assert "scorer-changed" in done.stderr
    assert "boards/2/" in done.stderr


IMPORT, FAILED = "scorer-broken; got import", "scorer-failed; got"
BROKEN = [
    ("text in key.texts), 0", "text in key.texts, 0", f"{IMPORT}: SyntaxError"),
    ("import Any, NamedTuple", "import Any, NoneSuch", f"{IMPORT}: ImportError"),
    ("SCORER: Scorer[Key] =", "OTHER =", "scorer-type; got no SCORER"),
    ("name=NAME", 'name="others"', "scorer-type; got a scorer named 'others'"),
    ("return Key(texts)", "return Key(texts[0])", f"{FAILED} prepare: TypeError"),
    ("_read(response.answer)\n    return (", "response.answer.a\n    return (", f"{FAILED} mark"),
    ("return (0, 1, 0, 0)", "return (0, 1)", "scorer-row; got (0, 1); expected rows of 4"),
]


@pytest.mark.parametrize(("before", "after", "message"), BROKEN)
def test_a_broken_scorer_is_a_located_error(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    ok("scorer", "new", NAME, "--root", tmp_path)
    change(tmp_path, before, after)

    done = do("scorer", "test", NAME, "--root", tmp_path)

    text = source(tmp_path).read_text("utf-8")
    line = text[: text.index(after)].count("\n") + 1
    places = {f"{source(tmp_path)}:", f"{source(tmp_path)}:{line}:"}
    assert done.code == 1
    assert done.stderr.split(" ", 1)[0] in places
    assert message in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[scorers]\nclosed = "scorers/a.py"\n', "closed: there is a scorer of that name already"),
        ('[scorers]\na = "../a.py"\n', "[scorers]: a = '../a.py'; expected a name of a-z"),
        ("[scorers]\na = 3\n", "[scorers]: a = 3; expected"),
        ('[scorer]\na = "scorers/a.py"\n', "no table 'scorer'; there are: scorers, site"),
        ('[scorers]\na = "scorers/none.py"\n', "none.py: no such file"),
        ("[scorers\n", "digesta.toml: "),
    ],
)
def test_what_digesta_toml_cannot_mean_is_refused(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, {"digesta.toml": text.encode(), "scorers/a.py": b"SCORER = 1\n"})

    done = do("scorer", "test", "closed", "--golden", "none", "--root", tmp_path)

    assert done.code == 2
    assert message in done.stderr


def test_a_wrong_golden_row_is_named_with_its_line(tmp_path: Path) -> None:
    ok("scorer", "new", NAME, "--root", tmp_path)
    path = tmp_path / "scorers" / f"{NAME}.golden.jsonl"
    path.write_text(path.read_text().replace('{"missing": 1}', '{"unreadable": 1}', 1))

    done = do("scorer", "test", NAME, "--root", tmp_path)

    assert done.code == 1
    assert (
        f"{path}:4: golden-row; got {{'missing': 1}}; expected {{'unreadable': 1}}" in done.stderr
    )


@pytest.mark.parametrize("place", [f"scorers/{NAME}.py", "digesta.toml", "scorers", "."])
def test_a_scorer_of_another_user_does_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    ok("scorer", "new", NAME, "--root", tmp_path)
    mine = source(tmp_path).stat().st_uid
    if mine == 0:
        os.chown(tmp_path / place, 1, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: mine + 1)

    done = do("scorer", "test", NAME, "--root", tmp_path)

    assert done.code == 2
    assert "another user's, and scorers/statutes.py would run as you" in done.stderr


def test_a_scorer_behind_a_link_does_not_run(tmp_path: Path) -> None:
    ok("scorer", "new", NAME, "--root", tmp_path)
    (tmp_path / "scorers").rename(tmp_path / "elsewhere")
    (tmp_path / "scorers").symlink_to("elsewhere")

    done = do("scorer", "test", NAME, "--root", tmp_path)

    assert done.code == 2
    assert "a link leads elsewhere" in done.stderr


def test_a_bundle_brings_no_code_and_says_which_scorer_it_needs(
    own_copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle, empty = tmp_path / "b.zip", tmp_path / "empty"
    empty.mkdir()
    ok("release", "bundle", RELEASE, "-o", bundle, "--root", own_copy)
    digest = sha256_hex(source(own_copy).read_bytes())
    folder = shutil.copytree(own_copy / "predictions" / RELEASE / "mine", tmp_path / "mine")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    done = do("score", folder, "--release", bundle, "--root", empty)

    assert not [name for name in members_of(bundle.read_bytes()) if name.endswith(".py")]
    assert done.code == 1
    assert f"scorer-missing; got no such scorer here; expected {NAME}/1" in done.stderr
    assert digest in done.stderr
    assert ok("score", folder, "--release", bundle, "--root", own_copy)


def test_the_page_says_what_is_so(tmp_path: Path) -> None:
    page = text_file("digesta.site", "docs/scorer.md")
    commands, named, _ = re.findall(r"```\w+\n(.*?)```", page, re.DOTALL)

    for line in commands.splitlines():
        ok(*line.split()[1:], "--root", tmp_path)

    assert (tmp_path / "digesta.toml").read_text("utf-8").endswith(named)
    fields = {field.name for field in dataclasses.fields(Scorer)}
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) <= fields
    assert len(page.splitlines()) < 80
