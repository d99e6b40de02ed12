"""A second reader's answers added to a draft: what was read has a higher level once it is cut."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from digesta.canonical import canonical_lines
from digesta.records.review import Review
from digesta.releases.data import ReleaseData
from digesta.sheets.questions import about
from digesta.sheets.reviews import ReviewLines
from digesta.workspace import store
from digesta.workspace.drafts import refuse_release
from digesta.workspace.releases import read_release

REVIEWS = "review.jsonl"


class AddedReadings(NamedTuple):
    """What a draft took over, and what not: questions edited since, or read by the same before."""

    added: tuple[str, ...]
    left_out: tuple[str, ...]


def add_readings(root: Path, draft: Path, reviews: ReviewLines) -> AddedReadings:
    """Add a reader's records to a draft's review.jsonl; UsageError where it is a release."""
    refuse_release(draft, root)
    with store.lock(draft):
        data = read_release(draft)
        fit = [each for each in reviews.records if _is_new(each, data)]
        kept = store.read_bytes(draft / REVIEWS)
        kept += b"" if not kept or kept.endswith(b"\n") else b"\n"
        lines = canonical_lines([each.as_json() for each in fit])
        store.write_file(draft / REVIEWS, kept + lines)
    added = tuple(each.question_id for each in fit)
    return AddedReadings(added, tuple(name for name in reviews.read if name not in added))


def _is_new(review: Review, draft: ReleaseData) -> bool:
    """Return whether a draft asks what was read, and the reader's record is not there yet."""
    [reader] = review.readers
    questions = {question.question_id: question for question in draft.public()}
    question = questions.get(review.question_id)
    if question is None or about(question, draft.resources).sha256 != reader.prompt_sha256:
        return False
    known = (each for other in draft.reviews if other.question_id == review.question_id
             for each in other.readers)  # fmt: skip
    return (reader.name, reader.qualification) not in {(e.name, e.qualification) for e in known}
