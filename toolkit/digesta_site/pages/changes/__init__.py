"""What changed since the release before: questions, systems, scores and why, summing exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from digesta_site.language import gettext, ngettext, noop
from digesta_site.page import DataTable, Page
from digesta_site.pages.changes.questions import (
    COLUMNS,
    KINDS,
    QuestionChange,
    count_rows,
    groups,
    question_changes,
)
from digesta_site.pages.changes.systems import arrivals, moves, standings
from digesta_site.pages.common import site_page
from digesta_site.paths import QuestionPlace, release_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import rank

HEADING = "What changed"
COUNTED = {
    "added": noop("%(n)s added"),
    "retired": noop("%(n)s retired"),
    "moved": noop("%(n)s moved"),
    "revised": noop("%(n)s revised"),
    "rekeyed": noop("%(n)s re-keyed"),
}
CSV = ("kind", "track", "task", "split", "n", "question_id", "reason")


def release_pairs(site: SiteInput) -> Iterator[tuple[SiteRelease, SiteRelease]]:
    """Yield each release that has one before it, after that."""
    for after in site.newest_first:
        before = previous_of(site, after)
        if before is not None:
            yield before, after


def previous_of(site: SiteInput, release: SiteRelease) -> SiteRelease | None:
    """Return the release before, where the site has it."""
    return next((each for each in site.releases if each.id == release.manifest.previous), None)


def changes_link(site: SiteInput, release: SiteRelease) -> dict[str, str]:
    """Return the address of a release's page of changes with its counts in words, empty if none."""
    before = previous_of(site, release)
    if before is None:
        return {"href": "", "words": ""}
    words = count_words(question_changes(before, release))
    return {"href": f"{release_stem(release.id, 'changes')}.html", "words": words}


def count_words(changes: list[QuestionChange]) -> str:
    """Return how many questions changed in which way: "7 added, 5 retired"."""
    kinds = [change.kind for change in changes]
    parts = [gettext(COUNTED[kind], n=kinds.count(kind)) for kind in KINDS if kind in kinds]
    return gettext(", ").join(parts) or gettext("the same questions")


def newest_changes(site: SiteInput) -> list[dict[str, str]]:
    """Return lines for the home page on what the newest release changed: text and address."""
    newest = site.newest
    before = previous_of(site, newest) if newest else None
    if newest is None or before is None:
        return []
    page = f"{release_stem(newest.id, 'changes')}.html"
    came, gone = arrivals(site, before, newest)
    tracks = moves(site, before, newest)
    moved = sum(len(track["rows"]) + len(track["other"]) for track in tracks)
    lines = [
        (
            gettext("Questions: %(counts)s", counts=count_words(question_changes(before, newest))),
            "questions",
        ),
        (
            ngettext(
                "Systems: %(n)s new entry, %(gone)s gone",
                "Systems: %(n)s new entries, %(gone)s gone",
                len(came),
                gone=len(gone),
            ),
            "systems",
        ),
        (
            ngettext(
                "%(n)s headline moved of systems that entered both releases",
                "%(n)s headlines moved of systems that entered both releases",
                moved,
            ),
            "scores",
        ),
    ]
    return [{"text": text, "href": f"{page}#{anchor}"} for text, anchor in lines]


def moved_ranks(site: SiteInput) -> dict[str, str]:
    """Return by release whose rank on a track's headline board is another than before."""
    lines = {}
    for before, after in release_pairs(site):
        was = standings(before)
        moves = [
            f"{after.manifest.track_named(place[0]).title}, {place[3]}: {rank(was[place].row)} to "
            f"{rank(now.row)}"
            for place, now in standings(after).items()
            if place in was and "" != rank(was[place].row) != rank(now.row) != ""
        ]
        lines[after.id] = f" Ranks moved: {'; '.join(moves)}." if moves else ""
    return lines


def page_of(
    site: SiteInput,
    before: SiteRelease,
    after: SiteRelease,
    places: Mapping[str, QuestionPlace],
) -> Page:
    """Return the page of what changed from one release to the next. places: of their questions."""
    changes = question_changes(before, after)
    counts, listed = count_rows(before, after, changes), groups(before, after, changes, places)
    came, gone = arrivals(site, before, after)
    own = {
        "previous": before.id,
        "counts": counts,
        "totals": {"title": "All", "split": ""}
        | {name: sum(row[name] for row in counts) for name in COLUMNS},
        "columns": [
            [name, title]
            for name, title in COLUMNS.items()
            if name != "moved" or any(row["moved"] for row in counts)
        ],
        "kinds": [
            {
                "key": key,
                "title": title,
                "groups": [group for group in listed if group["kind"] == key],
            }
            for key, title in KINDS.items()
        ],
        "came": came,
        "gone": gone,
        "tracks": moves(site, before, after),
    }
    return site_page(
        *(site, release_stem(after.id, "changes"), "changes.html"),
        own,
        heading=f"What changed since {before.id}",
        title=f"{HEADING}: {after.id}",
        release=after,
        data=own,
        table=DataTable(CSV, list(_lines(listed))),
    )


def _lines(listed: list[dict[str, Any]]) -> Iterator[list[Any]]:
    """Yield a line for each public question, and one for each group of sealed ones."""
    for group in listed:
        ids = [(1, question["id"]) for question in group["questions"]] or [(group["n"], None)]
        for n, name in ids:
            yield [*(group[key] for key in CSV[:4]), n, name, group["reason"]]
