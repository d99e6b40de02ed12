"""Draws of the matters of a case: what happened, and what is to become of it."""

from __future__ import annotations

from datetime import date, timedelta

from authoring.draws import Draws
from authoring.finlaw.exact.books import Book
from authoring.finlaw.exact.derive import NEW_AML, SLIGHT_CNY, severe, years_after
from authoring.finlaw.exact.facts import FileCase, Matter, Prior
from authoring.finlaw.exact.scene import Setting, chance, later, opening_lines
from authoring.finlaw.exact.topics import TOPICS, Topic

FATES = ("fine",) * 10 + ("lawful",) * 4 + ("barred",) * 3 + ("elsewhere",) * 2 + ("fined",) * 5
"""What a matter is to come to, each as likely; ``fine`` with what the facts then make of it."""

_FEWEST, _MOST = 16, 64
_TWO_YEARS, _CLEAR_DAYS = 731, 8
"""Days: from which an act may be barred; how far from a limit of time every matter lies."""
_EARLIEST = date(2021, 7, 20)
_NO_PRIOR = {"aml", "inner"}
_REPEATED = {"clear", "reserve"}
"""Topics of one place that are not one act: an earlier penalty for them is not drawn."""


def draw(draws: Draws, setting: Setting) -> FileCase | None:
    """Return a case, or None where the draw gives none that can stand."""
    case = opening_lines(draws, setting)
    for topic in _topics(draws, case):
        _matter(case, topic, draws)
    if any(matter.start < _EARLIEST for matter in case.matters):
        return None
    if not _FEWEST <= len(case.ledger) <= _MOST or any(map(_straddles, case.matters)):
        return None
    _circumstances(case, draws)
    return None if any(_near(case, matter) for matter in case.matters) else case


def _near(case: FileCase, matter: Matter) -> bool:
    """Say whether a matter lies so near a limit of time that a day more or less would tell."""
    discovered = matter.reported or case.discovered
    years = [abs((discovered - years_after(matter.end, n)).days) for n in (2, 5)]
    whole = abs((matter.end - years_after(matter.start, 1)).days)
    return min(years) < _CLEAR_DAYS or whole < _CLEAR_DAYS or matter.end > case.discovered


def _straddles(matter: Matter) -> bool:
    """Say whether something was put right under the new law that was lacking under the old."""
    inner = matter.topic.mode == "inner" and matter.delivered is not None
    return inner and matter.end < NEW_AML <= (matter.delivered or NEW_AML)


def _topics(draws: Draws, case: FileCase) -> list[Topic]:
    """Return up to fourteen topics, up to four of them with ledgers, no two that are alike."""
    pool = [t for t in TOPICS if t.authority == case.authority and case.kind in t.where]
    if case.discovered < date(2025, 7, 1):
        pool = [topic for topic in pool if not topic.new_only]
    pool = list(draws.some(pool, len(pool)))
    number = draws.pick((12, 12, 13, 13, 14))
    books = [topic for topic in pool if topic.ledger][: draws.pick((3, 4, 4))]
    plain = [topic for topic in pool if not topic.ledger]
    picked = [*books, *plain[: number - len(books)]]
    return list(draws.some(picked, len(picked)))


def _matter(case: FileCase, topic: Topic, draws: Draws) -> None:
    fate = draws.pick(FATES)
    if fate == "barred" and (topic.known or topic.ledger in {"balance", "sums"} or topic.new_only):
        fate = "fine"
    if fate == "lawful" and topic.mode == "inner":
        fate = "fine"
    if topic.mode == "acts" and chance(draws, 40):
        fate = "lawful"
    start, end = _span(case, topic, fate, draws)
    matter = Matter(topic.key, guilty=fate != "lawful", start=start, end=end)
    case.matters.append(matter)
    _fill(case, matter, fate, draws)
    if fate == "elsewhere":
        matter.elsewhere = True
    if fate == "fined" and topic.twice:
        matter.fined = True
    slight = 0 < matter.amount < SLIGHT_CNY
    if matter.guilty and fate in {"fine", "barred"} and topic.loss and not (matter.loss or slight):
        _lose(matter, draws, 55)


def _lose(matter: Matter, draws: Draws, per_cent: int) -> None:
    if chance(draws, per_cent):
        matter.loss = 10_000 * draws.pick((draws.between(18, 92), draws.between(112, 470)))


def _span(case: FileCase, topic: Topic, fate: str, draws: Draws) -> tuple[date, date]:
    near = draws.between(20, 110) if topic.known else draws.between(45, 660)
    end = case.discovered - timedelta(days=draws.between(750, 980) if fate == "barred" else near)
    if topic.new_only:
        end = max(end, NEW_AML + timedelta(days=90))
    if topic.key == "disclose":
        # A year's report is due within three months: one that came later would be another breach.
        end = date(end.year, 3, draws.between(4, 28))
    if not topic.span:
        return end, end
    length = draws.pick((draws.between(70, 330), draws.between(390, 620)))
    start = end - timedelta(days=length)
    return (max(start, NEW_AML + timedelta(days=5)) if topic.new_only else start), end


def _fill(case: FileCase, matter: Matter, fate: str, draws: Draws) -> None:
    """Fill in what the mode of the topic needs, and its lines of the ledger."""
    topic, book = matter.topic, Book(case, len(case.matters) - 1, draws)
    match topic.mode:
        case "dates":
            _leave(matter, draws)
        case "late" | "inner":
            _deadlines(case, matter, draws)
        case "ratio":
            matter.figures = _ratio(matter, draws)
        case "balance":
            matter.figures = (book.balance(guilty=matter.guilty),)
        case "acts":
            book.acts(fate)
    _amount(case, matter, fate, draws)
    if topic.ledger == "period":
        book.period()
    if topic.ledger == "sums":
        book.sums("lawful" if fate == "lawful" else draws.pick(("fine", "fine", "mild")))
    if topic.mode in {"plain", "dates"} and not topic.ledger:
        _income(matter, draws)
    if topic.key in {"refusepay", "credit", "deduct"} and matter.guilty:
        _lose(matter, draws, 100)


