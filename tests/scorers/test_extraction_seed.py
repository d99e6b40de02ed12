"""The seed's accuracy on its workflow's files, as its own code gives it, and ours beside it."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from typing import Any

from extraction_cases import EXTRACTION, prepared

from digesta.metrics.exact import NANO
from digesta.scorers.base import Response
from places import SAMPLES

SETS = ("/conditions_suspensives", "/garantie_actif_passif/exclusions")


def sample_schema() -> dict[str, Any]:
    kinds = {
        "/date_signature": "date", "/cessionnaire/nom": "party",
        "/cessionnaire/forme_juridique": "text", "/cessionnaire/rcs": "text",
        "/actions_cedees/nombre": "number", "/actions_cedees/pourcentage": "percent",
        "/prix_de_cession/montant": "amount", "/prix_de_cession/modalites_paiement": "text",
        "/prix_de_cession/sequestre": "boolean", "/garantie_actif_passif/plafond": "amount",
        "/garantie_actif_passif/franchise": "amount", "/garantie_actif_passif/exclusions": "text",
        "/conditions_suspensives": "text", "/droit_applicable": "text",
    }  # fmt: skip
    fields = [
        {"pointer": pointer, "kind": kind, "about": pointer}
        | ({"unit": "EUR"} if kind == "amount" else {})
        | ({"set": True} if pointer in SETS else {})
        for pointer, kind in kinds.items()
    ]
    return {"format": "extraction-schema/1", "schema": "cession_actions/1", "fields": fields}


def set_fields(value: dict[str, Any], above: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, inner in value.items():
        if isinstance(inner, dict):
            found |= set_fields(inner, f"{above}/{name}")
        elif inner not in (None, "", []):
            found[f"{above}/{name}"] = inner
    return found


def test_the_samples_come_out_as_the_original_scores_them() -> None:
    folder = SAMPLES / "frenchlaw"
    workflow = folder / "workflows" / "cession_actions"
    original = json.loads((folder / "expected.json").read_bytes())["workflow"]
    judged = [
        "/" + key.replace(".", "/")
        for key, reply in original["judge_replies"].items()
        if '"match": true' in reply
    ]
    extracted = {
        one["document"]: one["extraction"]
        for one in json.loads((workflow / "extracted.json").read_bytes())
    }
    verdict = {"criteria": [{"criterion_id": one, "satisfied": True} for one in judged]}
    shares = {}
    with (workflow / "ground_truth.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            fields = set_fields(json.loads(line["GroundTruth"]))
            # A truth that sets nothing is refused here; the original presets the law.
            question = prepared(fields or {"/droit_applicable": "Droit français"}, sample_schema())
            response = Response(extracted[line["Document"]], verdict)
            row = dict(
                zip(EXTRACTION.column_names, EXTRACTION.mark(question, response), strict=True)
            )
            expected = original["documents"][line["Document"]]["accuracy"]
            assert row["accuracy_as_coded"] == round(expected * NANO), line["Document"]
            shares[line["Document"]] = Fraction(row["fields_right"], row["fields_set"])

    # Ours: 14 March, "Verger et Fils" and the set in another order are right, the preset law is
    # not; rcs is missing. Of the second, two values are wrong or missing beside the law.
    assert shares == {
        "cession_moulin_bleu.pdf": Fraction(12, 14),
        "cession_atelier_nord.pdf": Fraction(3, 6),
        "cession_vide.pdf": 0,
    }
