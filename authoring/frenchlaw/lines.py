"""A kept contract as three lines: question, truth and review."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from authoring.frenchlaw.choice import Contract
from authoring.frenchlaw.pool import FOLDER
from authoring.frenchlaw.reasons import deciding, passages, why
from digesta.canonical import canonical_lines, sha256_hex
from digesta.scorers.extraction.read import nest

Row = dict[str, Any]
TASK = "cession_longue"
_KINDS = {
    "party": "partie", "amount": "montant en EUR", "number": "nombre", "date": "date",
    "choice": "choix", "text": "texte",
}  # fmt: skip
_TURN = """\
Vous relevez, au dernier état des accords, les stipulations d'une cession d'actions. Le contrat \
est reproduit ci-après avec ses annexes et ses avenants ; la première pièce explique les champs.

Règles
1. Répondez par un seul objet JSON, imbriqué comme les pointeurs l'indiquent ; rien d'autre.
2. Tout se décide par le texte du contrat, de ses annexes et de ses avenants : ses définitions, \
ses règles d'interprétation et de calcul, son ordre de priorité.
3. Calculez ce qui doit l'être (montants, jours, dates) selon ces règles. Omettez un champ que le \
contrat, dans son dernier état, ne fixe plus : un champ rempli à tort coûte autant qu'un champ faux.
4. Montants : en euros, en chiffres. Dates : AAAA-MM-JJ.
5. Parties : nom ou dénomination, puis forme sociale abrégée s'il y en a une (SA, SAS, SARL, SC) ; \
sans civilité. Les champs « liste » sont des listes, dans un ordre quelconque. Un champ « choix » \
prend l'un des codes donnés.

Les personnes, les sociétés et les faits sont fictifs."""


class ContractLines(NamedTuple):
    """A contract's line in each of the three files."""

    question: Row
    truth: Row
    review: Row


@lru_cache(maxsize=1)
def schema() -> Mapping[str, Any]:
    """Return the schema of the fields that are asked."""
    schema: Mapping[str, Any] = json.loads((FOLDER / "schema.json").read_bytes())
    return schema


def show_fields() -> str:
    """Return the schema as an answerer reads it, in French."""
    rows = []
    for field in schema()["fields"]:
        kind = _KINDS[field["kind"]]
        kind = f"liste de {kind}" if field.get("set") else kind
        rows.append(f"{field['pointer']} ({kind}) : {field['about'].partition(' | ')[0]}")
        if "choices" in field:
            rows += [f"   {code} : {stated[0]}" for code, stated in field["choices"].items()]
    return "\n".join(rows)


def lines_of(contract: Contract, number: int, *, split: str, released: str) -> ContractLines:
    """Return the lines of a contract."""
    name = f"fl-long-{split[0]}-{sha256_hex(contract.text.encode())[:8]}"
    question = _question(contract, split, released) | {"question_id": name}
    question["cluster_id"] = f"c-fwl{split[0]}{number:02d}"
    places = [
        line.at for pointer in sorted(contract.fields) for line in deciding(contract, pointer)
    ]
    refs = [{"work": "contract", "at": at} for at in dict.fromkeys(filter(None, places))]
    fields = nest(contract.fields)
    truth = {"question_id": name, "truth": {"fields": fields}, "source_refs": refs}
    return ContractLines(question, truth, {"question_id": name} | _review(contract))


def _question(contract: Contract, split: str, released: str) -> Row:
    shown = [
        {"title": f"Schéma {schema()['schema']}", "text": show_fields()},
        {"title": "Contrat, annexes et avenants", "text": contract.text},
    ]
    return {
        "split": split,
        "track": "frenchlaw",
        "category": "hard",
        "task": TASK,
        "scorer": "extraction",
        "language": "fr",
        "turns": [{"role": "user", "content": _TURN}],
        "shown_sources": shown,
        "ask": {"schema": schema()["schema"]},
        "law_as_of": "2026-01-01",
        "license": "CC-BY-4.0",
        "attribution": "Digesta authors; fictional contracts",
        "released": released,
        "difficulty": "hard",
        "tags": ["flb-workflows", "hard", "long"],
    }


def _review(contract: Contract) -> Row:
    reader = {
        "kind": "program",
        "qualification": "reads the finished text by its clauses' wordings, without the drawing, "
        "and computes each field anew by code of its own",
        "verdict": "agreed",
    }
    return {
        "purpose": "audit",
        "readers": [reader],
        "passages": passages(contract),
        "outcome": "kept",
        "why": why(contract),
    }


def files_of(kept: Sequence[ContractLines]) -> dict[str, bytes]:
    """Return the files of a draft: the three of lines, and the schema."""
    parts = zip(*sorted(kept, key=lambda lines: str(lines.question["question_id"])), strict=True)
    names = ("questions.jsonl", "truths.jsonl", "review.jsonl")
    files = {name: canonical_lines(rows) for name, rows in zip(names, parts, strict=True)}
    text = json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"
    return files | {f"resources/{TASK}/schema.json": text.encode()}
