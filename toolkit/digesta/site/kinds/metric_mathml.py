"""Formulas of metrics in MathML, which browsers set by themselves, and in one line of text.

A node of MathML is ``[tag, text]`` or ``[tag, [nodes]]``: the templates write it, so that
whatever a column is named is escaped there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from digesta.site.kinds.metric_folding import Shown
from digesta.site.kinds.metric_terms import (
    AtLeastOne,
    Each,
    Factor,
    Index,
    N,
    Name,
    Positive,
    Rounded,
    Sum,
    Term,
)
from digesta.site.kinds.metric_trace import Formula

Node = list[Any]

MOST = 8
"""Terms that a sum shows; of more, the first ones and how many there are."""
FIRST = 4

_Q = Index("q")


def mathml(shown: Shown) -> Node:
    """Give the node of a formula."""
    simple = is_simple(shown)
    fractions = [_fraction(one, simple=simple) for one in shown.fractions]
    if shown.over.constant == 1:
        return _row(_separated(fractions, "+"))
    one = ["mfrac", [_mn(1), _sum(shown.over)]]
    return _row([one, _mo("·"), *_bracketed(_row(_separated(fractions, "+")))])


def is_simple(shown: Shown) -> bool:
    """Say whether every term is a column, n or a number: then the sum over questions shows."""
    return shown.over.constant == 1 and all(
        not term.factors or (len(term.factors) == 1 and _plain_name(term.factors[0]))
        for fraction in shown.fractions
        for part in fraction
        for term in part.terms
    )


def _plain_name(factor: Factor) -> bool:
    return isinstance(factor, Name) and not factor.at


def _fraction(one: Formula, *, simple: bool) -> Node:
    parts = [_over_questions(part) if simple else _sum(part) for part in one]
    return ["mfrac", parts]


def _over_questions(one: Sum) -> Node:
    """Write the columns of a sum as one sum over the questions, what is left before it."""
    summed = [term for term in one.terms if term.factors and term.factors != (Name((N,)),)]
    rest = [term for term in one.terms if term not in summed]
    if not summed:
        return _sum(one)
    negative = bool(rest) and all(term.times < 0 for term in summed)
    inner = [Term(-term.times if negative else term.times, term.factors) for term in summed]
    lone = len(inner) == 1
    times = inner[0].times if lone else 1
    signed = [_mn(times)] if times != 1 else []
    body = [_name(inner[0].factors[0], _Q)] if lone else _bracketed(_terms(inner, _Q))
    whole = [*signed, ["munder", [_mo("∑"), _mi("q")]], *body]
    if not rest:
        return _row(whole)
    return _row([_terms(rest), _mo("−" if negative else "+"), *whole])


def _sum(one: Sum) -> Node:
    return _terms(one.terms) if one.terms else _mn(0)


def _terms(terms: Sequence[Term], at: Index | None = None) -> Node:
    ordered = sorted(terms, key=lambda term: term.times < 0)
    nodes: list[Node] = []
    for place, term in enumerate(ordered[: FIRST if len(ordered) > MOST else MOST]):
        if term.times < 0 or place:
            nodes.append(_mo("−" if term.times < 0 else "+"))
        nodes += _term(Term(abs(term.times), term.factors), at)
    if len(ordered) > MOST:
        nodes += [_mo("+"), ["mtext", f"… ({len(ordered)} terms)"]]
    return _row(nodes)


def _term(term: Term, at: Index | None) -> list[Node]:
    nodes: list[Node] = []
    if term.times != 1 or not term.factors:
        nodes.append(_mn(term.times))
    several = len(term.factors) > 1
    # A sum over labels reaches as far as it can: it comes last, or in brackets.
    for factor in term.factors:
        inner = _factor(factor, at)
        loose = isinstance(factor, Sum) and (several or term.times != 1)
        if isinstance(factor, Sum) and len(factor.terms) == 1 and several:
            loose = True
        if nodes:
            nodes.append(_mo("·"))
        nodes += _bracketed(inner) if loose else [inner]
    return nodes


def _factor(factor: Factor, at: Index | None) -> Node:
    if isinstance(factor, Name):
        return _name(factor, at)
    if isinstance(factor, Sum):
        return _sum(factor)
    if isinstance(factor, Rounded):
        return ["mfrac", [_sum(factor.part), _sum(factor.whole)]]
    if isinstance(factor, Positive):
        return _row([_mo("["), _sum(factor.of), _mo(">"), _mn(0), _mo("]")])
    if isinstance(factor, AtLeastOne):
        return _row([_mi("max"), *_bracketed(_row([_mn(1), _mo(","), _sum(factor.of)]))])
    return _each(factor)


def _each(each: Each) -> Node:
    sign = ["munder", [_mo("∑"), _row(list(_under(each)))]]
    weight: list[Node] = []
    if each.squared:
        i, j = (_mi(index.name) for index in each.indices)
        weight = [["msup", [_row(_bracketed(_row([i, _mo("−"), j]))), _mn(2)]]]
    body = _sum(each.of)
    lone = len(each.of.terms) == 1
    return _row([sign, *weight, *([body] if lone else _bracketed(body))])


def _under(each: Each) -> Iterator[Node]:
    one, *other = (_mi(index.name) for index in each.indices)
    if each.near:
        yield from (_mo("|"), one, _mo("−"), other[0], _mo("|"), _mo("≤"), _mn(1))
        return
    yield one
    if other:
        yield from (_mo(","), other[0])


def _name(name: Factor, at: Index | None = None) -> Node:
    assert isinstance(name, Name), "columns and n alone stand in a simple formula"
    if name.family == (N,):
        return _mi(N)
    first = name.family.index("") if "" in name.family else len(name.family)
    base = ["mtext", "_".join(name.family[:first])]
    places = iter(name.at)
    below = [part or next(places) for part in name.family[first:]] + ([at] if at else [])
    if not below:
        return base
    nodes = [_mi(p.name) if isinstance(p, Index) else ["mtext", p] for p in below]
    return ["msub", [base, _row(_separated(nodes, ","))]]


def _separated(nodes: Sequence[Node], sign: str) -> list[Node]:
    found = [part for node in nodes for part in (_mo(sign), node)]
    return found[1:]


def _bracketed(node: Node) -> list[Node]:
    return [_mo("("), node, _mo(")")]


def _row(nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else ["mrow", nodes]


def _mi(text: str) -> Node:
    return ["mi", text]


def _mo(text: str) -> Node:
    return ["mo", text]


def _mn(number: int) -> Node:
    if number == 10**9:
        return ["msup", [["mn", "10"], ["mn", "9"]]]
    return ["mn", str(number)]


def line(node: Node) -> str:
    """Give a node as one line of text.

    >>> line(["mfrac", [["mn", "1"], ["mi", "n"]]])
    '1 / n'
    """
    tag, inner = node
    if isinstance(inner, str):
        return f" {inner} " if tag == "mo" and inner in _SPACED else inner
    parts = [line(one) for one in inner]
    if tag == "mfrac":
        return " / ".join(
            part if one[0] != "mrow" else f"({part})"
            for one, part in zip(inner, parts, strict=True)
        )
    if tag in _BELOW:
        return f"{parts[0]}{_BELOW[tag]}{{{parts[1]}}}" + (" " if parts[0] == "∑" else "")
    return "".join(
        f"({part})" if one[0] == "mfrac" and len(inner) > 1 else part
        for one, part in zip(inner, parts, strict=True)
    )


_SPACED = frozenset("+−·>≤")
_BELOW = {"msub": "_", "munder": "_", "msup": "^"}
