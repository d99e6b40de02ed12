"""Every file format, in the order in which a reader meets them: the table of contents.

Schemas and documentation are generated from this table (``digesta.schemas``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel

from digesta.records.analysis import Abstention, Contamination, Exposure, ItemAnalysis, Links
from digesta.records.board import Board, Conditions, Facts, Published
from digesta.records.format import Format
from digesta.records.holdout import HoldoutScores
from digesta.records.judges.calibration import CalibrationAnswer, Choice
from digesta.records.judges.comparison import JudgeComparison
from digesta.records.judges.graders import GradingKey
from digesta.records.judges.verdict import Control, Judge, Verdict
from digesta.records.log import (
    Access,
    Attempt,
    Dispute,
    JudgeDecision,
    Past,
    SignerList,
    Status,
    Withheld,
)
from digesta.records.release import (
    Changes,
    Limits,
    Manifest,
    Question,
    Review,
    Salt,
    Sealed,
    Truth,
)
from digesta.records.submission import (
    Card,
    Decision,
    DecisionRow,
    Prediction,
    PullRequest,
)
from digesta.records.trace import Run, Trace
from digesta.scorers import OWN
from digesta.scorers.base import Scorer

_RELEASE = "releases/<id>/"
_SUBMISSION = "predictions/<release>/<submission_id>/"
_JUDGE = "predictions/<release>/_judges/<judge>/"

_FILES = (
    Format(
        "release",
        f"{_RELEASE}release.json",
        "The manifest of a release: its tracks, its score rules, and the digest of every file "
        "that never changes.",
        Manifest,
    ),
    Format(
        "question",
        f"{_RELEASE}questions.jsonl",
        "Every question of every split. Prompts are open; truths are not in it.",
        Question,
    ),
    Format(
        "truth",
        f"{_RELEASE}truths.jsonl",
        "The truths of the public split; after retirement, under revealed/, the holdout's.",
        Truth,
    ),
    Format(
        "sealed",
        f"{_RELEASE}holdout.age",
        "What lies in the sealed file before it is encrypted to the manifest's recipients: "
        "truths and review notes of the holdout, and the keys of its salts and draws.",
        Sealed,
    ),
    Format(
        "review",
        f"{_RELEASE}review.jsonl",
        "Who checked each public question, how, with what result.",
        Review,
    ),
    Format(
        "changes",
        f"{_RELEASE}changes.json",
        "What differs from the previous release, question by question, each with a reason.",
        Changes,
    ),
    Format(
        "limits",
        f"{_RELEASE}limits.json",
        "What the release does not reach, per track, and why.",
        Limits,
    ),
)

_FURTHER = (
    Format(
        "calibration-answer",
        f"{_RELEASE}resources/<name>/calibration.jsonl",
        "Answers that the maintainers wrote, four to a question, whose order is known: what every "
        "judge must order before its figures rank anybody.",
        CalibrationAnswer,
    ),
    Format(
        "decision",
        f"{_RELEASE}log/decisions.jsonl",
        "The maintainers' decisions on submissions: an append-only hash chain.",
        Decision,
    ),
    Format(
        "decision-row",
        "FILE of digesta decide --from",
        "Decisions to log together, a line each; or the same fields as columns of a sheet.",
        DecisionRow,
    ),
    Format(
        "attempt",
        f"{_RELEASE}log/attempts.jsonl",
        "Every try at the holdout: an append-only hash chain.",
        Attempt,
    ),
    Format(
        "access",
        f"{_RELEASE}log/access.jsonl",
        "Who opened or could have seen what is sealed: an append-only hash chain.",
        Access,
    ),
    Format(
        "dispute",
        f"{_RELEASE}log/disputes.jsonl",
        "What was disputed and how it was settled: an append-only hash chain.",
        Dispute,
    ),
    Format(
        "judge-decision",
        f"{_RELEASE}log/judges.jsonl",
        "Which judges, and which of their files, count: an append-only hash chain.",
        JudgeDecision,
    ),
    Format(
        "withheld",
        f"{_RELEASE}log/withheld.jsonl",
        "Which files are not handed on, and where their originals are: an append-only hash chain.",
        Withheld,
    ),
    Format(
        "past",
        f"{_RELEASE}log/past.json",
        "What stood in a release before its lines were signed.",
        Past,
    ),
    Format(
        "signer-list",
        "releases/signers.jsonl",
        "Every list of releases/allowed_signers: an append-only hash chain.",
        SignerList,
    ),
    Format(
        "published",
        f"{_RELEASE}boards/<N>/index.json",
        "One publication: boards, what other pages show beside them (`side@/`), and the digests "
        "of all that they were computed from.",
        Published,
    ),
    Format(
        "salt",
        f"{_RELEASE}revealed/salts.jsonl",
        "The salts of a retired holdout: with its truths, anyone recomputes the root.",
        Salt,
    ),
    Format(
        "submission",
        f"{_SUBMISSION}submission.json",
        "Who submits what: one system under one condition for one release.",
        Card,
    ),
    Format(
        "prediction",
        f"{_SUBMISSION}predictions.jsonl",
        "The answers, for public and holdout questions alike; the file that is scored.",
        Prediction,
    ),
    Format(
        "trace",
        f"{_SUBMISSION}trace.jsonl",
        "How each answer was made: the submitter's word, and labelled so.",
        Trace,
    ),
    Format(
        "run",
        f"{_SUBMISSION}run.json",
        "The circumstances of the run; never an input of a score.",
        Run,
    ),
    Format(
        "holdout",
        f"{_SUBMISSION}holdout.json",
        "What a maintainer scored against the sealed truths: aggregates in whole percents, "
        "nothing per question. The only score in this folder.",
        HoldoutScores,
    ),
    Format(
        "pull-request",
        "build/pull-request.json",
        "What a check of a pull request found: a verdict, located problems, scores, boards.",
        PullRequest,
    ),
    Format(
        "judge",
        f"{_JUDGE}judge.json",
        "A judge: model, parameters, prompts, operator, and how it did on the controls.",
        Judge,
    ),
    Format(
        "grading-key",
        "key.json",
        "Whose each masked answer is: written beside the sheets of graders, who never get it.",
        GradingKey,
    ),
    Format(
        "control",
        f"{_JUDGE}controls.jsonl",
        "The judge's verdicts on answers whose worth is known beforehand.",
        Control,
    ),
    Format(
        "verdict",
        f"{_JUDGE}<submission_id>.jsonl",
        "The judge's verdicts on a submission's answers; in calibration.jsonl, those on the "
        "release's calibration answers, each bound to its answer by answer_sha256. No submission "
        "is named controls, calibration or choices.",
        Verdict,
    ),
    Format(
        "choice",
        f"{_JUDGE}choices.jsonl",
        "Which of two calibration answers the judge preferred, pair by pair; a pair may be shown "
        "in both orders, and is a tie where the two choices disagree. Printed, never a gate.",
        Choice,
    ),
    Format(
        "board",
        "build/boards/<track>[/<category>[/<task>]|/part/<part>]@<condition>[@<judges>].json",
        "A ranked table. Conditions never share a board, nor do judge sets or splits.",
        Board,
    ),
    Format(
        "conditions",
        "build/conditions/<track>.json",
        "What a condition changes for a system: paired differences.",
        Conditions,
    ),
    Format(
        "items",
        "build/items/<release>/<track>@<condition>[@<judge>].json",
        "What a board's questions show: how many earn them, which go against the others, and how "
        "reliable all are together; public split only.",
        ItemAnalysis,
    ),
    Format(
        "contamination",
        "build/contamination/<release>/gaps.json",
        "Public scores less sealed ones, beside those of floors, from published boards alone.",
        Contamination,
    ),
    Format(
        "exposure",
        "build/exposure/<release>/answers.json",
        "What answers show of having been seen before: by age of the questions, word for word.",
        Exposure,
    ),
    Format(
        "links",
        "build/links/<newest release>/<later release>/<track>.json",
        "A headline across two successive releases: linked over shared questions, and its change "
        "in steps that add up.",
        Links,
    ),
    Format(
        "abstention",
        "build/abstention/<release>/<track>@<condition>.json",
        "How systems answer: how much, how wrongly, how sure, in which language.",
        Abstention,
    ),
    Format(
        "judges",
        "build/judges/<release>/<board>.json",
        "Several judges beside each other: agreement, orders without each, beside people.",
        JudgeComparison,
    ),
    Format(
        "status",
        "digesta status --json; on a site status.json",
        "What waits for maintainers: submissions, disputes, errata, releases, reviews.",
        Status,
    ),
    Format(
        "facts",
        "build/facts/<submission>/<track>[@<judge>].json",
        "The integer rows that every figure of a submission is summed from, of a track that is "
        "judged once more for each judge; public split only.",
        Facts,
    ),
)

_FIELDS = (
    ("ask", f"{_RELEASE}questions.jsonl", "What form the answer takes"),
    ("truth", f"{_RELEASE}truths.jsonl", "What is right"),
    ("answer", f"{_SUBMISSION}predictions.jsonl", "An answer that can be read"),
)


def formats_with(scorers: Iterable[Scorer[Any]]) -> tuple[Format, ...]:
    """Return every format: files as they lie in a release, a submission, a build; then values."""
    listed = list(scorers)
    resources = (each for scorer in listed for each in scorer.formats)
    values = (each for scorer in listed for each in _values(scorer))
    return (*_FILES, *resources, *_FURTHER, *values)


def _values(scorer: Scorer[Any]) -> Iterator[Format]:
    """Yield a scorer's ask, truth, and answer where it is narrower than in ``prediction``."""
    records = (scorer.Ask, scorer.Truth, scorer.Answer)
    for (field, path, meaning), record in zip(_FIELDS, records, strict=True):
        if isinstance(record, type) and issubclass(record, BaseModel):
            yield Format(
                f"{scorer.name}-{field}",
                f"{path}: {field}",
                f"{meaning}, where the question's scorer is {scorer.name}.",
                record,
            )


FORMATS = formats_with(OWN.values())
"""Those of this package, whose schemas lie beside this file; an owner's scorers add theirs."""
