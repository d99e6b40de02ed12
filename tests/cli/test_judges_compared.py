"""Three judges beside each other, one in a person's place: from verdict files to the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest

from digesta.releases.checks.calibration import sets_of
from digesta.sheets.graders.people import drawn_calibration
from digesta.workspace.releases import open_release
from digesta_site.input import site_input
from digesta_site.render import render
from judged_workspace import (
    CREDULOUS,
    ORACLE,
    SECOND,
    accept,
    fill,
    folder_of,
    judged_draft,
    write_judge,
    write_verdicts,
)
from site_tree import pages
from world import RELEASE, cut_in, write

BOARD = f"{CREDULOUS}+{ORACLE}+{SECOND}"
SYSTEMS = ("good", "weak", "partly")


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose third judge's record says that its verdicts are a person's.

    It is a script as the others are, in a test's own workspace.
    """
    root = tmp_path_factory.mktemp("compared")
    cut_in(root, judged_draft())
    fill(root)
    write_verdicts(root, write_judge(root, ORACLE), "partly")
    accept(root, ORACLE)
    data = open_release(root, RELEASE).data
    drawn = drawn_calibration(data, "french", sets_of(data), seed=7)
    reader = {"qualification": "a script", "minutes": 0}
    how = {"track": "french", "seed": 7, "calibration": drawn, **reader}
    person = write_judge(root, SECOND, human=True, parameters=how)
    for name in SYSTEMS:
        write_verdicts(root, person, name)
    accept(root, SECOND)
    return root


@pytest.fixture(scope="module")
def judge_tree(compared: Path) -> dict[str, bytes]:
    return pages(site_input(compared, version="0"))


@pytest.fixture(scope="module")
def comparison(compared: Path, judge_tree: dict[str, bytes]) -> dict[str, Any]:
    assert f"r/{RELEASE}/french/judges.md" in judge_tree
    path = compared / "build" / "judges" / RELEASE / f"french@closed_book@{BOARD}.json"
    value: dict[str, Any] = json.loads(path.read_bytes())
    return value


def parts(record: dict[str, Any], kind: str) -> dict[str, dict[str, Any]]:
    return {part["name"]: part for part in record["parts"] if part["kind"] == kind}


def test_agreement_by_dimension_is_what_it_is_by_hand(comparison: dict[str, Any]) -> None:
    # All agree on good. Of weak and partly, which answer alike, the credulous judge alone has 46
    # of 60 substance criteria and 16 of 30 negative ones otherwise (fourteen of thirty answers
    # hold the article, the other sixteen the word that costs).
    shares = {name: part["equal"]["value"] for name, part in parts(comparison, "dimension").items()}
    by_hand = {
        "structure": Fraction(90, 90),
        "substance": Fraction(60 + 2 * 14, 180),
        "negative": Fraction(30 + 2 * 14, 90),
    }

    assert shares == {name: round(float(share), 9) for name, share in by_hand.items()}
    assert parts(comparison, "all")[""]["equal"]["value"] == round(236 / 360, 9)


def test_alpha_of_each_part_is_that_of_krippendorff_s_package(
    compared: Path, comparison: dict[str, Any]
) -> None:
    said: dict[tuple[str, str, str], dict[str, bool]] = {}
    for judge in (CREDULOUS, ORACLE, SECOND):
        for name in SYSTEMS:
            for line in (folder_of(compared, judge) / f"{name}.jsonl").read_bytes().splitlines():
                verdict = json.loads(line)
                for criterion in verdict["criteria"]:
                    unit = (name, verdict["question_id"], criterion["criterion_id"])
                    said.setdefault(unit, {})[judge] = criterion["satisfied"]

    def theirs(units: Iterable[tuple[str, str, str]]) -> float:
        table = [
            [float(said[unit][judge]) for unit in units] for judge in (CREDULOUS, ORACLE, SECOND)
        ]
        return float(krippendorff.alpha(np.array(table), level_of_measurement="nominal"))

    names = {"structure": "S1", "substance": "SUB", "negative": "NEG1"}
    for dimension, part in parts(comparison, "dimension").items():
        units = sorted(unit for unit in said if unit[2].startswith(names[dimension]))
        assert part["ratings"] == len(units)
        if dimension == "structure":
            assert "alpha" not in part  # all say yes
        else:
            assert part["alpha"]["value"] == pytest.approx(theirs(units), abs=1e-9)
            assert part["alpha"]["low"] < part["alpha"]["value"] < part["alpha"]["high"]
    single = parts(comparison, "criterion")
    assert len(single) == 30 * 4
    for name, part in single.items():
        units = sorted(unit for unit in said if "/".join(unit[1:]) == name)
        assert part["ratings"] == len(units) == 3
        assert "low" not in part["equal"]  # of a single source
        if "alpha" in part:
            assert part["alpha"]["value"] == pytest.approx(theirs(units), abs=1e-9)


