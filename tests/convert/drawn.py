"""Files in the shapes of every format, drawn by hypothesis; of some the sample alone."""

from __future__ import annotations

import json
from typing import Any

from drawn_trec import trec
from hypothesis import strategies as st
from seeds import (
    ANSWER_COLUMNS,
    attributes,
    benchmark,
    cail,
    case,
    cases,
    csv_file,
    halacha_question,
    lines,
    query,
    sample_of,
    task,
    tasks,
)

from digesta_convert import CONVERTERS

TEXTS = st.text(
    alphabet="aZ09é\u0301ם第条《》：，;；、,.\"'\n\r\t[](){}<>&|/\\-+ \u3000😀",
    min_size=1,
    max_size=30,
).filter(lambda text: text.strip() != "")


LINES = st.text(alphabet="aZ09éם第条《》：；,.\"'[]() -", min_size=1, max_size=20).filter(
    lambda text: text.strip() != ""
)


@st.composite
def halacha(draw: st.DrawFn) -> dict[str, bytes]:
    made: dict[str, dict[str, Any]] = {}
    for number in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["enum", "mcq", "boolean", "numeric", "json"]))
        fields: dict[str, Any] = {
            "category": draw(TEXTS),
            "task": draw(TEXTS),
            "turns": [{"role": "user", "content": f"{number} {draw(TEXTS)}"}],
            "answer_type": kind,
            "ground_truth": draw(_TRUTHS[kind]),
            "license": draw(st.sampled_from(["CC-BY 4.0", "CC-BY-SA-3.0", "CC0 1.0", "mine"])),
        }
        if kind == "mcq":
            fields["choices"] = ["one", "two", "10"]
        if kind == "numeric":
            fields["tolerance"] = draw(st.sampled_from([0, 0.01, 2.5, 1e-7, 3.0]))
            fields["tolerance_type"] = draw(st.sampled_from(["absolute", "relative"]))
        if draw(st.booleans()):
            fields["acceptable_answers"] = [fields["ground_truth"], draw(TEXTS)]
        if draw(st.booleans()):
            fields["source_refs"] = draw(st.lists(_REFS, min_size=1, max_size=2))
        if draw(st.booleans()):
            fields["source_excerpt"] = draw(TEXTS)
        question = halacha_question(**fields)
        made[question["question_id"]] = question
    files = {"questions.jsonl": lines(list(made.values()))}
    answers = [
        {"question_id": key, "answer": draw(st.one_of(st.none(), TEXTS, st.integers(0, 3)))}
        for key in made
        if draw(st.booleans())
    ]
    return files | ({"predictions.jsonl": lines(answers)} if answers else {})


_TRUTHS: dict[str, st.SearchStrategy[Any]] = {
    "enum": TEXTS,
    "mcq": st.sampled_from(["one", 1, "2", "10", "0"]),
    "boolean": st.booleans(),
    "numeric": st.one_of(st.integers(-5, 5), st.sampled_from([0.5, 15.0, 1e22, -0.0])),
    "json": st.fixed_dictionaries({"a": st.integers(0, 3), "b": TEXTS}),
}


_REFS = st.fixed_dictionaries(
    {
        "work": TEXTS,
        "siman": st.one_of(st.integers(0, 99), LINES),
        "seif": st.one_of(st.integers(0, 9), LINES),
    }
)


@st.composite
def frenchlaw(draw: st.DrawFn) -> dict[str, bytes]:
    numbers = draw(st.lists(st.integers(1, 2000), min_size=1, max_size=4, unique=True))
    rows = [
        task(
            Number=str(number),
            Category=draw(st.sampled_from(["Droit Privé", "Contentieux", "Droit Européen"])),
            TaskType=draw(st.sampled_from(["Rédaction", "Risques & Conformité"])),
            Title=draw(TEXTS),
            Prompt=draw(TEXTS),
            Documents=draw(st.sampled_from(["", "n/a", "a.pdf; b.pdf ;", "c d.pdf"])),
            Rubric=draw(_rubrics()),
        )
        for number in numbers
    ]
    files = tasks(*rows)
    results = [
        {"task_number": number, "model_id": "m", "response": draw(TEXTS), "error": None}
        for number in numbers
        if draw(st.booleans())
    ]
    if results:
        files["results.json"] = json.dumps({"task_results": results}).encode()
    if draw(st.booleans()):
        files |= draw(workflows())
    return files


