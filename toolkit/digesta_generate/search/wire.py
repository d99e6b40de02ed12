"""What goes over the wire: ``/batch_search`` of the Legal Agent Evaluation Module, both ways.

Its dense service takes ``{"facts": [...], "top_k": N}`` and answers a list of results for each
query, its other one ``{"queries": [...], "top_k": N, "mode": "hybrid", "rerank": true}`` and
``{"results": [...]}``. A result names its case by ``fact_id`` or ``id`` (a number N is ``case-N``)
and holds its text as ``fact``. Beside ``results`` our service names itself: ``service``,
``retriever``.

A reply is believed only where it can be right: as many lists as queries, at most ``top_k`` results
in the order of their ranks, each a case of the corpus, once, with that case's text. A shorter list
is taken as it is. Charges, articles and terms that a result repeats are not read.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from digesta.errors import InputError
from digesta.intake import LIMITS, RELEASE_LIMITS, strict_json
from digesta.intake.limits import InputLimits
from digesta.records.base import NonEmpty, Record, optional
from digesta.records.read import read_record
from digesta.scorers.shared.extract import clean
from digesta_generate.search.faults import SearchFaultError
from digesta_generate.search.methods import RankedCase
from digesta_legal.retrieval.records import Case, text_sha256

PATH = "batch_search"
MOST_QUERIES = 64
DEEPEST = 100
"""Results of one query: as many as the original's service gives."""
LARGEST = 4 << 20
"""Bytes of a request."""
_LIMITS = InputLimits(line_bytes=LARGEST)
_NAME = 200

Form = Literal["queries", "facts"]
Query = Annotated[NonEmpty, Field(max_length=100_000)]
_TopK = Annotated[int, Field(ge=1, le=DEEPEST, description="Results of each query.")]


class FactsRequest(Record):
    """What the dense service is sent."""

    facts: list[Query] = Field(min_length=1, max_length=MOST_QUERIES, description="The queries.")
    top_k: _TopK = 10


class QueriesRequest(Record):
    """What the other service is sent. mode, rerank: passed over, our service has one way."""

    queries: list[Query] = Field(min_length=1, max_length=MOST_QUERIES, description="The queries.")
    top_k: _TopK = 10
    mode: NonEmpty | None = optional("Such as hybrid.")
    rerank: bool | None = optional("Whether to rank twice.")


class BatchRequest(NamedTuple):
    """A request that was read."""

    form: Form
    queries: list[str]
    top_k: int


class Names(NamedTuple):
    """How a service calls itself; empty where it does not say."""

    service: str = ""
    retriever: str = ""


class BatchReply(NamedTuple):
    """A reply that was read: for each query the ids of its cases, best first."""

    names: Names
    ranked: list[list[str]]


# The service's side ----------------------------------------------------------------------------


def read_request(body: bytes) -> BatchRequest:
    """Return a request as it was read, or InputError with what is wrong."""
    value = strict_json(body, file="request", limits=_LIMITS)
    if isinstance(value, dict) and "facts" in value:
        facts = read_record(FactsRequest, value, "request")
        return BatchRequest("facts", list(facts.facts), facts.top_k)
    request = read_record(QueriesRequest, value, "request")
    return BatchRequest("queries", list(request.queries), request.top_k)


def reply_of(
    request: BatchRequest,
    lists: Sequence[Sequence[RankedCase]],
    cases: Mapping[str, Case],
    names: Names,
) -> Any:
    """Return the reply to a request, in the shape that goes with its form."""
    results = [
        [_result(cases[case.case], case.score, rank) for rank, case in enumerate(ranking, start=1)]
        for ranking in lists
    ]
    return results if request.form == "facts" else {"results": results, **names._asdict()}


def _result(case: Case, score: float, rank: int) -> dict[str, Any]:
    reply: dict[str, Any] = {
        "fact_id": case.case,
        "score": score,
        "rank": rank,
        "fact": case.text,
        "accusation": case.accusation,
        "relevant_articles": case.articles,
    }
    if case.term is None:
        return reply
    term = {
        "imprisonment": case.term.months,
        "life_imprisonment": case.term.life,
        "death_penalty": case.term.death,
    }
    return reply | {"imprisonment": term}


# The client's side -----------------------------------------------------------------------------


def request_of(form: Form, queries: Sequence[str], top_k: int) -> dict[str, Any]:
    """Return the body of a request."""
    if form == "facts":
        return {"facts": list(queries), "top_k": top_k}
    return {"queries": list(queries), "top_k": top_k, "mode": "hybrid", "rerank": True}


def read_reply(
    body: str, question_ids: Sequence[str], *, cases: Mapping[str, Case], top_k: int
) -> BatchReply:
    """Return the reply to some questions' queries, or SearchFaultError with the first fault."""
    try:
        value = strict_json(body.encode(), file="reply", limits=RELEASE_LIMITS)
    except InputError as error:
        raise SearchFaultError("not-json", error.problems[0].got or body[:_NAME]) from None
    reply = value if isinstance(value, dict) else {"results": value}
    lists = reply.get("results")
    if not isinstance(lists, list):
        raise SearchFaultError("reply-shape", clean(body[:_NAME]))
    if len(lists) != len(question_ids):
        got = f"{len(lists)} lists for {len(question_ids)} queries"
        raise SearchFaultError("result-count", got)
    names = Names(_name(reply.get("service"))[: LIMITS.name_chars], _name(reply.get("retriever")))
    return BatchReply(
        names,
        [
            list(_ranked_cases(results, key, cases=cases, top_k=top_k))
            for results, key in zip(lists, question_ids, strict=True)
        ],
    )


def _name(service: Any) -> str:
    return " ".join(clean(service[:_NAME]).split()) if isinstance(service, str) else ""


def _ranked_cases(
    results: Any, question_id: str, *, cases: Mapping[str, Case], top_k: int
) -> Iterator[str]:
    def fault(code: str, got: str) -> SearchFaultError:
        return SearchFaultError(code, got, question_id=question_id)

    if not isinstance(results, list):
        raise fault("reply-shape", f"no list of results: {clean(str(results)[:_NAME])}")
    if len(results) > top_k:
        raise fault("too-many", f"{len(results)} results where {top_k} were asked for")
    seen: set[str] = set()
    for rank, result in enumerate(results, start=1):
        if not isinstance(result, dict):
            raise fault("reply-shape", f"result {rank} is no object")
        case = _case(result, cases)
        if case not in cases:
            raise fault("unknown-case", f"result {rank}: {clean(case) or 'no id'}")
        if case in seen:
            raise fault("case-twice", f"result {rank}: {case}")
        if result.get("rank", rank) != rank:
            raise fault(
                "rank-order", f"result {rank} says rank {clean(str(result['rank'])[:_NAME])}"
            )
        text = result.get("fact")
        if text is not None and _differs(text, cases[case]):
            raise fault("text-differs", f"result {rank}: another text of {case}")
        seen.add(case)
        yield case


def _case(result: Mapping[str, Any], cases: Container[str]) -> str:
    """Return the id that a result names; a number N that is no id of the corpus is ``case-N``."""
    case_id = result.get("fact_id", result.get("id"))
    if isinstance(case_id, bool) or not isinstance(case_id, int | str):
        return ""
    name = str(case_id)[:_NAME]
    number = name.isascii() and name.isdigit() and name not in cases
    return f"case-{int(name)}" if number else name


def _differs(text: Any, case: Case) -> bool:
    return not isinstance(text, str) or text_sha256(text) != case.text_sha256
