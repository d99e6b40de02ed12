"""The days, sums and names of a case: what its vector leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from authoring.cases.elements.phrases import Pools
from authoring.cases.elements.vectors import ACTS, BANDS, Vector
from authoring.draws import Draws

_FIRST, _SPAN = date(2024, 4, 2), 500
_LOSSES = {
    "死": (560_000, 980_000),
    "重": (84_000, 260_000),
    "财": (3_000, 22_000),
    "轻微伤": (4_000, 15_000),
    "轻伤": (16_000, 62_000),
    "重伤": (78_000, 230_000),
}
"""Yuan, by what happened to the other side."""
_UNTIL_MISSED = 195
"""Days for which a pattern may say that money was not put back."""
_DIGITS = "零一二三四五六七八九十"
_REWARD = (11_000, 48_000)


def day_of(day: date) -> str:
    """Return a day as a judgment writes it."""
    return f"{day.year}年{day.month}月{day.day}日"


def yuan(value: int, draws: Draws) -> str:
    """Return a sum in one of four ways of writing it, each exact."""
    ways = [f"{value}元", f"人民币{value}元", f"{value:,}元"]
    if value % 100 == 0 and value >= 10_000:  # noqa: PLR2004 - 万 has no other name
        ways.append(f"{value / 10_000:.2f}万元")
    return draws.pick(ways)


def names(draws: Draws, pools: Pools) -> dict[str, str]:
    """Return people and places, all different where they must be."""
    people = draws.some(pools["surname"], 9)
    endings = [draws.pick(("某", "某某", "某甲", "某乙", "某丙")) for _ in people]
    roles = ("d", "v", "v2", "w", "w2", "w3", "w4", "w5", "up")
    names = {role: a + b for role, a, b in zip(roles, people, endings, strict=True)}
    t, t2 = draws.some(pools["town"], 2)
    return names | {"t": t, "t2": t2, "pol": f"{draws.pick((t, t2))}派出所"}


def days(vector: Vector, draws: Draws) -> dict[str, str]:
    """Return the days of the act, the arrest and an earlier sentence, each as text."""
    act = _FIRST + timedelta(draws.below(_SPAN))
    slow = _UNTIL_MISSED if vector.get("手段") == "动用" else 0
    arrest = act + timedelta(draws.between(4, 110) + slow)
    within = act - timedelta(draws.pick((draws.between(300, 1_500), draws.between(1_770, 1_822))))
    beyond = act - timedelta(draws.pick((draws.between(1_830, 1_880), draws.between(2_100, 3_600))))
    years = draws.between(1, 3)
    return (
        _service_end(act, draws)
        | _events(arrest, draws)
        | {
            "day": day_of(act),
            "arr": day_of(arrest),
            "arr2": day_of(arrest + timedelta(draws.between(8, 23))),
            "p2": day_of(within),
            "o2": day_of(beyond),
            "p1": f"{within.year - years}年",
            "p1o": f"{beyond.year - years}年",
            "pj": f"{(within - timedelta(130)).year}年",
            "pl": f"{within.year - 1}年",
            "pk": f"{within.year - 2}年",
            "p4": day_of(act - timedelta(draws.between(200, 2_600))),
            "p3": day_of(within - timedelta(draws.between(120, 300))),
            "y1": f"{'一二三'[years - 1]}年{draws.pick(('', '二个月'))}",
        }
    )


def _service_end(act: date, draws: Draws) -> dict[str, str]:
    """Return a sentence whose end has to be reckoned: term, months off, and where it began.

    ci: so that it ended within five years before the act. co: so that it ended earlier.
    """
    term, off = draws.pick((18, 22, 26, 30, 34, 40, 44)), draws.between(3, 8)
    ends = {"ci": draws.between(1_700, 1_812), "co": draws.between(1_841, 1_960)}
    begins = {
        name: day_of(months_after(act - timedelta(ago), off - term)) for name, ago in ends.items()
    }
    term_text = f"{_DIGITS[term // 12]}年{_DIGITS[term % 12]}个月"
    return begins | {"ry": term_text, "rm": _DIGITS[off]}


def months_after(day: date, months: int) -> date:
    """Return the day so many months later, at most the 28th."""
    whole = day.year * 12 + day.month - 1 + months
    return date(whole // 12, whole % 12 + 1, min(day.day, 28))


def _events(arrest: date, draws: Draws) -> dict[str, str]:
    """Return four days of the proceedings in their order, and the day of judgment."""
    days, day = {}, arrest
    for name in ("e1", "e2", "e3", "e4", "jd"):
        day += timedelta(draws.between(6, 24))
        days[name] = day_of(day)
    return days


def amount(vector: Vector, draws: Draws) -> int:
    """Return the sum that the case turns on: what was taken, lost or earned, in yuan."""
    row = ACTS[vector["act"]]
    if row["family"] == "P":
        bands = [band for band in BANDS[vector["数额"]] if band[1] >= row.get("least", 0)]
        low, high = draws.pick(bands)
        low = max(low, row.get("least", 0))
    elif row["family"] == "N":
        low, high = _REWARD
    else:
        low, high = _LOSSES[vector["后果" if row["family"] == "D" else "伤情"]]
    return draws.between(low // 100, high // 100) * 100


def parts(total: int, wanted: set[str], draws: Draws) -> Mapping[str, int]:
    """Return the sums of a pattern's slots so that they make the total.

    A to E add up to it, less R where something was given back and F where something does not count;
    S is what was charged, of which B falls; X an earlier valuation that did not stand.
    """
    extra = _hundreds(total, 25, 160, draws)
    if "S" in wanted:
        return {"S": total + extra, "B": extra}
    if "X" in wanted:
        return {
            "A": total,
            "X": draws.pick((total + extra, total - _hundreds(total, 20, 60, draws))),
        }
    amounts: dict[str, int] = {"R": extra} if "R" in wanted else {}
    amounts |= {"F": _hundreds(total, 4, 45, draws)} if "F" in wanted else {}
    free = [name for name in "ABCDE" if name in wanted]
    return amounts | dict(
        zip(free, _split(total + sum(amounts.values()), len(free), draws), strict=True)
    )


def payment(total: int, how: str, wanted: set[str], draws: Draws) -> Mapping[str, int]:
    """Return what was paid, x, y, z, q: all of the total, part of it, or (not kept) anything.

    u: a payment that does not count.
    """
    if how not in {"全部", "部分"}:
        return {"x": _hundreds(total, 40, 100, draws)}
    low, high = draws.pick(((90, 99), (40, 85)))
    paid = total if how == "全部" else _hundreds(total, low, high, draws)
    names = [name for name in "xyzq" if name in wanted]
    made = dict(zip(names, _split(paid, len(names), draws), strict=True))
    return made | ({"u": _hundreds(total, 3, 30, draws)} if "u" in wanted else {})


def _split(total: int, pieces: int, draws: Draws) -> list[int]:
    """Return sums that make the total, each some part of what is left, shuffled."""
    shares: list[int] = []
    for left in range(pieces, 1, -1):
        share = 100 // left
        shares.append(_hundreds(total - sum(shares), share * 6 // 10, share * 14 // 10, draws))
    return list(draws.some([*shares, total - sum(shares)], pieces))


def _hundreds(total: int, low: int, high: int, draws: Draws) -> int:
    """Return between low and high per cent of a sum, in whole hundreds, never none."""
    return max(100, total * draws.between(low, high) // 10_000 * 100)


def flow(draws: Draws) -> str:
    """Return a turnover, in ten thousands of yuan."""
    return f"{draws.between(31, 188)}万{draws.between(1, 9)}千余元"


def extras(draws: Draws) -> dict[str, Any]:
    """Return slots that stand for nothing that a query asks."""
    return {
        "hr": f"{draws.between(13, 23)}时许",
        "age": str(draws.between(24, 57)),
        "mgh": str(draws.between(93, 236)),
        "mgm": str(draws.between(24, 68)),
        "cards": draws.pick(("两张银行卡", "三张储蓄卡", "五张银行卡", "四套结算卡")),
        "flow": flow(draws),
    }
