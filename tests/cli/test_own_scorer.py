"""A scorer of one's own, in a package: written, tested, cut with, shown; changed, and broken."""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import canonical_bytes, sha256_hex
from digesta.package_files import text_file
from digesta.records.base import example_of
from digesta.records.question import Question
from digesta.scorers import SCORERS
from digesta.scorers.base import Scorer
from digesta.sheets.archive import members_of
from digesta.workspace.releases import open_release
from digesta_generate.inference import messages
from digesta_site.input import site_input
from site_tree import pages
from world import RELEASE, do, draft, edited, ok, submission, write

NAME = "statutes"


MODULE = f"digesta_scorer_{NAME}"


@contextmanager
def installed(package: Path) -> Iterator[None]:
    """Let a package's scorer be found as pip would: on the path, with its entry point."""
    [(group, points)] = project(package)["entry-points"].items()
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    info = f"{MODULE}-1.dist-info"
    write(package, {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {MODULE}\nVersion: 1\n".encode(),
        f"{info}/entry_points.txt": f"[{group}]\n{lines}".encode(),
    })  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        patch.syspath_prepend(package)
        forget()
        yield
    forget()


def project(package: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    return found


def forget() -> None:
    """Forget, as another process would, which scorers were found and imported."""
    SCORERS.__dict__.pop("loaders", None)
    sys.modules.pop(MODULE, None)
    importlib.invalidate_caches()


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
    """Return a folder with a package, and a workspace whose release needs it and is published."""
    root = tmp_path_factory.mktemp("own")
    ok("scorer", "new", NAME, "-o", root / "package")
    write(root / "draft", statutes_draft())
    work = root / "work"
    with installed(root / "package"):
        ok("release", "cut", root / "draft", "--root", work)
        truths = truths_of(work)
        own = [key for key, answer in truths.items() if str(answer).startswith("Act")]
        submission(work, "mine", {key: f" {truths[key].upper()}. " for key in own[:9]})
        ok("board", "--root", work)
        ok("release", "publish", "--undecided", RELEASE, "--root", work)
    return root


@pytest.fixture
def own_copy(own_cut: Path, tmp_path: Path) -> Iterator[Path]:
    """Return the workspace of a copy of both, with the package installed."""
    shutil.copytree(own_cut, tmp_path / "own")
    with installed(tmp_path / "own" / "package"):
        yield tmp_path / "own" / "work"


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """Return a new package, installed."""
    ok("scorer", "new", NAME, "-o", tmp_path / "package")
    with installed(tmp_path / "package"):
        yield tmp_path / "package"


def source(package: Path) -> Path:
    return package / MODULE / "__init__.py"


def change(package: Path, before: str, after: str) -> None:
    text = source(package).read_text("utf-8")
    assert before in text
    source(package).write_text(text.replace(before, after), "utf-8")
    forget()


def test_a_new_scorer_keeps_the_contract(package: Path) -> None:
    kept = f"{NAME}: keeps the contract on 5 golden answers\n"

    assert ok("scorer", "test", NAME).stdout == ok("scorer", "test", "--all").stdout == kept
    assert project(package)["entry-points"] == {"digesta.scorers": {NAME: f"{MODULE}:SCORER"}}


def test_without_a_package_there_is_nothing_to_test(tmp_path: Path) -> None:
    assert "no package with a scorer is installed" in do("scorer", "test", "--all").stderr
    assert "name them with --golden" in do("scorer", "test", "closed").stderr
    assert "there is a scorer of that name" in do("scorer", "new", "closed", "-o", "x").stderr
    assert "begins with a letter" in do("scorer", "new", "1", "-o", tmp_path / "x").stderr
    (tmp_path / "mine").touch()
    assert "exists already" in do("scorer", "new", NAME, "-o", tmp_path).stderr


def test_its_release_is_scored_and_signed_with_the_digest_of_its_source(own_copy: Path) -> None:
    folder = own_copy / "predictions" / RELEASE / "mine"
    digest = sha256_hex(source(own_copy.parent / "package").read_bytes())

    [score] = json.loads(ok("score", folder, "--json", "--root", own_copy).stdout)
    manifest = json.loads((own_copy / "releases" / RELEASE / "release.json").read_bytes())

    assert manifest["scorers"] == {f"{NAME}/1": digest}
    assert f"|{NAME}/1:{digest[:12]}|" in score["signature"]
    assert '"boards_published":1' in ok("verify", RELEASE, "--json", "--root", own_copy).stdout
    assert "75.0" in ok("report", folder, "--root", own_copy).stdout


def test_its_questions_are_packed_and_its_metrics_have_pages(own_copy: Path) -> None:
    ok("pack", "--track", "toy", "-o", own_copy / "toy.csv", "--root", own_copy)

    names = set(pages(site_input(own_copy, version="0")))

    assert b"a statute's name" in (own_copy / "toy.csv").read_bytes()
    assert {name for name in names if NAME in name and "metric" in name}


def test_a_model_is_asked_as_the_scorer_says(own_copy: Path) -> None:
    questions = [q for q in open_release(own_copy, None).data.questions if q.scorer == NAME]

    prompt = messages.make_prompt(questions[0], messages.default_prompts(), constrained=False)

    assert prompt.messages[0]["content"].startswith("Answer the question with: a statute's name.")


@pytest.mark.parametrize(
    ("answer", "place"), [("str", "text"), ("TextAsk", "object"), ("int", None)]
)
def test_without_a_prompt_a_model_is_asked_in_neutral_words(
    answer: str, place: str | None, package: Path
) -> None:
    change(package, "    prompt=PROMPT,\n", "")
    change(package, "Answer=str", f"Answer={answer}")
    fields = example_of(Question) | {"scorer": NAME, "ask": {"kind": "a name"}, "language": "ja"}
    question = Question.model_validate(fields)

    form = messages.prompt_form(NAME)
    assert (form and form.reply({})) == place
    if form:
        made = messages.make_prompt(question, messages.default_prompts(), constrained=True)
        system = made.messages[0]["content"]
        assert system.startswith("Answer the question.\n")
        assert system.endswith(
            "Write your answer in Japanese, the language of the question (its tag: ja)."
        )
        assert made.form is None


def test_a_change_without_a_new_version_is_refused_where_it_stands(own_copy: Path) -> None:
    change(own_copy.parent / "package", "isinstance(answer, str)", "isinstance(answer, (str, int))")

    for command in (("board",), ("verify", RELEASE)):
        done = do(*command, "--root", own_copy)
        assert done.code == 1
        assert f"{MODULE}:SCORER of {MODULE}: scorer-changed; got {NAME}/1" in done.stderr
        assert "raise its version" in done.stderr


def test_a_new_version_is_held_to_the_published_rows_and_then_to_its_source(own_copy: Path) -> None:
    package = own_copy.parent / "package"
    change(package, "VERSION = 1", "VERSION = 2")
    ok("board", "--root", own_copy)
    ok("release", "publish", "--undecided", RELEASE, "--root", own_copy)
    change(package, "NORMALISER = ", "# Another comment.\nNORMALISER = ")

    done = do("board", "--root", own_copy)

    assert done.code == 1
    assert "scorer-changed" in done.stderr
    assert "boards/2/" in done.stderr


IMPORT, FAILED = "scorer-broken; got import", "scorer-failed; got"
BROKEN = [
    ("text in key.texts), 0", "text in key.texts, 0", f"{IMPORT}: SyntaxError"),
    ("import Any, NamedTuple", "import Any, NoneSuch", f"{IMPORT}: ImportError"),
    ("SCORER: Scorer[Key] =", "OTHER =", f"{IMPORT}: AttributeError"),
    ("name=NAME", 'name="others"', "scorer-type; got a scorer named 'others'"),
    ("return Key(texts)", "return Key(texts[0])", f"{FAILED} prepare: TypeError"),
    ("_read(response.answer)\n    return (", "response.answer.a\n    return (", f"{FAILED} mark"),
    ("return (0, 1, 0, 0)", "return (0, 1)", "scorer-row; got (0, 1); expected rows of 4"),
]


@pytest.mark.parametrize(("before", "after", "message"), BROKEN)
def test_a_broken_scorer_is_a_located_error(
    package: Path, before: str, after: str, message: str
) -> None:
    change(package, before, after)

    done = do("scorer", "test", NAME)

    text = source(package).read_text("utf-8")
    line = text[: text.index(after)].count("\n") + 1
    places = {f"{MODULE}:SCORER", f"{source(package)}:{line}:"}
    assert done.code == 1
    assert done.stderr.split(" ", 1)[0] in places
    assert message in done.stderr


def test_a_file_of_a_workspace_is_not_run(own_copy: Path) -> None:
    code = f"from pathlib import Path\nPath({str(own_copy / 'ran')!r}).write_text('')\n"
    write(own_copy, {
        "digesta.toml": b'[scorers]\nmine = "scorers/mine.py"\n',
        "scorers/mine.py": code.encode(),
    })  # fmt: skip

    for command in ("site", "status", "verify", "board"):
        done = do(command, "--root", own_copy)
        assert done.code == 2
        assert "digesta.toml: [scorers] is gone" in done.stderr
        assert "digesta scorer new NAME -o FOLDER" in done.stderr
    assert not (own_copy / "ran").exists()


def test_a_wrong_golden_row_is_named_with_its_line(package: Path) -> None:
    path = package / MODULE / "golden.jsonl"
    path.write_text(path.read_text().replace('{"missing": 1}', '{"unreadable": 1}', 1))

    done = do("scorer", "test", NAME)

    assert done.code == 1
    assert (
        f"{path}:4: golden-row; got {{'missing': 1}}; expected {{'unreadable': 1}}" in done.stderr
    )


def test_a_bundle_brings_no_code_and_says_which_scorer_it_needs(
    own_copy: Path, tmp_path: Path
) -> None:
    bundle, empty = tmp_path / "b.zip", tmp_path / "empty"
    empty.mkdir()
    ok("release", "bundle", RELEASE, "-o", bundle, "--root", own_copy)
    digest = sha256_hex(source(own_copy.parent / "package").read_bytes())
    folder = shutil.copytree(own_copy / "predictions" / RELEASE / "mine", tmp_path / "mine")
    assert ok("score", folder, "--release", bundle, "--root", empty)
    sys.path.remove(str(own_copy.parent / "package"))
    forget()

    done = do("score", folder, "--release", bundle, "--root", empty)

    assert not [name for name in members_of(bundle.read_bytes()) if name.endswith(".py")]
    assert done.code == 1
    assert f"scorer-missing; got no such scorer here; expected {NAME}/1" in done.stderr
    assert digest in done.stderr


def test_the_page_says_what_is_so(tmp_path: Path) -> None:
    page = text_file("digesta_site", "docs/scorer.md")
    commands, named = re.findall(r"```\w+\n(.*?)```", page, re.DOTALL)
    new, _, tested = (line.split() for line in commands.splitlines())

    ok(*new[1:-1], tmp_path / "statutes")
    with installed(tmp_path / "statutes"):
        ok(*tested[1:])

    assert (tmp_path / "statutes" / "pyproject.toml").read_text("utf-8").endswith(named)
    fields = {field.name for field in dataclasses.fields(Scorer)}
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) <= fields
    assert len(page.splitlines()) < 80
