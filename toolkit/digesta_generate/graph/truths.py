"""The six tasks of TLR-Bench, answered by Cypher.

``point_in_time`` is the benchmark's own query, with parameters for its literals and an order. Each
task is one query whose rows are in order; what is done with them here is to write them as a truth
has them: amendments once each, in order of time. Where several amendments share a day and nothing
tells which of them it was, a truth names none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from digesta_generate.graph.client import Client, Row
from digesta_generate.graph.faults import graph_error
from digesta_generate.graph.queries import QUERIES
from digesta_legal.timeline.records import DIVISIONS

THERE = "MATCH (c:Component {component_id: $id}) RETURN c.component_type AS type"


def truth(client: Client, ask: Mapping[str, Any]) -> Row:
    """Return the truth of a question's ask, without phrases.

    GraphError where the graph holds no such component, or not on that day, or one that the task
    is not about: which amendments changed a line or a division is not told apart.
    """
    name = ask.get("component_id") or ask.get("scope")
    there = [row["type"] for row in client.rows(THERE, id=name)]
    if not there:
        raise graph_error("graph-question", client.address.place, f"{name}, which is not there")
    if (there[0] in DIVISIONS) is not (ask["kind"] == "impact") or (
        ask["kind"] not in {"impact", "point_in_time"} and there[0] != "article"
    ):
        got = f"{ask['kind']} of {name}, which is of the type {there[0]}"
        raise graph_error("graph-question", client.address.place, got)
    truth = TRUTHS[ask["kind"]](client, ask)
    if truth is None:
        got = f"{name}, which is not in force then"
        raise graph_error("graph-question", client.address.place, got)
    return truth


def on_day(client: Client, component: str, day: str) -> list[Row]:
    """Return the versions of a component on a day: none or one, with their text."""
    return client.rows(QUERIES["point_in_time"], component_id=component, date=day)


def _point_in_time(client: Client, ask: Mapping[str, Any]) -> Row | None:
    rows = on_day(client, ask["component_id"], ask["date"])
    versions = [{"component_id": ask["component_id"], "version": row["version"]} for row in rows]
    if not rows:
        return None
    digest = rows[0]["text_hash"]
    # Of some versions a source has no text.
    return {"versions": versions} | ({"text_sha256": digest} if digest else {})


def _attribution(client: Client, ask: Mapping[str, Any]) -> Row | None:
    rows = client.rows(QUERIES["history"], component_id=ask["component_id"])
    changes = [row for row in rows if row["amendment"]]
    dates = dict.fromkeys(row["date"] for row in changes)
    return {"amendments": _named(changes), "dates": list(dates)} if rows else None


def _difference(client: Client, ask: Mapping[str, Any]) -> Row | None:
    days = {"date_1": ask["date_1"], "date_2": ask["date_2"]}
    rows = client.rows(QUERIES["difference"], component_id=ask["component_id"], **days)
    first = [row["version"] for row in rows if row["on_date_1"]]
    last = [row["version"] for row in rows if row["on_date_2"]]
    if not (first and last):
        return None
    return {
        "changed": first[0] != last[0],
        "amendments_between": _named(row for row in rows if not row["on_date_1"]),
        "version_1": first[0],
        "version_2": last[0],
    }


def _lineage(client: Client, ask: Mapping[str, Any]) -> Row | None:
    chain: dict[int, Row] = {}
    for row in client.rows(QUERIES["history"], component_id=ask["component_id"]):
        link = {"version": row["version"], "date": row["date"], "amendments": []}
        made_by = chain.setdefault(row["version"], link)["amendments"]
        if row["amendment"] and row["settled"] is not False:
            made_by.append(row["amendment"])
    return {"version_chain": list(chain.values())} if chain else None


def _consistency(client: Client, ask: Mapping[str, Any]) -> Row | None:
    attribution = _attribution(client, ask)
    return attribution and {
        "amended": bool(attribution["dates"]),
        "amendments": attribution["amendments"],
    }


def _impact(client: Client, ask: Mapping[str, Any]) -> Row | None:
    rows = impact(client, ask["scope"], ask["from"], ask["to"])
    in_order = sorted(rows, key=lambda row: int(row["place"]))
    articles = dict.fromkeys(row["article"] for row in in_order)
    return {"articles": list(articles), "amendments": _named(rows)}


def impact(client: Client, scope: str, start: str, end: str) -> list[Row]:
    """Return the versions of articles that amendments began within a division and a time.

    A row an amendment, in order of time; ``place`` orders the articles as the text does.
    """
    return client.rows(QUERIES["impact"], scope=scope, **{"from": start, "to": end})


def _named(rows: Iterable[Row]) -> list[str]:
    every = list(rows)
    settled = all(row["settled"] is not False for row in every)
    return list(dict.fromkeys(row["amendment"] for row in every)) if settled else []


TRUTHS: Mapping[str, Callable[[Client, Mapping[str, Any]], Row | None]] = {
    "point_in_time": _point_in_time,
    "attribution": _attribution,
    "difference": _difference,
    "lineage": _lineage,
    "consistency": _consistency,
    "impact": _impact,
}
"""Kind of an ask -> what answers it; None where the graph has nothing to say of it."""
