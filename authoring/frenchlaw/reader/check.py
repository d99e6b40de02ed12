"""The fields of a contract computed a second time, from what its text states."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property

from authoring.frenchlaw.deals.timing import FIRST_RANK, RANKS
from authoring.frenchlaw.french import day_in, number_in, whole
from authoring.frenchlaw.pool import Pool, recognise
from authoring.frenchlaw.reader.read import Fact, ReadText

_FORMS = {
    "société par actions simplifiée": "SAS",
    "société anonyme": "SA",
    "société à responsabilité limitée": "SARL",
    "société civile": "SC",
}
_ROW = re.compile(r"(.+) : (-?[\d ]+)$")
_CASH = ("Disponibilités", "Valeurs mobilières de placement")


def round_half(amount: Decimal) -> int:
    """Return whole euros, halves upwards."""
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


def percent(text: str) -> Decimal:
    """Return a share of one, from hundredths with a decimal comma."""
    return Decimal(text.replace(",", ".")) / 100


class ContractText:
    """A contract's fields, each computed from its reading when asked for."""

    def __init__(self, reader: ReadText, pool: Pool) -> None:
        self.reader, self.pool = reader, pool

    def last(self, *keys: str) -> Fact | None:
        """Return the latest amendment's statement of some clauses."""
        facts = [fact for fact in self.reader.in_amendments(*keys) if self.has_effect(fact)]
        return facts[-1] if facts else None

    def has_effect(self, fact: Fact) -> bool:
        """Return whether what a statement hangs on has come true."""
        return "si" not in fact.slots or self.closing > day_in(fact.slots["si"])

    def latest(self, slot: str, body: tuple[str, ...], amend: str) -> str | None:
        """Return a value as last stated."""
        if fact := self.last(amend):
            return fact.slots[slot]
        facts = [fact for key in body for fact in self.reader.facts(key)]
        return facts[0].slots[slot] if facts else None

    def table(self, name: str) -> dict[str, int]:
        """Return the amounts of an annex by their labels."""
        rows = (_ROW.match(row) for row in self.reader.annexes[name])
        return {row[1]: int(row[2].replace(" ", "")) for row in rows if row}

    @cached_property
    def sellers(self) -> dict[str, str]:
        """Return the sellers' names as sentences have them -> as answers write them."""
        lines = [line for line in self.reader.head if re.match(r"\d\. ", line)]
        return dict(party(line.partition(". ")[2]) for line in lines)

    @cached_property
    def stated_base(self) -> int:
        """Return the base price of the body: in letters or figures, whichever prevails."""
        stated = self.reader.single("prix.base").slots
        if self.reader.single("int.lettres_l", "int.lettres_c").key == "int.lettres_l":
            return number_in(re.sub(r" (?:d'euros|euros)$", "", stated["lettres"]))
        return whole(stated["chiffres"])

    @cached_property
    def base(self) -> int:
        """Return the base price after every amendment."""
        base, cut, withdrawn = self.stated_base, 0, 0
        promised, limit = 0, date.max
        for fact in (fact for amendment in self.reader.amendments for fact in amendment):
            slots = fact.slots
            amount = whole(slots["montant"]) if "montant" in slots else 0
            if fact.key in {"av.prix_reduit", "av.reduction_revue"}:
                cut = amount
            elif fact.key == "av.prix_pct":
                cut = round_half(base * percent(slots["pct"]))
            elif fact.key == "av.prix_porte":
                base = amount
            elif fact.key == "av.reduction_annulee":
                cut = 0
            elif fact.key == "av.prix_contrat":
                promised, limit = amount, day_in(slots["date"])
            elif fact.key == "av.contrat_constat":
                cut = promised if day_in(slots["date"]) > limit else 0
            elif fact.key == "av.retrait":
                withdrawn += amount
        return base - cut - withdrawn

    @cached_property
    def shares(self) -> tuple[int, int]:
        """Return the number of shares sold, and the first seller's."""
        rows = [
            whole(row.partition(", ")[2])
            for row in self.reader.annexes["repartition"]
            if row.endswith(" vendues") and "détenues" in row
        ]
        sold, first = sum(rows), rows[0]
        if self.reader.single("int.rang_annexe", "int.rang_corps").key == "int.rang_corps":
            sold = whole(self.reader.single("cession.nombre").slots["nombre"])
            first = whole(self.reader.single("cession.premier").slots["nombre1"])
        for fact in self.reader.in_amendments("av.division", "av.retrait", "av.bspce"):
            if fact.key == "av.division":
                sold, first = sold * whole(fact.slots["k"]), first * whole(fact.slots["k"])
            elif fact.key == "av.retrait":
                sold -= whole(fact.slots["nombre"])
            else:
                sold += whole(fact.slots["nombre"])
        return sold, first

    @cached_property
    def closed(self) -> set[date]:
        """Return the days off, but for weekends."""
        listing = {day_in(row) for row in self.reader.annexes["calendrier"]}
        return listing | {
            day_in(f.slots["date"]) for f in self.reader.in_amendments("av.jour_ouvre")
        }

    def is_open(self, when: date) -> bool:
        """Return whether a day is a working day."""
        return when.isoweekday() <= 5 and when not in self.closed  # noqa: PLR2004 Friday

    @cached_property
    def closing(self) -> date:
        """Return the day of closing."""
        if fixed := self.reader.facts("rea.fixe"):
            return day_in(fixed[0].slots["date"])
        clause = self.reader.single("rea.notif", "rea.decision")
        approval = self.last("av.autorisation")
        assert approval is not None
        start = day_in(approval.slots["notif" if clause.key == "rea.notif" else "decision"])
        rank = (self.last("av.jours") or clause).slots["rang"]
        number = RANKS.index(rank) + FIRST_RANK
        days = (start + timedelta(days=after) for after in range(1, 90))
        return [when for when in days if self.is_open(when)][number - 1]

    def after(self, start: date, months: str) -> date:
        """Return the day that ends a duration in months."""
        number = int(re.findall(r"\d+", months)[-1])
        total = start.year * 12 + start.month - 1 + number
        for number_of_day in range(start.day, 0, -1):
            try:
                return date(total // 12, total % 12 + 1, number_of_day)
            except ValueError:
                continue
        raise AssertionError

    @cached_property
    def price(self) -> int:
        """Return the price due at closing."""
        if self.reader.facts("prix.ferme"):
            return self.base
        if boxed := self.reader.facts("prix.locked_box"):
            days = (self.closing - day_in(boxed[0].slots["lbdate"])).days
            allowed = labels(self.reader.single("prix.fuites").slots["autorisees"])
            leaks = self.table("comptes_fuites")
            gone = [
                n for label, n in leaks.items() if label not in allowed and "Total" not in label
            ]
            return self.base + days * whole(boxed[0].slots["parjour"]) - sum(gone)
        self.reader.single("prix.formule")
        return self.base - self.net_debt() + self.capital_gap()

    def net_debt(self) -> int:
        """Return the net debt by its definition, as amended."""
        stated = self.reader.single("def.dette_nette").slots
        inside = labels(stated["inclus"])
        for fact in self.reader.in_amendments("av.poste_inclus", "av.poste_exclu"):
            change = inside.add if fact.key == "av.poste_inclus" else inside.discard
            change(fact.slots["ligne"])
        amounts = self.table("comptes_dette")
        return sum(amounts[label] for label in inside) - sum(amounts[label] for label in _CASH)

    def capital_gap(self) -> int:
        """Return what the working capital adds to the price or takes from it."""
        if self.reader.facts("def.bfr_moyenne"):
            months = self.table("bfr")
            assert len(months) == 12  # noqa: PLR2004 a year
            normal = sum(months.values()) // 12
        else:
            normal = whole(self.reader.single("def.bfr_fixe").slots["montant"])
        gap = self.table("comptes_dette")["BFR Estimé"] - normal
        rule = self.reader.single("prix.tunnel_excedent", "prix.tunnel_integral")
        band = whole(rule.slots["tunnel"])
        if abs(gap) <= band:
            return 0
        return gap if rule.key == "prix.tunnel_integral" else gap - (band if gap > 0 else -band)


def party(line: str) -> tuple[str, str]:
    """Return a party of the head: its name in sentences, and in answers."""
    name, _, rest = line.partition(", ")
    for form, letters in _FORMS.items():
        if rest.startswith(f"{form} au capital"):
            return f"la société {name}", f"{name} {letters}"
    return name, name.partition(" ")[2]


def labels(text: str) -> set[str]:
    """Return the labels that a clause names."""
    return set(re.findall(r"« (.+?) »", text))


def site_of(row: str, pool: Pool) -> Mapping[str, str]:
    """Return what a row of the annex of sites says."""
    slots = recognise(row, pool["l.site"])
    if slots is None:
        raise ValueError(f"{row}: no site")
    return slots
