"""Who stands before whom, and when: institutions that have the business, offices, days."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Literal, NamedTuple

from authoring.draws import Draws
from authoring.finlaw.exact.facts import FileCase

STEMS = "甲乙丙丁戊己庚辛壬癸"
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
SURNAMES = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜谢邹喻"
TRADES = ("商贸", "建材", "置业", "食品", "物流", "纺织", "机电", "能源", "科技", "园林")
PARTIES = {
    "CB": (
        "{名}某银行股份有限公司",
        "{名}某城市商业银行股份有限公司",
        "{名}某农村商业银行股份有限公司",
    ),
    "FS": (
        "{名}某银行（中国）有限公司（唯一股东为境外某银行）",
        "{名}某合资银行有限公司（境外某银行与境内某集团共同出资）",
    ),
    "FR": ("境外{名}某银行有限公司{字}市分行", "澳门{名}某银行股份有限公司{字}市分行"),
    "LE": ("{名}某金融租赁有限公司",),
    "TR": ("{名}某信托有限公司",),
    "CF": ("{名}某消费金融有限公司",),
    "FC": ("{名}某集团财务有限公司",),
}
_FIRST_FOUND = date(2024, 10, 8)
_LAST_FOUND_DAYS = 480


class Setting(NamedTuple):
    """A kind of institution before an authority, and its share of a set, in per cent."""

    kind: str
    authority: Literal["N", "P"]
    share: int


SETTINGS = (
    Setting("CB", "N", 24),
    Setting("CB", "P", 30),
    Setting("FS", "N", 8),
    Setting("FR", "N", 3),
    Setting("FS", "P", 8),
    Setting("FR", "P", 5),
    Setting("LE", "N", 3),
    Setting("TR", "N", 4),
    Setting("CF", "N", 2),
    Setting("FC", "N", 4),
    Setting("FC", "P", 9),
)
"""How often which institution stands before which authority."""


def name(draws: Draws) -> str:
    """Return two characters that stand for a name."""
    return draws.pick(STEMS) + draws.pick(BRANCHES)


def company(draws: Draws) -> str:
    """Return a firm that does not exist."""
    return f"{name(draws)}某{draws.pick(TRADES)}有限公司"


def chance(draws: Draws, per_cent: int) -> bool:
    """Return true in so many of a hundred cases."""
    return draws.below(100) < per_cent


def later(day: date, draws: Draws, low: int, high: int) -> date:
    """Return a day from low to high days after (before, where they are negative)."""
    return day + timedelta(days=draws.between(low, high))


def opening_lines(draws: Draws, setting: Setting) -> FileCase:
    """Return a case with its party and days, and no matters yet."""
    party = draws.pick(PARTIES[setting.kind]).format(名=name(draws), 字=draws.pick(STEMS))
    discovered = later(_FIRST_FOUND, draws, 0, _LAST_FOUND_DAYS)
    filed = later(discovered, draws, 12, 60)
    decided = later(filed, draws, 70, 200)
    return FileCase(setting.kind, setting.authority, party, discovered, filed, decided)


def office(draws: Draws, authority: str) -> str:
    """Return the name of an office of the authority."""
    if authority == "N":
        return f"国家金融监督管理总局{draws.pick(STEMS)}省监管局"
    return f"中国人民银行{draws.pick(STEMS)}省分行"
