"""Who read the questions beside their author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from digesta.records.release import Review, Track
from digesta_site.language import gettext, list_text
from digesta_site.values import SiteRelease

READERS = (
    "nobody but the author",
    "a second model",
    "a program, which checked a citation or computed the answer",
    "one qualified human",
    "two qualified humans",
)
"""Who agreed with a question, by its review level."""


def review_level(reviews: Iterable[Review]) -> int:
    """Derive R0 to R4: author only, second model, program, qualified human, two of them."""
    readers = [reader for review in reviews for reader in review.readers]
    agreed = [reader.kind for reader in readers if reader.verdict == "agreed"]
    humans = agreed.count("human")
    if humans:
        return 3 if humans == 1 else 4
    return 2 if "program" in agreed else int("model" in agreed)


def written_words(release: SiteRelease, track: Track) -> str:
    """Return who wrote a track's questions and whether experts read them; "" where nobody says."""
    if release.made:
        return release.made
    if not track.authors:
        return ""
    called = (gettext(words, **names) for words, names in (each.words for each in track.authors))
    names = list_text(called)
    written = gettext("Questions and keys were written by %(names)s.", names=names)
    own = len(release.public_under.get((track.track,), ()))
    n = release.read_by_people[track.track]
    read = (
        gettext("A qualified person has read %(n)s of %(all)s public ones.", n=n, all=own)
        if n
        else gettext("No jurist or scholar of its law has read them.")
    )
    return f"{written} {read}"


def review_words(release: SiteRelease, place: tuple[str, ...]) -> str:
    """Return by whom the public questions under a place were checked; empty where there is none.

    Of another's benchmark too, which was not checked here.
    """
    if release.manifest.archive is not None:
        return ""
    levels = Counter(
        review_level(release.reviews_of.get(question.question_id, ()))
        for question in release.public_under.get(place, ())
    )
    counts = [f"{levels[level]} by {READERS[level]}" for level in sorted(levels, reverse=True)]
    humans = sum(levels[level] for level in (3, 4))
    none = "" if humans or not levels else "; none by a qualified human"
    return ", ".join(counts) + none
