"""Keys of finlaw's exact files, derived again from the statutes' texts and the prompts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from banking_acts import ACTS, LAWS, RECTIFY, Act, Provision, act_of, provision
from fines import Band, fitting
from inspections import Inspection, amount_in, bookings, days_of, read, years_after
from law_texts import Row, keys, public, says

GRAVE, CLIENTS, SLIGHT, GREAT_LOSS = 50_000_000, 100, 10_000, 1_000_000
"""The prompt's own limits: yuan, clients, yuan, yuan."""
ASIDE = "^(经审计|该项|其他机关|造成资金损失|就同一行为|市场监督|该行为)|自行改正"
ELSEWHERE = "公安局已经立案|由其另案处理|由该机关处理|本机关不再处理"
NOTHING = {"law": "", "article": "", "paragraph": 0, "item": 0, "fine": 0, "confiscated": 0}


@dataclass
class Matter:
    """One matter of a file: what it says, and what follows from that."""

    case: Inspection
    text: str
    remarks: str
    act: Act
    core: str
    """The text without what is said of gain, loss, other organs."""
    days: list[date]
    first: date
    last: date
    """The act's first and last day; `date.min` where every part of it is out of time."""
    lawful: bool
    amount: Fraction
    gain: Fraction
    late: bool = False
    """Whether an order to mend was not kept in time."""

    @property
    def label(self) -> str:
        name = re.search("台账“(.*?)”", self.core)
        return name[1] if name else ""

    @property
    def loss(self) -> Fraction:
        return amount_in(self.text, "资金损失为?")

    @property
    def limit(self) -> int:
        """How many years an act may go undiscovered (行政处罚法 36)."""
        return 5 if self.loss else 2

    @property
    def report(self) -> date | None:
        """The day on which the party itself reported it."""
        return min(
            days_of("".join(re.findall("[^。]*尚未掌握[^。]*。", self.remarks))), default=None
        )

    @property
    def until(self) -> date:
        return min(self.case.discovery, self.report or self.case.discovery)

    @property
    def grave(self) -> bool:
        counted = (
            self.act.shape != "prudence" and amount_in(self.core, r"(?<![\d.])(?=\d+户)") >= CLIENTS
        )
        return self.amount >= GRAVE or counted


def span(matter: Matter) -> None:
    matter.first, matter.last = matter.days[-2:]
    if paid := re.search(r"实付年利率([\d.]+)%，同期规定上限为([\d.]+)%", matter.core):
        matter.lawful = Fraction(paid[1]) <= Fraction(paid[2])


def once_approved(matter: Matter) -> None:
    """A step that needs approval, and is over on its day."""
    matter.first, approval = matter.days
    matter.last, matter.lawful = matter.first, matter.first >= approval


def approval(matter: Matter) -> None:
    """A business that goes on; what it took before approval is gain."""
    once_approved(matter)
    matter.last = matter.days[1]
    if label := matter.label:
        rows = bookings(matter.case, f"{label}(（补登）)?$")
        matter.gain = Fraction(sum(left for row, left in rows if row.day < matter.last))


def report_due(matter: Matter) -> None:
    matter.first, order, matter.last = matter.days
    matter.lawful, matter.late = matter.last <= matter.first, matter.last > order


def ordered(matter: Matter) -> None:
    matter.first, matter.last, order, done = matter.days
    matter.late = done > order


def overdue(matter: Matter) -> None:
    matter.first, matter.last = matter.days[-2:]
    matter.lawful = matter.last <= matter.first


def term(matter: Matter) -> None:
    _, matter.last, matter.first = matter.days
    matter.lawful = matter.last <= matter.first


def holding(matter: Matter) -> None:
    """A holding taken for a debt must go within two years (商业银行法 42)."""
    matter.lawful = "抵偿" in matter.core and matter.last <= years_after(matter.first, 2)


