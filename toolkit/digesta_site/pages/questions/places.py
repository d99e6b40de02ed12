"""Where each question stands, and what the systems earned there: what its page says of itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from digesta_site.paths import QuestionPlace, QuestionPlaces, question_anchor


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

    questions: as the view has them; of each its id, its number, and of the systems whose answers
    count the columns and what they earned. columns: of the systems.
    """
    return {
        "stem": stem,
        "release": release,
        "task": task,
        "columns": columns,
        "questions": [
            [question["id"], question["number"], *_credits(question["systems"], columns)]
            for question in questions
        ],
    }


def _credits(
    answers: Iterable[Mapping[str, Any]], columns: Sequence[Mapping[str, Any]]
) -> tuple[list[int], list[float]]:
    known = [
        (answer["at"], answer["share"])
        for answer in answers
        if columns[answer["at"]]["counts"] and answer["key"] not in {"missing", "unjudged"}
    ]
    return [at for at, _ in known], [share for _, share in known]


def places_in(pages: Iterable[Mapping[str, Any]]) -> QuestionPlaces:
    """Return where the questions of pages stand. pages: what they say of themselves."""
    return {
        (page["release"], key): _place(page, key, number)
        for page in pages
        for key, number, *_ in page["questions"]
    }


def results_in(pages: Iterable[Mapping[str, Any]], release: str) -> QuestionResults:
    """Return what was earned on the questions of a release. pages: as in ``places_in``."""
    return {
        key: QuestionResult(
            _place(page, key, number),
            tuple(
                SystemCredit(page["columns"][at], share)
                for at, share in zip(columns, shares, strict=True)
            ),
        )
        for page in pages
        if page["release"] == release
        for key, number, columns, shares in page["questions"]
    }


def _place(page: Mapping[str, Any], key: str, number: int) -> QuestionPlace:
    return QuestionPlace(page["task"], f"{page['stem']}.html#{question_anchor(key)}", number)
