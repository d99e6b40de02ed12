"""A site in Hebrew: from right to left, with no English of its own, on a phone too."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from site_building import build
from site_questions import NEWEST

from authoring.words.messages import messages
from digesta_site.values import SiteInput

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
BOARD = f"r/{NEWEST}/halacha@closed_book.html"
LONG = 40
"""Characters from which a message can be no name."""


@pytest.fixture(scope="module")
def hebrew(site: SiteInput, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="the site extra is not installed")
    config = dataclasses.replace(site.config, language="he")
    return build(dataclasses.replace(site, config=config), tmp_path_factory.mktemp("hebrew"))


@pytest.mark.parametrize("path", ["index.html", BOARD])
def test_a_page_runs_from_right_to_left_and_says_nothing_of_its_own_in_english(
    hebrew: Path, path: str
) -> None:
    page = (hebrew / path).read_text(encoding="utf-8")
    sentences = [
        message.id
        for message in messages()
        if isinstance(message.id, str) and len(message.id) > LONG and "%" not in message.id
    ]

    assert re.search(r"<html lang=\"?he\b", page)
    assert re.search(r"<body dir=\"?rtl\b", page)
    assert [sentence for sentence in sentences if sentence in page] == []


def test_a_page_of_the_package_says_that_it_is_in_english(hebrew: Path) -> None:
    submit = (hebrew / "submit.html").read_text(encoding="utf-8")
    methodology = (hebrew / "methodology.html").read_text(encoding="utf-8")

    assert re.search(r'<div lang="?en"? dir="?ltr"?>\s*<h1[^>]*>Submit a system', submit)
    assert re.search(r'<div lang="?en"? dir="?ltr"?>\s*<h2[^>]*>What a headline', methodology)


def test_a_page_of_prose_made_of_data_is_in_english_whole(hebrew: Path) -> None:
    page = (hebrew / "r" / NEWEST / "changes.html").read_text(encoding="utf-8")

    assert re.search(r'<div lang="?en"? dir="?ltr"?>', page)
    assert "<td>public" in page


@pytest.mark.parametrize("path", ["index.html", BOARD])
def test_a_hebrew_page_is_accessible_and_fits_a_phone(
    hebrew: Path,
    served: Callable[[Path], AbstractContextManager[str]],
    browser: Any,
    path: str,
) -> None:
    with served(hebrew) as address:
        page = browser.new_page()
        page.goto(address + path)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate(
            "axe.run(document, {resultTypes: ['violations']})"
            ".then(r => r.violations.map(v => [v.impact, v.id, v.nodes[0].html]))"
        )
        page.set_viewport_size({"width": 320, "height": 640})
        page.wait_for_function("document.documentElement.scrollWidth <= 320")
        page.close()

    assert found == []
