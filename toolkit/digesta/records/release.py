"""Records of a release's other files: changes, limits, the manifest, what is sealed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from digesta.records.base import (
    Count,
    Day,
    Decimal,
    Name,
    NonEmpty,
    Record,
    ReleaseId,
    Sha256,
    Slug,
    duplicates,
    optional,
    release_parts,
)
from digesta.records.question import (
    License,
    Publication,
    Question,
    Source,
    SourceRef,
    Split,
    Translation,
    Truth,
    Turn,
)
from digesta.records.review import GiveawayLimits, Passage, Reader, Review
from digesta.records.track import (
    Category,
    Condition,
    MeanOfScore,
    PoolScore,
    Score,
    Task,
    TermsScore,
    Track,
)

__all__ = [
    "Category",
    "ChangedQuestion",
    "Changes",
    "Condition",
    "FileEntry",
    "GiveawayLimits",
    "HoldoutRoot",
    "Keys",
    "License",
    "Limit",
    "Limits",
    "Manifest",
    "MeanOfScore",
    "Passage",
    "PoolScore",
    "Question",
    "Reader",
    "Review",
    "Salt",
    "Score",
    "Sealed",
    "Source",
    "SourceRef",
    "Split",
    "Task",
    "TermsScore",
    "Track",
    "Translation",
    "Truth",
    "Turn",
    "UnevenBoard",
]


class ChangedQuestion(Record):
    """One question added, retired, revised or re-keyed, and why."""

    question_id: Slug = Field(description="The question, by the id that it has now.")
    reason: NonEmpty = Field(description="Why.")
    replaces: Slug | None = optional("Of a revised question: the id that it had before.")


class UnevenBoard(Record):
    """A board on which an adversary exceeds its limit since a key was corrected."""

    board: NonEmpty = Field(description="TRACK/CATEGORY/TASK, or the track of a headline.")
    adversary: NonEmpty = Field(description="Which adversary.")
    reason: NonEmpty = Field(description="Which questions were re-keyed, and why.")


class Changes(Record):
    """A release against the one before it."""

    format: Literal["changes/1"] = Field(description="The format and its version.")
    previous: ReleaseId | None = optional("The release before; absent in the first.")
    added: list[ChangedQuestion] = Field(default_factory=list, description="New questions.")
    retired: list[ChangedQuestion] = Field(
        default_factory=list, description="Questions that are not asked any more."
    )
    revised: list[ChangedQuestion] = Field(
        default_factory=list, description="Questions that replace another (`replaces`)."
    )
    rekeyed: list[ChangedQuestion] = Field(
        default_factory=list, description="Questions whose truth was corrected."
    )
    uneven: list[UnevenBoard] | None = optional(
        "Boards that corrected keys left to an adversary, until the next month's "
        "release; written by cutting."
    )


class LimitClaim(Record):
    """What a limit says in numbers: cutting holds it to the release."""

    of: Literal["questions", "questions of each task", "works", "days"] = Field(
        description="What is counted: questions; those of each task; works that the public truths "
        "refer to; or no count, but the days that questions name."
    )
    split: Split | None = optional("Of these questions; absent: of all.")
    tasks: Annotated[list[Name], Field(min_length=1)] | None = optional(
        "Of these tasks; absent: of all of the track."
    )
    least: Count | None = optional("At least so many.")
    most: Count | None = optional("At most so many.")
    day: Day | None = optional("Of days: none is later.")

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        numbers = self.least is not None or self.most is not None
        if numbers in {self.of == "days", self.day is not None}:
            raise ValueError("least, most or both; or of days, a day")
        return self


class Limit(Record):
    """One thing that a release does not reach, and why."""

    track: Name = Field(description="The track.")
    limit: NonEmpty = Field(description="What is not reached or cannot be claimed.")
    why: NonEmpty = Field(description="Why.")
    claim: LimitClaim | None = optional("What it says in numbers; absent where it says nothing so.")

    @property
    def sentence(self) -> str:
        """Return the track and what is said of it, as a dispute names it."""
        return f"{self.track}: {self.limit}"


class Limits(Record):
    """What a release does not reach, per track."""

    format: Literal["limits/1"] = Field(description="The format and its version.")
    limits: list[Limit] = Field(min_length=1, description="One by one.")


class FileEntry(Record):
    """A file by its path, digest and size."""

    path: str = Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._@+-]*(/[A-Za-z0-9][A-Za-z0-9._@+-]*)*$",
        description="Path below the folder of the listing file, with `/`.",
    )
    sha256: Sha256 = Field(description="SHA-256 of the file's bytes.")
    bytes: Count = Field(description="Size in bytes.")
    lines: Count = Field(description="Number of LF bytes.")


class HoldoutRoot(Record):
    """The commitment to the sealed truths: salted Merkle root, and their number per track."""

    root: Sha256 = Field(description="Root of the salted Merkle tree over the sealed truths.")
    counts: dict[Name, Annotated[int, Field(ge=1)]] = Field(
        description="Number of sealed questions by track."
    )
    questions: Sha256 | None = optional(
        "SHA-256 of the sealed questions' ids in order, each ended by LF: what was "
        "sealed is what is asked. Cutting requires it."
    )
    sealed_sha256: Sha256 | None = optional(
        "SHA-256 of the sealed file that was written with this commitment. Cutting requires it."
    )
    recipients: Sha256 | None = optional(
        "SHA-256 of the recipients that the sealed file was written to, sorted, each "
        "ended by LF: who stands in the manifest can open it. Absent before 2026-12."
    )


OwnersSignature = Annotated[
    str, Field(pattern=r"^[a-z][a-z0-9_]*/[1-9][0-9]*$", title="scorer and version")
]


class JudgedSystem(Record):
    """A system in a table of judges' means that its makers published."""

    model: NonEmpty = Field(description="Its name there.")
    means: list[Decimal] = Field(min_length=1, description="Of each judge, in their order.")
    passed: Count | None = optional("Examinations passed.")