@st.composite
def _rubrics(draw: st.DrawFn) -> str:
    made = ["[Substance]", f"SUB0 (2pts) : {draw(LINES)}"]
    for number in range(1, draw(st.integers(1, 4))):
        section = draw(st.sampled_from(["structure", " STYLE ", "Methodologie", "négatif"]))
        negative = section == "négatif"
        points = draw(st.sampled_from(["1", "0.5", "2.50", "10"]))
        cap = draw(st.sampled_from(["", " (max -20 pts)"])) if negative else ""
        sign = "-" if negative else ""
        made += [f"[{section}]", f"  X{number} ({sign}{points} pt){cap} : {draw(LINES)}  ", ""]
    return "\n".join(made)


@st.composite
def workflows(draw: st.DrawFn) -> dict[str, bytes]:
    values = st.one_of(
        st.none(), TEXTS, st.just(""), st.booleans(), st.integers(-3, 3),
        st.lists(TEXTS, max_size=2), st.sampled_from([60.0, 0.25]),
    )  # fmt: skip
    fields = st.dictionaries(LINES, st.one_of(values, st.dictionaries(LINES, values, max_size=2)))
    names = draw(st.lists(st.integers(0, 50), min_size=1, max_size=3, unique=True))
    rows = [
        {"Document": f"Contrat {n}.pdf", "GroundTruth": json.dumps(draw(fields))} for n in names
    ]
    files = {"ground_truth.csv": csv_file(("Document", "GroundTruth"), rows)}
    if draw(st.booleans()):
        one = {"document": rows[0]["Document"], "extraction": {"a": 1}}
        files["extracted.json"] = json.dumps([one]).encode()
    return files


@st.composite
def finlaw(draw: st.DrawFn) -> dict[str, bytes]:
    numbers = draw(st.lists(st.sampled_from(["1", "07", "a/1", "三", "12"]), min_size=1,
                            max_size=4, unique=True))  # fmt: skip
    cell = st.one_of(st.just(""), TEXTS)
    days = st.sampled_from(["", "2018/3/9", "2016/12/31"])
    basis = st.one_of(
        TEXTS,
        st.sampled_from(["", "《甲法》第四十六条、第７条", "《乙法》", "《丙法》第一百二十条之一"]),
    )
    rows = [
        case(
            序号=number, 披露日期=draw(days), 处罚日期=draw(days), 当事人=draw(cell),
            当事人类型=draw(cell), 所属总行=draw(cell), 违规事实=draw(TEXTS),
            处罚类型=draw(cell), 违规领域=draw(cell), 法律依据=draw(basis),
            罚没金额分组=draw(st.sampled_from(["", "A", " e "])), 处理机构=draw(cell),
        )
        for number in numbers
    ]  # fmt: skip
    answers = [
        {column: draw(cell) for column in ANSWER_COLUMNS} | {"序号": number}
        for number in numbers
        if draw(st.booleans())
    ]
    return cases(*rows, answers=answers or None)


_EC = st.sampled_from(["ec_4", "ec_9", "EC 11", "ec_x"])


_DAYS = st.sampled_from(["1990-03-21", "2001-06-15", "2019-02-01"])


