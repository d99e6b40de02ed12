"""Wordings of clauses: read from files, rendered under draws, and recognised in a text.

A file holds clauses (``@ name``), each with wordings parted by ``==``. ``{a|b}`` is a choice,
``<slot>`` a value; choices ``{#a|b}`` of one wording go together. A wording can be turned into a
pattern that finds what it may have become.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from authoring.draws import Draws

Pool = Mapping[str, tuple[str, ...]]
FOLDER = Path(__file__).parent / "wordings"
VOCABULARY: Mapping[str, tuple[str, ...]] = {
    "Cs": ("Cédants", "Vendeurs"),
    "leC": ("le Cessionnaire", "l'Acquéreur", "l'Acheteur"),
    "S": ("Société", "Cible"),
    "K": ("Contrat", "Protocole"),
    "PB": ("Prix de Base", "Prix de Référence", "Prix Initial"),
}
"""Slot -> the words that a contract may use for it, the same ones throughout."""
TERMS = {
    **{slot: f"(?:{'|'.join(words)})" for slot, words in VOCABULARY.items()},
    **dict.fromkeys(("C1", "CS"), "(?:Cédants?|Vendeurs?)"),
    "K2": "(?:Contrat|Protocole)",
    "LeC": "(?:le Cessionnaire|l'Acquéreur|l'Acheteur)",
    "du": "(?:[da]u Cessionnaire|(?:de|à) l'Ac[a-zé]+eur)",
}
"""Slot of the vocabulary, or its contraction -> its pattern; case does not matter."""
_NUMBER, _SUM = r"\d[\d ]*", r"\d[\d .]* (?:€|euros)"
_DAY, _SHARE = r"\d+(?:er)? [a-zéû]+ \d{4}", r"\d+(?:,\d+)?"
_MONTHS = r"(?:[a-z-]+(?: et [a-z-]+)? \()?\d+\)?"
_KINDS = {
    **dict.fromkeys(("montant", "chiffres", "tunnel", "parjour"), _SUM),
    **dict.fromkeys(("date", "lbdate", "decision", "notif", "si"), _DAY),
    **dict.fromkeys(("nombre", "nombre1", "n", "k", "jours", "seuil"), _NUMBER),
    **dict.fromkeys(("mois", "mois2"), _MONTHS),
    "pct": _SHARE,
    "tribunal": r"tribunal (?:de commerce|des activités économiques) (?:de |d')[A-ZÉ][\w-]+",
    "genre": r"de commerce|des activités économiques",
    "par": r"article \d+\.\d+",
    "rang": r"[a-zéè-]+",
}
"""Slot -> the pattern of its values, where they have one."""
REPLACEMENTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "av.remplace_pct": {
        "av.plafond_pct": ("gap.plafond_pb", "gap.plafond_prix"),
        "av.seq_pct": ("seq.montant_pct",),
        "av.eo_seuil": ("eo.seuil_pct",),
    },
    "av.remplace_mois": {"av.duree": ("gap.duree",), "av.seq_mois": ("seq.duree",)},
    "av.remplace_montant": {
        "av.seuil_fixe": ("gap.seuil_fixe",),
        "av.eo_plafond": ("eo.plafond_fixe",),
    },
    "av.remplace_date": {"av.butoir": ("cs.butoir",)},
}
"""Clause that amends an article by its number -> what it then says -> the article's clause."""
_CHOICE = re.compile(r"\{([^{}]*)\}")
_SLOT = re.compile(r"<([A-Za-z_0-9:]+)>")


def read_pool(*folders: Path) -> dict[str, tuple[str, ...]]:
    """Return every clause's wordings; a clause of a later folder replaces an earlier one."""
    pool: dict[str, tuple[str, ...]] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.txt")):
            for block in re.split(r"^@ ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
                name, _, text = block.partition("\n")
                pool[name.strip()] = tuple(
                    w.strip() for w in re.split(r"^==$", text, flags=re.MULTILINE)
                )
    return pool


def choose(wording: str, draws: Draws) -> str:
    """Return a wording with its choices made, those that begin with # alike; slots stay."""
    tied = draws.below(2)
    while match := _CHOICE.search(wording):
        options = match[1].removeprefix("#").split("|")
        pick = options[tied] if match[1].startswith("#") else draws.pick(options)
        wording = wording[: match.start()] + pick + wording[match.end() :]
    return wording


def fill(text: str, slots: Mapping[str, str]) -> str:
    """Return a text with the slots that are known filled; the others stay."""
    return _SLOT.sub(lambda match: slots.get(match[1], match[0]), text)


def tidy(text: str) -> str:
    """Return a line with its articles contracted, spaces mended and sentences begun in capitals."""
    text = re.sub(r"\b([Dd])e (?=[AEIOUÉÈÊÎ][a-zé])", r"\1'", text)
    text = re.sub(r"\b([Dd])e le (?=[A-Z])", r"\1u ", text)
    text = re.sub(r"\b([Àà]) le (?=[A-Z])", lambda m: ("A" if m[1] == "À" else "a") + "u ", text)
    text = re.sub(r" +([,.])", r"\1", re.sub(r" {2,}", " ", text)).replace(" ,", ",")
    text = re.sub(r"([.] )([a-zéàê])", lambda m: m[1] + m[2].upper(), text)
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=2048)
def pattern_of(wording: str) -> re.Pattern[str]:
    """Return the pattern of all that a wording may become; slot ``x`` is group ``x_1``, ``x_2``."""
    text = re.sub(r"\bde <(leC)>", "<du>", wording.removeprefix("§ ").replace("{#", "{"))
    text = re.sub(r"(?<=[ {|'])à <(leC)>", "<du>", text)
    text = re.sub(r"\bde (?=<)", "¤", text)
    seen: dict[str, int] = {}
    out: list[str] = []
    for token in re.findall(r"<[^>]+>|[{|}]|[^<{|}]+", text):
        if token.startswith("<"):
            out.append(_group(token[1:-1], seen))
        else:
            out.append({"{": "(?:", "|": "|", "}": ")"}.get(token) or _literal(token))
    return re.compile("".join(out) + r"\s*[.;,]*", re.IGNORECASE)


def _group(name: str, seen: dict[str, int]) -> str:
    if ":" in name:
        return r"(?:article|Annexe) \d+"
    if name in TERMS:
        return TERMS[name]
    seen[name] = seen.get(name, 0) + 1
    return rf"(?P<{name}_{seen[name]}>{_KINDS.get(name, '.+?')})"


def _literal(token: str) -> str:
    """Return a token's pattern: spaces before punctuation may have been mended away."""
    pattern = re.sub(r"(?:\\ )+", r"\\s*", re.escape(token))
    return pattern.replace("¤", "d(?:e |')")


def recognise(line: str, wordings: Iterable[str]) -> dict[str, str] | None:
    """Return the slots of the wording that a whole line is, or None."""
    for wording in wordings:
        if match := pattern_of(wording).fullmatch(line):
            return {
                name.rpartition("_")[0]: value
                for name, value in match.groupdict().items()
                if value is not None
            }
    return None
