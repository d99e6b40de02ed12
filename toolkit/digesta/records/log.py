"""Records of the append-only logs beside the decisions: attempts, access, disputes, judges."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from digesta.records.base import (
    SIGNATURE,
    ChainLine,
    Count,
    Day,
    NonEmpty,
    Record,
    ReleaseId,
    Sha256,
    Slug,
    WorkspacePath,
    optional,
)


class Attempt(ChainLine):
    """One try at the holdout, logged before its score is known.

    At most three scored attempts for an organisation and a set of holdout questions; invalid
    ones have a cap of their own; maintainers' are logged, uncapped and never ranked.
    """

    submission_id: Slug = Field(description="The submission.")
    organization: NonEmpty = Field(description="Whose attempt it counts as.")
    root: Sha256 = Field(
        description="Root of the set of holdout questions; a refresh that keeps the set keeps it."
    )
    predictions: Sha256 = Field(description="SHA-256 of the predictions, fixed before scoring.")
    card: Sha256 | None = optional(
        "SHA-256 of submission.json, fixed before scoring; absent from lines that are "
        "older than this field."
    )
    outcome: Literal["scored", "invalid"] = Field(
        description="scored: against the sealed truths; invalid: refused by validation."
    )
    maintainers: bool = Field(description="Whether the submission is the maintainers' own.")
    access: Sha256 | None = optional(
        "SHA-256 of the line of the access log under which the truths were opened; "
        "absent for an invalid attempt, which opened nothing."
    )


class Access(ChainLine):
    """Who opened or could have seen something sealed, and why: the exposure register."""

    who: NonEmpty = Field(description="Who, by the name that the governance page gives.")
    what: NonEmpty = Field(description="What could be seen.")
    why: NonEmpty = Field(description="Why.")


class Dispute(ChainLine):
    """A step of a dispute on a question, a row or the release: raised, then settled.

    A dispute of the release names neither question, submission nor limit.
    """

    dispute_id: Slug = Field(description="The dispute; its later lines repeat the id.")
    question_id: Slug | None = optional("The question, if one is meant.")
    submission_id: Slug | None = optional("The row, if one is meant.")
    limit: NonEmpty | None = optional(
        "The limit, if one is meant: its track, a colon, its sentence."
    )
    status: Literal["raised", "upheld", "rejected"] = Field(description="What this line does.")
    reason: NonEmpty = Field(description="What is claimed, or why it was settled so.")


class JudgeDecision(ChainLine):
    """A decision on a judge: its files count as they were, and no others, until the next line."""

    judge: Slug = Field(description="The judge's id and folder.")
    decision: Literal["accept", "reject"] = Field(description="Whether the files count.")
    reason: NonEmpty = Field(description="Why.")
    files: dict[str, Sha256] = Field(
        description="SHA-256 of each file of the judge that counts, by name; empty: none."
    )


class WithheldFile(Record):
    """A file that a release rests on and that is not handed on with it."""

    path: WorkspacePath = Field(description="Its path in the workspace, without .xz.")
    sha256: Sha256 = Field(description="SHA-256 of what it holds, decompressed.")
    bytes: Count = Field(description="Bytes of what it holds.")


class Withheld(ChainLine):
    """Files whose texts are others' and stay with them: manifest or last publication name each."""

    reason: NonEmpty = Field(description="Why they are not handed on.")
    repository: NonEmpty = Field(description="Where the originals are to be had.")
    commit: NonEmpty = Field(description="Their version there: a commit, or a day.")
    license: NonEmpty = Field(description="Their licence there (SPDX).")
    files: list[WithheldFile] = Field(min_length=1, description="The files, by path.")
    marks: Sha256 | None = optional(
        "SHA-256 of marks.jsonl.xz: facts, a line for each submission whose answers "
        "are withheld, and judge; absent where none are."
    )


class SignerList(ChainLine):
    """Who may sign from this line on; signed by a key of the list before, the first by its own."""

    reason: NonEmpty = Field(description="Why the list changed.")
    signers: NonEmpty = Field(description="The text of allowed_signers.")


class PastFile(Record):
    """What a file held when signing began."""

    lines: Count = Field(description="Its lines then.")
    sha256: Sha256 = Field(description="SHA-256 of these lines.")


class Past(Record):
    """What stood in a release before its lines were signed, signed once, as a whole."""

    format: Literal["past/1"] = Field(description="The format and its version.")
    date: Day = Field(description="When it was signed.")
    reason: NonEmpty = Field(description="What was looked at, and why it may count.")
    files: dict[str, PastFile] = Field(description="Logs and indexes of publications, by path.")
    signature: NonEmpty = Field(description=SIGNATURE)


FindingKind = Literal[
    "stale",
    "undecided",
    "copy",
    "uncarried",
    "disputed",
    "erratum",
    "due",
    "unpublished",
    "draft",
    "review",
]


class StatusNote(Record):
    """One thing that waits for a maintainer."""

    kind: FindingKind = Field(
        description="stale: cannot be read or recomputed; undecided: a submission; uncarried: "
        "systems of the release before that the newest lacks; copy: a submission that gives "
        "another's answers; disputed: an open dispute; erratum: a dispute that was right and is "
        "in no release; due: the next release; unpublished: boards; draft: a folder; review: "
        "questions that no person read."
    )
    what: NonEmpty = Field(description="What waits, in words.")
    release: ReleaseId | None = optional("The release, if it is of one.")
    due: Day | None = optional("Until when, where a day was promised.")
    fix: NonEmpty | None = optional("The command that mends it; absent in what a site publishes.")


class Status(Record):
    """What waits in a workspace; a site publishes the public kinds alone, without commands."""

    format: Literal["status/1"] = Field(description="The format and its version.")
    date: Day = Field(description="The day of which it is: asked for, or the last one logged.")
    next_due: Day | None = optional("When the next release is due.")
    findings: list[StatusNote] = Field(description="By kind, older releases first.")
