"""What a visitor asks, walked from the first page of this repository's own site.

Every walk begins at home, follows what is shown there, and ends where the page says the answer in
words. A click is a link followed, a box of choices used or words typed into a field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.sax.saxutils import escape

import pytest

from digesta.canonical import sha256_hex
from digesta.workspace.owner.about import about_of
from places import ARCHIVES, NEWEST, ROOT
from repository import linked, listed, run
from waiting import HANG

MOST_CLICKS = 4
Step = str | tuple[str, str]
"""A link by its words, or a field by its label and what is chosen there."""

SAYS = "says => new RegExp(says, 's').test(document.querySelector('article')?.innerText ?? '')"
ANSWERS = "Its answers, question by question: "
"""A heading under which a system's page links to its answers; tasks have boards as well."""

WALKS: dict[str, tuple[Sequence[Step], Sequence[str]]] = {
    "who is best on temporal reasoning, and is the difference to the second real": (
        [],
        [r"reasoning\s[^\n]*; with retrieval.*?Temporal graph, 2 laws Digesta\s+100\.0%\s+Yes"],
    ),
    "is any system better than chance or a constant on halacha": (
        [],
        [r"Halacha\s[^\n]*; closed book.*?Qwen2\.5-Coder-0\.5B.*?21\.2%\s+Below the floor, 23\.9%"],
    ),
    "does retrieval help on finlaw": (
        ["Financial penalties"],
        [
            r"Penalty score 22\.5% \(19\.7 to 25\.6\)\. It does not clear the floor",
            r": closed book 22\.5%, with retrieval 25\.2%: \+2\.7 points .* p = 0\.089",
            r": closed book 18\.0%, with retrieval 18\.0%: .* p = 0\.968",
            r"Regulation acts right: closed book 0\.0%, with retrieval 0\.0%: .* p = 1\.000",
            r"closed book 1\.1%, with retrieval 3\.6%, on the questions of release 2026-11-22\.6",
            r"first five passages for 37 of 157 questions, 23\.6% \(15\.4 to 34\.2\)",
            r"basis is wrong all the same for 33 of these 37",
        ],
    ),
    "which question did a given model get wrong, and why": (
        [
            "Systems",
            "SmolLM2-135M-Instruct Q4_1, 256 tokens",
            ANSWERS + "Analyses et conseils",
        ],
        [r"wrong\s+SmolLM2-135M-Instruct Q4_1, 256 tokens", r"No jurist has read it"],
    ),
    "what changed since the release before": (
        ["Questions: the same questions"],
        [r"“Now” is “Before” plus “Added” minus “Retired”", r"All\s+1755\s+0\s+0\s+1755"],
    ),
    "can the judge be trusted": (
        ["French legal writing"],
        [r"rules-2: passed its gate", r"9 of 10 questions ordered rightly"],
    ),
    "how many questions there are, in which languages, under which licences": (
        ["Questions"],
        [r"Halacha\s+340\s+153\s+English 169 .*, Hebrew 171 .*\s+CC-BY-4\.0"],
    ),
    "how the headline of temporal reasoning is computed": (
        ["Temporal legal reasoning", "TLR score, strict: both laws, even weights"],
        [r"0\.20 .*version_accuracy"],
    ),
    "which questions are hardest": (
        ["Questions", "Hardest questions"],
        [r"The first 25 of \d+ such questions among \d+ that were answered; \d+ earned nobody"],
    ),
    "how two systems differ, side by side": (
        [
            "Compare",
            ("Track", "Temporal legal reasoning"),
            ("First system", "Temporal graph, with retrieval"),
            ("Second system", "Flat text search, with retrieval"),
        ],
        [
            r"Temporal graph scores .* points more than Flat text search: .* told apart",
            r"where they differ",
        ],
    ),
    "how to submit, and how long it takes": (
        ["Submit"],
        [r"digesta check", r"Installing takes about a minute"],
    ),
    "what happened with the sealed holdout": (
        ["About", "Attempts on sealed questions"],
        [r"at most three scored ones", r"temporal-graph\s+Digesta\s+scored"],
    ),
    "what answers cost, and how long they took": (
        ["2026-11-30", "Cost, speed and tokens"],
        [r"Latency, median, ms", r"BM25 search service\s+\d+\.\d%\s+\d+"],
    ),
    "a board as a table": (
        ["Temporal legal reasoning", "CSV"],
        [r"submission_id", r"\ntemporal-graph,"],
    ),
    "how to cite a release": (
        ["Cite"],
        [r"@misc\{digesta-2026-11-30", r"CC-BY-4\.0"],
    ),
}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of this repository, scored, with its site; no walk visits an archive."""
    root = linked(ROOT, tmp_path_factory.mktemp("repository") / "w")
    own = root / "digesta.toml"
    own.write_text(own.read_text().replace("[site]\n", f"[site]\nwithout = {ARCHIVES}\n"))
    run(root, "site", PYTHONHASHSEED="6")
    return root


def test_the_newest_release_is_computed_to_the_frozen_bytes(repository: Path) -> None:
    build = repository / "build"
    made = [path for kind in ("boards", "facts") for path in (build / kind / NEWEST).rglob("*")]

    assert {
        path.relative_to(build).as_posix(): sha256_hex(path.read_bytes())
        for path in made
        if path.is_file()
    } == {
        path: it for path, it in listed("computed.sha256").items() if path.split("/")[1] == NEWEST
    }


def test_every_note_on_a_row_is_shown_on_its_board_alone(repository: Path) -> None:
    folder = repository / "build" / "site" / "r" / NEWEST
    shown = {path: path.read_text() for path in folder.rglob("*@*.html")}

    notes = [note for note in about_of(ROOT).note if not note.series]
    for note in notes:
        boards = [path for path, text in shown.items() if escape(note.text) in text]
        assert boards, note.submission
        assert all(f'data-pin="{note.submission}"' in shown[path] for path in boards)


def test_every_anchor_that_a_page_links_to_is_there(repository: Path) -> None:
    root = (repository / "build" / "site").resolve()
    pages = {path: path.read_text() for path in root.rglob("*.html")}
    anchors = {path: set(re.findall(r' id="([^"]+)"', text)) for path, text in pages.items()}
    missing = {
        (path.name, name, anchor)
        for path, text in pages.items()
        for name, anchor in re.findall(r'href="([^":?#]*)#([^"]+)"', text)
        for at in [(path.parent / name).resolve() if name else path]
        if at in anchors and unquote(anchor) not in anchors[at]
    }

    assert not missing


def test_every_page_and_file_that_a_page_links_to_is_there(repository: Path) -> None:
    root = (repository / "build" / "site").resolve()
    missing = {
        (path.relative_to(root).as_posix(), name)
        for path in root.rglob("*.html")
        for name in re.findall(r'(?:href|src)="([^":?#]+)[?#"]', path.read_text())
        if not (path.parent / unquote(unescape(name))).exists()
    }

    assert not missing


@pytest.fixture(scope="module")
def home(repository: Path, served: Callable[[Path], AbstractContextManager[str]]) -> Iterator[str]:
    with served(repository / "build" / "site") as address:
        yield address


@pytest.fixture(scope="module")
def visitor(browser: Any, home: str) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(HANG * 1000)
    yield context.new_page()
    context.close()


def take(page: Any, step: Step) -> str | None:
    """Follow a link or use a field; return the text of a file where that is what comes."""
    if isinstance(step, tuple):
        page.get_by_role("combobox", name=step[0], exact=True).select_option(label=step[1])
        return None
    within: Any = page
    if step.startswith(ANSWERS):
        step = step.removeprefix(ANSWERS)
        within = page.locator(f"h2:has-text('{ANSWERS.strip(': ')}') ~ *")
    link = within.get_by_role("link", name=step, exact=True)
    folded = within.locator("summary", has_text=re.compile(f"^{re.escape(step)}$"))
    shown = link.or_(folded).locator("visible=true").first
    if shown.evaluate("element => element.tagName") == "SUMMARY":
        # A chart that is drawn at this moment moves what is below it away from under the click.
        while not shown.evaluate("element => element.parentElement.open"):
            shown.click()
        return None
    if not shown.get_attribute("href").endswith(".csv"):
        shown.click()
        return None
    with page.expect_download() as taken:
        shown.click()
    return Path(taken.value.path()).read_text("utf-8")


@pytest.mark.parametrize("question", WALKS)
def test_a_visitor_reads(question: str, visitor: Any, home: str) -> None:
    steps, says = WALKS[question]
    visitor.goto(home)

    told = [take(visitor, step) for step in steps]
    shown = told[-1] if told and told[-1] else None

    assert len(steps) <= MOST_CLICKS
    for pattern in says:
        if shown is None:
            visitor.wait_for_function(
                SAYS,
                arg=pattern,
            )
        else:
            assert re.search(pattern, shown), shown[:500]
