"""Why a field has its value: the clauses that settle it, and at most eight words of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from authoring.frenchlaw.choice import Contract
from authoring.frenchlaw.compose import ContractLine

WORDS = 8
_BASE = ("prix.base", "int.lettres_", "av.prix_", "av.reduction_", "av.contrat_constat",
         "av.retrait")  # fmt: skip
_DAY = ("rea.", "av.autorisation", "av.jours", "av.jour_ouvre", "def.jour_ouvre",
        "annexe:calendrier", "int.delais")  # fmt: skip
_SOLD = ("cession.", "int.rang_", "annexe:repartition", "av.division", "av.retrait", "av.bspce")
_PRICE = ("prix.ferme", "prix.formule", "prix.tunnel_", "prix.locked_box", "prix.fuites",
          "def.dette_nette", "def.bfr_", "annexe:comptes_", "annexe:bfr", "av.poste_")  # fmt: skip
_CAP = ("gap.plafond_", "av.plafond_", "int.references")
CLAUSES: Mapping[str, tuple[str, ...]] = {
    "/cessionnaire": ("sub.clause", "av.substitution"),
    "/garants": ("def.garants", "av.garant_"),
    "/actions_cedees": _SOLD,
    "/prix/base": _BASE,
    "/prix/part_premier_cedant": (*_BASE, *_SOLD, "int.arrondi"),
    "/prix/exigible": (*_BASE, *_PRICE, *_DAY),
    "/complement_prix/seuil": ("eo.seuil_", "def.ebitda", "annexe:ebitda", "av.eo_seuil"),
    "/complement_prix/plafond": ("eo.plafond_", "av.eo_plafond", *_BASE),
    "/sequestre/montant": ("seq.montant_", "av.seq_pct", *_BASE),
    "/sequestre/fin": ("seq.duree", "av.seq_mois", *_DAY),
    "/conditions_restantes": ("cs.renonciation", "condition:", "av.cs_", "av.autorisation"),
    "/date_butoir": ("cs.butoir", "cs.prorogation", "av.evenement", "av.butoir", "int.delais"),
    "/date_realisation": _DAY,
    "/garantie/plafond": (*_CAP, *_BASE, *_PRICE),
    "/garantie/seuil": ("gap.seuil_", "av.seuil_fixe", *_CAP),
    "/garantie/seuil_effet": ("gap.effet_", "av.effet_"),
    "/garantie/fin": ("gap.duree", "av.duree", *_DAY),
    "/non_concurrence/fin": ("nc.duree_", "av.fonctions", *_DAY),
    "/non_concurrence/departements": ("nc.terri_", "def.territoire", "annexe:etablissements",
                                      "av.terri_"),
    "/litiges/lieu": ("lit.", "av.arbitrage", "av.tribunal", "expose"),
}  # fmt: skip
"""Pointer -> how the names of the clauses begin that may settle it."""
_VALUE = re.compile(r"\d[\d .,]*(?:%|€|euros|mois|actions|janvier|février|mars|[a-zéû]+ \d{4})?")


def deciding(contract: Contract, pointer: str) -> list[ContractLine]:
    """Return the lines of a contract that settle a field, in its order."""
    return [line for line in contract.lines if line.key.startswith(CLAUSES[pointer])]


def words_of(line: ContractLine) -> str:
    """Return at most eight words of a line: those about its first value, else its first ones."""
    plain = re.sub(r"^(?:\d+\.\d+|Article \d+ –|\([a-h]\)) ", "", line.text)
    words = plain.split()
    values = [at for at, word in enumerate(words) if any(c.isdigit() for c in word)]
    start = max(0, min(values[0] - 4, len(words) - WORDS)) if values else 0
    return " ".join(words[start : start + WORDS])


def passages(contract: Contract) -> list[dict[str, str]]:
    """Return every deciding clause once: where it stands, and its words."""
    lines = [line for pointer in contract.fields for line in deciding(contract, pointer)]
    unique = dict.fromkeys(lines)
    ordered = [line for line in contract.lines if line in unique]
    return [{"at": line.at, "words": words_of(line), "work": "contract"} for line in ordered]


def why(contract: Contract) -> str:
    """Return in one line what settles each field, and which traps there are."""
    parts = [
        f"{pointer} : {', '.join(dict.fromkeys(line.at for line in deciding(contract, pointer)))}"
        for pointer in contract.fields
    ]
    traps = [
        f"{far.trap.kind} ({far.apart} mots, {', '.join(sorted(far.naive))})"
        for far in contract.traps
    ]
    return f"{' ; '.join(parts)}. Pièges : {' ; '.join(traps)}."


def kinds(contracts: Sequence[Contract]) -> dict[str, int]:
    """Return how often each kind of trap occurs."""
    counts: dict[str, int] = {}
    for contract in contracts:
        for far in contract.traps:
            counts[far.trap.kind] = counts.get(far.trap.kind, 0) + 1
    return dict(sorted(counts.items(), key=lambda point: (-point[1], point[0])))