class JudgedTable(Record):
    """A table of judges' means, without the judgments that they rest on."""

    title: NonEmpty = Field(description="Which table of which publication.")
    scale: NonEmpty = Field(description="What a mean is of, and its range.")
    judges: list[NonEmpty] = Field(min_length=1, description="Models that judged.")
    agreement: NonEmpty | None = optional("How far they agree, as published.")
    examinations: Count | None = optional("How many could be passed.")
    rows: list[JudgedSystem] = Field(min_length=1, description="Its systems, as ordered there.")


class Archive(Record):
    """Where another's benchmark comes from, which stands here as a release of a series."""

    source: NonEmpty = Field(description="The work, as its makers call it.")
    url: Annotated[str, Field(max_length=500, pattern=r"^https://[!-~]+$")] | None = optional(
        "Where its makers published it; absent where nobody did."
    )
    commit: NonEmpty = Field(description="The version that was taken: commits, or a day.")
    license: NonEmpty = Field(description="Licence of its questions and predictions (SPDX).")
    attribution: NonEmpty = Field(description="Whom to name.")
    published: NonEmpty = Field(description="What its makers published of these answers.")
    odd: list[NonEmpty] = Field(description="What is odd in it, and by which rule it is read here.")
    judged: list[JudgedTable] | None = optional(
        "What judges gave, where their means alone were published."
    )


