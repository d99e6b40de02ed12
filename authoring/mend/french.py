"""Corrections of frenchlaw: contracts, authorities' addresses; single dated rules for files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from authoring.draws import Draws
from authoring.frenchlaw import french
from authoring.frenchlaw.dated.draw import build
from authoring.frenchlaw.dated.rules import read_rules
from authoring.lines import Row
from authoring.mend.draft import Lines, replacing, rows_of
from digesta.canonical import canonical_bytes, canonical_lines
from digesta.workspace import store

SURETIES = ", hors celles énumérées à l'article 6"
NO_SURETIES = "A clause no longer refers to sureties in article 6, which lists none."
SUBSTITUTION = {"au plus tard le 7 juillet 2025": "au plus tard le 17 juillet 2025"}
LATER = "A substitution can be notified until after the day of signature."
FILES = "Files of 24 facts are single questions now, a rule on a day each side of its change."
CANDIDATE = {"se présente à l'Assemblée nationale": "est candidat aux élections législatives"}

_DAY = re.compile(rf"(?:1er|\d{{1,2}}) (?:{'|'.join(french.MONTHS)}) \d{{4}}")
_NUMBERED = re.compile(r"^\d+\. ")
_LEGI = "https://www.legifrance.gouv.fr/codes"
_THIS_CENTURY = "50"
_EU = "https://eur-lex.europa.eu"
_OF_THE_UNION = {
    r"RGPD": "eli/reg/2016/679/oj",
    r"règlement \(UE\) n° (\d+)/(\d{4})": r"eli/reg/\2/\1/oj",
    r"règlement \(UE\) (\d{4})/(\d+)": r"eli/reg/\1/\2/oj",
    r"TFUE": "eli/treaty/tfeu_2016/oj",
}
"""How the Union's acts are called, and their places in EUR-Lex."""
_CODES = {
    "code civil": "LEGITEXT000006070721",
    "code de commerce": "LEGITEXT000005634379",
    "code de la consommation": "LEGITEXT000006069565",
    "code de la propriété intellectuelle": "LEGITEXT000006069414",
    "code de la sécurité sociale": "LEGITEXT000006073189",
    "code de justice administrative": "LEGITEXT000006070933",
    "code de l'organisation judiciaire": "LEGITEXT000006071164",
    "code de procédure civile": "LEGITEXT000006070716",
    "code de procédure pénale": "LEGITEXT000006071154",
    "code des relations entre le public et l'administration": "LEGITEXT000031366350",
    "code du travail": "LEGITEXT000006072050",
    "code monétaire et financier": "LEGITEXT000006072026",
}
"""Codes at Légifrance, by their number."""


def mend_contracts(lines: Lines) -> None:
    """Mend the clause that refers to nothing, and the period that ends before it begins."""
    for name, _ in lines.of("frenchlaw", "cession_longue"):
        lines.reword(name, replacing({SURETIES: ""}), NO_SURETIES)
        if name.startswith("48bef68b"):
            lines.reword(name, replacing(SUBSTITUTION), LATER)


def official(authority: str, address: str) -> str:
    """Return where the official publisher has an authority; "" where no rule says.

    >>> official("RGPD, art. 33", ""), official("CJCE, 14 juillet 1994, C-91/92", "")[-11:]
    ('https://eur-lex.europa.eu/eli/reg/2016/679/oj', '61992CJ0091')
    """
    article = re.search(r"LEGIARTI\d{12}", address)
    code, _, rest = authority.partition(", ")
    if code in _CODES and rest.startswith(("art.", "ancien art.")):
        # An older page's address may name another article than its authority: it named a code.
        article = None if rest.startswith("ancien") else re.search(r"LEGIARTI\d{12}", address)
        last = f"article_lc/{article[0]}" if article else f"texte_lc/{_CODES[code]}"
        return f"{_LEGI}/{last}"
    for pattern, place in _OF_THE_UNION.items():
        if match := re.match(pattern, authority):
            return f"{_EU}/{match.expand(place)}"
    if case := re.match(r"CJ[CU]E, .*C-(\d+)/(\d\d)$", authority):
        century = "19" if case[2] > _THIS_CENTURY else "20"
        number = f"6{century}{case[2]}CJ{int(case[1]):04d}"
        return f"{_EU}/legal-content/FR/TXT/?uri=CELEX:{number}"
    return ""


