"""A deal as a contract: body, annexes and amendments, with the place of every decisive clause."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from authoring.frenchlaw.deals.deal import Deal, DealStatement, in_words
from authoring.frenchlaw.deals.fillers import fill_in_blanks, value_for
from authoring.frenchlaw.deals.timing import condition_slots
from authoring.frenchlaw.pool import REPLACEMENTS, VOCABULARY, Pool, choose, fill, tidy

GENERAL = (
    "accompagnement", "dirigeants", "confidentialite", "notifications", "mandataire",
    "substitution", "frais", "integralite", "imprevision", "nullite", "signature_elec", "donnees",
    "solidarite",
)  # fmt: skip
DEFINITIONS = (
    "actions", "affilie", "autorite", "comptes", "data_room", "sureté", "prejudice",
    "reclamation", "realisation", "signature", "connaissance", "cours_normal", "pi", "contrats",
)  # fmt: skip
WARRANTIES = (
    "titres", "societe", "comptes", "changement", "actifs", "immeubles", "contrats", "social",
    "fiscal", "litiges", "environnement", "pi", "donnees", "assurances", "conformite", "produits",
    "intermediaire",
)  # fmt: skip
_ROWS = {"contrats": ("l.contrat", 11), "litiges": ("l.litige", 6), "personnel": ("l.cadre", 9),
         "assurances": ("l.assurance", 7), "pi": ("l.pi", 7),
         "materiels": ("l.materiel", 9)}  # fmt: skip


class ContractLine(NamedTuple):
    """A line of a contract; key: of the clause or annex that it is; at: where it stands."""

    text: str
    key: str = ""
    at: str = ""


class Composer:
    """What writes one contract."""

    def __init__(self, deal: Deal, pool: Pool) -> None:
        self.deal, self.draws, self.pool = deal, deal.draws, pool
        self.slots = {**_terms(deal), **fill_in_blanks(deal), **condition_slots(deal)}
        self.lines: list[ContractLine] = []
        self.order: list[str] = []
        self.annexes = self._annexes()
        self.neutral = list(self.draws.some(("av.neutre", "av.neutre2", "av.neutre3"), 3))

    def write(self) -> list[ContractLine]:
        """Return the contract's lines."""
        self._head()
        self.order = self._articles()
        for number, name in enumerate(self.order, 1):
            self._article(name, number)
        self._add(self._render("fin"))
        for number, name in enumerate(self.annexes, 1):
            self._annex(name, number)
        for number, statements in enumerate(self.deal.amendments, 1):
            self._amendment(number, list(statements))
        return [line._replace(text=self._finish(line.text)) for line in self.lines]

    def _articles(self) -> list[str]:
        draws = self.draws
        pair = list(draws.some(("complement", "sequestre"), 2))
        decl = list(draws.some(("decl_acquereur", "decl_cedants"), 2))
        general = list(draws.some(GENERAL, len(GENERAL)))
        end = list(draws.some(("interpretation", "litiges"), 2))
        middle = ["conditions", "periode", "realisation", *decl, "gap", "noncon"]
        return ["definitions", "cession", "prix", *pair, *middle, *general, *end]

    def _annexes(self) -> list[str]:
        tables = [name for name in self.deal.tables if name != "calendrier"]
        extra = self.draws.some(("assurances", "pi", "materiels"), 2)
        names = ["calendrier", *tables, "etablissements", "contrats", "litiges", "personnel"]
        return list(self.draws.some([*names, *extra], len(names) + len(extra)))

    def _render(self, name: str, slots: Mapping[str, str] | None = None) -> str:
        wording = choose(self.draws.pick(self.pool[name]), self.draws)
        return self._fill(wording, slots or {})

    def _fill(self, text: str, slots: Mapping[str, str]) -> str:
        text = fill(fill(text, slots), self.slots)
        for slot in re.findall(r"<([A-Za-z_0-9]+)>", text):
            if value := value_for(self.deal, slot):
                text = text.replace(f"<{slot}>", value, 1)
        return fill(text, self.slots)

    def _add(self, text: str, key: str = "", at: str = "") -> None:
        self.lines.extend(ContractLine(line, key, at) for line in text.split("\n") if line)

    def _head(self) -> None:
        people = self.deal.people
        sellers = [f"{at}. {seller.line} ;" for at, seller in enumerate(people.sellers, 1)]
        self.slots |= {"liste_cedants": "\n".join(sellers), "ligne_acquereur": people.buyer.line}
        self._add(self._render("titre"))
        for line in self._render("comparution").split("\n"):
            self._add(tidy(line), at="comparution")
        title, *paragraphs = self._render("expose").split("\n")
        self._add(title.removeprefix("# "))
        for letter, paragraph in zip("ABCDEFGHIJ", paragraphs, strict=False):
            key = "expose" if letter == "A" else ""
            self._add(f"({letter}) " + tidy(paragraph.removeprefix("§ ")), key, "exposé")

    def _article(self, name: str, number: int) -> None:
        wording = self.draws.pick(self.pool[name])
        title, *paragraphs = wording.split("\n")
        self._add(f"ARTICLE {number} – {self._fill(choose(title[2:], self.draws), {})}")
        count = 0
        for paragraph in paragraphs:
            for text, key in self._paragraphs(paragraph):
                if text.startswith("§ "):
                    count += 1
                    at = f"{number}.{count}"
                    self._add(f"{at} {tidy(text[2:])}", key, f"article {at}")
                else:
                    self._add(tidy(text), key, f"article {number}")

    def _paragraphs(self, paragraph: str) -> list[tuple[str, str]]:
        """Return what a paragraph of a wording becomes: texts with the keys that they carry."""
        if paragraph.startswith("? "):
            if not self.deal.chance(70):
                return []
            paragraph = paragraph[2:]
        if paragraph.startswith("%"):
            name = paragraph[1:]
            keys = [key for key in self.deal.body if key == name or key.startswith(f"{name}_")]
            return [(self._render(key, self.deal.body[key]), key) for key in keys]
        lists = {
            "<definitions>": self._definitions,
            "<declarations>": self._declarations,
            "<liste_conditions>": self._conditions,
        }
        if paragraph in lists:
            return lists[paragraph]()
        return [(self._fill(choose(paragraph, self.draws), {}), "")]

    def _definitions(self) -> list[tuple[str, str]]:
        texts = [(tidy(self._render(f"def.{name}")), "") for name in DEFINITIONS]
        stated = [key for key in self.deal.body if key.startswith("def.")]
        texts += [(tidy(self._render(key, self.deal.body[key])), key) for key in stated]
        return sorted(texts, key=lambda text: _sorting(text[0]))

    def _declarations(self) -> list[tuple[str, str]]:
        keep = set(self.draws.some(WARRANTIES, self.draws.between(12, 14)))
        names = [name for name in WARRANTIES if name in keep or name == "titres"]
        return [("§ " + self._render(f"d.{name}"), "") for name in names]

    def _conditions(self) -> list[tuple[str, str]]:
        codes = self.deal.conditions
        texts = []
        for at, code in enumerate(codes):
            end = "." if at == len(codes) - 1 else " ;"
            texts.append((f"({'abcdefgh'[at]}) {self._render(code)}{end}", f"condition:{code}"))
        return texts

    def _annex(self, name: str, number: int) -> None:
        label = f"annexe {number}"
        self._add(f"ANNEXE {number} – {self._render(f'n.{name}')}", f"annexe:{name}", label)
        self._add(tidy(self._render(f"intro.{name}")), at=label)
        for row in self.deal.tables.get(name) or self._rows(name):
            self._add(row, at=label)

    def _rows(self, name: str) -> list[str]:
        if name == "etablissements":
            return [
                tidy(self._render("l.site", {"ville_x": town, "dep_x": department,
                                             "effectif_x": str(staff), "etat": state}))
                for town, department, staff, state in self.deal.sites
            ]  # fmt: skip
        key, most = _ROWS[name]
        staff = iter(self.deal.staff)
        made = [
            tidy(self._render(key, {"cadre": next(staff)} if key == "l.cadre" else {}))
            for _ in range(self.draws.between(most - 2, most))
        ]
        if name == "contrats":
            for at, client in enumerate(self._clients()):
                made[at] = f"{client} – {made[at].partition(' – ')[2]}"
        if name == "personnel":
            chief, other = self.slots["fondateur"], self.slots["directeur"]
            heads = [
                f"{chief}, {_feminine(chief, 'président', 'présidente')}",
                f"{other}, {_feminine(other, 'directeur général', 'directrice générale')}",
            ]
            made.insert(0, f"Mandataires sociaux : {' ; '.join(heads)}.")
        return [f"{at}. {row}" for at, row in enumerate(made, 1)]

    def _clients(self) -> list[str]:
        """Return the clients that conditions and amendments name."""
        each = {"c.accord_cocontractant": 1, "c2.accord_cocontractant": 2}
        number = max(each.get(code, 0) for code in self.deal.conditions)
        named = [self.slots["client_c"], self.slots["client_d"]][:number]
        stated = [s for amendment in self.deal.amendments for s in amendment]
        named += [s.slots["client"] for s in stated if s.key == "av.prix_contrat"]
        return named

    def _amendment(self, number: int, statements: list[DealStatement]) -> None:
        draws, when = self.draws, self.deal.amended_on[number - 1]
        label = f"avenant n° {number}"
        self._add(self._render("av.titre", {"n": str(number)}), at=label)
        self._add(tidy(self._render("av.preambule")), at=label)
        most = min(len(self.neutral), 1 if len(self.deal.amendments) > 1 else 2)
        neutral = [self.neutral.pop() for _ in range(most)]
        texts = [(self._statement(s) + self._condition(s), s.key) for s in statements]
        seen = {"date_a": in_words(when - timedelta(days=draws.between(4, 9)))}
        texts += [(self._render(name, seen), "") for name in neutral]
        texts = [*draws.some(texts, len(texts)), (self._render("av.fin"), "")]
        for at, (text, key) in enumerate(texts, 1):
            self._add(f"Article {at} – {tidy(text)}", key, f"{label}, article {at}")
        place = self.slots["ville_signature"]
        self._add(f"Fait à {place}, le {in_words(when)}.", f"date:{number}", label)

    def _statement(self, statement: DealStatement) -> str:
        """Return a statement's text: by its own clause, or by the article that it amends."""
        places = {line.key: line.at for line in self.lines if line.key in self.deal.body}
        for key, meanings in REPLACEMENTS.items():
            for amend in meanings.get(statement.key, ()):
                if amend in places and self.deal.chance(65):
                    return self._render(key, {**statement.slots, "par": places[amend]})
        return self._render(statement.key, statement.slots)

    def _condition(self, statement: DealStatement) -> str:
        """Return on what a statement hangs, as a sentence; nothing where it does not."""
        return " " + self._render("av.si", statement.slots) if "si" in statement.slots else ""

    def _finish(self, text: str) -> str:
        numbers = {name: str(at) for at, name in enumerate(self.order, 1)}
        annexes = {name.partition("_")[0]: str(at) for at, name in enumerate(self.annexes, 1)}
        text = re.sub(r"<art:(\w+)>", lambda m: f"article {numbers[m[1]]}", text)
        return re.sub(r"<anx:(\w+)>", lambda m: f"Annexe {annexes[m[1]]}", text)


def _terms(deal: Deal) -> dict[str, str]:
    terms = {name: deal.draws.pick(of) for name, of in VOCABULARY.items()}
    buyer = terms["leC"]
    return terms | {
        "C1": terms["Cs"].removesuffix("s"),
        "LeC": buyer[0].upper() + buyer[1:],
        "K2": terms["K"].upper(),
        "CS": terms["Cs"].upper(),
    }


def _feminine(person: str, his: str, hers: str) -> str:
    return hers if person.startswith("Madame") else his


def _sorting(text: str) -> str:
    return text.lower().translate(str.maketrans("éèêà", "eeea"))


def word_positions(lines: Sequence[ContractLine]) -> dict[str, int]:
    """Return at which word of the contract each decisive clause or annex begins, first ones."""
    count, counts = 0, dict[str, int]()
    for line in lines:
        if line.key:
            counts.setdefault(line.key, count)
        count += len(line.text.split())
    return counts