class Manifest(Record):
    """The manifest: what the release holds, by digest."""

    model_config = ConfigDict(title="Release")

    format: Literal["release/1"] = Field(description="The format and its version.")
    release: ReleaseId = Field(
        description="Date of the release; `.N` for a second on one day, or an erratum; a series "
        "before it in an archive of another's benchmark."
    )
    title: NonEmpty = Field(description="Name that pages show.")
    previous: ReleaseId | None = optional("The release before; absent in the first.")
    next_due: Day | None = optional("When the next release is due.")
    archive: Archive | None = optional("Of a series: whose benchmark it is; absent in our own.")
    canary: str = Field(
        pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
        description="A UUID that stands in the release's files and pages: a model that repeats "
        "it has read them.",
    )
    canary_on_lines: Literal[True] | None = optional(
        "Whether cutting also writes the canary on each line of questions and truths; "
        "every new draft says so. Absent in releases that were cut before."
    )
    giveaways: GiveawayLimits | None = optional(
        "How far its questions may give answers away; every new draft says so. Absent "
        "in releases that were cut before: nothing held them to a limit."
    )
    recipients: list[Annotated[str, Field(pattern=r"^age1[0-9a-z]+$")]] = Field(
        default_factory=list, description="Public age keys that the holdout is sealed to."
    )
    holdout: HoldoutRoot | None = optional(
        "Commitment to the sealed truths; absent without a holdout."
    )
    normalisers: dict[Name, Annotated[int, Field(ge=1)]] = Field(
        description="Version of each text normaliser that the release's scores depend on."
    )
    stats: Literal[3, 4] | None = optional(
        "Version of the statistics, and of the rules of who is on a board; cutting "
        "writes it. Absent in releases that were cut before there was a third: stats/2. 4: its "
        "adversaries have its own words and no organisation, and need no verdict."
    )
    scorers: dict[OwnersSignature, Sha256] | None = optional(
        "SHA-256 of the source of each owner's scorer that it was cut with; absent "
        "where this package's were enough."
    )
    licenses: list[License] = Field(min_length=1, description="Licences of its questions.")
    publish: dict[License, Publication] | None = optional(
        "What may be published of questions by licence: full text, text to members "
        "(`digesta export --members`), or facts alone. Open licences: full; others say so here."
    )
    files: list[FileEntry] = Field(
        default_factory=list, description="Every immutable file, by digest; absent in a draft."
    )
    tracks: list[Track] = Field(min_length=1, description="Its tracks.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if wrong := "; ".join(self._contradictions()):
            raise ValueError(wrong)
        return self

    def _contradictions(self) -> Iterator[str]:
        tracks = [track.track for track in self.tracks]
        if twice := duplicates([*tracks, *self.licenses, *(file.path for file in self.files)]):
            yield f"tracks, licenses and files named once, not {', '.join(twice)} twice"
        if self.previous and not _follows(self.release, self.previous):
            yield f"a previous release before {self.release}, not {self.previous}"
        if bool(self.archive) != bool(self.series):
            yield "archive, if and only if the release's id begins with a series"
        if self.archive and self.holdout:
            yield "no holdout in an archive: all of it is public"
        if self.holdout is None:
            return
        if not self.recipients:
            yield "recipients for the sealed holdout"
        for track in self.holdout.counts:
            if track not in tracks:
                yield f"holdout counts of its own tracks, not {track}"

    @property
    def statistics(self) -> int:
        """Return the version of the statistics that its boards are by."""
        return self.stats or 2

    @property
    def by_rules(self) -> bool:
        """Return whether its boards follow the rules of who is on them, which stats/3 brought."""
        return self.statistics > 2  # noqa: PLR2004 - the version before

    @property
    def series(self) -> str:
        """Return the series of an archive of another's benchmark; "" of our own releases."""
        return release_parts(self.release).series

    @property
    def day(self) -> str:
        """Return the day of the release, YYYY-MM-DD."""
        return release_parts(self.release).day

    def track_named(self, name: str) -> Track:
        """Return the track of that name, or KeyError."""
        return {track.track: track for track in self.tracks}[name]


def _follows(release: str, previous: str) -> bool:
    new, old = release_parts(release), release_parts(previous)
    return new > old and new.series == old.series


class Keys(Record):
    """The two keys of a holdout: they lie in the private folder and in the sealed file alone."""

    salt_key: Sha256 = Field(
        description="256-bit key as hexadecimal digits; each leaf's salt is an HMAC under it."
    )
    draw_key: Sha256 | None = optional(
        "256-bit key whose HMACs seed the draws of computed families."
    )


class Sealed(Keys):
    """What lies in the sealed file, before encryption."""

    truths: list[Truth] = Field(min_length=1, description="Truths of the holdout.")
    reviews: list[Review] = Field(default_factory=list, description="Their review notes.")


class Salt(Record):
    """The salt of one holdout question's leaf, revealed after retirement."""

    question_id: Slug = Field(description="The question.")
    salt: Sha256 = Field(description="HMAC-SHA256 of the question's id under the salt key.")