def cash(matter: Matter) -> None:
    matter.first, matter.last = matter.days
    limit = amount_in(matter.core, "限额为(?:每次)?")
    drawn = re.findall(r"(?<!限额为)每次([\d.]+)万元", matter.core)
    matter.lawful = all(Fraction(yuan) * 10_000 <= limit for yuan in drawn)


def bonds(matter: Matter) -> None:
    allowed = amount_in(matter.core, "批准的发行规模为|批准当事人发行财务公司债券")
    issued = amount_in(matter.core, "实际发行|^当事人[^，]*发行财务公司债券")
    matter.lawful = issued <= allowed


def reserve(matter: Matter) -> None:
    base, rate = amount_in(matter.core, "一般存款为|缴存基数"), amount_in(matter.core, "比率")
    matter.lawful = amount_in(matter.core, "准备金存款为?") >= base * rate / 100


def liquidity(matter: Matter) -> None:
    """At least a quarter (商业银行法 39)."""
    assets, debts = (amount_in(matter.core, f"流动性{kind}余额") for kind in ("资产", "负债"))
    matter.lawful = assets * 4 >= debts


def balance(matter: Matter, until: date) -> int:
    return sum(
        row.yuan if re.search("：(发放|拆入)", row.words) else -row.yuan
        for row, _ in bookings(matter.case, matter.label)
        if row.day <= until
    )


def loans(matter: Matter) -> None:
    """A tenth of capital to one borrower at most (商业银行法 39)."""
    matter.lawful = balance(matter, matter.first) * 10 <= amount_in(matter.core, "资本余额为?")


def interbank(matter: Matter) -> None:
    span(matter)
    ends = [balance(matter, row.day) for row, _ in bookings(matter.case, matter.label)]
    matter.lawful = max(ends) <= amount_in(matter.core, "最高限额(?:核定)?为")


def counted(matter: Matter) -> None:
    matter.first, matter.last = matter.days
    rows = bookings(matter.case, matter.label)
    matter.amount = Fraction(sum(row.yuan for row, _ in rows if says(matter.act.ledger, row.words)))
    matter.lawful = not matter.amount


def rows_apart(matter: Matter) -> None:
    """Rows that stand each for itself: what is unlawful, and of that what is in time."""
    wrong = [
        (row, left)
        for row, left in bookings(matter.case, matter.label)
        if unlawful(matter.act, row.words)
    ]
    timely = [
        (row, left) for row, left in wrong if years_after(row.day, matter.limit) >= matter.until
    ]
    matter.lawful, matter.gain = not wrong, Fraction(sum(left for _, left in timely))
    matter.first = matter.last = max((row.day for row, _ in timely), default=date.min)


def unlawful(act: Act, words: str) -> bool:
    certified = re.search(r"证明余额([\d.]+)万元，当日实有([\d.]+)万元", words)
    return Fraction(certified[1]) > Fraction(certified[2]) if certified else says(act.ledger, words)


SHAPES: dict[str, Callable[[Matter], None]] = {
    "span": span, "approval": approval, "once approved": once_approved, "late": report_due,
    "ordered": ordered, "overdue": overdue, "term": term, "pair": holding, "cash": cash,
    "bonds": bonds, "reserve": reserve, "liquidity": liquidity, "loans": loans, "lent": interbank,
    "counted": counted, "rows": rows_apart,
}  # fmt: skip


def matter_of(case: Inspection, number: int) -> Matter:
    text = case.matters[number - 1]
    act = act_of(text)
    core = "".join(part for part in re.split("(?<=。)", text) if not re.search(ASIDE, part))
    days = days_of(core) or [case.discovery]
    gain = amount_in(text, "取得收入|实得款项|该项收入为?")
    gain -= amount_in(text, "已向客户退还|其中(?=[^，。]*已退还)")
    amount = amount_in(core, r"(?<![\d.])(?=[\d.]+万?元)")
    lawful = says(act.lawful, core)
    matter = Matter(
        case, text, case.remarks_on(number), act, core, days, days[0], days[-1],
        lawful, amount, gain,
    )  # fmt: skip
    if act.shape in SHAPES:
        SHAPES[act.shape](matter)
    return matter


