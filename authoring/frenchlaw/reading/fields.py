"""The schema's fields, read from a contract's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from authoring.frenchlaw.french import day_in, whole
from authoring.frenchlaw.pool import Pool
from authoring.frenchlaw.reading.check import (
    Contract,
    party,
    percent,
    rounded,
    site_of,
)
from authoring.frenchlaw.reading.read import read


def _buyer(contract: Contract) -> str:
    lines = list(contract.reading.head)
    named = party(lines[lines.index("ET") + 1])[1]
    clause = contract.reading.one("sub.clause").slots
    for fact in contract.reading.amended("av.substitution"):
        held, told = Decimal(fact.slots["pct"]), day_in(fact.slots["date"])
        if held >= Decimal(clause["pct"]) and told <= day_in(clause["date"]):
            match = re.fullmatch(r"la société (.+) \((\w+)\)", fact.slots["nom"], re.IGNORECASE)
            assert match is not None
            named = f"{match[1]} {match[2]}"
    return named


def _guarantors(contract: Contract) -> list[str]:
    sellers = {said.lower(): name for said, name in contract.sellers.items()}
    inside = set(sellers)
    for fact in contract.reading.facts("def.garants"):
        inside.remove(fact.slots["exclu"].lower())
    for fact in contract.reading.amended("av.garant_ajout", "av.garant_retrait"):
        name = fact.slots["nom"].lower()
        assert name in sellers
        (inside.add if fact.key == "av.garant_ajout" else inside.discard)(name)
    return sorted(sellers[name] for name in inside)


def _first_part(contract: Contract) -> int:
    sold, first = contract.shares
    return rounded(Decimal(contract.base) * first / sold)


def _remaining(contract: Contract) -> list[str]:
    open_ones = {
        fact.mark: fact.key.partition(".")[2]
        for fact in contract.reading.body
        if fact.key.partition(".")[0] in {"c", "c2"}
    }
    waivable = re.findall(r"\([a-h]\)", contract.reading.one("cs.renonciation").slots["lettres"])
    if contract.last("av.autorisation"):
        open_ones.pop("(a)")
    for fact in contract.reading.amended("av.cs_constat", "av.cs_entier", "av.cs_renonce"):
        letter = fact.slots["lettre"]
        if fact.key != "av.cs_renonce" or letter in waivable:
            open_ones.pop(letter)
    return sorted(open_ones.values())


def _long_stop(contract: Contract) -> date:
    stop = day_in(contract.reading.one("cs.butoir").slots["date"])
    moved = contract.last("av.butoir")
    asked = contract.last("av.evenement")
    if moved and asked:
        raise ValueError("the last day is moved twice")
    if moved:
        return day_in(moved.slots["date"])
    if asked:
        stop += timedelta(days=whole(contract.reading.one("cs.prorogation").slots["jours"]))
        while not contract.is_open(stop):
            stop += timedelta(days=1)
    return stop


def _cap(contract: Contract) -> int:
    clause = contract.reading.one("gap.plafond_pb", "gap.plafond_prix", "gap.plafond_fixe")
    if clause.key == "gap.plafond_fixe":
        return whole(clause.slots["montant"])
    share = contract.latest("pct", (clause.key,), "av.plafond_pct")
    assert share is not None
    basis = contract.price if clause.key == "gap.plafond_prix" else contract.base
    if contract.last("av.plafond_fige"):
        basis = contract.base_stated
    return rounded(basis * percent(share))


def _basket(contract: Contract) -> int:
    if fixed := contract.latest("montant", ("gap.seuil_fixe",), "av.seuil_fixe"):
        return whole(fixed)
    return rounded(_cap(contract) * percent(contract.reading.one("gap.seuil_pct").slots["pct"]))


def _effect(contract: Contract) -> str:
    said = contract.last("av.effet_premier", "av.effet_excedent")
    key = (said or contract.reading.one("gap.effet_premier", "gap.effet_excedent")).key
    return "premier_euro" if key.endswith("premier") else "excedent"


def _warranty_end(contract: Contract) -> date:
    if amended := contract.last("av.duree"):
        return contract.after(contract.closing, amended.slots["mois"])
    said = contract.reading.one("gap.duree", "gap.duree_cond").slots
    late = "mois2" in said and contract.closing > day_in(said["date"])
    return contract.after(contract.closing, said["mois2" if late else "mois"])


def _ban_end(contract: Contract) -> date:
    clause = contract.reading.one("nc.duree_rea", "nc.duree_fonctions")
    start = contract.closing
    if clause.key == "nc.duree_fonctions":
        first = next(iter(contract.sellers)).lower()
        left = [
            day_in(fact.slots["date"])
            for fact in contract.reading.amended("av.fonctions", "av.fonctions_avant")
            if fact.slots["nom"].lower() == first
        ]
        (start,) = left
    return contract.after(start, clause.slots["mois"])


def _departments(contract: Contract) -> list[str]:
    if listed := contract.reading.facts("nc.terri_liste"):
        found = set(listed[0].slots["liste"].split(", "))
    else:
        floor = whole(contract.reading.one("def.territoire").slots["seuil"])
        sites = [site_of(row, contract.pool) for row in contract.reading.annexes["etablissements"]]
        found = {
            site["dep_x"]
            for site in sites
            if site["etat"] == "en activité" and whole(site["effectif_x"]) >= floor
        }
    return sorted(found | {f.slots["dep"] for f in contract.reading.amended("av.terri_ajoute")})


def _seat(contract: Contract) -> str:
    if moved := contract.last("av.arbitrage", "av.tribunal"):
        return moved.slots.get("ville") or _city_of(moved.slots["tribunal"])
    if said := contract.reading.facts("lit.lieu"):
        return _city_of(said[0].slots["tribunal"])
    contract.reading.one("lit.siege")
    home = next(line for line in contract.reading.head if line.startswith("(A) "))
    match = re.search(r"siège.*? à ([A-Z][\w-]+)[, ]", home)
    assert match is not None
    return match[1]


def _city_of(court: str) -> str:
    return re.split(r" de (?=[A-ZÉ])| d'", court)[-1]


def _earn_floor(contract: Contract) -> int | None:
    if contract.last("av.eo_supprime"):
        return None
    if fixed := contract.reading.facts("eo.seuil_fixe"):
        return whole(fixed[0].slots["montant"])
    share = contract.latest("pct", ("eo.seuil_pct",), "av.eo_seuil")
    said = contract.reading.one("def.ebitda").slots
    amounts: Mapping[str, int] = contract.table("ebitda")
    total = amounts["Résultat d'exploitation"]
    total += sum(amounts[label] for label in re.findall(r"« (.+?) »", said["plus"]))
    total -= sum(amounts[label] for label in re.findall(r"« (.+?) »", said["moins"]))
    assert share is not None
    return rounded(total * percent(share))


def _earn_cap(contract: Contract) -> int | None:
    if contract.last("av.eo_supprime"):
        return None
    if fixed := contract.latest("montant", ("eo.plafond_fixe",), "av.eo_plafond"):
        return whole(fixed)
    share = contract.reading.one("eo.plafond_pct").slots["pct"]
    return rounded(contract.base * percent(share))


def _escrow(contract: Contract) -> int | None:
    if contract.last("av.seq_supprime"):
        return None
    share = contract.latest("pct", ("seq.montant_pct",), "av.seq_pct")
    assert share is not None
    return rounded(contract.base * percent(share))


def _escrow_end(contract: Contract) -> date | None:
    if contract.last("av.seq_supprime"):
        return None
    months = contract.latest("mois", ("seq.duree",), "av.seq_mois")
    assert months is not None
    return contract.after(contract.closing, months)


FIELDS: Mapping[str, Callable[[Contract], Any]] = {
    "/cessionnaire": _buyer,
    "/garants": _guarantors,
    "/actions_cedees": lambda contract: contract.shares[0],
    "/prix/base": lambda contract: contract.base,
    "/prix/part_premier_cedant": _first_part,
    "/prix/exigible": lambda contract: contract.price,
    "/complement_prix/seuil": _earn_floor,
    "/complement_prix/plafond": _earn_cap,
    "/sequestre/montant": _escrow,
    "/sequestre/fin": _escrow_end,
    "/conditions_restantes": _remaining,
    "/date_butoir": _long_stop,
    "/date_realisation": lambda contract: contract.closing,
    "/garantie/plafond": _cap,
    "/garantie/seuil": _basket,
    "/garantie/seuil_effet": _effect,
    "/garantie/fin": _warranty_end,
    "/non_concurrence/fin": _ban_end,
    "/non_concurrence/departements": _departments,
    "/litiges/lieu": _seat,
}
"""Pointer -> how its value is read; None where the contract does not set it."""


def fields_read(text: str, pool: Pool) -> dict[str, Any]:
    """Return the fields of a contract's text; ValueError or KeyError where it cannot be read."""
    contract = Contract(read(text, pool), pool)
    found = {pointer: reader(contract) for pointer, reader in FIELDS.items()}
    return {pointer: value for pointer, value in found.items() if value is not None}
