"""Where each question stands, and what the systems earned there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from digesta.site.page import Page
from digesta.site.paths import QuestionPlace


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


def places_of(page: Page) -> Iterator[tuple[tuple[str, str], QuestionPlace]]:
    """Yield where the questions of a page stand, by release and id."""
    for question in page.view["questions"]:
        href = f"{page.stem}.html#{question['anchor']}"
        place = QuestionPlace(page.view["task"], href, question["number"])
        yield (page.view["release"], question["id"]), place


def credits_of(page: Page) -> Iterator[tuple[str, tuple[SystemCredit, ...]]]:
    """Yield what the systems earned on the questions of a page, by id."""
    columns = page.view["systems"]
    for question in page.view["questions"]:
        answers = [(columns[answer["at"]], answer) for answer in question["systems"]]
        yield (
            question["id"],
            tuple(
                SystemCredit(column, answer["share"])
                for column, answer in answers
                if column["counts"] and answer["key"] not in {"missing", "unjudged"}
            ),
        )
