"""Inspection files as their prompts tell them: the organ, the party, the matters, the ledger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

DAY = re.compile(r"(\d{4})年(\d+)月(\d+)日")


class Booking(NamedTuple):
    day: date
    voucher: str
    words: str
    yuan: int


@dataclass(frozen=True)
class Inspection:
    central: bool
    """Whether the organ is the central bank, and not bank supervision."""
    party: str
    """外 a foreign-funded bank, 商 another commercial bank, or 其他."""
    discovery: date
    decision: date
    names: list[str]
    """The matters' numbers, as 十一."""
    matters: list[str]
    remarks: list[str]
    """What stands after the matters, by sentence."""
    ledger: dict[int, Booking]

    def remarks_on(self, number: int) -> str:
        """What is said of a matter by its number, or of no matter by number."""
        return "".join(
            remark
            for remark in self.remarks
            if f"第{self.names[number - 1]}项" in remark
            or not re.search("第[一二三四五六七八九十]+项", remark)
        )


def days_of(text: str) -> list[date]:
    return [date(int(year), int(month), int(day)) for year, month, day in DAY.findall(text)]


def years_after(day: date, years: int) -> date:
    """The same day some years later, 28 February for 29."""
    last = 28 if day.month == 2 else day.day
    return day.replace(year=day.year + years, day=min(day.day, last))


def amount_in(text: str, words: str = "") -> Fraction:
    """The number that follows some words, in yuan where it has a unit; 0 where there is none."""
    number = re.search(rf"(?:{words})([\d,.]+)(万?)", text)
    if not number:
        return Fraction(0)
    return Fraction(number[1].strip(",.").replace(",", "")) * (10_000 if number[2] else 1)


def read(text: str) -> Inspection:
    body, _, table = text.partition("\n台账（")
    head, *lines = body.split("\n")
    party = re.search("当事人：(.*?)。", head)
    assert party
    names, matters, remarks, ledger = [], [], [], {}
    for line in lines:
        if matter := re.match(r"([一二三四五六七八九十]+)、(.*)", line):
            names.append(matter[1])
            matters.append(matter[2])
        else:
            remarks += re.split("(?<=。)", line)
    for line in table.splitlines()[1:]:
        number, day, _, voucher, words, yuan = line.split("｜")
        booking = Booking(date.fromisoformat(day), voucher, words, int(yuan.replace(",", "")))
        ledger[int(number)] = booking
    discovery, _, decision = days_of(head)
    kind = "外" if re.search("境外|澳门", party[1]) else "商" if "银行" in party[1] else "其他"
    central = "中国人民银行" in head
    return Inspection(central, kind, discovery, decision, names, matters, remarks, ledger)


def bookings(case: Inspection, label: str) -> Iterator[tuple[Booking, int]]:
    """The rows of a label that count, each with what refunds left of it."""

    def aimed(words: str) -> dict[int, int]:
        """The rows that rows of these words speak of, by the row that speaks."""
        return {
            number: int(target[1])
            for number, row in case.ledger.items()
            if (target := re.search(words, row.words))
        }

    void = set(aimed(r"^(?:冲销)?第(\d+)行(?:（误记）|系误记)").values())
    refunds = aimed(r"^(?:向客户退还|退还客户，原款见)第(\d+)行")
    vouchers: set[str] = set()
    for number, row in case.ledger.items():
        if (
            re.match(f"(收取)?{label}", row.words)
            and number not in void
            and row.voucher not in vouchers
        ):
            vouchers.add(row.voucher)
            back = sum(
                case.ledger[n].yuan
                for n, target in refunds.items()
                if target == number and n not in void
            )
            yield row, row.yuan - back
