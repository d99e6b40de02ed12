"""The schema's fields, read from a contract's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from authoring.frenchlaw.french import day_in, whole
from authoring.frenchlaw.pool import Pool
from authoring.frenchlaw.reader.check import (
    ContractText,
    party,
    percent,
    round_half,
    site_of,
)
from authoring.frenchlaw.reader.read import read


def _buyer(contract: ContractText) -> str:
    lines = list(contract.reader.head)
    named = party(lines[lines.index("ET") + 1])[1]
    clause = contract.reader.single("sub.clause").slots
    for fact in contract.reader.in_amendments("av.substitution"):
        held, day = Decimal(fact.slots["pct"]), day_in(fact.slots["date"])
        if held >= Decimal(clause["pct"]) and day <= day_in(clause["date"]):
            match = re.fullmatch(r"la société (.+) \((\w+)\)", fact.slots["nom"], re.IGNORECASE)
            assert match is not None
            named = f"{match[1]} {match[2]}"
    return named


def _guarantors(contract: ContractText) -> list[str]:
    sellers = {stated.lower(): name for stated, name in contract.sellers.items()}
    inside = set(sellers)
    for fact in contract.reader.facts("def.garants"):
        inside.remove(fact.slots["exclu"].lower())
    for fact in contract.reader.in_amendments("av.garant_ajout", "av.garant_retrait"):
        name = fact.slots["nom"].lower()
        assert name in sellers
        (inside.add if fact.key == "av.garant_ajout" else inside.discard)(name)
    return sorted(sellers[name] for name in inside)


def _first_part(contract: ContractText) -> int:
    sold, first = contract.shares
    return round_half(Decimal(contract.base) * first / sold)


def _remaining(contract: ContractText) -> list[str]:
    open_ones = {
        fact.mark: fact.key.partition(".")[2]
        for fact in contract.reader.body
        if fact.key.partition(".")[0] in {"c", "c2"}
    }
    waivable = re.findall(r"\([a-h]\)", contract.reader.single("cs.renonciation").slots["lettres"])
    if contract.last("av.autorisation"):
        open_ones.pop("(a)")
    for fact in contract.reader.in_amendments("av.cs_constat", "av.cs_entier", "av.cs_renonce"):
        letter = fact.slots["lettre"]
        if fact.key != "av.cs_renonce" or letter in waivable:
            open_ones.pop(letter)
    return sorted(open_ones.values())


def _long_stop(contract: ContractText) -> date:
    stop = day_in(contract.reader.single("cs.butoir").slots["date"])
    moved = contract.last("av.butoir")
    wanted = contract.last("av.evenement")
    if moved and wanted:
        raise ValueError("the last day is moved twice")
    if moved:
        return day_in(moved.slots["date"])
    if wanted:
        stop += timedelta(days=whole(contract.reader.single("cs.prorogation").slots["jours"]))
        while not contract.is_open(stop):
            stop += timedelta(days=1)
    return stop


def _cap(contract: ContractText) -> int:
    clause = contract.reader.single("gap.plafond_pb", "gap.plafond_prix", "gap.plafond_fixe")
    if clause.key == "gap.plafond_fixe":
        return whole(clause.slots["montant"])
    share = contract.latest("pct", (clause.key,), "av.plafond_pct")
    assert share is not None
    basis = contract.price if clause.key == "gap.plafond_prix" else contract.base
    if contract.last("av.plafond_fige"):
        basis = contract.stated_base
    return round_half(basis * percent(share))


def _basket(contract: ContractText) -> int:
    if fixed := contract.latest("montant", ("gap.seuil_fixe",), "av.seuil_fixe"):
        return whole(fixed)
    return round_half(
        _cap(contract) * percent(contract.reader.single("gap.seuil_pct").slots["pct"])
    )


def _effect(contract: ContractText) -> str:
    stated = contract.last("av.effet_premier", "av.effet_excedent")
    key = (stated or contract.reader.single("gap.effet_premier", "gap.effet_excedent")).key
    return "premier_euro" if key.endswith("premier") else "excedent"


def _warranty_end(contract: ContractText) -> date:
    if extension := contract.last("av.duree"):
        return contract.after(contract.closing, extension.slots["mois"])
    stated = contract.reader.single("gap.duree", "gap.duree_cond").slots
    late = "mois2" in stated and contract.closing > day_in(stated["date"])
    return contract.after(contract.closing, stated["mois2" if late else "mois"])


def _ban_end(contract: ContractText) -> date:
    clause = contract.reader.single("nc.duree_rea", "nc.duree_fonctions")
    start = contract.closing
    if clause.key == "nc.duree_fonctions":
        first = next(iter(contract.sellers)).lower()
        left = [
            day_in(fact.slots["date"])
            for fact in contract.reader.in_amendments("av.fonctions", "av.fonctions_avant")
            if fact.slots["nom"].lower() == first
        ]
        (start,) = left
    return contract.after(start, clause.slots["mois"])


def _departments(contract: ContractText) -> list[str]:
    if listing := contract.reader.facts("nc.terri_liste"):
        places = set(listing[0].slots["liste"].split(", "))
    else:
        floor = whole(contract.reader.single("def.territoire").slots["seuil"])
        sites = [site_of(row, contract.pool) for row in contract.reader.annexes["etablissements"]]
        places = {
            site["dep_x"]
            for site in sites
            if site["etat"] == "en activité" and whole(site["effectif_x"]) >= floor
        }
    return sorted(
        places | {f.slots["dep"] for f in contract.reader.in_amendments("av.terri_ajoute")}
    )


def _seat(contract: ContractText) -> str:
    if moved := contract.last("av.arbitrage", "av.tribunal"):
        return moved.slots.get("ville") or _city_of(moved.slots["tribunal"])
    if stated := contract.reader.facts("lit.lieu"):
        return _city_of(stated[0].slots["tribunal"])
    contract.reader.single("lit.siege")
    home = next(line for line in contract.reader.head if line.startswith("(A) "))
    match = re.search(r"siège.*? à ([A-Z][\w-]+)[, ]", home)
    assert match is not None
    return match[1]


def _city_of(court: str) -> str:
    return re.split(r" de (?=[A-ZÉ])| d'", court)[-1]


def _earn_floor(contract: ContractText) -> int | None:
    if contract.last("av.eo_supprime"):
        return None
    if fixed := contract.reader.facts("eo.seuil_fixe"):
        return whole(fixed[0].slots["montant"])
    share = contract.latest("pct", ("eo.seuil_pct",), "av.eo_seuil")
    stated = contract.reader.single("def.ebitda").slots
    amounts: Mapping[str, int] = contract.table("ebitda")
    total = amounts["Résultat d'exploitation"]
    total += sum(amounts[label] for label in re.findall(r"« (.+?) »", stated["plus"]))
    total -= sum(amounts[label] for label in re.findall(r"« (.+?) »", stated["moins"]))
    assert share is not None
    return round_half(total * percent(share))


def _earn_cap(contract: ContractText) -> int | None:
    if contract.last("av.eo_supprime"):
        return None
    if fixed := contract.latest("montant", ("eo.plafond_fixe",), "av.eo_plafond"):
        return whole(fixed)
    share = contract.reader.single("eo.plafond_pct").slots["pct"]
    return round_half(contract.base * percent(share))


def _escrow(contract: ContractText) -> int | None:
    if contract.last("av.seq_supprime"):
        return None
    share = contract.latest("pct", ("seq.montant_pct",), "av.seq_pct")
    assert share is not None
    return round_half(contract.base * percent(share))


def _escrow_end(contract: ContractText) -> date | None:
    if contract.last("av.seq_supprime"):
        return None
    months = contract.latest("mois", ("seq.duree",), "av.seq_mois")
    assert months is not None
    return contract.after(contract.closing, months)


FIELDS: Mapping[str, Callable[[ContractText], Any]] = {
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
    contract = ContractText(read(text, pool), pool)
    values = {pointer: reader(contract) for pointer, reader in FIELDS.items()}
    return {pointer: value for pointer, value in values.items() if value is not None}
