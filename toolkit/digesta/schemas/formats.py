"""Every file format, in the order in which a reader meets them: the table of contents.

Schemas and documentation are generated from this table (``digesta.schemas``).
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from digesta.records.board import Board, Facts
from digesta.records.holdout import HoldoutScores
from digesta.records.judges.calibration import CalibrationAnswer
from digesta.records.log import Access, Attempt, Dispute
from digesta.records.published import Conditions, Published
from digesta.records.release import (
    Changes,
    Limits,
    Question,
    Release,
    Review,
    Salt,
    Sealed,
    Truth,
)
from digesta.records.submission import Decision, Prediction, Submission
from digesta.records.trace import Run, Trace
from digesta.schemas.format import Format
from digesta.schemas.judging import JUDGING
from digesta.scorers.closed.records import ClosedAsk, ClosedTruth
from digesta.scorers.extraction.records import (
    ExtractionAnswer,
    ExtractionAsk,
    ExtractionSchema,
    ExtractionTruth,
)
from digesta.scorers.penalty.records import PenaltyAnswer, PenaltyAsk, PenaltyTruth
from digesta.scorers.penalty.resources import Discretion, Laws, Vocabulary
from digesta.scorers.retrieval.records import Case, RetrievalAnswer, RetrievalAsk, RetrievalTruth
from digesta.scorers.rubric.records import RubricAnswer, RubricAsk, RubricTruth
from digesta.scorers.temporal.answer_records import TemporalAnswer
from digesta.scorers.temporal.records import TemporalAsk, TemporalTruth
from digesta.scorers.temporal.resources import (
    AmendmentDay,
    ArticleState,
    AttributedChange,
    DeferredEntry,
    Part,
)

__all__ = ["FORMATS", "Format"]

_RELEASE = "releases/<id>/"
_SUBMISSION = "predictions/<release>/<submission_id>/"

_FILES = (
    Format(
        "release",
        f"{_RELEASE}release.json",
        "The manifest of a release: its tracks, its score rules, and the digest of every file "
        "that never changes.",
        Release,
        "JSON",
    ),
    Format(
        "question",
        f"{_RELEASE}questions.jsonl",
        "Every question of every split. Prompts are open; truths are not in it.",
        Question,
        "JSONL",
    ),
    Format(
        "truth",
        f"{_RELEASE}truths.jsonl",
        "The truths of the public split; after retirement, under revealed/, the holdout's.",
        Truth,
        "JSONL",
    ),
    Format(
        "sealed",
        f"{_RELEASE}holdout.age",
        "What lies in the sealed file before it is encrypted to the manifest's recipients: "
        "truths and review notes of the holdout, and the keys of its salts and draws.",
        Sealed,
        "JSON",
    ),
    Format(
        "review",
        f"{_RELEASE}review.jsonl",
        "Who checked each public question, how, with what result.",
        Review,
        "JSONL",
    ),
    Format(
        "changes",
        f"{_RELEASE}changes.json",
        "What differs from the previous release, question by question, each with a reason.",
        Changes,
        "JSON",
    ),
    Format(
        "limits",
        f"{_RELEASE}limits.json",
        "What the release does not reach, per track, and why.",
        Limits,
        "JSON",
    ),
    Format(
        "vocabulary",
        f"{_RELEASE}resources/<name>/vocabulary.json",
        "The closed lists of labels that questions about penalties are answered with.",
        Vocabulary,
        "JSON",
    ),
    Format(
        "laws",
        f"{_RELEASE}resources/<name>/laws.json",
        "Full names, aliases and versions of the laws that answers may cite.",
        Laws,
        "JSON",
    ),
    Format(
        "discretion",
        f"{_RELEASE}resources/<name>/discretion.json",
        "How a penalty's level follows from an article's range and the facts.",
        Discretion,
        "JSON",
    ),
    Format(
        "extraction-schema",
        f"{_RELEASE}resources/<name>/schema.json",
        "The fields that questions of extraction ask for, and how each is compared.",
        ExtractionSchema,
        "JSON",
    ),
    Format(
        "case",
        f"{_RELEASE}resources/<name>/corpus.jsonl",
        "The cases that questions of retrieval search, with the attributes that they match by.",
        Case,
        "JSONL",
    ),
    Format(
        "calibration-answer",
        f"{_RELEASE}resources/<name>/calibration.jsonl",
        "Answers that the maintainers wrote, four to a question, whose order is known: what every "
        "judge must order before its figures rank anybody.",
        CalibrationAnswer,
        "JSONL",
    ),
    Format(
        "decision",
        f"{_RELEASE}log/decisions.jsonl",
        "The maintainers' decisions on submissions: an append-only hash chain.",
        Decision,
        "JSONL",
    ),
    Format(
        "attempt",
        f"{_RELEASE}log/attempts.jsonl",
        "Every try at the holdout: an append-only hash chain.",
        Attempt,
        "JSONL",
    ),
    Format(
        "access",
        f"{_RELEASE}log/access.jsonl",
        "Who opened or could have seen what is sealed: an append-only hash chain.",
        Access,
        "JSONL",
    ),
    Format(
        "dispute",
        f"{_RELEASE}log/disputes.jsonl",
        "What was disputed and how it was settled: an append-only hash chain.",
        Dispute,
        "JSONL",
    ),
    Format(
        "published",
        f"{_RELEASE}boards/<N>/index.json",
        "One publication: its boards, and the digests that they were computed from.",
        Published,
        "JSON",
    ),
    Format(
        "salt",
        f"{_RELEASE}revealed/salts.jsonl",
        "The salts of a retired holdout: with its truths, anyone recomputes the root.",
        Salt,
        "JSONL",
    ),
    Format(
        "submission",
        f"{_SUBMISSION}submission.json",
        "Who submits what: one system under one condition for one release.",
        Submission,
        "JSON",
    ),
    Format(
        "prediction",
        f"{_SUBMISSION}predictions.jsonl",
        "The answers, for public and holdout questions alike; the file that is scored.",
        Prediction,
        "JSONL",
    ),
    Format(
        "trace",
        f"{_SUBMISSION}trace.jsonl",
        "How each answer was made: the submitter's word, and labelled so.",
        Trace,
        "JSONL",
    ),
    Format(
        "run",
        f"{_SUBMISSION}run.json",
        "The circumstances of the run; never an input of a score.",
        Run,
        "JSON",
    ),
    Format(
        "holdout",
        f"{_SUBMISSION}holdout.json",
        "What a maintainer scored against the sealed truths: aggregates in whole percents, "
        "nothing per question. The only score in this folder.",
        HoldoutScores,
        "JSON",
    ),
    *JUDGING,
    Format(
        "board",
        "build/boards/<track>[/<category>[/<task>]|/part/<part>]@<condition>[@<judges>].json",
        "A ranked table. Conditions never share a board, nor do judge sets or splits.",
        Board,
        "JSON",
    ),
    Format(
        "conditions",
        "build/conditions/<track>.json",
        "What a condition changes for a system: paired differences.",
        Conditions,
        "JSON",
    ),
    Format(
        "facts",
        "build/facts/<submission>/<track>[@<judge>].json",
        "The integer rows that every figure of a submission is summed from, of a track that is "
        "judged once more for each judge; public split only.",
        Facts,
        "JSON",
    ),
)

_SCORERS: Mapping[str, tuple[type[BaseModel], ...]] = {
    "closed": (ClosedAsk, ClosedTruth),
    "rubric": (RubricAsk, RubricTruth, RubricAnswer),
    "extraction": (ExtractionAsk, ExtractionTruth, ExtractionAnswer),
    "penalty": (PenaltyAsk, PenaltyTruth, PenaltyAnswer),
    "temporal": (TemporalAsk, TemporalTruth, TemporalAnswer),
    "retrieval": (RetrievalAsk, RetrievalTruth, RetrievalAnswer),
}
"""Each scorer's ask, truth, and answer; a closed question's answer is any that the format
``prediction`` allows."""

_FIELDS = (
    ("ask", f"{_RELEASE}questions.jsonl", "What form the answer takes"),
    ("truth", f"{_RELEASE}truths.jsonl", "What is right"),
    ("answer", f"{_SUBMISSION}predictions.jsonl", "An answer that can be read"),
)

_TLR = tuple(
    Format(name, f"{_RELEASE}resources/tlr/{file}.jsonl", meaning, record, "JSONL")
    for name, file, record, meaning in (
        ("state", "states", ArticleState, "The states of every article, by number."),
        ("part", "hierarchy", Part, "What each article and division lies in."),
        ("amendment", "amendments", AmendmentDay, "Every amendment and its day."),
        ("attribution", "attributions", AttributedChange, "Who changed what on a shared day."),
        ("deferral", "deferrals", DeferredEntry, "Amendments that may take effect later."),
    )
)

_VALUES = tuple(
    Format(
        f"{scorer}-{field}",
        f"{path}: {field}",
        f"{meaning}, where the question's scorer is {scorer}.",
        record,
        "value",
    )
    for scorer, records in _SCORERS.items()
    for (field, path, meaning), record in zip(_FIELDS, records, strict=False)
)

FORMATS: tuple[Format, ...] = _FILES + _TLR + _VALUES
"""Files first, as they lie in a release, a submission, a build; then the tables of the temporal
track and the fields that each scorer fills."""
