"""``llms.txt``: where a program finds boards, data, pages and licences (llmstxt.org)."""

from __future__ import annotations

from collections.abc import Iterator

from digesta_site.feed import FEED
from digesta_site.pages.common import condition_words, headline_boards, place_title
from digesta_site.paths import METRICS, board_stem
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import count_text, visible

ABOUT = (
    "Scores are shares in [0, 1] in data, percent on pages, always with an interval. Never average "
    "across tracks: they measure different things. A system that does not clear the floor is not "
    "shown to do better than programs that know no law, whatever its rank. A page NAME.html whose "
    "foot offers JSON or CSV has NAME.json or NAME.csv beside it."
)
_SIGNS = {c: f"\\{c}" for c in "\\`*_[]|#~$"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
PAGES = (
    ("How to read the boards", "how-to-read.html"),
    ("Methodology", "methodology.html"),
    ("Metrics", f"{METRICS}.html"),
    ("What we cannot claim", "limits.html"),
    ("Submit a system", "submit.html"),
    ("Dispute a question, a mark or a row", "dispute.html"),
)


def plain(text: str) -> str:
    r"""Return a text for one line of Markdown, in which it means nothing but itself.

    >>> plain("<b>|x|</b>\n# y")
    '&lt;b&gt;\\|x\\|&lt;/b&gt; \\# y'
    """
    return "".join(_SIGNS.get(c, c) for c in " ".join(visible(text).split()))


def llms_txt(site: SiteInput) -> bytes:
    """Return the file; its addresses are relative to its own."""
    lines = [f"# {site.config.title}", "", f"> {site.config.purpose}", ""]
    lines.append(ABOUT)
    for release in site.current:
        lines += _boards(release)
    lines += [*_data(site), "", "## Pages", ""]
    lines += [f"- [{title}]({href})" for title, href in PAGES]
    lines += _licenses(site)
    return ("\n".join(lines) + "\n").encode()


def _boards(release: SiteRelease) -> Iterator[str]:
    yield from ("", f"## Boards of release {release.id}: {plain(release.manifest.title)}", "")
    for board, name in headline_boards(release):
        title = plain(place_title(release.manifest.track_named(name.track), name))
        stem = board_stem(board)
        yield (
            f"- [{title}, {condition_words(name)}]({stem}.json): {board.board}, "
            f"{count_text(board.n, 'question')}, {board.metric}"
        )


def _data(site: SiteInput) -> Iterator[str]:
    yield from ("", "## Data", "")
    for download in site.downloads:
        size = count_text(download.lines, "line")
        yield f"- [{download.path.rpartition('/')[2]}]({download.path}): {size}, public split"
    yield "- [Files of every release, by digest](data.json)"
    yield f"- [Releases and new systems, Atom]({FEED})"
    yield "- [JSON Schemas, by digest](data.html#schemas)"


def _licenses(site: SiteInput) -> Iterator[str]:
    yield from ("", "## Licences", "")
    for release in site.newest_first[:1] + site.archives:
        terms = [*release.manifest.licenses]
        yield f"- Questions of {release.id}: {', '.join(terms)}; each question says its own"
    yield "- Submitted answers: CC0-1.0"
