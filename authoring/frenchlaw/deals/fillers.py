"""Values that no field asks for: amounts, days and names that fill a contract."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date

from authoring.frenchlaw.deals.deal import Deal, base_price, between_days, in_words
from authoring.frenchlaw.deals.people import PersonFacts, human, names, registry_number
from authoring.frenchlaw.french import group_digits

_AMOUNTS: Mapping[str, tuple[int, int, int]] = {
    "provision_expert": (8_000, 30_000, 1_000), "frais_groupe": (40_000, 220_000, 5_000),
    "frais_depot": (15_000, 90_000, 1_000), "seuil_emprunt": (50_000, 300_000, 10_000),
    "seuil_capex": (30_000, 250_000, 10_000), "seuil_salaire": (45_000, 90_000, 1_000),
    "seuil_litige": (20_000, 120_000, 5_000), "seuil_sinistre": (150_000, 600_000, 25_000),
    "cca": (120_000, 900_000, 1_000), "lettre_confort": (4_000_000, 20_000_000, 500_000),
    "hors_bilan": (90_000, 900_000, 1_000), "douteuses": (20_000, 190_000, 1_000),
    "dividende": (150_000, 900_000, 10_000), "vnc": (400_000, 3_900_000, 1_000),
    "depots": (18_000, 95_000, 500), "loyers": (160_000, 900_000, 1_000),
    "indem": (60_000, 180_000, 1_000), "ifc_decl": (90_000, 600_000, 1_000),
    "prudhommes": (40_000, 210_000, 500), "rappel": (18_000, 140_000, 100),
    "cir": (60_000, 380_000, 100), "seuil_sinistre_decl": (10_000, 60_000, 5_000),
    "rc_plafond": (2_000_000, 12_000_000, 500_000), "subventions": (20_000, 240_000, 1_000),
    "retours": (12_000, 90_000, 500), "honoraires": (150_000, 700_000, 5_000),
    "seuil_unitaire": (5_000, 24_000, 500), "plafond_env": (300_000, 900_000, 25_000),
    "gapd": (600_000, 1_900_000, 50_000), "gapd2": (250_000, 550_000, 25_000),
    "plafond_special": (150_000, 650_000, 10_000), "penalite_nc": (80_000, 400_000, 10_000),
    "honoraires_mensuels": (4_000, 14_000, 500), "remun_president": (96_000, 260_000, 2_000),
    "seuil_contrats": (80_000, 300_000, 10_000), "frais_av": (4_000, 16_000, 500),
    "invest": (90_000, 480_000, 5_000),
    "invest2": (40_000, 85_000, 5_000), "enjeu": (20_000, 160_000, 1_000),
    "montant_x": (310_000, 1_400_000, 1_000), "montant_y": (30_000, 700_000, 1_000),
    "montant_l": (60_000, 480_000, 1_000), "provision_l": (8_000, 55_000, 500),
    "assure": (800_000, 9_000_000, 50_000), "salaire": (46_000, 132_000, 1_000),
    "prime": (4_000, 38_000, 500),
    "petit_x": (6_000, 95_000, 100), "petit_y": (2_000, 28_000, 100),
}  # fmt: skip
_DAYS: Mapping[str, tuple[int, int]] = {
    "date_loi": (-190, -150), "date_audit1": (-140, -110), "date_audit2": (-40, -20),
    "date_pacte": (-2500, -900), "date_inventaire": (-200, -150), "date_controle": (-900, -500),
    "date_sols": (-800, -300), "date_hebergeur": (400, 900), "date_tsa": (420, 520),
    "date_nda": (-230, -200), "date_a": (8, 18), "date_x": (-1800, -200), "date_y": (200, 1100),
    "date_z": (-190, -60), "date_k": (-690, -200), "date_j": (90, 600),
}  # fmt: skip
_OF_AGE = 24
"""Years at which a founder may have founded a company."""
_CERTIFIED = 4
"""Month from which the accounts of the year before are certified."""


def city(deal: Deal) -> str:
    """Return a city that is not the company's seat."""
    return str(deal.draws.pick([c for c, _ in names()["cities"] if c != deal.people.seat]))


def value_for(deal: Deal, slot: str) -> str | None:
    """Return a drawn value of a slot; None where it is none of those that are drawn."""
    if slot in _AMOUNTS:
        return deal.money(deal.round_sum(*_AMOUNTS[slot]))
    if slot in _DAYS:
        return in_words(between_days(deal.draws, deal.signed, *_DAYS[slot]))
    if slot in _NAMED:
        return _NAMED[slot](deal)
    return None


def fill_in_blanks(deal: Deal) -> dict[str, str]:
    """Return the values that stay the same throughout a contract."""
    activity = deal.draws.pick(names()["sectors"])
    if "c.autorisation_sectorielle" in deal.conditions:
        activity = _regulation(activity)
    deal.machines = activity[1].split(";")
    deal.staff = _staff(deal)
    slots = _company(deal, activity[0]) | _days_and_persons(deal)
    for slot in ("ville_seq", "ville_reu", "ville_notif", "ville_mediation", "ville_signature"):
        slots[slot] = city(deal)
    if deal.accounts:
        slots["cca"] = deal.money(deal.accounts)
    for slot in ("date_audit1", "date_audit2"):
        slots[slot] = str(value_for(deal, slot))
    return slots


def _regulation(activity: list[str]) -> list[str]:
    """Return an activity that an authority licenses, which the one drawn leads to."""
    every = names()["sectors"]
    licensed = [each for each in every if each[0] in names()["licensed"]]
    return activity if activity in licensed else licensed[every.index(activity) % len(licensed)]


