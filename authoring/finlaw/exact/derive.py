"""The answer to a case, from its facts and the statutes' texts; conventions are the prompt's."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import NamedTuple

from authoring.finlaw.exact.facts import FileCase, LedgerLine, Matter
from authoring.finlaw.exact.places import LawPlace, StatuteBook
from authoring.finlaw.exact.topics import PRUDENT_MINOR
from authoring.finlaw.fines import Fine

NEW_AML = date(2025, 1, 1)
SEVERE_CNY, SEVERE_CLIENTS, PRUDENT_CNY, SLIGHT_CNY = 50_000_000, 100, 50_000_000, 10_000
HEAVY_LOSS_CNY = 1_000_000
BASE, LIGHTER, HEAVIER = 40, 15, 20
"""Per cent of a range: where one begins, what a circumstance takes off or adds."""

FINED, NO_MORE, CORRECT, LAWFUL, SLIGHT, BARRED, ELSEWHERE = OUTCOMES = (
    "罚款",
    "不再罚款",
    "仅责令改正",
    "不违法",
    "轻微不罚",
    "超过时效",
    "另案处理",
)


class Result(NamedTuple):
    """What becomes of a matter. fine, confiscated: yuan. working: for the reviewer, in words."""

    outcome: str
    place: LawPlace | None = None
    fine: int = 0
    confiscated: int = 0
    working: str = ""


def years_after(day: date, years: int) -> date:
    """Return the day so many years after (28 February for a leap day)."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def derive(case: FileCase, statutes: StatuteBook) -> list[Result]:
    """Return what becomes of each matter of a case."""
    return [_result(case, index, statutes) for index in range(len(case.matters))]


def _result(case: FileCase, index: int, statutes: StatuteBook) -> Result:
    matter = case.matters[index]
    if outcome := no_punishment(case, index):
        return Result(outcome)
    place = place_of(case, index, statutes)
    fine = _fine_range(case, index, place, statutes)
    taken = gains(case, index) if statutes.confiscates(place) else 0
    if matter.fined:
        return Result(NO_MORE, place, 0, taken, "fined by another authority")
    if fine is None:
        return Result(CORRECT, place, 0, taken)
    share, circumstances = share_of(case, index, statutes)
    times = taken if fine.kind == "multiple" else 1
    low, high = fine.least * times, fine.most * times
    amount = int(low + share * (high - low))
    working = f"{low}-{high} yuan, {share * 100}% ({circumstances})"
    return Result(FINED, place, amount, taken, working)


def no_punishment(case: FileCase, index: int) -> str:
    """Return why a matter is not taken up at all, or ""."""
    matter = case.matters[index]
    if matter.elsewhere:
        return ELSEWHERE
    if not violates(case, index):
        return LAWFUL
    if matter.topic.mode == "acts":
        return "" if any(_counts(case, line) for line in case.lines(index)) else BARRED
    discovered = matter.reported or case.discovered
    if discovered > years_after(matter.end, 5 if matter.loss else 2):
        return BARRED
    slight = 0 < matter.amount < SLIGHT_CNY and not matter.loss and matter.corrected
    return SLIGHT if slight and slight < case.discovered else ""


def violates(case: FileCase, index: int) -> bool:
    """Say whether a matter breaks a rule at all."""
    matter = case.matters[index]
    match matter.topic.mode:
        case "dates":
            return matter.approved is None or matter.approved > matter.start
        case "late":
            return bool(matter.due and matter.delivered and matter.delivered > matter.due)
        case "acts":
            return any(line.kind == "in" and not line.clean for line in case.lines(index))
        case "balance":
            return balance(case, index) > matter.figures[0]
        case "ratio":
            part, whole, per_mille = matter.figures
            return Fraction(part, whole) < Fraction(per_mille, 1000)
    return matter.guilty


def balance(case: FileCase, index: int) -> int:
    """Return the highest balance of a matter's lines; of one borrower, that of the end day."""
    matter, total, most = case.matters[index], 0, 0
    for line in sorted(case.lines(index), key=lambda line: line.business):
        if matter.key == "single" and line.business > matter.end:
            continue
        total += line.amount if line.kind == "up" else -line.amount
        most = max(most, total)
    return total if matter.key == "single" else most


