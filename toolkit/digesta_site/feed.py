"""``feed.xml``, an Atom feed (RFC 4287) of releases and of systems accepted for the first time.

Its dates are the data's: the day of a release's id, the day of a decision. Its addresses are
relative; where the site has an address, the build writes it into ``xml:base``. Titles carry ids
and the maintainers' own titles alone, never what a submitter wrote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape, quoteattr

from digesta.records.base import release_parts
from digesta.records.submission import Decision
from digesta_site.paths import release_stem, system_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import LEVELS, count_text

FEED = "feed.xml"
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
_OPEN = '<feed xmlns="http://www.w3.org/2005/Atom">'


class _News(NamedTuple):
    """One entry: its day, a number that sorts a day's, its id, title, address and summary."""

    day: str
    order: int
    id: str
    title: str
    href: str
    summary: str

    def xml(self) -> str:
        """Return the entry's element."""
        return (
            f"<entry><id>{self.id}</id><title>{escape(self.title)}</title>"
            f'<link rel="alternate" type="text/html" href={quoteattr(self.href)}/>'
            f"<updated>{self.day}T00:00:00Z</updated><summary>{escape(self.summary)}</summary>"
            "</entry>\n"
        )


def feed(site: SiteInput, moved: Mapping[str, str]) -> bytes:
    """Return the feed, the newest entry first; one without entries where there is no release.

    moved: by release, a sentence on ranks that moved.
    """
    news = [*_releases(site, moved), *_systems(site)]
    news.sort(key=lambda each: (each.day, each.order, each.id), reverse=True)
    own = [release for release in site.newest_first if release.manifest.archive is None]
    oldest = own[-1].manifest.canary if own else ""
    updated = news[0].day if news else "1980-01-01"
    head = (
        f"<id>{_urn(oldest, 'feed')}</id><title>{escape(site.config.title)}: releases and new "
        f"systems</title><updated>{updated}T00:00:00Z</updated>"
        f"<author><name>{escape(site.config.title)}</name></author>"
        f'<link rel="self" type="application/atom+xml" href="{FEED}"/>'
        '<link rel="alternate" type="text/html" href="index.html"/>\n'
    )
    elements = "".join(each.xml() for each in news)
    return f"{_HEAD}{_OPEN}{head}{elements}</feed>\n".encode()


def feed_at(data: bytes, address: str) -> bytes:
    """Return a feed whose relative addresses begin at the site's own."""
    base = f"{_OPEN[:-1]} xml:base={quoteattr(address)}>"
    return data.replace(_OPEN.encode(), base.encode(), 1)


def _urn(canary: str, name: str) -> str:
    # A canary is a random number of the release's own: no two sites make the same id.
    return uuid5(NAMESPACE_URL, f"{canary}/{name}").urn


def _releases(site: SiteInput, moved: Mapping[str, str]) -> Iterator[_News]:
    for order, release in enumerate(reversed(site.newest_first)):
        manifest = release.manifest
        sealed = sum(manifest.holdout.counts.values()) if manifest.holdout else 0
        parts = [
            count_text(n, words)
            for n, words in ((len(release.public), "public question"), (sealed, "sealed question"))
            if n
        ]
        tracks = ", ".join(track.title for track in manifest.tracks)
        yield _News(
            day=release_parts(release.id).day,
            order=order,
            id=_urn(manifest.canary, f"release/{release.id}"),
            title=f"Release {release.id}: {manifest.title}",
            href=f"{release_stem(release.id)}.html",
            summary=": ".join(filter(None, (" and ".join(parts), tracks)))
            + f".{moved.get(release.id, '')}",
        )


def _systems(site: SiteInput) -> Iterator[_News]:
    """Yield each system of the releases where it was first accepted; an archive's are its own."""
    known: set[str] = set()
    for order, release in enumerate(reversed(site.newest_first)):
        if release.manifest.archive is None:
            for decision in sorted(release.decisions, key=lambda line: line.seq):
                new = decision.submission_id not in known and decision.role != "adversary"
                if new and decision.decision == "accept":
                    known.add(decision.submission_id)
                    yield _system(site, release, decision)._replace(order=order)


def _system(site: SiteInput, release: SiteRelease, decision: Decision) -> _News:
    name, newest = decision.submission_id, site.newest or release
    has_page = name in newest.with_pages
    stem = system_stem(newest.id, name) if has_page else release_stem(release.id)
    return _News(
        day=decision.date,
        order=0,
        id=_urn(release.manifest.canary, f"system/{name}"),
        title=f"New on the boards: {name}",
        href=f"{stem}.html",
        summary=f"{decision.role.capitalize()}, {LEVELS[decision.level]}; first in release "
        f"{release.id}.",
    )