def _leave(matter: Matter, draws: Draws) -> None:
    """Draw the day of leave: after the start where a rule is broken, else before it."""
    if not matter.guilty:
        matter.approved = later(matter.start, draws, -60, -8)
    elif matter.topic.span:
        matter.approved = matter.end + timedelta(days=1)
    else:
        matter.approved = later(matter.start, draws, 12, 40)


def _deadlines(case: FileCase, matter: Matter, draws: Draws) -> None:
    matter.due = later(case.discovered, draws, -210, -150)
    matter.renewed = later(matter.due, draws, 40, 60)
    ways = [later(matter.renewed, draws, 4, 40), later(matter.due, draws, 5, 36)]
    matter.delivered = draws.pick(ways) if matter.guilty else later(matter.due, draws, -20, -2)
    if matter.topic.mode == "late":
        matter.start = matter.end = max(matter.due, matter.delivered)
        return
    matter.end = later(matter.due, draws, -40, -5)
    matter.start = matter.end - timedelta(days=draws.between(120, 340))


def _ratio(matter: Matter, draws: Draws) -> tuple[int, int, int]:
    """Return part, whole (10,000 yuan) and the least share in thousandths."""
    whole = draws.between(400_000, 3_900_000)
    least = 250 if matter.key == "liq" else draws.pick((50, 55, 60, 65, 70))
    low, high = (900, 985) if matter.guilty else (1_015, 1_070)
    return whole * least * draws.between(low, high) // 1_000_000, whole, least


def _amount(case: FileCase, matter: Matter, fate: str, draws: Draws) -> None:
    topic = matter.topic
    if topic.ledger:
        return
    matter.amount = 10_000 * draws.pick((draws.between(380, 4_780), draws.between(5_150, 9_900)))
    if topic.mode == "prudence" and case.kind in {"FS", "FR"}:
        matter.amount = 10_000 * draws.between(5_150, 9_900)
    matter.clients = draws.between(11, 170) if topic.key in {"rate", "anon", "loan"} else 0
    matter.clients = 130 if matter.clients in range(92, 108) else matter.clients
    if topic.small and fate == "fine" and chance(draws, 90):
        matter.amount, matter.clients = 10 * draws.between(310, 960), draws.between(2, 4)
        in_time = (later(matter.end, draws, 3, 18), later(case.discovered, draws, 8, 40), None)
        matter.corrected = draws.pick((in_time[0], in_time[0], *in_time))


def _income(matter: Matter, draws: Draws) -> None:
    """Draw gains that no ledger shows."""
    topic = matter.topic
    idle = {
        "post",
        "capital",
        "income",
        "falseN",
        "falseP",
        "disclose",
        "inspectN",
        "inspectP",
        "overseas",
    }
    if topic.key in idle | {"freeze", "cash", "cardcash", "term"} or not matter.guilty:
        return
    if matter.corrected or chance(draws, 45):
        return
    matter.received = 100 * draws.between(310, 11_900)
    if chance(draws, 45):
        matter.refunded = matter.received * draws.between(15, 70) // 10_000 * 100


def _circumstances(case: FileCase, draws: Draws) -> None:
    """Draw what mitigates and aggravates, and what only looks so."""
    for index, matter in enumerate(case.matters):
        topic = matter.topic
        free = not (topic.known or topic.mode == "acts" or matter.elsewhere or matter.corrected)
        if free and topic.remedy and matter.guilty and chance(draws, 35):
            ways = (later(case.discovered, draws, -30, -6), later(case.discovered, draws, 8, 60))
            day = draws.pick(ways)
            matter.remedied = day if day > matter.end + timedelta(days=2) else None
        elif free and topic.mode != "balance" and chance(draws, 14):
            _report(case, matter, draws)
        elif not topic.known and not matter.elsewhere and chance(draws, 10):
            matter.coerced = True
        mild = matter.guilty and not (matter.elsewhere or severe(case, index))
        if mild and topic.ledger == "sums" and matter.end >= NEW_AML:
            matter.decided_fine = chance(draws, 50)
    case.merit = chance(draws, 14)
    _priors(case, draws)


def _report(case: FileCase, matter: Matter, draws: Draws) -> None:
    """Let the party tell of a matter first; of some, just before they would be out of time."""
    day = later(case.discovered, draws, -26, -20)
    late = (case.discovered - matter.end).days > _TWO_YEARS and not matter.topic.ledger
    if late and matter.topic.mode == "plain":
        shift = case.discovered - timedelta(days=draws.between(734, 738)) - matter.end
        matter.start, matter.end = matter.start + shift, matter.end + shift
    elif late or day <= matter.end + timedelta(days=10):
        return
    matter.reported = day


def _priors(case: FileCase, draws: Draws) -> None:
    usable = [
        topic
        for topic in TOPICS
        if topic.authority == case.authority
        and case.kind in topic.where
        and topic.mode not in _NO_PRIOR
        and topic.key not in _REPEATED
    ]
    mine = [m.topic for m in case.matters if m.topic in usable]
    for _ in range(draws.pick((1, 2, 2, 3))):
        topic = draws.pick(mine if mine and chance(draws, 70) else usable)
        day = case.decided - timedelta(
            days=draws.pick((draws.between(400, 705), draws.between(755, 1_150)))
        )
        if topic.key not in {prior.key for prior in case.priors}:
            case.priors.append(Prior(topic.key, day))