def _counts(case: FileCase, line: LedgerLine) -> bool:
    """Say whether a line is money received by a matter's breach, in time to be pursued."""
    matter = case.matters[line.matter]
    if line.kind != "in" or line.clean:
        return False
    if any(other.kind == "void" and other.ref is line for other in case.ledger):
        return False
    if matter.topic.mode == "acts":
        return case.discovered <= years_after(line.business, 2)
    return matter.start <= line.business < (matter.approved or date.max)


def gains(case: FileCase, index: int) -> int:
    """Return a matter's illegal gains in yuan, what was paid back to clients taken off."""
    matter = case.matters[index]
    lines = [line for line in case.lines(index) if _counts(case, line)]
    back = [line.amount for line in case.ledger if line.kind == "refund" and line.ref in lines]
    return matter.received - matter.refunded + sum(line.amount for line in lines) - sum(back)


def severe(case: FileCase, index: int) -> bool:
    """Say whether a matter of money laundering is severe, by money or clients."""
    matter = case.matters[index]
    money = matter.amount + sum(
        line.amount for line in case.lines(index) if line.kind == "sum" and not line.clean
    )
    return money >= SEVERE_CNY or matter.clients >= SEVERE_CLIENTS


def place_of(case: FileCase, index: int, statutes: StatuteBook) -> LawPlace:
    """Return where the statute in force names a matter's act."""
    matter = case.matters[index]
    named = matter.topic.where[case.kind]
    choice = named[-1] if matter.end >= NEW_AML else named[0]
    if matter.topic.mode == "prudence" and matter.amount < PRUDENT_CNY:
        choice = PRUDENT_MINOR
    return statutes.place(*choice)


def _fine_range(case: FileCase, index: int, place: LawPlace, statutes: StatuteBook) -> Fine | None:
    """Return the fine that a place has for a matter, or None where it only corrects."""
    matter, fines = case.matters[index], statutes.fines(place)
    overdue = bool(matter.renewed and matter.delivered and matter.delivered > matter.renewed)
    if place.law in {"aml06", "aml24"}:
        position = _laundering(case, index, place, overdue=overdue)
        return None if position is None else fines[position]
    minor = (place.law, place.article) == PRUDENT_MINOR[:2]
    if minor or (matter.topic.mode == "late" and not overdue):
        return None
    gained = gains(case, index)
    multiple = next((fine for fine in fines if fine.kind == "multiple"), None)
    if multiple and gained and gained >= statutes.threshold(place):
        return multiple
    return next(fine for fine in fines if fine.kind == "range")


def _laundering(case: FileCase, index: int, place: LawPlace, *, overdue: bool) -> int | None:
    """Return which of an article's fines is due against money laundering, or None."""
    grave, decided = severe(case, index), case.matters[index].decided_fine
    position = {
        ("aml06", "31"): None,
        ("aml06", "32"): 0 if grave else None,
        ("aml24", "52"): 1 if overdue else None,
        ("aml24", "53"): 1 if grave else 0 if decided else None,
        ("aml24", "54"): int(grave),
    }
    return position[place.law, place.article]


def share_of(case: FileCase, index: int, statutes: StatuteBook) -> tuple[Fraction, str]:
    """Return where in its range a fine lies, and the circumstances that say so."""
    matter = case.matters[index]
    discovered = matter.reported or case.discovered
    lighter = {
        "remedied": bool(matter.remedied and matter.remedied < discovered),
        "coerced": matter.coerced,
        "reported": matter.reported is not None,
        "merit": case.merit,
    }
    heavier = {
        "a year": matter.topic.mode != "balance" and matter.end >= years_after(matter.start, 1),
        "loss": matter.loss > HEAVY_LOSS_CNY,
        "again": any(_again(case, index, key, day, statutes) for key, day in _priors(case)),
    }
    share = BASE - LIGHTER * sum(lighter.values()) + HEAVIER * sum(heavier.values())
    names = [name for name, holds in (lighter | heavier).items() if holds]
    return Fraction(min(100, max(0, share)), 100), ", ".join(names)


def _priors(case: FileCase) -> list[tuple[str, date]]:
    return [(prior.key, prior.day) for prior in case.priors]


def _again(case: FileCase, index: int, key: str, day: date, statutes: StatuteBook) -> bool:
    """Say whether an earlier penalty rests on the place of a matter, within two years."""
    if day < years_after(case.decided, -2):
        return False
    former = Matter(key, guilty=True, start=day, end=day, amount=PRUDENT_CNY)
    earlier = place_of(
        FileCase(case.kind, case.authority, "", day, day, day, [former]), 0, statutes
    )
    return earlier == place_of(case, index, statutes)
