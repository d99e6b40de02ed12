"""The committed runs of the three systems: their answers follow from what they retrieved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dated_law import names_of_law
from digesta.workspace import store
from digesta_generate.temporal.planner import read
from digesta_generate.temporal.rules import answer
from digesta_generate.temporal.run import SYSTEMS, submission, words_of
from digesta_generate.temporal.search import TOP_K
from digesta_generate.temporal.states import RetrievedState
from digesta_legal.timeline import in_force
from places import CODE_DU_TRAVAIL, NEWEST, ROOT
from repository import opened

RUNS = sorted((ROOT / "predictions").glob("2*/temporal-*"))


def lines(path: Path) -> dict[str, Any]:
    found = (json.loads(line) for line in path.read_bytes().splitlines())
    return {one["question_id"]: one for one in found}


def states(release: str, tables: str = "tlr/states.jsonl") -> dict[str, Any]:
    data = opened(release).data.resources[tables]
    return {f"{one['article']}@{one['state']}": one for one in map(json.loads, data.splitlines())}


def result(state: dict[str, Any]) -> RetrievedState:
    return RetrievedState(
        state["article"], state["state"], state["start"], tuple(state["amendments"]),
        state["settled"], "", "",
    )  # fmt: skip


def test_all_three_are_on_record() -> None:
    assert {one.name.removesuffix("-laws") for one in RUNS} == {
        f"temporal-{name}" for name in SYSTEMS
    }


@pytest.mark.parametrize("run", [one for one in RUNS if one.parent.name == NEWEST], ids=str)
def test_every_answer_follows_from_what_was_retrieved(run: Path) -> None:
    code = states(run.parent.name, "tlr/code_du_travail/states.jsonl")
    articles = {state["article"] for state in code.values()}
    names = {"code_du_travail": names_of_law(store.read_tree(CODE_DU_TRAVAIL), *articles)}
    table = states(run.parent.name) | code
    given, traces = lines(run / "predictions.jsonl"), lines(run / "trace.jsonl")
    asked = opened(run.parent.name).data.questions
    temporal = [one for one in asked if one.scorer == "temporal"]

    assert set(given) == set(traces) == {one.question_id for one in temporal}
    for one in temporal:
        retrieved = traces[one.question_id]["retrieved"]
        assert len(retrieved) <= TOP_K
        results = [result(table[name]) for name in retrieved]
        plan = read(words_of(one), names.get(str(one.ask.get("law"))))
        assert given[one.question_id]["answer"] == answer(plan, results)


@pytest.mark.parametrize("run", RUNS, ids=lambda one: one.name)
def test_the_record_is_the_one_that_the_command_writes(run: Path) -> None:
    card = json.loads((run / "submission.json").read_bytes())

    command = card["command"].split()
    name, laws = run.name.removeprefix("temporal-").removesuffix("-laws"), command.count("--corpus")

    made = submission(name, run.parent.name, card["command"], tracks=["tlr"], laws=laws)

    assert made.as_json() == card
    assert command[3] == name


def of(name: str) -> Path:
    return next(one for one in RUNS if one.name == f"temporal-{name}")


def test_flat_text_retrieved_no_state_that_was_replaced() -> None:
    table = states(of("flat").parent.name)

    for trace in lines(of("flat") / "trace.jsonl").values():
        assert not any("end" in table[name] for name in trace["retrieved"])


def test_the_naive_system_retrieved_states_of_any_time() -> None:
    table = states(of("naive").parent.name)
    found = [name for t in lines(of("naive") / "trace.jsonl").values() for name in t["retrieved"]]

    assert any("end" in table[name] for name in found)
    assert any("end" not in table[name] for name in found)


def test_the_graph_retrieved_for_a_day_what_was_in_force_on_it() -> None:
    run = of("graph")
    table, traces = states(run.parent.name), lines(run / "trace.jsonl")
    asked = [
        one
        for one in opened(run.parent.name).data.questions
        if one.scorer == "temporal" and one.ask["kind"] == "point_in_time"
    ]

    assert asked
    for one in asked:
        [name] = traces[one.question_id]["retrieved"]
        assert table[name]["article"] == one.ask["component_id"]
        assert in_force(table[name]["start"], table[name].get("end"), str(one.ask["date"]))
