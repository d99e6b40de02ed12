"""The logs beside the decisions: attempts at holdouts, access to what is sealed, disputes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from digesta.records.base import ChainLine
from digesta_site.page import DataTable, Page
from digesta_site.pages.common import site_page
from digesta_site.paths import questions_stem, system_stem
from digesta_site.values import SiteInput, SiteRelease


class Log(NamedTuple):
    """A log: its page's stem, heading and first sentence; its columns with their titles."""

    stem: str
    heading: str
    about: str
    columns: tuple[tuple[str, str], ...]


LOGS = (
    Log(
        "attempts",
        "Attempts",
        (
            "Every try at a sealed holdout, logged before its score was known: at most three "
            "scored ones for an organisation and a set of sealed questions. The maintainers' own "
            "rank nobody there, and have no limit."
        ),
        (
            ("submission_id", "Submission"),
            ("organization", "Organisation"),
            ("outcome", "Outcome"),
            ("maintainers", "The maintainers' own"),
            ("root", "Set of questions"),
            ("predictions", "Predictions"),
        ),
    ),
    Log(
        "access",
        "Access",
        "Who opened, or could have seen, something sealed, and why.",
        (("who", "Who"), ("what", "What"), ("why", "Why")),
    ),
    Log(
        "disputes",
        "Disputes",
        (
            "What was disputed, and how it was settled. What was right is corrected in a release "
            "of its own; the disputed one stays as it was published."
        ),
        (
            ("dispute_id", "Dispute"),
            ("status", "Step"),
            ("question_id", "Question"),
            ("submission_id", "Submission"),
            ("limit", "Limit"),
            ("reason", "Reason"),
        ),
    ),
)
DIGESTS = frozenset({"root", "predictions", "question_id"})
"""Columns of which the first characters are shown; the data file has all."""
_FIRST = 16


def pages_of(site: SiteInput) -> Iterator[Page]:
    """Return a page for each log, the newest release's last line first."""
    for log in LOGS:
        rows = [row for release in site.newest_first for row in _rows(release, log)]
        header = ("release", "seq", "date", *(name for name, _ in log.columns), "previous")
        own = {
            "log": log.stem,
            "about": log.about,
            "titles": [title for _, title in log.columns],
            "rows": [_row_view(site, row, log) for row in rows],
        }
        yield site_page(
            *(site, log.stem, "log.html"),
            own,
            heading=log.heading,
            data=rows,
            table=DataTable(header, [[_plain(row.get(name)) for name in header] for row in rows]),
        )


def _rows(release: SiteRelease, log: Log) -> list[dict[str, Any]]:
    lines: Sequence[ChainLine] = getattr(release, log.stem)
    ordered = sorted(lines, key=lambda line: line.seq, reverse=True)
    return [line.as_json() | {"release": release.id} for line in ordered]


def _plain(value: object) -> str | int:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, int) else str(value or "")


def _row_view(site: SiteInput, row: dict[str, Any], log: Log) -> dict[str, Any]:
    release = next(r for r in site.releases if r.id == row["release"])
    return {
        "anchor": f"{row['release']}-{row['dispute_id']}-{row['seq']}"
        if "dispute_id" in row
        else "",
        "release": row["release"],
        "seq": row["seq"],
        "date": row["date"],
        "previous": row["previous"][:_FIRST],
        "cells": [_cell(release, name, _plain(row.get(name))) for name, _ in log.columns],
    }


def _cell(release: SiteRelease, name: str, value: str | int) -> dict[str, Any]:
    text = str(value)
    href = ""
    if name == "submission_id" and text in release.with_pages:
        href = f"{system_stem(release.id, text)}.html"
    if name == "question_id":
        tasks = [(q.track, q.category, q.task) for q in release.public if q.question_id == text]
        href = f"{questions_stem(release.id, tasks[0])}.html" if tasks else ""
    short = name in DIGESTS
    return {"text": text[:_FIRST] if short else text, "href": href, "code": short}
