"""The fictional persons of a deal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from authoring.draws import Draws
from authoring.frenchlaw.french import MONTHS, group_digits
from authoring.frenchlaw.pool import FOLDER

_FORMS = {
    "SAS": "société par actions simplifiée",
    "SA": "société anonyme",
    "SARL": "société à responsabilité limitée",
    "SC": "société civile",
}


@dataclass(frozen=True)
class PersonFacts:
    """A party: its name as an answer writes it, as a sentence does, and as the head does."""

    name: str
    wording: str
    line: str
    is_human: bool


@dataclass(frozen=True)
class People:
    """All parties of a deal; shares: of each seller, held and sold at signing."""

    target: str
    seat: str
    sellers: tuple[PersonFacts, ...]
    shares: tuple[int, ...]
    others: int
    buyer: PersonFacts
    substitute: PersonFacts
    others_names: tuple[str, ...]
    fund: int


@lru_cache(maxsize=1)
def names() -> Mapping[str, Any]:
    """Return the lists of names."""
    table: Mapping[str, Any] = json.loads((FOLDER / "noms.json").read_bytes())
    return table


def human(draws: Draws, surname: str, city: str) -> PersonFacts:
    """Return a person of a surname."""
    title, first = (
        ("Monsieur", draws.pick(names()["men"]))
        if draws.below(2)
        else ("Madame", draws.pick(names()["women"]))
    )
    name = f"{first} {surname}"
    word = "né" if title == "Monsieur" else "née"
    born = f"{word} le {draws.between(2, 28)} {draws.pick(MONTHS)} {draws.between(1956, 1986)}"
    line = f"{title} {name}, {born}, demeurant à {city}"
    return PersonFacts(name, f"{title} {name}", line, is_human=True)


def firm(draws: Draws, name: str, form: str, city: str, signer: str) -> PersonFacts:
    """Return a company."""
    capital = group_digits(1000 * draws.between(10, 900))
    number = registry_number(draws)
    line = (
        f"{name}, {_FORMS[form]} au capital de {capital} euros, dont le siège est à {city}, "
        f"immatriculée au registre du commerce et des sociétés sous le numéro {number}, "
        f"représentée par {signer}, ayant tous pouvoirs à cet effet"
    )
    return PersonFacts(f"{name} {form}", f"la société {name}", line, is_human=False)


def signer(draws: Draws, surnames: list[str]) -> str:
    """Return a person who signs, by the next surname."""
    return human(draws, surnames.pop(), "").wording


def registry_number(draws: Draws) -> str:
    """Return a made-up registry number."""
    return f"9{draws.between(10, 99)} {draws.between(100, 999)} {draws.between(100, 999)}"


def draw_people(draws: Draws, target: str) -> People:
    """Return the parties of the deal about a target."""
    known = names()
    surnames = list(draws.some(known["surnames"], 16))
    cities = [city for city, _ in draws.some(known["cities"], 10)]
    roots = list(draws.some([r for r in known["roots"] if not target.startswith(r)], 6))

    fund, sellers = _sellers(draws, surnames, cities, roots)
    size = 10 * draws.between(3, 40)
    shares = tuple(size * draws.between(9, 90) for _ in sellers)
    buyer_root, word = roots.pop(), draws.pick(known["buyer_words"])
    form = draws.pick(("SAS", "SA"))
    buyer = firm(
        draws, f"{buyer_root} {word}", form, cities[4], human(draws, surnames.pop(), "").wording
    )
    vehicle = f"{buyer_root} {draws.pick(known['vehicle_words'])}"
    substitute = firm(draws, vehicle, "SAS", cities[4], signer(draws, surnames))
    people = tuple(human(draws, surname, "").wording for surname in surnames[:6])
    return People(
        target, cities[5], sellers, shares,
        size * draws.between(0, 12), buyer, substitute, people, sellers.index(fund),
    )  # fmt: skip


def _sellers(
    draws: Draws, surnames: list[str], cities: list[str], roots: list[str]
) -> tuple[PersonFacts, tuple[PersonFacts, ...]]:
    """Return a fund, and the sellers: it, a founder with a holding company, perhaps a manager."""
    founder = human(draws, surnames.pop(), cities[0])
    family = founder.name.rpartition(" ")[2]
    holding_name = f"{family} {draws.pick(names()['holding_words'])}"
    holding = firm(
        draws, holding_name, draws.pick(("SARL", "SC", "SAS")), cities[1], founder.wording
    )
    fund_name = f"{roots.pop()} {draws.pick(names()['fund_words'])}"
    fund = firm(
        draws,
        fund_name,
        draws.pick(("SA", "SAS")),
        cities[2],
        human(draws, surnames.pop(), "").wording,
    )
    manager = human(draws, surnames.pop(), cities[3])
    heads = [founder, holding] if draws.below(3) else [holding, founder]
    tail = [fund, manager] if draws.below(2) else [manager, fund]
    sellers = tuple(heads + tail)[: draws.between(3, 4)] if tail[0] is fund else (*heads, *tail)
    return fund, sellers
