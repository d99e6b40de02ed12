"""What a reader finds in a case's words, held against the values that it was written for.

The words are read anew: days and sums are taken from the text, not from the draw.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date

from authoring.cases.elements.facts import months_after
from authoring.cases.elements.text import LONGEST, CaseText
from authoring.cases.elements.vectors import ACTS, BANDS_FROM, axes_of

SHORTEST = 250
_DAY = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日")
_SUM = re.compile(r"(\d[\d,]*(?:\.\d+)?)(万?)元")
_DIGITS = "零一二三四五六七八九十"
_TERM = re.compile(r"有期徒刑(.)年(.)个月，刑期自.*减刑(.)个月")
_ALCOHOL = re.compile(r"(\d+)(?:毫克|mg/)")
_UNNAMED = sorted({row["charge"] for row in ACTS.values()} | {"自首", "坦白", "累犯", "刑法"})
_NOT_RECIDIVIST = re.compile("拘役|管制|罚金|缓刑|死亡|伤亡|身亡|火灾|触电|砸死")
_PUNISHED = re.compile("判处|处以|获刑|判了|获判|服刑|判有期|判拘役|判管制|单处罚金|受过刑罚")


def faults_of(case: CaseText) -> list[str]:
    """Return what is wrong with a case's words; nothing where each value is stated."""
    problems = [f"{axis}: not stated" for axis in axes_of(case.vector) if axis not in case.stated]
    problems += [
        f"{axis}: its words are not in the text"
        for axis, words in case.stated.items()
        if any(single not in case.text for single in words.split("。"))
    ]
    problems += [f"names {name}" for name in _UNNAMED if name in case.text]
    if not SHORTEST <= len(case.text) <= LONGEST:
        problems.append(f"{len(case.text)} characters")
    for axis, read in _READ.items():
        value = read(case) if axis in case.vector and axis in case.stated else None
        if value is not None and value != case.vector[axis]:
            problems.append(
                f"{axis}: reads as {value}, not {case.vector[axis]}: {case.stated[axis]}"
            )
    return problems


def sums(words: str) -> list[int]:
    """Return the sums that some words state, in yuan, in their order."""
    return [
        round(float(number.replace(",", "")) * (10_000 if unit else 1))
        for number, unit in _SUM.findall(words)
    ]


def net(words: str) -> int:
    """Return the sum that the words come to: what is charged twice or given back is taken off."""
    amounts = sums(words)
    if re.search("五[笔批项件次]", words):
        return sum(amounts[:5]) - sum(amounts[5:])
    if re.search("起诉书|公诉机关", words):
        return amounts[0] - amounts[1]
    if re.search("估价为|原定|先列", words):
        return amounts[-1]
    if re.search("归还|退回|还给|还过|扣去|扣除|不列入|不予计入", words):
        return sum(amounts[:-1]) - amounts[-1]
    return sum(amounts)


def _record(case: CaseText) -> str:
    words = case.stated["前科"]
    if not _PUNISHED.search(re.sub("未曾获刑|没有受过刑罚", "", words)):
        return "无"
    act = _day(case.days["day"])
    sentences = re.split("另一次|其后因", words)
    return "累犯" if any(_counts(sentence, act) for sentence in sentences) else "前科"


def _counts(sentence: str, act: date) -> bool:
    """Return whether a sentence makes a recidivist: wilful, served, ended within five years."""
    ends = [_day(match.group()) for match in _DAY.finditer(sentence)]
    if served := _TERM.search(sentence):
        years, months, off = (_DIGITS.index(digit) for digit in served.groups())
        ends = [months_after(ends[0], 12 * years + months - off)]
    within = bool(ends) and (act.year - 5, act.month, act.day) < ends[-1].timetuple()[:3]
    return within and not _NOT_RECIDIVIST.search(sentence)


def _day(text: str) -> date:
    match = _DAY.search(text)
    assert match, text
    return date(*map(int, match.groups()))


def _amount(case: CaseText) -> str:
    value = net(case.stated["数额"])
    return next(name for name, low in reversed(BANDS_FROM.items()) if value >= low)


def _made_good(case: CaseText) -> str | None:
    loss, paid = _loss_and_payment(case)
    if case.vector["弥补"] in {"没有", "本无"}:
        return None  # its words say so without a sum that counts
    return "全部" if paid == loss else "部分" if 0 < paid < loss else "?"


def _loss_and_payment(case: CaseText) -> tuple[int, int]:
    words = case.stated["弥补"].strip("。").split("。")
    paid = sum(sums(words[-1])) - _outside_count(words[-1])
    loss = net(case.stated["数额"]) if "数额" in case.stated else net(words[0])
    return loss, paid


def _outside_count(words: str) -> int:
    """Return the payment that was taken back or was meant for something else."""
    amounts = sums(words)
    if re.search("四[笔次]：", words):
        return amounts[3]
    return amounts[-1] if re.search("另有.*退回", words) else 0


def _alcohol(case: CaseText) -> str:
    if re.search("未检出乙醇|乙醇成分为零|结果为零", case.stated["酒精"]):
        return "无"
    blood = int(_ALCOHOL.findall(case.stated["酒精"])[-1])
    return "醉" if blood >= 80 else "饮"  # noqa: PLR2004 - milligrams, as the query states


_READ: Mapping[str, Callable[[CaseText], str | None]] = {
    "前科": _record,
    "数额": _amount,
    "弥补": _made_good,
    "酒精": _alcohol,
}
