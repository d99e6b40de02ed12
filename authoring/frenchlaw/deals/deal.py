"""A deal in the making: what its contract will say, what is true of it, and its traps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

from authoring.draws import Draws
from authoring.frenchlaw.days import months_after
from authoring.frenchlaw.deals.people import People
from authoring.frenchlaw.french import day, group_digits, words

Slots = dict[str, str]
Values = dict[str, Any]


class Site(NamedTuple):
    """A place of business: its staff counts where it is at work."""

    town: str
    department: str
    staff: int
    state: str


class DealStatement(NamedTuple):
    """A decisive clause: its name in the pool, and its values."""

    key: str
    slots: Slots


class Trap(NamedTuple):
    """Two statements far apart that settle a value together.

    naive: what a reader who misses the second takes for true, of the deal's values.
    """

    kind: str
    naive: Values
    first: str
    second: str


@dataclass
class Deal:
    """What is drawn of one contract.

    values: what its fields are computed from. body: decisive clauses of the body. amendments:
    those of each amendment. tables: rows of the annexes. signed, decided, told: days of signing,
    of the decision that the first condition waits for, and of its notice. closed: days off but
    for weekends. sites: town, department, staff and state. machine_cost, machine_price:
    thousands of euros between which the machine named last may have cost, and euros that it did.
    accounts: what shareholders lent.
    """

    draws: Draws
    people: People
    style: int
    values: Values = field(default_factory=dict)
    body: dict[str, Slots] = field(default_factory=dict)
    amendments: list[list[DealStatement]] = field(default_factory=list)
    tables: dict[str, list[str]] = field(default_factory=dict)
    traps: list[Trap] = field(default_factory=list)
    signed: date = date.min
    decided: date = date.min
    notified: date = date.min
    amended_on: list[date] = field(default_factory=list)
    closed: set[date] = field(default_factory=set)
    conditions: list[str] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    staff: list[str] = field(default_factory=list)
    machines: list[str] = field(default_factory=list)
    machine_cost: tuple[int, int] = (0, 0)
    machine_price: int = 0
    accounts: int | None = None

    def say(self, key: str, **slots: str) -> None:
        """Put a decisive clause into the body."""
        self.body[key] = slots

    def amend(self, number: int, key: str, **slots: str) -> None:
        """Put a decisive clause into an amendment; -1 is the last."""
        self.amendments[number].append(DealStatement(key, slots))

    def trap(self, kind: str, first: str, second: str, **naive: Any) -> None:
        """Record a trap."""
        self.traps.append(Trap(kind, naive, first, second))

    def money(self, amount: int) -> str:
        """Return an amount as this contract writes it."""
        shown = group_digits(amount) if self.style % 3 else group_digits(amount).replace(" ", ".")
        return f"{shown} €" if self.style % 2 else f"{shown} euros"

    def months(self, number: int) -> str:
        """Return a number of months as this contract writes it."""
        return f"{words(number)} ({number})" if self.style % 2 else str(number)

    def chance(self, hundredths: int) -> bool:
        """Return true in so many of a hundred cases."""
        return self.draws.below(100) < hundredths

    def round_sum(self, low: int, high: int, step: int) -> int:
        """Return a multiple of a step between two multiples of it."""
        return step * self.draws.between(low // step, high // step)


def euro(amount: Fraction) -> int:
    """Return an amount in whole euros, halves upwards: the contract's own rule."""
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)


def base_price(values: Mapping[str, Any]) -> int:
    """Return the base price in its last state."""
    base = values["set"] or values["base0"]
    reduction = values["reduction"]
    if isinstance(reduction, Fraction):
        reduction = euro(base * reduction / 100)
    return int(base - reduction - values["withdrawn"])


def closing_price(values: Mapping[str, Any], base: int) -> int:
    """Return the price due at closing: fixed, for net debt and working capital, or by the day."""
    if values["mechanism"] == "dette":
        return base - int(values["net_debt"]) + int(values["capital_gap"])
    if values["mechanism"] == "jour":
        passed = (values["closing"] - values["box_day"]).days
        return base + int(values["per_day"]) * int(passed) - int(values["leaks"])
    return base


def fields_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the schema that the values settle, by pointer."""
    base = base_price(values)
    price = closing_price(values, base)
    bases = {"base": base, "base0": values["base0"], "price": price}

    def share(rule: tuple[str, Any]) -> int:
        kind, amount = rule
        return int(amount) if kind == "fixe" else euro(bases[kind] * Fraction(amount) / 100)

    cap = bases["cap"] = share(values["cap"])
    bases["ebitda"] = values.get("ebitda", 0)
    fields = _single_fields(values) | {
        "/prix/base": base,
        "/prix/part_premier_cedant": euro(Fraction(base * values["first_sold"], values["sold"])),
        "/prix/exigible": price,
        "/garantie/plafond": cap,
        "/garantie/seuil": share(values["basket"]),
    }
    if values["earn_out"]:
        fields["/complement_prix/seuil"] = share(values["earn_floor"])
        fields["/complement_prix/plafond"] = share(values["earn_cap"])
    if values["escrow"]:
        fields["/sequestre/montant"] = share(values["escrow"])
        fields["/sequestre/fin"] = months_after(values["closing"], values["escrow_months"])
    return fields


def _single_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that hang on no price."""
    closing = values["closing"]
    return {
        "/cessionnaire": values["buyer"],
        "/garants": values["guarantors"],
        "/actions_cedees": values["sold"],
        "/conditions_restantes": values["remaining"],
        "/date_butoir": values["long_stop"],
        "/date_realisation": closing,
        "/garantie/seuil_effet": values["basket_effect"],
        "/garantie/fin": months_after(closing, values["warranty_months"]),
        "/non_concurrence/fin": months_after(values["ban_start"] or closing, values["ban_months"]),
        "/non_concurrence/departements": values["departments"],
        "/litiges/lieu": values["seat"],
    }


def plain(value: Any) -> Any:
    """Return a field's value as the truth writes it."""
    if isinstance(value, date):
        return value.isoformat()
    return sorted(value) if isinstance(value, list | tuple | set) else value


def in_words(when: date) -> str:
    """Return a day as contracts write it."""
    return day(when)


def between_days(draws: Draws, start: date, low: int, high: int) -> date:
    """Return a weekday some days after another."""
    when = start + timedelta(days=draws.between(low, high))
    while when.weekday() > 4:  # noqa: PLR2004 Friday
        when += timedelta(days=1)
    return when