def test_each_judge_is_left_out_in_turn(comparison: dict[str, Any]) -> None:
    orders = {order.get("without", ""): order for order in comparison["orders"]}

    assert list(orders) == ["", CREDULOUS, ORACLE, SECOND]
    for order in orders.values():
        ranks = {
            place["submission_id"]: (place["rank_low"], place["rank_high"])
            for place in order["places"]
        }
        # silent answered nothing, so no board ranks it.
        assert ranks == {"good": (1, 1), "weak": (2, 3), "partly": (2, 3)}
        assert order["otherwise"] == []
    assert orders[CREDULOUS]["judges"] == [ORACLE, SECOND]
    assert orders[CREDULOUS]["places"][0]["score"] == 1


def test_a_judge_beside_a_person_has_the_rates_worked_by_hand(comparison: dict[str, Any]) -> None:
    checks = {(check["judge"], check["part"]): check for check in comparison["checks"]}
    credulous, oracle = checks[CREDULOUS, ""], checks[ORACLE, ""]

    # Satisfied by both 178, by the credulous alone 92, by the person alone 32, by neither 58.
    assert comparison["humans"] == [SECOND]
    assert credulous["ratings"] == 178 + 92 + 32 + 58 == 360
    assert credulous["sensitivity"]["value"] == round(178 / 210, 9)
    assert credulous["specificity"]["value"] == round(58 / 150, 9)
    assert credulous["balanced_accuracy"]["value"] == round((178 / 210 + 58 / 150) / 2, 9)
    assert credulous["bias"]["value"] == round(60 / 360, 9)
    assert 0 < credulous["bias"]["low"] < credulous["bias"]["value"] < credulous["bias"]["high"]
    assert [oracle[name]["value"] for name in ("sensitivity", "specificity", "bias")] == [1, 1, 0]
    assert "specificity" not in checks[CREDULOUS, "structure"]  # the person found all satisfied


def test_with_two_judges_leaving_one_out_leaves_the_other_s_word(
    compared: Path, tmp_path: Path
) -> None:
    for path in sorted(compared.rglob("*")):
        inside = path.relative_to(compared)
        if path.is_file() and SECOND not in inside.parts and inside.parts[0] != "build":
            write(tmp_path, {inside.as_posix(): path.read_bytes()})
    log = tmp_path / "releases" / RELEASE / "log" / "judges.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(line for line in lines if SECOND.encode() not in line))

    tree = pages(site_input(tmp_path, version="0"))

    (value,) = json.loads(tree[f"r/{RELEASE}/french/judges.json"])["judges"]
    orders = {order.get("without", ""): order for order in value["orders"]}
    # The credulous judge gives every answer all points; silent answered nothing.
    places = orders[ORACLE]["places"]
    assert [place["submission_id"] for place in places] == sorted(SYSTEMS)
    assert {place["score"] for place in places} == {1}
    assert {(place["rank_low"], place["rank_high"]) for place in places} == {(1, 3)}
    assert orders[ORACLE]["otherwise"] == sorted(SYSTEMS)
    assert value["checks"] == []
    text = words(tree)
    assert "With two judges, leaving one out leaves the other's word alone." in text
    assert "No person's verdicts are recorded" in text


def words(tree: dict[str, bytes]) -> str:
    view = json.loads(tree[f".view/r/{RELEASE}/french/judges.json"])
    html = render("panel.html", view, root="../../../")
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_page_says_all_three_and_the_board_leads_there(
    judge_tree: dict[str, bytes], comparison: dict[str, Any]
) -> None:
    text = words(judge_tree)

    assert "substance 180 30 48.9%" in text
    assert "Of 120 criteria 62 were not judged alike in every answer; the first 20" in text
    assert "Without oracle-second : the mean of oracle-credulous and oracle-script; every" in text
    assert f"{CREDULOUS} beside {SECOND} all criteria 360 84.8%" in text
    board = judge_tree[
        f".view/r/{RELEASE}/french@closed_book@{CREDULOUS}+{ORACLE}+{SECOND}.json"
    ].decode()
    assert f"r/{RELEASE}/french/judges.html" in board
    assert len(judge_tree[f"r/{RELEASE}/french/judges.csv"].splitlines()) == 1 + len(
        comparison["parts"]
    )