_GROUND: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "point_in_time": st.fixed_dictionaries(
        {"correct_version": st.integers(1, 5)},
        optional={
            "valid_range": st.tuples(_DAYS, st.one_of(st.none(), _DAYS)).map(list),
            "text_hash": st.one_of(st.none(), st.just("707e")),
            "must_contain": st.lists(LINES, max_size=2),
        },
    ),
    "amendment_attribution": st.fixed_dictionaries(
        {"amendments": st.lists(_EC, max_size=3), "dates": st.lists(_DAYS, max_size=3)},
        optional={"chronological_order": st.booleans()},
    ),
    "temporal_difference": st.fixed_dictionaries(
        {
            "changed": st.booleans(),
            "amendments_between": st.lists(_EC, max_size=3),
            "version_1": st.integers(1, 3),
            "version_2": st.integers(1, 3),
            "num_changes": st.integers(0, 3),
        }
    ),
    "causal_lineage": st.fixed_dictionaries(
        {
            "version_chain": st.lists(
                st.fixed_dictionaries(
                    {
                        "version": st.integers(1, 9),
                        "date": _DAYS,
                        "amendment": st.one_of(st.none(), _EC),
                    }
                ),
                max_size=3,
            ),
            "total_versions": st.integers(0, 3),
        }
    ),
    "temporal_consistency": st.fixed_dictionaries(
        {"amended": st.booleans(), "versions": st.integers(1, 3)},
        optional={"amendments": st.lists(_EC, max_size=2)},
    ),
    "hierarchical_impact": st.fixed_dictionaries(
        {"affected_articles": st.lists(st.sampled_from(["tit_02_art_1", "tit_IV"]), max_size=2)},
        optional={"amendments": st.lists(_EC, max_size=2), "total_changes": st.integers(0, 9)},
    ),
}


@st.composite
def tlr(draw: st.DrawFn) -> dict[str, bytes]:
    queries = []
    for number in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(sorted(_GROUND)))
        dated = kind in ("temporal_difference", "hierarchical_impact")
        queries.append(
            query(
                task=kind,
                query_id=f"{kind}_{number:03d}",
                query=draw(TEXTS),
                difficulty=draw(st.sampled_from(["easy", "medium", "hard"])),
                target_component=draw(st.sampled_from(["tit_02_art_12", "tit_08_inc_IV"])),
                target_date=draw(_DAYS) if kind == "point_in_time" else None,
                date_range=["1990-03-21", draw(_DAYS)] if dated else None,
                ground_truth=draw(_GROUND[kind]),
                metadata=draw(st.one_of(st.none(), st.just({"total_versions": 3}))),
            )
        )
    files = benchmark(*queries)
    answers = [
        {"query_id": one["query_id"], "answer": draw(st.sampled_from([None, {"amended": True}]))}
        for one in queries
        if draw(st.booleans())
    ]
    return files | ({"answers.jsonl": lines(answers)} if answers else {})


@st.composite
def legalagent(draw: st.DrawFn) -> dict[str, bytes]:
    count = draw(st.integers(1, 3))
    attribute_sets = st.tuples(
        st.lists(st.sampled_from(["盗窃", "诈骗"]), max_size=2, unique=True),
        st.lists(st.sampled_from(["264", 266, "67"]), max_size=2, unique=True),
        st.integers(0, 40),
    )
    tiered = draw(st.booleans())
    pool = [f"{n} {draw(TEXTS)}" for n in range(14)]
    known = [draw(attribute_sets) for _ in pool]
    sets = []
    for number in range(count):
        chosen = draw(st.lists(st.sampled_from(range(14)), min_size=1, max_size=12, unique=True))
        near: list[dict[str, Any]] = [
            cail(pool[n], *known[n])
            if tiered
            else {"fact_id": str(n), "fact": pool[n], "rank": 1} | attributes(*known[n])
            for n in chosen
        ]
        one = {"query": cail(f"q{number}", ["盗窃"], ["264"], 10), "positives": near}
        sets.append(one if tiered else {"query_id": 50 + number} | one)
    files = {"set.jsonl": lines(sets)}
    if draw(st.booleans()):
        results = [
            [
                {"fact_id": str(n), "fact": pool[n], "other": 1} | attributes(*known[n])
                for n in draw(st.lists(st.sampled_from(range(14)), max_size=5))
            ]
            for _ in range(count)
        ]
        files["response.json"] = json.dumps({"results": results}).encode()
    return files


_OWN = {
    "finlaw": finlaw(),
    "frenchlaw": frenchlaw(),
    "halachabench": halacha(),
    "legalagent": legalagent(),
    "tlr": tlr(),
    "trec": trec(),
}
DRAWN = {
    name: _OWN[name] if name in _OWN else st.just(sample_of(name))
    for name, converter in CONVERTERS.items()
    if converter.parse or converter.parse_with
}
"""A strategy for the files of every format whose questions are read."""
