"""The codes of a judge's files: verdicts, controls, calibration, choices, ``judge.json``."""

from __future__ import annotations

from collections.abc import Mapping

from digesta.intake.codes.info import CodeInfo

JUDGE_CODES: Mapping[str, CodeInfo] = {
    "verdict-answer": CodeInfo(
        "a verdict is on another answer than the one that is given",
        "answer_sha256 of the answer in predictions.jsonl, of a control in its own line, of a "
        "calibration answer in the release; a text that was judged, no missing answer",
        "judge the answer that is given, and drop the old line",
    ),
    "verdict-prompt": CodeInfo(
        "a verdict was given on other criteria, by another prompt, or by a judge set otherwise",
        "prompt_sha256 of this question, answer, criteria and judge.json",
        "judge the answer again with the release's criteria and the prompts of judge.json",
    ),
    "criterion-unknown": CodeInfo(
        "a verdict speaks of a criterion that the question does not have, or the judge not cover",
        "the ids of the question's criteria that the judge is asked",
        "correct the id, or judge the answer again",
    ),
    "criterion-missing": CodeInfo(
        "a verdict leaves out a criterion of the question that the judge covers",
        "every criterion of the question that the judge is asked, exactly once",
        "judge the criterion that is left out",
    ),
    "evidence-count": CodeInfo(
        "a criterion has too many passages of evidence",
        "at most {limits.passages} passages for a criterion",
        "keep the passages that show it best, one for each occurrence",
    ),
    "evidence-size": CodeInfo(
        "a passage of evidence is too long",
        "at most {limits.passage_chars} characters",
        "keep the words that show it",
    ),
    "evidence-none": CodeInfo(
        "a criterion about an absence has a passage of evidence",
        "no evidence: no passage can show what is absent",
        "remove the passage",
    ),
    "judge-name": CodeInfo(
        "judge.json names another judge than its folder",
        "judge: the name of the folder",
        "name the folder by judge",
    ),
    "judge-coverage": CodeInfo(
        "of a question the judge covers too little to make a score of",
        "of each question criteria that the judge covers, one of which earns points",
        "add a check to a criterion of the question, or judge the release by another judge",
    ),
    "control-twice": CodeInfo(
        "a control stands there twice",
        "each kind of control, question and answer once",
        "keep one of the two lines",
    ),
    "control-blank": CodeInfo(
        "a control is blank, or the control empty is not",
        "for empty white space alone, or null; for all other kinds a text that shows something",
        "correct the answer or the kind of control",
    ),
    "control-reference": CodeInfo(
        "a reference is not the reference of its question",
        "the release's calibration reference of the question",
        "judge the answer of kind reference in the release's calibration.jsonl",
    ),
    "control-other": CodeInfo(
        "an other_answer is not another question's answer",
        "the reference of another question",
        "judge another question's reference under this question",
    ),
    "calibration-none": CodeInfo(
        "a line is about a question that has no calibration answers",
        "a question of the release's resources/<name>/calibration.jsonl",
        "judge the calibration answers of this release, and drop the line",
    ),
    "calibration-twice": CodeInfo(
        "a calibration answer is judged twice",
        "each of a question's calibration answers once",
        "keep one of the two lines",
    ),
    "choice-twice": CodeInfo(
        "a pair of calibration answers is shown twice in one order",
        "each pair of a question's four answers once in each order",
        "keep one of the two lines",
    ),
}
"""Code -> what it means, what is expected, how to mend it; a part of ``CODES``."""
