"""A label that every answerer is shown tells no truth; one that is not shown does."""

from __future__ import annotations

import json
from dataclasses import replace

from digesta.releases.checks.leaks import leaks
from digesta.releases.data import ReleaseData, parse_release
from world import draft

LABEL, LAW = "责令改正", "商业银行法"
LISTED = f"处罚种类表：{LABEL}；罚款。案情：甲行违规放贷。"
VOCABULARY = {
    "vocabulary": "finlaw/1",
    "penalty_type": [{"label": LABEL}, {"label": "罚款"}],
    "violation_domain": [{"label": "信贷业务违规"}],
}
LAWS = {"laws": [{"law": LAW}]}
RIGHT = {
    "penalty_type": [LABEL],
    "violation_domain": ["信贷业务违规"],
    "legal_basis": [{"law": LAW, "article": "74"}],
    "penalty_level": "B",
}


def asking(turn: str, vocabulary: object = VOCABULARY) -> ReleaseData:
    """Return a draft whose only question is of penalties, with this turn."""
    data = parse_release(draft(), name="draft")
    one = data.questions[0].model_copy(
        update={
            "scorer": "penalty",
            "turns": [data.questions[0].turns[0].model_copy(update={"content": turn})],
            "ask": {"vocabulary": "finlaw/1", "at_most": {"labels": 6, "citations": 10}},
        }
    )
    truth = data.truths[one.question_id].model_copy(update={"truth": RIGHT})
    files = {"vocabulary": vocabulary, "laws": LAWS}
    resources = {f"finlaw/{name}.json": json.dumps(file).encode() for name, file in files.items()}
    return replace(data, questions=(one,), truths={one.question_id: truth}, resources=resources)


def test_a_label_of_the_vocabulary_that_an_ask_names_may_stand_in_the_turns() -> None:
    assert not list(leaks(asking(LISTED)))


def test_what_stands_in_no_list_may_not() -> None:
    found = list(leaks(asking(f"{LISTED}依照《{LAW}》处理。")))

    assert [(one.code, one.got) for one in found] == [("truth-in-question", LAW)]


def test_a_vocabulary_that_cannot_be_read_exempts_nothing() -> None:
    found = list(leaks(asking(LISTED, vocabulary={"vocabulary": "finlaw/1"})))

    assert [(one.code, one.got) for one in found] == [("truth-in-question", LABEL)]
