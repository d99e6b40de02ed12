"""Draw questions about similar cases from rows of cases, by the rule of the module's set builder.

After ``prepare_datasets.py`` of the Legal Agent Evaluation Module. Rows are CAIL2018's, a JSON
object a line: ``fact``, and ``meta`` with ``accusation``, ``relevant_articles`` and
``term_of_imprisonment``. Every text becomes one case of the corpus (the first row stands); its id
is ``case-N`` for the row's number N from 0. Flags for life and death must be equal; r is the
terms' distance as a share of the query's (of one month where that is 0). Tier 1: charges and
articles equal, terms equal; 2: r <= 0.1; 3: r <= 0.3; 4: charges equal, articles overlap,
r <= 0.3; 5: charges and articles overlap, r <= 0.3. Tiers are filled from 1 on, from each a sample
drawn evenly, until there are ten; a query with fewer is not used.

Differs: seeded; ten positives, not twelve; at most so many queries of one set of charges, so that
no list of ten serves many; the query's own text is never a positive, nor is a copy of it that
differs in white space and punctuation alone, and of several such copies a pool holds the first.

Rule 4 is after ``datasets_v4.py``: its filter and its points (``tier_4``), and queries in turn from
each first charge, 500 at most, however many of one set of charges. Differs further: every row is a
candidate, not the 500 that a search service finds; which of equal points come first is drawn.

A text of under 100 characters, or without charges, articles or term, is in the corpus, but is
neither query nor positive. Pools come from the rows, never from a system under test.

The same rows and seed give the same bytes. Release 2026-11-22.5 was drawn under ``cases/1/sets``.
"""

from __future__ import annotations

import random
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from digesta.canonical import sha256_hex
from digesta.errors import ReleaseError
from digesta_convert.shared.cases import (
    AT_MOST,
    CORPUS,
    NAME,
    CaseCorpus,
    SeedRow,
    case_lines,
    number_of,
    terms_apart,
    tier,
)
from digesta_convert.shared.draft import Draft, lacks_of
from digesta_convert.shared.marks import check
from digesta_convert.shared.names import cluster_of
from digesta_convert.shared.rows import Faults, lines_of, record_of

POSITIVES, SHORTEST, MOST = 10, 100, 500
_FAR_4 = 30
"""Hundredths of the query's term that version 4 keeps."""
_NEAR = 2
"""Tiers up to this one make a question easy."""


