"""The README and CONTRIBUTING say what works: commands exist, recipes run on a temporary copy."""

from __future__ import annotations

import ast
import inspect
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import digesta
from commands import run
from digesta.canonical import canonical_bytes
from digesta.releases.cut import cut
from digesta.scorers.shared import extract
from places import PAGES, ROOT
from world import RELEASE, draft, edited, key_of, review, submission

README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
COMING_FROM = (ROOT / "site/docs/coming-from.md").read_text("utf-8")


@pytest.mark.parametrize(
    "command",
    sorted(
        set(
            re.findall(
                r"`digesta ((?:release |draft )?[a-z-]+)", README + CONTRIBUTING + COMING_FROM
            )
        )
    ),
)
def test_every_command_that_is_named_exists(command: str) -> None:
    assert run(*command.split(), "--help").code == 0


@pytest.mark.parametrize(
    "target", sorted(set(re.findall(r"`make ([a-z-]+)", README + CONTRIBUTING)))
)
def test_every_make_target_that_is_named_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_readme_shows_a_picture_that_exists() -> None:
    [picture] = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)

    assert (ROOT / picture).is_file()


def part(title: str) -> str:
    """Return what CONTRIBUTING says under a heading."""
    return CONTRIBUTING.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_the_first_fifteen_minutes_are_800_lines_that_are_there() -> None:
    rows = re.findall(
        r"^\| `([\w./]+)`(?:: (.*?))? \| ", part("The first fifteen minutes"), re.MULTILINE
    )

    lines = 0
    for path, names in rows:
        text = (ROOT / path).read_text("utf-8")
        lines += len(text.splitlines()) if not names else 0
        for name in re.findall(r"`(\w+)`", names):
            [node] = [one for one in ast.parse(text).body if name in defined(one)]
            lines += (node.end_lineno or 0) - node.lineno + 1

    assert len(rows) == 11
    assert 700 <= lines <= 900


