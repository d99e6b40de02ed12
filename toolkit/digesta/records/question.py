"""Records of what is asked and what is right: questions and truths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from digesta.errors import UsageError
from digesta.records.base import Day, Language, Name, NonEmpty, Record, Scorer, Slug, optional

_SHORTEST = 6
"""Characters of an id that may stand for it."""

Split = Literal["public", "holdout"]
OPEN_LICENSES = (
    "Apache-2.0",
    "CC0-1.0",
    "CC-BY-3.0",
    "CC-BY-4.0",
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "CC-PDDC",
    "LicenseRef-public-domain",
    "MIT",
)
"""Licences under which anybody may publish a question, unless its release says otherwise."""

Publication = Literal["full", "members", "facts"]
"""What may be published of a question: its text, its text to members, or what it shows alone."""


@lru_cache(maxsize=256)
def _spdx(text: str) -> str:
    if text in OPEN_LICENSES:
        return text
    # Only for a licence that is not among ours: most commands never read the list of SPDX.
    from packaging.licenses import (  # noqa: PLC0415 - see above
        InvalidLicenseExpression,
        canonicalize_license_expression,
    )

    try:
        canonical = canonicalize_license_expression(text)
    except InvalidLicenseExpression as error:
        raise ValueError(f"{LICENSE_FORM}: {error}") from None
    if canonical != text:
        raise ValueError(f"must be written as SPDX does: {canonical}")
    return text


LICENSE_FORM = (
    "must be a licence as SPDX writes it, such as CC-BY-4.0 or MIT OR CC0-1.0; one that SPDX does "
    "not list is LicenseRef-NAME, such as LicenseRef-inhouse"
)
License = Annotated[str, Field(min_length=1, title="SPDX licence"), AfterValidator(_spdx)]
"""An SPDX licence expression; licences that SPDX does not list are ``LicenseRef-NAME``."""


def publication_of(license_: str, rules: Mapping[str, Publication] | None) -> Publication:
    """Return what may be published under a licence. rules: the release's own, which come first.

    >>> publication_of("MIT", None), publication_of("LicenseRef-inhouse", None)
    ('full', 'facts')
    """
    default: Publication = "full" if license_ in OPEN_LICENSES else "facts"
    return (rules or {}).get(license_, default)


CANARY = (
    "The release's canary, by which a line is known again in training data; cutting writes it, and "
    "it is no part of what is asked. Absent in releases that were cut before."
)


class Turn(Record):
    """One message of the prompt."""

    role: Literal["system", "user", "assistant"] = Field(description="Who speaks.")
    content: NonEmpty = Field(description="What is said.")


class Source(Record):
    """A text that is part of the prompt and always shown."""

    title: NonEmpty = Field(description="How the prompt calls the text.")
    text: NonEmpty = Field(description="The text itself.")


class Translation(Record):
    """Who translated a source, from what, under which licence."""

    of: NonEmpty = Field(description="The work that was translated.")
    by: NonEmpty = Field(description="The translator.")
    license: License = Field(description="Licence of the translation.")


class Question(Record):
    """What is asked; it never holds the truth."""

    question_id: Slug = Field(
        description='SHA-256 of "question-id/v1", LF and the canonical bytes of track, scorer, '
        "language, turns, ask, shown_sources and law_as_of in NFC: what the answerer sees and "
        "nothing else. In a draft any slug; cutting replaces it."
    )
    split: Split = Field(description="public: its truth is open; holdout: its truth is sealed.")
    track: Name = Field(description="A track of the manifest.")
    category: Name = Field(description="The task's category in the manifest.")
    task: Name = Field(description="A task of the track.")
    scorer: Scorer = Field(description="The task's scorer in the manifest.")
    language: Language = Field(description="Language of the turns.")
    turns: list[Turn] = Field(min_length=1, description="The prompt, message by message.")
    ask: dict[str, Any] = Field(
        description="What form the answer takes; shown to the answerer. Its keys are the "
        "scorer's (see the ask formats)."
    )
    shown_sources: list[Source] | None = optional(
        "Texts that are part of the prompt and always shown: an open-book question "
        "is another question than its closed-book twin."
    )
    law_as_of: Day | None = optional(
        "The day as of which the law is meant; required by tracks whose law changes."
    )
    repeat: Annotated[int, Field(ge=2)] | None = optional(
        "Of an archive in which the same question stands several times: which time."
    )
    license: License = Field(description="Licence of the question and its truth (SPDX).")
    attribution: NonEmpty = Field(description="Whom to name when it is used.")
    translation: Translation | None = optional("Where a source was translated: from what, by whom.")
    cluster_id: str = Field(
        pattern=r"^c-[0-9a-z]{2,32}$",
        description="Opaque: questions on the same section, case or article share it, and a "
        "cluster never lies in both splits.",
    )
    released: Day = Field(description="Date of the release that first had the question.")
    difficulty: Literal["easy", "medium", "hard"] = Field(
        description="By the rule in the datasheet, never by feeling."
    )
    tags: list[Slug] = Field(default_factory=list, description="Free labels for the viewer.")
    canary: NonEmpty | None = optional(CANARY)

    @property
    def licenses(self) -> tuple[str, ...]:
        """Return the licences that its text stands under: its own, and its translation's."""
        return (self.license, *([self.translation.license] if self.translation else []))


class SourceRef(Record):
    """Where in which work a truth is found."""

    work: NonEmpty = Field(description="The work.")
    at: NonEmpty = Field(description="The place in it, as it is cited.")

    def __str__(self) -> str:
        """Return the work and the place, once where both are the same."""
        return self.work if self.at == self.work else f"{self.work}, {self.at}"


class Truth(Record):
    """What is right; references stand here, since for citation tasks they are the answer."""

    question_id: Slug = Field(description="The question.")
    truth: dict[str, Any] = Field(
        description="What is right, in the scorer's keys (see the truth formats)."
    )
    source_refs: list[SourceRef] = Field(min_length=1, description="Where it is found.")
    canary: NonEmpty | None = optional(CANARY)


def question_id_of(beginning: str, ids: Sequence[str]) -> str:
    """Return the one id that is, or begins, so; UsageError where none or several do."""
    matching = [known for known in ids if known.startswith(beginning)]
    if beginning in matching:
        return beginning
    if len(matching) != 1 or len(beginning) < _SHORTEST:
        raise UsageError(
            f"{len(matching)} questions begin with {beginning!r}; give more of the id "
            f"(at least {_SHORTEST} characters)"
        )
    return matching[0]
