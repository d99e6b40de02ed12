"""Values that no field asks for: amounts, days and names that fill a contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from authoring.frenchlaw.deals.deal import Deal, base_price, between_days, in_words
from authoring.frenchlaw.deals.people import human, names, registry_number
from authoring.frenchlaw.french import grouped

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
    "montant_x": (60_000, 1_400_000, 1_000), "montant_y": (30_000, 700_000, 1_000),
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
    "date_z": (-190, -60),
}  # fmt: skip
_POSTS = 10


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


def fixed(deal: Deal) -> dict[str, str]:
    """Return the values that stay the same throughout a contract."""
    activity = deal.draws.pick(names()["sectors"])
    deal.machines = activity[1].split(";")
    deal.staff = _staff(deal)
    found = _company(deal, activity[0]) | _days_and_persons(deal)
    for slot in ("ville_seq", "ville_reu", "ville_notif", "ville_mediation", "ville_signature"):
        found[slot] = city(deal)
    if deal.accounts:
        found["cca"] = deal.money(deal.accounts)
    for slot in ("date_audit1", "date_audit2"):
        found[slot] = str(value_for(deal, slot))
    return found


def _staff(deal: Deal) -> list[str]:
    """Return twelve persons whose surnames no party has."""
    people = deal.people
    taken = " ".join([*people.others_names, *(seller.name for seller in people.sellers)])
    free = [surname for surname in names()["surnames"] if surname not in taken]
    return [human(deal.draws, each, "").said for each in deal.draws.some(free, 12)]


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
        "total_actions": grouped(total),
        "siege": people.seat,
        "rcs": registry_number(draws),
        "activite": activity,
        "an_fondation": str(draws.between(1968, 2006)),
        "effectif": str(sum(site.staff for site in deal.sites)),
        "ca": deal.money(turnover),
        "ca_inter": deal.money(turnover * draws.between(22, 46) // 100_000 * 1_000),
        "montant_loi": deal.money(deal.round_sum(price * 105 // 100, price * 125 // 100, 100_000)),
    }


def _days_and_persons(deal: Deal) -> dict[str, str]:
    people, draws, signed = deal.people, deal.draws, deal.signed
    return {
        "fondateur": next(seller for seller in people.sellers if seller.is_human).said,
        "exercice": str(signed.year - 1),
        "ex_moins1": str(signed.year - 2),
        "ex_moins3": str(signed.year - 4),
        "date_signature": in_words(signed),
        "date_s": in_words(signed),
        "mandataire": people.others_names[0],
        "cadre_indem": people.others_names[1],
        "directeur": people.others_names[4],
        "mois_transition": str(draws.between(4, 12)),
        "seq_partiel": draws.pick(("un cinquième de cette somme", "un quart de cette somme")),
        "affaire": f"« {people.others_names[2].rpartition(' ')[2]} »",
    }


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
    "salarie": lambda deal: human(deal.draws, deal.draws.pick(names()["surnames"]), "").said,
    "ville_x": city,
    "dep_x": lambda deal: str(deal.draws.pick(names()["sites"])[1]),
    "poste": lambda deal: str(deal.draws.pick(names()["posts"])),
    "numero": lambda deal: str(deal.draws.between(10**6, 10**7)),
    "marque": lambda deal: str(deal.draws.pick(_free_roots(deal))).upper(),
    "classes": _classes,
    "materiel": lambda deal: str(deal.draws.pick(deal.machines)),
    "surface": lambda deal: grouped(10 * deal.draws.between(30, 900)),
}
