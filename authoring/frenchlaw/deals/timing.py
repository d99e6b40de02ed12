"""When a deal closes, on what conditions, and what hides it."""

from __future__ import annotations

from datetime import date, timedelta

from authoring.frenchlaw.days import (
    ONE,
    holidays,
    is_weekend,
    next_open,
    weekdays,
    working_day,
)
from authoring.frenchlaw.deals.deal import Deal, between_days, in_words
from authoring.frenchlaw.deals.people import human, names
from authoring.frenchlaw.french import DAYS, day

RANKS = [
    "sixième",
    "septième",
    "huitième",
    "neuvième",
    "dixième",
    "onzième",
    "douzième",
    "treizième",
    "quatorzième",
    "quinzième",
    "seizième",
    "dix-septième",
    "dix-huitième",
    "dix-neuvième",
    "vingtième",
    "vingt-et-unième",
    "vingt-deuxième",
]
FIRST_RANK = 6
MAIN = ("autorisation_concurrence", "investissements_etrangers", "autorisation_sectorielle")
OTHERS = (
    "financement", "agrement", "accord_bailleur", "accord_cocontractant", "information_salaries",
    "mainlevee", "reorganisation_prealable", "homme_cle", "absence_evenement_defavorable",
)  # fmt: skip
_TWO_LIMBS = (
    "accord_bailleur", "accord_cocontractant", "mainlevee", "homme_cle",
    "reorganisation_prealable",
)  # fmt: skip
_DONE = frozenset({"met", "whole", "waived"})
_SEEMS_DONE = {
    "part": "condition_partielle",
    "sellers": "renonciation_sans_pouvoir",
    "void": "renonciation_interdite",
}
"""What became of a condition that only seems settled -> the kind of trap that it is."""
_NEVER_MET_BEFORE = "absence_evenement_defavorable"


def calendar(deal: Deal, amendments: int) -> None:
    """Draw the days of signing, of the amendments and of the decision, and those off work."""
    draws = deal.draws
    signed = between_days(draws, date(2025, 1, 20), 0, 250)
    decided = between_days(draws, signed, 85, 130)
    notified = between_days(draws, decided, 2, 7)
    last = between_days(draws, notified, 1, 2)
    span = (decided - signed).days // max(amendments, 1)
    earlier = [between_days(draws, signed, 20 + span * at, 24 + span * at) for at in range(9)]
    days = [*earlier[: amendments - 1], last]
    deal.signed, deal.decided, deal.notified, deal.amended_on = signed, decided, notified, days
    deal.amendments = [[] for _ in range(amendments)]
    legal = {off for year in (2025, 2026, 2027) for off in holidays(year)}
    window = [
        when for when in weekdays(notified, notified + timedelta(days=16)) if when not in legal
    ]
    beyond = [when for when in weekdays(signed, signed + timedelta(days=330)) if when > notified]
    closed = {*draws.some(window, draws.between(1, 3)), *draws.some(beyond, 4)} - legal
    deal.closed = {when for when in legal | closed if signed < when and not is_weekend(when)}
    last_day = signed + timedelta(days=540)
    deal.tables["calendrier"] = [
        f"{DAYS[when.weekday()]} {day(when)}" for when in sorted(deal.closed) if when <= last_day
    ]
    deal.say("def.jour_ouvre")
    deal.say("int.delais")


def closing(deal: Deal, *, trapped: bool) -> None:
    """Say the day of closing: fixed, or counted in working days from the decision."""
    draws, notified, decided = deal.draws, deal.notified, deal.decided
    closed: set[date] = deal.closed
    deal.amend(-1, "av.autorisation", decision=in_words(decided), notif=in_words(notified))
    number = draws.between(9, 14)
    if not trapped:
        postponed = working_day(notified, number, closed)
        deal.values["closing"] = postponed
        deal.say("rea.fixe", date=in_words(postponed))
        return
    by_notice = draws.below(3) > 0
    start = notified if by_notice else decided
    number = number if by_notice else draws.between(14, 18)
    key = "rea.notif" if by_notice else "rea.decision"
    deal.say(key, rang=RANKS[number - FIRST_RANK])
    number = _put_off(deal, key, start, number)
    if deal.chance(35):
        _close_a_day(deal, start, number)
    deal.values["closing"] = working_day(start, number, deal.closed)
    naive = working_day(start, number, set(holidays(start.year)) | set(holidays(start.year + 1)))
    deal.trap("jours_ouvres", key, "annexe:calendrier", closing=naive)


def _put_off(deal: Deal, key: str, start: date, first: int) -> int:
    """Return the number of working days, which an amendment may have raised."""
    if len(deal.amendments) == 1 or not deal.chance(40):
        return first
    number = first + deal.draws.between(2, 4)
    deal.amend(0, "av.jours", rang=RANKS[number - FIRST_RANK])
    naive = working_day(start, first, deal.closed)
    deal.trap("delai_modifie", key, "av.jours", closing=naive)
    return number


def _close_a_day(deal: Deal, start: date, number: int) -> None:
    """Let the last amendment take one more day off the working days."""
    extra = _open_day(deal, start, number, deal.closed)
    deal.amend(-1, "av.jour_ouvre", date=in_words(extra))
    naive = working_day(start, number, deal.closed)
    deal.closed = deal.closed | {extra}
    deal.trap("terme_redefini", "def.jour_ouvre", "av.jour_ouvre", closing=naive)