def outcome_without_law(matter: Matter) -> str:
    """The outcome that cites nothing, or an empty string."""
    if re.search(ELSEWHERE, matter.text):
        return "另案处理"
    if matter.lawful:
        return "不违法"
    if matter.last == date.min or years_after(matter.last, matter.limit) < matter.until:
        return "超过时效"
    amends = days_of("".join(re.findall("[^。]*自行改正", matter.text)))
    slight = 0 < matter.amount < SLIGHT and not matter.loss
    return "轻微不罚" if slight and amends and amends[0] < matter.case.discovery else ""


def band_of(matter: Matter, place: Provision) -> Band | None:
    if place[:2] == ("办", 23) and "没有造成税款流失" in matter.core:
        return None  # 23 II fines only who lets the tax be lost
    facts = {
        "情节严重": matter.grave or matter.late,
        "情节较重|致使": False,
        "可以给予": "并处罚款" in matter.remarks,
        "逾期(不|未)改正": matter.grave or matter.late,
    }
    return fitting(place.text, facts, confiscated(matter, place))


def confiscated(matter: Matter, place: Provision) -> int:
    return int(matter.gain) if "没收违法所得" in place.text else 0


def percent(matter: Matter, place: Provision) -> int:
    """How far up the band the fine lies."""
    case = matter.case
    long = matter.act.shape not in {"rows", "loans", "lent"} and matter.last >= years_after(
        matter.first, 1
    )
    again = any(
        years_after(day, 2) >= case.decision and provision(act, case, matter.last) == place
        for remark in case.remarks if "受到行政处罚" in remark
        for act in ACTS if says(act.prior, remark)
        for day in days_of(remark)
    )  # fmt: skip
    eased = days_of("".join(re.findall("[^。]*(?:减轻了危害后果|予以减轻)。", matter.remarks)))
    reliefs = (
        any(day < case.discovery for day in eased),
        re.search("系受他人持续胁迫|相威胁所致", matter.remarks),
        matter.report,
        re.search("构成立功|属于立功", matter.remarks),
    )
    burdens = (long, matter.loss > GREAT_LOSS, again)
    share = 40 + 20 * sum(map(bool, burdens)) - 15 * sum(map(bool, reliefs))
    return max(0, min(100, share))


def derived(case: Inspection, number: int) -> Row:
    matter = matter_of(case, number)
    if outcome := outcome_without_law(matter):
        return {"outcome": outcome, **NOTHING}
    careless = matter.act.shape == "prudence" and not matter.grave
    place = RECTIFY if careless else provision(matter.act, case, matter.last)
    assert place, f"{matter.text}: nothing to cite"
    band, gain = band_of(matter, place), confiscated(matter, place)
    elsewhere = any("罚款" in part and "撤销" not in part for part in matter.text.split("。"))
    share = Fraction(percent(matter, place), 100)
    return {
        "outcome": "不再罚款" if elsewhere else "罚款" if band else "仅责令改正",
        "law": LAWS[place.law][0],
        "article": str(place.article),
        "paragraph": place.paragraph,
        "item": place.item,
        "fine": band.fine(share, gain) if band and not elsewhere else 0,
        "confiscated": gain,
    }


def answers(row: Row) -> Any:
    case = read(row["turns"][-1]["content"])
    key = {f"matter_{n}": derived(case, n) for n in range(1, len(case.matters) + 1)}
    return key | {"total": sum(one["fine"] + one["confiscated"] for one in key.values())}


QUESTIONS = [row for row in public("finlaw") if row["task"] == "exact_files"]


def test_there_are_exact_files_to_derive() -> None:
    assert QUESTIONS


@pytest.mark.parametrize("row", QUESTIONS, ids=lambda row: row["question_id"][:8])
def test_the_key_of_an_exact_file_is_what_the_statutes_give(row: Row) -> None:
    key, own = dict(keys()[row["question_id"]]), answers(row)

    assert own == key
