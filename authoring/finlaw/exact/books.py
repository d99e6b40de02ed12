"""Lines of a case's ledger: money that counts among money that does not."""

from __future__ import annotations

from datetime import date, timedelta

from authoring.draws import Draws
from authoring.finlaw.exact.facts import FileCase, Kind, LedgerLine, Matter
from authoring.finlaw.exact.scene import chance, later

_FEES = {"acct", "guarantee"}
"""Topics whose single sums are small: their fines turn on 50,000 yuan, or on no sum at all."""
_PARTS = 4
"""Lines of a matter of which others speak."""
_FAR = 745
"""Days before discovery from which an act is clearly out of time."""


class Book:
    """Draws the lines of one matter into its case's ledger."""

    def __init__(self, case: FileCase, matter: int, draws: Draws) -> None:
        self.case, self.index, self.draws = case, matter, draws
        key = case.matters[matter].key
        self._unit = 1 if key in _FEES else draws.pick((5, 8, 10, 10, 12))

    def period(self) -> None:
        """Receipts of a business before and after its leave, and what is done with them."""
        matter = self._matter
        lawful_from = (matter.approved if matter.guilty else None) or matter.end
        inside = self._days(matter.start, lawful_from, 7)
        receipts = [self._receipt(day) for day in inside]
        receipts[-1].booked = later(lawful_from, self.draws, 3, 9)
        outside = [self._receipt(later(lawful_from, self.draws, 2, 25)) for _ in range(2)]
        self._adjust(receipts, outside)
        self._add("cost", later(receipts[1].business, self.draws, 1, 9), self._sum())
        self._add("through", receipts[2].business, self._sum() * 12)

    def acts(self, fate: str) -> None:
        """Acts each of its own: some break the rule, some do not, some are out of time."""
        discovered, draws = self.case.discovered, self.draws
        recent = [later(discovered, draws, -690, -20) for _ in range(8)]
        old = [later(discovered, draws, -1080, -_FAR) for _ in range(3)]
        if fate == "barred":
            guilty, clean = [*old, later(discovered, draws, -1080, -_FAR)], recent[:3]
        elif fate == "lawful":
            guilty, clean = [], [*recent[:5], *old[:1]]
        else:
            guilty, clean = [*recent[:5], *old[:2]], recent[5:]
        lines = [self._receipt(day) for day in guilty]
        fair = [self._receipt(day) for day in clean]
        for line in fair:
            line.clean = True
        self._adjust(lines or fair, fair)

    def sums(self, fate: str) -> None:
        """Transactions of which some were treated as the law wants; the rest is near the limit."""
        matter, draws = self._matter, self.draws
        days = self._days(matter.start, matter.end + timedelta(days=1), 9)
        for day in days:
            self._add("sum", day, 10 * draws.between(380_000, 930_000)).clean = chance(draws, 30)
        lines = self.case.lines(self.index)
        lines[0].clean, lines[1].clean = False, True
        if fate == "lawful":
            for line in lines:
                line.clean = True
        guilty = [line for line in lines if not line.clean]
        aim = draws.between(505, 575) if fate == "fine" else draws.between(415, 493)
        total = sum(line.amount for line in guilty)
        for line in guilty:
            line.amount = line.amount * aim * 100_000 // total // 10 * 10

    def balance(self, *, guilty: bool) -> int:
        """Money lent or borrowed and paid back; return the limit in yuan, whole 10,000s.

        Of one borrower the balance counts on the matter's day: later lines do not.
        """
        matter, draws = self._matter, self.draws
        single = matter.key == "single"
        first = matter.start - timedelta(days=300) if single else matter.start
        days = self._days(first, matter.end + timedelta(days=1), 8)
        total = most = 0
        for number, day in enumerate(days):
            down = number in {2, 5, 6} and total > 0
            amount = draws.between(30, 70) * total // 1000 * 10 if down else self._large()
            self._add("down" if down else "up", day, amount // 10_000 * 10_000)
            total += self.case.ledger[-1].amount * (-1 if down else 1)
            most = max(most, total)
        if single:
            for kind in ("up", "down"):
                after = later(matter.end, draws, 3, 15)
                self._add(
                    "up" if kind == "up" else "down", after, self._large() // 5 // 10_000 * 10_000
                )
        reached = total if single else most
        per_mille = draws.between(920, 975) if guilty else draws.between(1_025, 1_080)
        return reached * per_mille // 1000 // 10_000 * 10_000

    @property
    def _matter(self) -> Matter:
        return self.case.matters[self.index]

    def _adjust(self, lines: list[LedgerLine], others: list[LedgerLine]) -> None:
        """Enter one line again, take one back, pay back parts of two, promise to pay one back."""
        draws = self.draws
        parts = draws.some(lines, min(_PARTS, len(lines)))
        again, mistake, back, promised = (parts * _PARTS)[:_PARTS]
        copy = self._add("dup", again.business, again.amount)
        copy.ref, copy.voucher = again, again.voucher
        copy.booked = later(again.booked, draws, 2, 12)
        if len(parts) == _PARTS:
            self._about("void", mistake, mistake.amount)
            self._about("promise", promised, promised.amount * draws.between(30, 70) // 1000 * 10)
        self._about("refund", back, back.amount * draws.between(20, 60) // 1000 * 10)
        if others := [line for line in others if line not in parts]:
            other = draws.pick(others)
            self._about("refund", other, other.amount * draws.between(30, 80) // 1000 * 10)

    def _about(self, kind: Kind, of: LedgerLine, amount: int) -> None:
        self._add(kind, later(of.booked, self.draws, 4, 16), amount).ref = of

    def _receipt(self, day: date) -> LedgerLine:
        return self._add("in", day, self._sum())

    def _sum(self) -> int:
        return self._unit * self.draws.between(4_100, 24_900)

    def _large(self) -> int:
        return 10_000 * self.draws.between(4_200, 16_800)

    def _days(self, first: date, end: date, number: int) -> list[date]:
        """Return days in [first, end), each once where there is room, in order."""
        span = (end - first).days
        picked = self.draws.some(range(span), min(number, span))
        return [first + timedelta(days=n) for n in sorted(picked)]

    def _add(self, kind: Kind, business: date, amount: int) -> LedgerLine:
        used = {line.voucher for line in self.case.ledger}
        voucher = next(v for v in iter(lambda: self.draws.between(1000, 9999), 0) if v not in used)
        booked = later(business, self.draws, 0, 4)
        line = LedgerLine(self.index, kind, business, booked, amount, voucher)
        self.case.ledger.append(line)
        return line
