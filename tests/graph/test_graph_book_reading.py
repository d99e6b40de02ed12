"""What is wrong in a folder of a law is named with file and line, by all that reads one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from graph_commands import run

from authoring.tlr.law import AmendedLaw
from dated_law import (
    BOOK,
    FILES,
    FIRST,
    ROWS,
    TOLD,
    VERSIONS,
    WAITING,
    constitution_in,
    lines,
    nobody,
    without,
)
from digesta.errors import ReleaseError
from digesta.workspace import store
from digesta_generate.graph.corpus import corpus


def changed(name: str, number: int, **more: Any) -> dict[str, bytes]:
    """Return the folder with one line changed."""
    rows = lines(FILES, name)
    rows[number - 1] |= more
    return {**FILES, name: "".join(f"{json.dumps(row)}\n" for row in rows).encode()}


def version(component: str, number: int, **more: Any) -> dict[str, bytes]:
    """Return the folder with one version changed."""
    at = next(n for n, row in enumerate(ROWS, start=1)
              if (row["component_id"], row["version"]) == (component, number))  # fmt: skip
    return changed(VERSIONS, at, **more)


def said(**more: Any) -> dict[str, bytes]:
    """Return the folder with a law.json that says something else."""
    return {**FILES, "law.json": json.dumps(json.loads(FILES["law.json"]) | more).encode()}


def placed(**levels: Any) -> dict[str, bytes]:
    """Return the folder with article 1 placed elsewhere."""
    return version("hc_art_1", 1, location=ROWS[0]["location"] | levels)


WRONG: list[tuple[dict[str, bytes], str]] = [
    (changed(VERSIONS, 3, component_id="hc_art_4"), f"{VERSIONS}:3: .*and the parts of hc_art_2"),
    (changed(VERSIONS, 3, start="1993-05-11"), f"{VERSIONS}:3: .*a day that amendments.jsonl has"),
    (changed(VERSIONS, 3, amendments=["emc_2"]), f"{VERSIONS}:3: .*of 1993-05-10 are"),
    (changed(VERSIONS, 3, change="big"), f"{VERSIONS}:3: .*event modified and change big"),
    (changed(VERSIONS, 3, end=7), f"{VERSIONS}:3: .*TypeError"),
    (changed(VERSIONS, 1, end=FIRST), f"{VERSIONS}:1: .*hc_art_1, which was never in force"),
    (changed("amendments.jsonl", 2, amendments=["law 5"]), "amendments.jsonl:2: .*not emc_N"),
    (changed("amendments.jsonl", 3, date="1993-05-10"), "amendments.jsonl:3: .*a second time"),
    # Days that are no YYYY-MM-DD.
    (version("tp_art_2", 1, end="19990415", removed_by=None), f"{VERSIONS}:72: .*'19990415', not"),
    (version("tp_art_2", 1, end="1999-W15-4"), f"{VERSIONS}:72: .*'1999-W15-4', not"),
    (changed("amendments.jsonl", 2, date="19930510"), "amendments.jsonl:2: .*'19930510', not"),
    # What follows what.
    (changed(VERSIONS, 3, start=FIRST, amendments=[]), f"{VERSIONS}:3: .*hc_art_2_v2: .*overlaps"),
    (changed(VERSIONS, 2, end=None), f"{VERSIONS}:3: .*hc_art_2_v2: .*overlaps"),
    (changed(VERSIONS, 4, version=4), f"{VERSIONS}:4: .*hc_art_2: versions not numbered"),
    (version("hc_art_18", 3, end="1995-06-30"), f"{VERSIONS}:49: .*before it begins on 1999-04-15"),
    (version("tp_art_1", 2, removed_by=None), f"{VERSIONS}:70: .*before it begins on 2008-01-15"),
    (version("tp_art_1", 2, amendments=["emc_9"]), f"{VERSIONS}:70: .*none of a day before"),
    (
        version("tp_art_1", 2, start="2013-07-07", end="2012-02-29", removed_by=["emc_10"]),
        f"{VERSIONS}:70: .*on which no two others meet",
    ),
    (version("hc_art_18", 3, end="2005-06-29"), f"{VERSIONS}:49: .*without removed_by, and none"),
    (version("hc_art_3_par_1", 1, end="2003-03-03"), f"{VERSIONS}:9: .*without removed_by"),
    (
        version("hc_art_3_par_1", 1, end="2003-03-03", removed_by=["emc_4"]),
        f"{VERSIONS}:9: .*of 2003-03-03 are None",
    ),
    (version("hc_art_7", 1, removed_by=None), f"{VERSIONS}:16: .*without removed_by"),
    (version("hc_art_2", 1, removed_by=["emc_1"]), f"{VERSIONS}:2: .*and a version follows at"),
    (version("hc_art_1", 1, event="repealed"), f"{VERSIONS}:1: .*repealed of version 1"),
    (version("hc_art_2", 2, event="original"), f"{VERSIONS}:3: .*original of version 2"),
    (version("hc_art_9-A", 1, event="original"), f"{VERSIONS}:20: .*original of version 1"),
    (
        version("hc_art_10", 1, end="1999-04-15", removed_by=["emr_1"]),
        f"{VERSIONS}:22: .*hc_art_10_par_1 on 1999-04-15, without a line of hc_art_10",
    ),
    (
        version("hc_art_25", 1, component_id="hc_art_28_par_1", article="28", paragraph="1"),
        f"{VERSIONS}:66: .*without a line of hc_art_28",
    ),
    # Places.
    (changed(VERSIONS, 3, location={"title": "1"}), f"{VERSIONS}:3: .*location title, not an"),
    (
        changed(VERSIONS, 3, location=["title", "chapter", "section", "subsection"]),
        f"{VERSIONS}:3: .*not an object of title",
    ),
    (placed(title=1), f"{VERSIONS}:1: .*text from 1 to 39"),
    (placed(title="II"), f"{VERSIONS}:1: .*text from 1 to 39"),
    (placed(title="1-A"), f"{VERSIONS}:1: .*text from 1 to 39"),
    (placed(title="40"), f"{VERSIONS}:1: .*text from 1 to 39"),
    (placed(title=None, chapter="1"), f"{VERSIONS}:1: .*a level under one that is null"),
    # Tables.
    (changed(TOLD, 1, article="hc_art_99"), f"{TOLD}:1: .*hc_art_99, which is not there"),
    (changed(TOLD, 1, amendment="EC 9"), f"{TOLD}:1: .*not promulgated"),
    (changed(TOLD, 1, article="hc_art_1"), f"{TOLD}:1: .*no line of it changed"),
    ({**FILES, TOLD: FILES[TOLD] * 2}, f"{TOLD}:10: .*a second time"),
    ({**FILES, TOLD: b'{"article":"hc_art_3"}\n'}, f"{TOLD}:1.*missing-key"),
    (changed(WAITING, 1, amendment="EC 70"), f"{WAITING}:1: .*EC 70, of no day"),
    ({**FILES, WAITING: FILES[WAITING] * 2}, f"{WAITING}:2: .*EC 7, .*a second time"),
    (changed(WAITING, 1, articles=["hc_art_99"]), f"{WAITING}:1: .*hc_art_99, which is not there"),
    # The law.
    ({**FILES, "law.json": b"{}"}, "law.json.*missing-key"),
    (said(bodies={"hc": {"en": "the Code", "pt": "o Código"}}), "law.json.*body tp"),
    (said(bodies={}), "law.json.*no body"),
    (said(called={"en": "the Code", "pt": "Código"}), "law.json"),
    (said(called={"en": "the Code", "pt": "A Lei"}), "law.json"),
    (said(horizon="2009-12-31"), "amendments.jsonl:9.*2010-08-08, after the law's horizon"),
    (said(first_day="1985-01-01"), "law.json.*a first day of 1985-01-01, and the first of"),
    (said(first_day="1995-01-01"), "law.json.*a first day of 1995-01-01, and the first of"),
    (changed("amendments.jsonl", 5, amendments=[]), f"{VERSIONS}:17: .*amendments"),
    (said(questions={"point_in_time": -3}), "law.json"),
    (said(questions={}), "law.json"),
    ({**FILES, VERSIONS: b"", TOLD: b""}, "law.json.*is no line"),
    (without("law.json"), "no name of the body hc, tp"),
    ({**FILES, VERSIONS: FILES[VERSIONS] + b"{"}, f"{VERSIONS}:73"),
    ({**FILES, f"{VERSIONS}.gz": b""}, "file-twice"),
]


@pytest.mark.parametrize("make", [AmendedLaw, corpus], ids=["memory", "graph"])
@pytest.mark.parametrize(("files", "why"), WRONG, ids=[why for _, why in WRONG])
def test_a_line_that_is_wrong_is_named_with_its_file_and_number(
    make: Callable[[Mapping[str, bytes]], object], files: Mapping[str, bytes], why: str
) -> None:
    with pytest.raises(ReleaseError) as caught:
        make(files)

    said = " ".join(str(caught.value).split())
    assert any(_matches(why, problem) for problem in caught.value.problems), said
    assert all(problem.fix for problem in caught.value.problems)


def test_a_constitution_with_a_later_amendment_than_its_horizon_is_refused(tmp_path: Path) -> None:
    files = store.read_tree(constitution_in(tmp_path / "law"))
    late = b'{"date": "2021-03-15", "amendments": ["emc_109"], "summary_pt": ""}\n'

    corpus(files)
    with pytest.raises(ReleaseError, match="after the law's horizon of 2020-08-26"):
        corpus(files | {"amendments.jsonl": files["amendments.jsonl"] + late})


def test_a_task_that_is_none_is_refused_where_questions_are_drawn() -> None:
    with pytest.raises(ReleaseError, match=r"law.json.*no task: lineages"):
        AmendedLaw(said(questions={"lineages": 3}))


def _matches(why: str, problem: Any) -> bool:
    told = f"{problem.file}:{problem.line}: {problem.got} {problem.code}"
    return re.search(why, told) is not None


def test_a_wrong_folder_is_said_by_the_builders_command_without_a_traceback(
    tmp_path: Path,
) -> None:
    for name, data in changed(VERSIONS, 3, start="1993-05-11").items():
        (tmp_path / name).write_bytes(data)

    code, out, talk = run(
        "--constitution", tmp_path, "--seed", 7, "--split", "public", "--released", "2026-11-22",
        "--draft", tmp_path / "draft", address=nobody(), module="authoring.tlr",
    )  # fmt: skip

    assert (code, out) == (1, "")
    assert "not-a-timeline" in talk
    assert f"{VERSIONS}:3" in "".join(talk.split())
    assert "Traceback" not in talk
    assert not (tmp_path / "draft").exists()


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("digesta_generate", ["graph", "load", BOOK]),
        ("digesta_generate", ["graph", "check"]),
        ("authoring.tlr",
         ["--constitution", BOOK, "--seed", 7, "--split", "public",
          "--released", "2026-11-22", "--draft", "nowhere", "--graph"]),
    ],
    ids=["load", "check", "questions"],
)  # fmt: skip
def test_a_command_to_a_server_that_is_down_says_what_to_do(
    module: str, words: list[object]
) -> None:
    code, said, talk = run(*words, address=nobody(), module=module)

    assert (code, said) == (1, "")
    assert "graph-down" in talk
    assert "start one (digesta-generate graph serve)" in " ".join(talk.split())
    assert "Traceback" not in talk
    assert "open-sesame" not in talk