def _open_day(deal: Deal, start: date, number: int, closed: set[date]) -> date:
    end = working_day(start, number, closed)
    last: date = deal.amended_on[-1]
    return deal.draws.pick([when for when in weekdays(last, end - ONE) if when not in closed])


def long_stop(deal: Deal, *, trapped: bool) -> None:
    """Say the last day, and what moves it."""
    draws, closing_day = deal.draws, deal.values["closing"]
    closed: set[date] = deal.closed
    first = closing_day + timedelta(days=draws.between(12, 40))
    deal.say("cs.butoir", date=in_words(first))
    days = draws.pick((20, 30, 45, 60))
    deal.say("cs.prorogation", jours=str(days))
    deal.values["long_stop"] = first
    if not trapped:
        return
    if deal.chance(65):
        event = between_days(draws, deal.signed, 25, 45)
        deal.amend(-1, "av.evenement", date=in_words(event))
        deal.values["long_stop"] = next_open(first + timedelta(days=days), closed)
        deal.trap("prorogation_de_plein_droit", "cs.prorogation", "av.evenement", long_stop=first)
    else:
        moved = first + timedelta(days=draws.between(15, 60))
        deal.amend(0, "av.butoir", date=in_words(moved))
        deal.values["long_stop"] = moved
        deal.trap("date_reportee", "cs.butoir", "av.butoir", long_stop=first)


def conditions(deal: Deal, *, trapped: bool) -> None:
    """Say the conditions, and which of them are met, waived, or seem to be."""
    draws = deal.draws
    codes = [draws.pick(MAIN), *draws.some(OTHERS, draws.between(5, 6))]
    letters = {code: f"({'abcdefgh'[at]})" for at, code in enumerate(codes)}
    limbs = [code for code in codes[1:] if code in _TWO_LIMBS]
    states: dict[str, str] = {codes[0]: "met"}
    if trapped and limbs and deal.chance(75):
        states[draws.pick(limbs)] = "part" if deal.chance(65) else "whole"
    free = [c for c in codes[1:] if c not in states]
    mendable = [code for code in free if code not in {"information_salaries", "agrement"}]
    if trapped and mendable:
        states[draws.pick(mendable)] = "sellers" if deal.chance(45) else "void"
    waivable = [code for code in mendable if code not in states]
    if waivable:
        states[draws.pick(waivable)] = "waived"
    left = [code for code in free if code not in states]
    provable = [code for code in left if code != _NEVER_MET_BEFORE]
    for code in draws.some(provable, min(len(provable), 1 + draws.below(2))):
        states[code] = "met"
    deal.values["remaining"] = [c for c in codes if states.get(c) not in _DONE]
    deal.conditions = [
        ("c2." if states.get(code) in {"part", "whole"} else "c.") + code for code in codes
    ]
    open_to_waiver = {code for code, state in states.items() if state in {"sellers", "waived"}}
    idle = [code for code in codes[1:] if states.get(code) != "void"]
    shown = sorted(letters[code] for code in open_to_waiver)
    noun = "les conditions" if len(shown) > 1 else "la condition"
    listing = " et ".join(shown) or letters[idle[0]]
    deal.say("cs.renonciation", lettres=f"{noun} {listing}")
    _tell(deal, states, letters)


def _tell(deal: Deal, states: dict[str, str], letters: dict[str, str]) -> None:
    """Tell in amendments what became of the conditions."""
    keys = {"met": "av.cs_constat", "part": "av.cs_partiel", "waived": "av.cs_renonce",
            "void": "av.cs_renonce", "whole": "av.cs_entier",
            "sellers": "av.cs_cedants"}  # fmt: skip
    main = next(iter(states))
    for code, state in states.items():
        if code == main:
            continue
        number = deal.draws.below(len(deal.amendments))
        before = deal.amended_on[number]
        day = in_words(between_days(deal.draws, before - timedelta(days=12), 0, 6))
        slots = {"lettre": letters[code]} | (
            {"date": day} if state in {"waived", "sellers", "void"} else {}
        )
        deal.amend(number, keys[state], **slots)
        if kind := _SEEMS_DONE.get(state):
            wrong = [each for each in deal.values["remaining"] if each != code]
            deal.trap(kind, "cs.renonciation", keys[state], remaining=wrong)


def condition_slots(deal: Deal) -> dict[str, str]:
    """Return the values of the conditions' own slots: sites and staff are of the annexes."""
    draws, known = deal.draws, names()
    draws.some(known["sites"], 2)  # what follows is drawn as in the first release
    at_work = [site.town for site in deal.sites if site.state == "en activité"]
    towns = [town for town in at_work if not town.startswith("Le")]  # no article to contract
    taken = " ".join([deal.people.target, deal.people.buyer.name, *deal.people.others_names])
    roots = [root for root in known["roots"] if root not in taken]
    firms = [f"{root} {draws.pick(known['clients_words'])}" for root in draws.some(roots, 2)]
    surnames = [surname for surname in known["surnames"] if surname not in taken]
    for surname in draws.some(surnames, 2):
        human(draws, surname, "")
    banks = draws.some(known["banks"], 2)
    return {
        "ville_c": towns[0], "ville_d": towns[1], "client_c": firms[0], "client_d": firms[1],
        "cadre_c": deal.staff[0], "cadre_d": deal.staff[1],
        "banque_c": banks[0], "banque_d": banks[1],
        "montant_c": deal.money(deal.round_sum(2_000_000, 9_000_000, 250_000)),
        "taux": f"{draws.between(3, 5)},{draws.between(1, 9)}",
    }  # fmt: skip
