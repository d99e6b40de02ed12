"""The navigation: what stands beside the logo, made from the pages that are there.

A hand-written page of a workspace may say in its front matter where it stands (``section``) and
what it is called there (``title``); else it stands last under About, called by its heading.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from digesta.errors import UsageError
from digesta_site.language import noop


class NavigationSection(NamedTuple):
    """An entry beside the logo, and what stands beneath it; a lone page is the entry itself."""

    title: str
    pages: Mapping[str, str]


SECTIONS = (
    NavigationSection(
        noop("Leaderboards"), {"index.md": noop("Home"), "releases.md": noop("Releases")}
    ),
    NavigationSection(
        noop("Systems"), {"systems.md": noop("Systems"), "models.md": noop("Models")}
    ),
    NavigationSection(noop("Questions"), {"questions.md": noop("Questions")}),
    NavigationSection(noop("Compare"), {"compare.md": noop("Compare")}),
    NavigationSection(
        noop("Submit"),
        {
            "submit.md": noop("Submit"),
            "python.md": noop("From Python"),
            "author.md": noop("Write questions"),
            "review.md": noop("Have questions read"),
            "grading.md": noop("Grade free text"),
            "scorer.md": noop("Your own scorer"),
            "formats.md": noop("File formats"),
        },
    ),
    NavigationSection(
        noop("About"),
        {
            "about.md": noop("About"),
            "how-to-read.md": noop("How to read the boards"),
            "glossary.md": noop("Glossary"),
            "methodology.md": noop("Methodology"),
            "statistics.md": noop("What a board may claim"),
            "metrics.md": noop("Metrics"),
            "limits.md": noop("What we cannot claim"),
            "governance.md": noop("How this is kept"),
            "month.md": noop("A month of a maintainer"),
            "signing.md": noop("Sign and seal"),
            "backup.md": noop("Keys and backups"),
            "hosting.md": noop("Where the site is put"),
            "data.md": noop("Data"),
            "decisions.md": noop("Decisions"),
            "disputes.md": noop("Disputes"),
            "status.md": noop("What waits"),
            "attempts.md": noop("Attempts on sealed questions"),
            "access.md": noop("Who opened sealed truths"),
            "accessibility.md": noop("Accessibility"),
        },
    ),
)
"""At most six: the logo leads home, and the rest stands beneath them."""
BESIDE = frozenset({"dispute.md"})
"""Pages that others lead to; mkdocs.yml names them in ``not_in_nav``."""


def navigation(paths: Collection[str], own: Mapping[str, bytes]) -> list[dict[str, object]]:
    """Return MkDocs' ``nav``. paths: of all pages. own: those that the workspace wrote."""
    listed = {path for section in SECTIONS for path in section.pages}
    more = [_place_of(path, own[path].decode()) for path in sorted(own) if path.endswith(".md")]
    nav: list[dict[str, object]] = []
    for title, pages in SECTIONS:
        beneath = [{name: path} for path, name in pages.items() if path in paths]
        beneath += [
            {name: path}
            for section, name, path in more
            if section == title and path not in listed | BESIDE
        ]
        if len(beneath) == 1:
            nav.append({title: next(iter(beneath[0].values()))})
        elif beneath:
            nav.append({title: beneath})
    return nav


def _place_of(path: str, text: str) -> tuple[str, str, str]:
    """Return a page's section, its name there and its path."""
    front = dict(_front_matter(text))
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    section, sections = front.get("section", "About"), [each.title for each in SECTIONS]
    if section not in sections:
        raise UsageError(f"site/docs/{path}: no section {section!r}: {', '.join(sections)}")
    return section, front.get("title") or (heading[1] if heading else path), path


def _front_matter(text: str) -> Iterator[tuple[str, str]]:
    lines = text.split("\n---\n", 1)[0].splitlines() if text.startswith("---\n") else []
    for line in lines[1:]:
        name, _, value = line.partition(": ")
        yield name, value.strip("\"' ")
