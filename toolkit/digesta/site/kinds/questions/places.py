"""Where each question stands, and what the systems earned there: what its page says of itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from digesta.site.paths import QuestionPlace, QuestionPlaces


class SystemCredit(NamedTuple):
    """What one system earned with its answer: its column on the page, a share in [0, 1]."""

    system: Mapping[str, Any]
    share: float


class QuestionResult(NamedTuple):
    """Where a question stands, and the credits of the systems that answered and count."""

    place: QuestionPlace
    credits: tuple[SystemCredit, ...]

    @property
    def right(self) -> list[Mapping[str, Any]]:
        """Return the systems that earned everything."""
        return [credit.system for credit in self.credits if credit.share == 1]


QuestionResults = Mapping[str, QuestionResult]
"""By question id, of one release."""


def about_page(
    stem: str,
    release: str,
    task: str,
    *,
    questions: Iterable[Mapping[str, Any]],
    columns: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return what the page of some questions says of itself, as JSON values.

    questions: as the view has them. columns: of the systems.
    """
    return {
        "release": release,
        "task": task,
        "columns": columns,
        "questions": [
            [
                question["id"],
                f"{stem}.html#{question['anchor']}",
                question["number"],
                [
                    [answer["at"], answer["share"]]
                    for answer in question["systems"]
                    if columns[answer["at"]]["counts"]
                    and answer["key"] not in {"missing", "unjudged"}
                ],
            ]
            for question in questions
        ],
    }


def places_in(pages: Iterable[Mapping[str, Any]]) -> QuestionPlaces:
    """Return where the questions of pages stand. pages: what they say of themselves."""
    return {
        (page["release"], key): QuestionPlace(page["task"], href, number)
        for page in pages
        for key, href, number, _ in page["questions"]
    }


def results_in(pages: Iterable[Mapping[str, Any]], release: str) -> QuestionResults:
    """Return what was earned on the questions of a release. pages: as in ``places_in``."""
    return {
        key: QuestionResult(
            QuestionPlace(page["task"], href, number),
            tuple(SystemCredit(page["columns"][at], share) for at, share in shares),
        )
        for page in pages
        if page["release"] == release
        for key, href, number, shares in page["questions"]
    }
