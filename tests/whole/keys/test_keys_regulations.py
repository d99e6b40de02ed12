"""Keys of finlaw's regulation acts, derived again from the regulations' texts and the prompts."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from fines import fitting
from law_texts import Row, articles, keys, prompt, public, readings, says

from places import REGULATIONS

ACT = re.compile(r"^(?:\d+\. )?([^\n]*)（(\d+)%）$", re.MULTILINE)
PROVISIONS = readings("regulation_acts")


def derived(act: str, percent: str) -> Row:
    """Law, article, paragraph, item and fine of one act."""
    fits = {(row["law"], row["place"]) for row in PROVISIONS if says(row["act"], act)}
    assert len(fits) == 1, f"{act}: {len(fits)} provisions fit: {fits}"
    law, place = fits.pop()
    article, paragraph, item = map(int, place.split("."))
    (path,) = REGULATIONS.glob(f"*__{law}(*.md")
    paragraphs = articles(path)[article]
    here = paragraphs[paragraph - 1]
    text = here.text + here.items.get(item, "")
    if re.search("依照(前款|本条第一款)", text):
        text = paragraphs[0].text
    gain = int(earned[1]) if (earned := re.search(r"违法所得(\d+)元", act)) else 0
    facts = {
        "情节严重": says("情节严重|后果严重", act),
        "造成重大金融风险": "造成重大金融风险" in act,
        "^(故意)?提供虚假": says("虚假|是假|隐瞒", act),
        "逾期不改正": says("逾期|到期", act),
        "为自然人": "自然人" in act,
        "为企业": "企业" in act,
    }
    band = fitting(text, facts, gain)
    fine = band.fine(Fraction(int(percent), 100), gain) if band else 0
    return {"law": law, "article": article, "paragraph": paragraph, "item": item, "fine": fine}


def answers(row: Row) -> Any:
    """The key of one act, or of each of a file's."""
    acts = [derived(*act) for act in ACT.findall(prompt(row))]
    if "law" in row["ask"]["schema"]["properties"]:
        (act,) = acts
        return act
    return {f"matter_{n}": act for n, act in enumerate(acts, 1)}


QUESTIONS = [row for row in public("finlaw") if row["task"].startswith("regulation_")]


def test_there_are_acts_of_regulations_to_derive() -> None:
    assert QUESTIONS


@pytest.mark.parametrize("row", QUESTIONS, ids=lambda row: row["question_id"][:12])
def test_the_key_of_a_regulation_act_is_what_the_text_gives(row: Row) -> None:
    assert answers(row) == keys()[row["question_id"]]
