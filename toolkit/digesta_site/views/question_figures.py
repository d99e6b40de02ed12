"""What a question shows on each board, in few characters: an archive has ten thousand."""

from __future__ import annotations

from digesta_site.paths import board_name
from digesta_site.values import SiteRelease
from digesta_site.words import CONDITIONS, percent, with_spaces


def figures_text(release: SiteRelease, question_id: str) -> list[str]:
    """Return a question's facility and item-rest correlation, a text for each board."""
    figures = release.figures_of.get(question_id, [])
    texts = []
    for analysis, row in figures:
        name = board_name(analysis.board)
        words = CONDITIONS.get(name.condition, with_spaces(name.condition))
        where = f"{words}: " if len(figures) > 1 else ""
        shown = "" if row.correlation is None else f", r {with_sign(row.correlation)}"
        facility = f"facility {percent(row.facility)}"
        texts.append(f"{where}{facility}{shown}")
    return texts


def with_sign(value: float | None) -> str:
    """Return a correlation with its sign and two decimals; "–" where there is none.

    >>> with_sign(-0.123)
    '−0.12'
    """
    if value is None:
        return "–"
    return f"{value:+.2f}".replace("-", "\N{MINUS SIGN}")