def tier_4(query: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """Return how near a case is to a query by the set builder's version 4: 1 to 5, 0: not.

    Its filter keeps equal flags, terms apart by 0.3 of the query's at most, and equal charges, or
    charges and articles that overlap. It gives 3 points for equal charges, 2 for equal articles, 1
    for articles that overlap: 6, 5, 4, 3 and 1 points, all that there can be, are tiers 1 to 5.
    """
    apart = terms_apart(query.get("term"), other.get("term"))
    if apart is None or apart[0] > _FAR_4:
        return 0
    a, b = set(query["accusation"]), set(other["accusation"])
    c, d = set(query["articles"]), set(other["articles"])
    if a != b and not (a & b and c & d):
        return 0
    points = 3 * (a == b) + 2 * (c == d) + bool(c & d)
    return (6, 5, 4, 3, 1).index(points) + 1


Case = dict[str, Any]
Tier = Callable[[Case, Case], int]
RULES: Mapping[int, Tier] = {1: tier, 4: tier_4}
"""Version of the set builder -> how near a case is to a query."""


class QueryCase(NamedTuple):
    """A query with its positives, each with its tier, nearest first; pool: how many there were."""

    query: Case
    positives: list[tuple[Case, int]]
    pool: int


class Sets(NamedTuple):
    """A draft of the questions drawn, and the table of pools as it is printed."""

    draft: Draft
    pools: str


def build(
    rows: bytes,
    *,
    file: str,
    seed: str,
    rule: int = 1,
    per_charges: int | None = None,
    fields: Mapping[str, str] | None = None,
) -> Sets:
    """Draw the questions of a file of rows, or ReleaseError with every malformed line.

    file: its name, for messages. rule: version of the set builder, 1 or 4. per_charges: most
    queries of one set of charges; 4 by rule 1, any number by rule 4. fields: what the rows do not
    say and every question needs: released, law_as_of, license, attribution.
    """
    corpus, lines = _read(rows, file)
    usable = [case for case in corpus.cases.values() if _is_usable(case)]
    most = per_charges or (4 if rule == 1 else len(usable))
    order = _order(usable, seed) if rule == 1 else _in_turn(_order(usable, seed))[:MOST]
    queries = _draw(usable, order, Draw(seed, RULES[rule], most))
    if not queries:
        raise ReleaseError.of(
            code="no-query",
            file=file,
            got=f"{len(usable)} cases with facts, charges, articles and term",
            expected=f"a case with {POSITIVES} others near to it",
            fix="add rows",
        )
    return Sets(_draft(queries, corpus, lines, dict(fields or {})), _pools(corpus, usable, queries))


def _read(rows: bytes, file: str) -> tuple[CaseCorpus, dict[str, str]]:
    """Return the corpus, and where each of its cases stands."""
    faults = Faults()
    corpus = CaseCorpus()
    places: dict[str, str] = {}
    for line in lines_of(file, rows, faults):
        row = record_of(SeedRow, line, faults)
        if row is not None:
            case = corpus.add(row.model_copy(update={"id": line.line - 1}), line, faults)
            places.setdefault(case, line.place)
    faults.refuse()
    return corpus, places


def _is_usable(case: Case) -> bool:
    named = case["accusation"] and case["articles"] and "term" in case
    return bool(named) and len(case["text"]) >= SHORTEST


def _words(case: Case) -> str:
    """Return a text without white space and punctuation: copies that a digest does not see."""
    return "".join(c for c in unicodedata.normalize("NFKC", case["text"]) if c.isalnum())


# The draw --------------------------------------------------------------------------------------


class Draw(NamedTuple):
    """How questions are drawn: a seed, how near a case is, most queries of one set of charges."""

    seed: str
    tier: Tier
    per_charges: int


def _order(usable: Sequence[Case], seed: str) -> list[Case]:
    return sorted(usable, key=lambda case: sha256_hex(f"{seed} order {case['case']}".encode()))


def _in_turn(order: Sequence[Case]) -> list[Case]:
    """Return one case of each first charge, then the second of each, and so on."""
    seen: Counter[str] = Counter()
    turns = []
    for case in order:
        turns.append((seen[case["accusation"][0]], case))
        seen[case["accusation"][0]] += 1
    return [case for _, case in sorted(turns, key=lambda turn: turn[0])]


def _draw(usable: Sequence[Case], order: Sequence[Case], draw: Draw) -> list[QueryCase]:
    with_charge: defaultdict[str, list[int]] = defaultdict(list)
    for at, case in enumerate(usable):
        for charge in set(case["accusation"]):
            with_charge[charge].append(at)
    words = {case["case"]: _words(case) for case in usable}
    taken: Counter[frozenset[str]] = Counter()
    used: set[str] = set()
    queries = []
    for query in order:
        charges = frozenset(query["accusation"])
        if taken[charges] >= draw.per_charges or words[query["case"]] in used:
            continue
        others = sorted({at for charge in charges for at in with_charge[charge]})
        pool = _pool(query, [usable[at] for at in others], words, near_by=draw.tier)
        size = sum(map(len, pool.values()))
        if size >= POSITIVES:
            taken[charges] += 1
            used.add(words[query["case"]])
            queries.append(QueryCase(query, _positives(query, pool, draw.seed), size))
    return sorted(queries, key=lambda query: number_of(query.query["case"]) or 0)


def _pool(
    query: Case, others: Sequence[Case], words: Mapping[str, str], *, near_by: Tier
) -> dict[int, list[Case]]:
    """Return the cases near to a query by tier; of copies the first."""
    pool: defaultdict[int, list[Case]] = defaultdict(list)
    copies = {words[query["case"]]}
    for near in others:
        if words[near["case"]] not in copies and (at := near_by(query, near)):
            pool[at].append(near)
            copies.add(words[near["case"]])
    return pool


def _positives(query: Case, pool: Mapping[int, list[Case]], seed: str) -> list[tuple[Case, int]]:
    chosen: list[tuple[Case, int]] = []
    for at in sorted(pool):
        # These words and this generator stay: others would draw other questions under a released
        # seed.
        draws = random.Random(f"{seed} {query['case']} {at}")  # noqa: S311 - a public draw
        shuffled = draws.sample(pool[at], len(pool[at]))
        chosen += [(case, at) for case in shuffled[: POSITIVES - len(chosen)]]
    return chosen


# What is written -------------------------------------------------------------------------------

_TASK = (
    "下面给出一件刑事案件的事实。请在案例库 {corpus} 中找出与它最接近的案例。接近的意思是："
    "指控的罪名相同，适用的条文相同，刑期相近；同样条件下刑期越近越靠前。{law}本案自身不算在内。"
    '请由近及远列出案例编号，最多二十个，只回答一个 JSON 对象：{{"ranked": ["案例编号", …]}}'
)


def _draft(
    queries: Sequence[QueryCase],
    corpus: CaseCorpus,
    places: Mapping[str, str],
    fields: Mapping[str, str],
) -> Draft:
    draft = Draft(
        questions=tuple(_question(query, fields) for query in queries),
        truths=tuple(_truth(query) for query in queries),
        track=case_lines()[0].track,
        resources={CORPUS: corpus.data()},
        places={_id(query): places[query.query["case"]] for query in queries},
        notes=corpus.notes(),
    )
    return replace(draft, lacks=lacks_of(draft, check))


def _id(query: QueryCase) -> str:
    return f"cases-{number_of(query.query['case']):05}"


def _question(query: QueryCase, fields: Mapping[str, str]) -> Case:
    law = ""
    if "law_as_of" in fields:
        year, month, day = fields["law_as_of"].split("-")
        law = f"法律以{int(year)}年{int(month)}月{int(day)}日施行的刑法为准。"
    return {
        "question_id": _id(query),
        "split": "public",
        "track": "cases",
        "category": "similar_cases",
        "task": "similar_cases",
        "scorer": "retrieval",
        "language": "zh",
        "turns": [
            {"role": "system", "content": _TASK.format(corpus=NAME, law=law)},
            {"role": "user", "content": query.query["text"]},
        ],
        "ask": {"corpus": NAME, "at_most": AT_MOST, "query_sha256": query.query["text_sha256"]},
        "cluster_id": cluster_of(query.query["case"]),
        "difficulty": _difficulty(query),
        "tags": ["computed"],
        **fields,
    }


def _difficulty(query: QueryCase) -> str:
    """Return the difficulty by the released rule: positives of tiers 1 and 2."""
    near = sum(at <= _NEAR for _, at in query.positives)
    return "easy" if near >= 7 else "medium" if near >= 3 else "hard"  # noqa: PLR2004 - the rule


def _truth(query: QueryCase) -> Case:
    right = {key: query.query[key] for key in ("accusation", "articles", "term")}
    positives = [{"case": case["case"], "tier": at} for case, at in query.positives]
    return {
        "question_id": _id(query),
        "truth": right | {"positives": positives},
        "source_refs": [{"work": f"resources/{CORPUS}", "at": query.query["case"]}],
    }


def _pools(corpus: CaseCorpus, usable: Sequence[Case], queries: Sequence[QueryCase]) -> str:
    cases = Counter("+".join(sorted(set(case["accusation"]))) for case in usable)
    sizes: defaultdict[str, list[int]] = defaultdict(list)
    for query in queries:
        sizes["+".join(sorted(set(query.query["accusation"])))].append(query.pool)
    tiers = Counter(at for query in queries for _, at in query.positives)
    by_tier = ", ".join(f"{at}: {tiers[at]}" for at in sorted(tiers))
    lines = [
        f"cases {len(corpus.cases)}, usable {len(usable)}, queries {len(queries)}",
        "cases  pools of the queries used  charges",
        *(
            f"{count:5}  {', '.join(map(str, sorted(sizes[name]))) or '-'}  {name}"
            for name, count in sorted(cases.items())
        ),
        f"positives by tier: {by_tier}",
    ]
    return "".join(f"{line}\n" for line in lines)