def _staff(deal: Deal) -> list[str]:
    """Return twelve persons whose surnames no party has."""
    people = deal.people
    taken = " ".join([*people.others_names, *(seller.name for seller in people.sellers)])
    free = [surname for surname in names()["surnames"] if surname not in taken]
    return [human(deal.draws, each, "").wording for each in deal.draws.some(free, 12)]


def _company(deal: Deal, activity: str) -> dict[str, str]:
    """Return what is said of the company: its capital, staff, turnover and first offer."""
    people, draws, price = deal.people, deal.draws, base_price(deal.values)
    turnover = deal.round_sum(price * 9 // 10, price * 2, 10_000)
    if "c.autorisation_concurrence" in deal.conditions:
        # Below 50 million a merger is not notified (Code de commerce, art. L. 430-2, I).
        turnover = deal.round_sum(51_000_000, 90_000_000, 10_000)
    total = sum(people.shares) + people.others
    return {
        "CIBLE": people.target.upper(),
        "CIBLE_forme": people.target,
        "forme_cible": "société par actions simplifiée",
        "capital": deal.money(total * draws.pick((5, 8, 10, 16, 20, 50))),
        "total_actions": group_digits(total),
        "siege": people.seat,
        "rcs": registry_number(draws),
        "activite": activity,
        "an_fondation": str(max(draws.between(1968, 2006), _birth(_founder(deal)) + _OF_AGE)),
        "effectif": str(sum(site.staff for site in deal.sites)),
        "ca": deal.money(turnover),
        "ca_inter": deal.money(turnover * draws.between(22, 46) // 100_000 * 1_000),
        "montant_loi": deal.money(deal.round_sum(price * 105 // 100, price * 125 // 100, 100_000)),
    }


def _founder(deal: Deal) -> PersonFacts:
    return next(seller for seller in deal.people.sellers if seller.is_human)


def _birth(person: PersonFacts) -> int:
    match = re.search(r"\b19\d\d\b", person.line)
    assert match is not None
    return int(match[0])


def _days_and_persons(deal: Deal) -> dict[str, str]:
    people, draws, signed = deal.people, deal.draws, deal.signed
    return {
        "fondateur": _founder(deal).wording,
        "exercice": str(signed.year - 1),
        "ex_moins1": str(signed.year - 2),
        "ex_moins3": str(signed.year - 4),
        "date_signature": in_words(signed),
        "date_s": in_words(signed),
        **_accounts(signed),
        "mandataire": people.others_names[0],
        "cadre_indem": people.others_names[1],
        "directeur": people.others_names[4],
        "mois_transition": str(draws.between(4, 12)),
        "seq_partiel": draws.pick(("un cinquième de cette somme", "un quart de cette somme")),
        "affaire": f"« {people.others_names[2].rpartition(' ')[2]} »",
    }


def _accounts(signed: date) -> dict[str, str]:
    """Return how far the last year's accounts are: auditors need some three months."""
    if signed.month < _CERTIFIED:
        done = "arrêtés par son président et en cours de certification par son commissaire"
        late = "que son président a arrêtés et dont la certification est en cours"
        return {"comptes_etat": f"{done} aux comptes", "comptes_etat2": late}
    return {
        "comptes_etat": "certifiés sans réserve par son commissaire aux comptes",
        "comptes_etat2": "que son commissaire aux comptes a certifiés sans réserve",
    }


def _court(deal: Deal) -> str:
    """Return a commercial court, as a list of disputes names it."""
    town = city(deal)
    kind = dict(names()["cities"])[town]
    name = "Tribunal des activités économiques" if kind == "TAE" else "Tribunal de commerce"
    return f"{name} – {town}"


def _administrative_court(deal: Deal) -> str:
    town = city(deal)
    return str(names()["administrative_courts"].get(town, town))


def _machine(deal: Deal) -> str:
    """Return a machine; what it may have cost stays with the deal, until the next one."""
    name, _, span = deal.draws.pick(deal.machines).partition("=")
    low, _, high = span.partition("-")
    deal.machine_cost = int(low), int(high)
    return name


def _bought_for(deal: Deal) -> str:
    deal.machine_price = 1_000 * deal.draws.between(*deal.machine_cost)
    return deal.money(deal.machine_price)


def _net_value(deal: Deal) -> str:
    return deal.money(deal.machine_price * deal.draws.between(12, 60) // 10_000 * 100)


def _free_roots(deal: Deal) -> list[str]:
    """Return the roots of names that no party of the deal has."""
    people = deal.people
    taken = " ".join([people.target, people.buyer.name, *(s.name for s in people.sellers)])
    return [root for root in names()["roots"] if root not in taken]


def _some_name(deal: Deal) -> str:
    return f"{deal.draws.pick(_free_roots(deal))} {deal.draws.pick(names()['clients_words'])}"


def _classes(deal: Deal) -> str:
    return ", ".join(map(str, sorted(deal.draws.some(range(1, 46), 3))))


_NAMED: Mapping[str, Callable[[Deal], str]] = {
    "fournisseur": _some_name,
    "salarie": lambda deal: human(deal.draws, deal.draws.pick(names()["surnames"]), "").wording,
    "ville_x": city,
    "tribunal_x": _court,
    "ville_ta": _administrative_court,
    "dep_x": lambda deal: str(deal.draws.pick(names()["sites"])[1]),
    "poste": lambda deal: str(deal.draws.pick(names()["posts"])),
    "numero": lambda deal: str(deal.draws.between(10**6, 10**7)),
    "marque": lambda deal: str(deal.draws.pick(_free_roots(deal))).upper(),
    "classes": _classes,
    "materiel": _machine,
    "montant_m": _bought_for,
    "net_m": _net_value,
    "surface": lambda deal: group_digits(10 * deal.draws.between(30, 900)),
}