def link_authorities(lines: Lines) -> dict[str, str]:
    """Link authorities to their official addresses, and keep where their words were seen.

    Return the official addresses by authority.
    """
    path = lines.draft / "resources" / "frenchlaw" / "authorities.jsonl"
    rows = []
    for row in rows_of(path):
        address = official(row["authority"], row["address"])
        host = row["address"].partition("://")[2].partition("/")[0]
        if address and not host.endswith(("legifrance.gouv.fr", "europa.eu")):
            row |= {"address": address, "seen_at": row["address"]}
        rows.append(row)
    store.write_file(path, canonical_lines(rows))
    return {row["authority"]: row["address"] for row in rows if row["address"].startswith("http")}


def asks_of(lines: Lines) -> dict[str, str]:
    """Return the sealed files' wording of each rule, by key, {jour} in it."""
    asks: dict[str, str] = {}
    for name, row in lines.of("frenchlaw", "regles_datees"):
        if row["split"] == "holdout":
            why: str = lines.reviews[name][0]["why"]
            sentences = row["turns"][1]["content"].split("\n")
            for part, line in zip(why.split("; "), sentences, strict=True):
                words, days = _DAY.subn("{jour}", _NUMBERED.sub("", line))
                if days != 1:
                    raise ValueError(f"{name}: a rule on {days} days")
                asks[part.partition(" ")[0]] = replacing(CANDIDATE)(words)
    return asks


def halves(table: list[Row], key: bytes) -> dict[str, list[Row]]:
    """Return the public two thirds of a table and the sealed third; an article lies in one.

    Those that changed and those that did not are parted in the same proportion.
    """
    articles: dict[str, list[Row]] = {}
    for row in table:
        articles.setdefault(row["article"], []).append(row)
    order = Draws(key, "frenchlaw-rules/split").some(tuple(articles), len(articles))
    tables: dict[str, list[Row]] = {"public": [], "holdout": []}
    for changed in (True, False):
        all_of_kind = sum(_differs_by_day(row) == changed for row in table)
        sealed = 0
        for article in order:
            rows = articles[article]
            if any(map(_differs_by_day, rows)) != changed:
                continue
            mine = sum(_differs_by_day(row) == changed for row in rows)
            half = "holdout" if sealed + mine <= all_of_kind // 3 else "public"
            sealed += mine if half == "holdout" else 0
            tables[half] += rows
    return tables


def _differs_by_day(row: Mapping[str, Any]) -> bool:
    return len({value for _, value, _ in row.get("values", ())}) > 1


def single_rules(
    lines: Lines,
    versions: Iterable[Mapping[str, Any]],
    table: list[Row],
    keys: dict[str, bytes],
    released: str,
) -> dict[str, list[Row]]:
    """Replace files of dated rules by single questions; return the table of each split."""
    asks = asks_of(lines)
    readers = lines.reviews[next(lines.of("frenchlaw", "regles_datees"))[0]][0]["readers"]
    for name, _ in lines.of("frenchlaw", "regles_datees"):
        lines.retire(name, FILES)
    tables = halves([row | {"ask": asks[row["key"]]} for row in table], keys["public"])
    for split, rows in tables.items():
        path: Path = lines.sealed / f"rules-{split}.json"
        store.write_file(path, canonical_bytes(rows), mode=store.PRIVATE)
        rules = read_rules(path, versions)
        lines.add(build(keys[split], rules, split=split, released=released), readers)
    return tables
