"""The facts of a case: an institution, its matters, and the lines of a ledger."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from authoring.finlaw.exact.topics import BY_KEY, Topic

Kind = Literal["in", "dup", "void", "refund", "promise", "cost", "through", "up", "down", "sum"]
"""What a line of a ledger is.

in: money received. dup: a voucher entered again. void: takes a line back as a mistake. refund:
paid back to clients. promise: to be paid back, not yet done. cost: spent. through: collected for
others. up, down: a balance grows or falls. sum: a transaction of a client.
"""


@dataclass(eq=False)
class LedgerLine:
    """A line of the ledger. amount: yuan. ref: the line it speaks of. clean: breaks no rule.

    business, booked: the two dates. number: its place in the ledger, set when all are sorted.
    """

    matter: int
    kind: Kind
    business: date
    booked: date
    amount: int
    voucher: int = 0
    clean: bool = False
    ref: LedgerLine | None = None
    text: str = ""
    number: int = 0


@dataclass
class Matter:
    """A matter. Sums in yuan; a day that is None did not come; ``guilty``: the act breaks a rule.

    approved: leave to act. due, renewed, delivered: of what was to be handed in. figures: numbers
    of a ratio, in hundredths. received, refunded: gains that no ledger shows.
    """

    key: str
    guilty: bool
    start: date
    end: date
    approved: date | None = None
    due: date | None = None
    renewed: date | None = None
    delivered: date | None = None
    amount: int = 0
    clients: int = 0
    loss: int = 0
    received: int = 0
    refunded: int = 0
    figures: tuple[int, ...] = ()
    corrected: date | None = None
    reported: date | None = None
    remedied: date | None = None
    coerced: bool = False
    elsewhere: bool = False
    fined: bool = False
    decided_fine: bool = False
    sentences: list[str] = field(default_factory=list)

    @property
    def topic(self) -> Topic:
        """What it is about."""
        return BY_KEY[self.key]


@dataclass(frozen=True)
class Prior:
    """An earlier penalty: for an act of a topic, on a day."""

    key: str
    day: date


@dataclass
class FileCase:
    """An institution before an authority. kind: of institution, as in ``topics``."""

    kind: str
    authority: Literal["N", "P"]
    party: str
    discovered: date
    filed: date
    decided: date
    matters: list[Matter] = field(default_factory=list)
    ledger: list[LedgerLine] = field(default_factory=list)
    priors: list[Prior] = field(default_factory=list)
    merit: bool = False
    notes: list[str] = field(default_factory=list)

    def lines(self, matter: int) -> list[LedgerLine]:
        """Return the ledger's lines of a matter, by its index."""
        return [line for line in self.ledger if line.matter == matter]
