"""Acts of banks and finance companies, and the provision that names each."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from inspections import Inspection
from law_texts import Paragraph, articles, readings

from places import STATUTES

LAWS = {
    "外": ("外资银行管理条例", "行政法规__外资银行管理条例(2019-09-30)"),
    "商": ("商业银行法", "民法商法__商业银行法(2015-08-29)"),
    "银": ("银行业监督管理法", "经济法__银行业监督管理法(2006-10-31)"),
    "人": ("中国人民银行法", "经济法__中国人民银行法(2003-12-27)"),
    "办": ("金融违法行为处罚办法", "行政法规__金融违法行为处罚办法(1999-02-22)"),
    "旧": ("反洗钱法（2006年）", "经济法__反洗钱法(2006-10-31)"),
    "新": ("反洗钱法（2024年）", "经济法__反洗钱法(2024-11-08)"),
}
NEW_LAW = date(2025, 1, 1)
"""From then on the law of 2024 on money laundering is in force (its article 65). What ended
before is under that of 2006, whose fines are nowhere heavier (行政处罚法 37)."""


class Act(NamedTuple):
    """A kind of act as the statutes are read; all but two fields are words to look for."""

    act: str
    places: str
    """What to cite, narrowest first: law, article, paragraph, item; after | by the central bank."""
    shape: str
    """How its days and amounts are told: a name of `SHAPES`, or one day."""
    prior: str
    """How an earlier penalty for it is called."""
    lawful: str
    """What makes it lawful."""
    ledger: str
    """The rows of the ledger that are unlawful."""


ACTS = [Act(**reading) for reading in readings("banking_acts")]


class Provision(NamedTuple):
    law: str
    article: int
    paragraph: int
    item: int

    @property
    def text(self) -> str:
        """The words that punish: its paragraph's, or the next one's where that has the fine."""
        every = articles(STATUTES / f"{LAWS[self.law][1]}.md")[self.article]
        own, *others = every[self.paragraph - 1 :]
        behind = others[0] if others else Paragraph("")
        return behind.text if "罚款" not in own.text and "前款" in behind.text else own.text


RECTIFY = Provision("银", 37, 1, 0)
"""What bank supervision cites for careless business that is not grave."""


def act_of(text: str) -> Act:
    fits = [act for act in ACTS if re.search(act.act, text)]
    assert len(fits) == 1, f"{text}: {len(fits)} acts fit: {fits}"
    return fits[0]


def provision(act: Act, case: Inspection, last: date) -> Provision | None:
    """The narrowest that names the act, for this organ and party, by the law of its last day."""
    bank, _, central = act.places.partition("|")
    unfit = {
        "外": case.party != "外",
        "商": case.party == "其他",
        "旧": last >= NEW_LAW,
        "新": last < NEW_LAW,
    }
    for place in (central if case.central else bank).split():
        if not unfit.get(place[0]):
            return Provision(place[0], *map(int, place[1:].split(".")))
    return None