def defined(node: ast.stmt) -> set[str]:
    """Return the names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    return {one.id for one in targets if isinstance(one, ast.Name)}


def test_the_recipe_submit_predictions_works(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own)
    submission(own, "my-system", dict.fromkeys(key_of(own), "?"))

    checked = run("check", f"predictions/{RELEASE}/my-system")
    scored = run("score", f"predictions/{RELEASE}/my-system")

    assert checked.returncode == 0, checked.stderr
    assert "accuracy" in scored.stdout


def test_the_recipe_add_a_task_works() -> None:
    def with_task(manifest: dict[str, Any]) -> dict[str, Any]:
        track = manifest["tracks"][0]
        track["tasks"]["shape"] = {
            "title": "Shape", "category": "number", "scorer": "closed", "metric": "accuracy",
        }  # fmt: skip
        return manifest

    files = edited(draft(), "release.json", with_task)
    for n in range(12):
        question = json.loads(files["questions.jsonl"].splitlines()[-1])
        question |= {
            "question_id": f"shape-{n}", "category": "number", "task": "shape",
            "cluster_id": f"c-sh{n:04d}", "ask": {"answer_type": "numeric"},
            "turns": [{"role": "user", "content": f"How many sides has figure {n}?"}],
        }  # fmt: skip
        truth = {
            "question_id": f"shape-{n}", "truth": {"answer": n + 3},
            "source_refs": [{"work": "the tests", "at": str(n)}],
        }  # fmt: skip
        files["questions.jsonl"] += canonical_bytes(question) + b"\n"
        files["truths.jsonl"] += canonical_bytes(truth) + b"\n"
        files["review.jsonl"] += canonical_bytes(review(f"shape-{n}")) + b"\n"

    release = cut(files, name="draft")

    assert release["questions.jsonl"].count(b'"task":"shape"') == 12


def test_the_recipe_add_a_track_needs_no_code() -> None:
    def renamed(data: bytes) -> bytes:
        return data.replace(b'"toy"', b'"game"')

    release = cut({path: renamed(data) for path, data in draft().items()}, name="draft")

    assert b'"track":"game"' in release["release.json"]


def test_every_decision_says_problem_choice_and_how_it_would_show_to_be_wrong() -> None:
    page = (ROOT / "docs" / "design.md").read_text("utf-8")
    entries = page.split("\n## ")[1:]

    assert len(entries) == 13
    for entry in entries:
        for part in ("**Problem.**", "**Choice.**", "**We would notice that it is wrong**"):
            assert part in entry, f"{entry.splitlines()[0]}: {part}"


MAINTAINING = [
    line
    for page in ("month", "signing")
    for line in re.findall(
        r"^ *(digesta(?:-generate)? .*)$", (PAGES / f"{page}.md").read_text("utf-8"), re.MULTILINE
    )
]


@pytest.mark.parametrize("line", MAINTAINING)
def test_every_option_on_the_pages_for_maintainers_is_one_of_its_command(line: str) -> None:
    program, *words = shlex.split(line)
    module = {"digesta": "digesta", "digesta-generate": "digesta_generate"}[program]
    groups = {"release", "log", "review", "draft", "intake", "dispute"}
    command = words[: 2 if words[0] in groups else 1]
    done = run(*command, "--help", module=module, COLUMNS="200")

    assert done.code == 0, done.stderr
    for option in [word for word in words if re.match("--?[a-z]", word)]:
        assert re.search(rf"(?<![\w-]){option}\b", done.stdout), option


def test_the_pages_for_maintainers_name_every_step_of_a_month() -> None:
    steps = " ".join(MAINTAINING)

    assert len(MAINTAINING) > 40
    for step in ("cut", "publish", "decide", "settle", "rotate", "retire", "score-holdout", "site"):
        assert f" {step}" in steps, step


GENERATE = (ROOT / "site" / "docs" / "generate.md").read_text("utf-8")


@pytest.mark.parametrize(
    "line", re.findall(r"^digesta-generate .*$", GENERATE, re.MULTILINE), ids=lambda line: line[:40]
)
def test_every_option_on_the_page_about_models_is_one_of_its_command(line: str) -> None:
    words = line.split()
    done = run(words[1], "--help-all", module="digesta_generate", COLUMNS="200")

    assert done.code == 0
    for option in [word for word in words if word.startswith("-")]:
        assert re.search(rf"(?<![\w-]){option}\b", done.stdout), option


def test_the_page_about_models_tells_the_rule_that_reads_answers() -> None:
    code = re.findall(r"^\| (.*?) \|", extract.__doc__ or "", re.MULTILINE)
    section = GENERATE.partition("## How an answer is read")[2].partition("\n## ")[0]
    page = re.findall(r"^\| (.*?) \|", section, re.MULTILINE)

    assert len(page) == len(code) == 8
    assert (extract.__doc__ or "")[2:10] in section
    assert f"{extract.LONGEST:,} characters" in GENERATE


def test_every_test_that_the_threats_name_is_there() -> None:
    page = (ROOT / "docs" / "threats.md").read_text("utf-8")
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))

    named = re.findall(r"`(test_\w+)`", page)
    files = re.findall(r"`(tests/[\w/]+\.py)`", page)

    assert len(named) > 20
    assert [name for name in named if f"def {name}(" not in sources] == []
    assert [file for file in files if not (ROOT / file).is_file()] == []


COUNTED = re.compile(
    r"\b(stands?|stood|beside|alone|anew|lies?|told(?! apart)|tells?|whoever|goes on)\b",
    re.IGNORECASE,
)
"""Words that a reader takes in at the second reading; in other projects' prose they are rare."""


def test_prose_keeps_words_rare_that_take_two_readings() -> None:
    folders = (ROOT, ROOT / "docs", ROOT / "site/docs", ROOT / "toolkit/digesta_site/docs")
    texts = [path.read_text("utf-8") for folder in folders for path in sorted(folder.glob("*.md"))]
    words, counted = (
        sum(len(form.findall(text)) for text in texts) for form in (re.compile(r"\w+"), COUNTED)
    )

    assert words > 30_000
    assert counted / words < 0.001


def test_docstrings_of_front_doors_and_formats_have_none_of_them() -> None:
    public = [getattr(digesta, name) for name in digesta.__all__]
    inner = [each for one in public if isinstance(one, type) for each in vars(one).values()]
    texts = [inspect.getdoc(each) or "" for each in (*public, *inner) if callable(each)]
    formats = [*(ROOT / "toolkit/digesta_convert").glob("*"), ROOT / "toolkit/digesta_generate"]
    modules = [path if path.suffix == ".py" else path / "__init__.py" for path in formats]
    parsed = [ast.parse(path.read_text("utf-8")) for path in modules if path.is_file()]
    texts += [ast.get_docstring(module) or "" for module in parsed]

    assert sum(map(len, texts)) > 5_000
    assert [found.group() for text in texts for found in COUNTED.finditer(text)] == []
