"""Questions whose licence keeps their text from publication: in no page, in no export."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from site_building import bodies

from commands import run
from digesta.canonical import canonical_lines, digest
from digesta.records.base import example_of
from digesta.records.release import Archive
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.releases.draft import draft_from
from digesta_convert import CONVERTERS
from digesta_convert.exports import EXPORTERS
from digesta_site.input import site_input
from site_tree import pages
from world import RELEASE, draft, edited, submission, write

FACTS, MEMBERS, OPEN = "zanzibar", "quetzal", "walrus"
"""A word that stands in every text of the questions under each rule."""
LICENSES = {FACTS: "LicenseRef-inhouse", MEMBERS: "LicenseRef-firm", OPEN: "CC-BY-4.0"}
RULES = {"LicenseRef-inhouse": "facts", "LicenseRef-firm": "members"}
ARCHIVE = "toys-2026-02-05"
FORMATS = sorted({*EXPORTERS} - {"croissant"})


def word_of(question_id: str) -> str:
    number = int(question_id.rsplit("-", 1)[1])
    return FACTS if number < 3 else MEMBERS if number < 6 else OPEN


def planted(question: dict[str, Any]) -> dict[str, Any]:
    word = word_of(question["question_id"])
    more: dict[str, Any] = {"license": LICENSES[word], "attribution": f"the {word} office"}
    if question["task"] == "colour":
        more["ask"] = question["ask"] | {"choices": [*question["ask"]["choices"], f"{word} grey"]}
    more["turns"] = [{"role": "user", "content": f"{word}: {question['turns'][0]['content']}"}]
    more["shown_sources"] = [{"title": f"A {word} paper", "text": f"Of {word} and its law."}]
    return question | more


def with_word(line: dict[str, Any]) -> dict[str, Any]:
    word = word_of(line["question_id"])
    if "truth" in line:
        return line | {"source_refs": [{"work": f"The {word} digest", "at": "1"}]}
    passages = [{"work": "A paper", "at": "1", "words": f"of {word} and its law"}]
    return line | {"passages": passages}


def closed_draft(**manifest: Any) -> dict[str, bytes]:
    """Return a draft with questions under three rules, their words in all that says something."""
    files = draft(licenses=sorted(LICENSES.values()), publish=RULES, **manifest)
    files = edited(files, "questions.jsonl", planted)
    files = edited(files, "truths.jsonl", with_word)
    return edited(files, "review.jsonl", with_word)


def trace(question: dict[str, Any]) -> dict[str, Any]:
    reply = question["turns"][0]["content"]
    tied = {"question_id": question["question_id"], "answer_sha256": digest(reply)}
    return tied | {"outcome": "answered", "reply": reply}


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace where three systems quote the questions, one of them in a trace, too."""
    root = tmp_path_factory.mktemp("closed")
    files = cut(closed_draft(), name="draft")
    write(root / "releases" / RELEASE, files)
    archive = cut(closed_draft(release=ARCHIVE, archive=example_of(Archive)), name="draft")
    write(root / "releases" / ARCHIVE, archive)
    asked = [json.loads(line) for line in files["questions.jsonl"].splitlines()]
    for name in ("echo", "echo-2", "echo-3"):
        at = submission(root, name, {q["question_id"]: q["turns"][0]["content"] for q in asked})
    (at / "trace.jsonl").write_bytes(canonical_lines(list(map(trace, asked))))
    done = run("board", "--root", root)
    assert (done.returncode, done.stderr) == (0, "")
    return root


def holding(files: Mapping[str, bytes], word: str) -> list[str]:
    return [path for path, data in files.items() if word.encode() in data.lower()]


def written(out: Path) -> dict[str, bytes]:
    there = (path for path in out.rglob("*") if path.is_file())
    return {path.relative_to(out).as_posix(): bytes_of(path) for path in there}


def bytes_of(path: Path) -> bytes:
    """Return a file's bytes; of a Parquet table, which packs them, its cells."""
    if path.suffix == ".parquet":
        return json.dumps(pq.read_table(path).to_pylist()).encode()
    return path.read_bytes()


def test_no_file_that_the_site_is_built_from_holds_a_closed_text(closed: Path) -> None:
    tree = pages(site_input(closed, version="0"))

    assert holding(tree, FACTS) == []
    assert holding(tree, MEMBERS) == []
    assert holding(tree, OPEN)
    assert f"r/{ARCHIVE}/index.md" in tree
    release = bodies(tree)[f"r/{RELEASE}/index.md"]
    assert "9 under LicenseRef-inhouse are scored and not shown" in release


@pytest.mark.parametrize("form", FORMATS)
def test_no_export_holds_a_closed_text(closed: Path, tmp_path: Path, form: str) -> None:
    done = run("export", form, closed / "releases" / RELEASE, "-o", tmp_path / "all")

    assert done.returncode == 0, done.stderr
    assert "left out: the text of 18 questions" in done.stderr
    assert holding(written(tmp_path / "all"), FACTS) == []
    assert holding(written(tmp_path / "all"), MEMBERS) == []


@pytest.mark.parametrize("form", ["hf_dataset", "halachabench"])
def test_members_may_have_what_is_theirs_and_facts_stay_facts(
    closed: Path, tmp_path: Path, form: str
) -> None:
    release = closed / "releases" / RELEASE

    open_, own = (tmp_path / name for name in ("open", "own"))
    for out, option in ((open_, []), (own, ["--members"])):
        done = run("export", form, release, "-o", out, *option)
        assert done.returncode == 0, done.stderr

    assert [bool(holding(written(open_), word)) for word in LICENSES] == [False, False, True]
    assert [bool(holding(written(own), word)) for word in LICENSES] == [False, True, True]


def test_a_format_that_copies_the_release_whole_is_refused(closed: Path, tmp_path: Path) -> None:
    done = run("export", "croissant", closed / "releases" / RELEASE, "-o", tmp_path / "out")

    assert done.returncode == 2
    assert "the text of 18 questions may not be published" in done.stderr
    assert "hf_dataset leaves them out" in done.stderr
    assert not (tmp_path / "out").exists()


def test_every_format_that_writes_questions_is_tried_here() -> None:
    exporting = {name for name, each in CONVERTERS.items() if each.compose}

    # These write questions of other scorers than this release has; one seam serves them all.
    assert exporting - {"halachabench"} == {"finlaw", "frenchlaw", "legalagent", "tlr", "trec"}


def test_a_draft_that_goes_on_keeps_the_rules() -> None:
    files = cut(closed_draft(), name="draft")
    before = parse_release(files, name="release")
    new = {"release": "2026-03-05", "title": "T", "canary": before.manifest.canary}

    after = json.loads(draft_from(files, before, new)["release.json"])

    assert after["publish"] == RULES


def test_cutting_says_which_texts_stay_unpublished(tmp_path: Path) -> None:
    write(tmp_path / "draft", closed_draft())

    done = run("release", "cut", tmp_path / "draft", "--root", tmp_path)

    assert done.returncode == 0, done.stderr
    said = " ".join(done.stderr.split())
    assert "9 questions under LicenseRef-inhouse (facts): sites and public exports leave" in said
    assert "9 questions under LicenseRef-firm (members)" in said
    assert "CC-BY-4.0" not in said
