"""The table of ``make bench`` and its comparison, on handmade figures; nothing is timed here."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.bench import __main__ as command
from tests.bench import pairs
from tests.bench.comparison import compare, new_figures
from tests.bench.pairs import Cost, Pair, Row, Target, absence, commands, figures, in_process
from tests.bench.table import table

CHECK = {"stage": "check", "work": "9 lines", "peer": "floor"}
NAME = "check | 9 lines | floor"


def report(*rows: Mapping[str, Any]) -> dict[str, Any]:
    about = {"format": "bench/1", "python": "3.11", "processor": "P", "packages": {"numpy": "2"}}
    return {**about, "rows": list(rows)}


def ratio(value: float, **changes: str) -> dict[str, Any]:
    return {**CHECK, **changes, "ratio": value}


# The comparison -------------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [(2.0, 2.0), (2.4, 2.0), (2.0, 9.0), (2.3, 2.3), (1.0, 1.0)])
def test_a_row_that_is_15_percent_worse_in_one_run_or_none_passes(
    runs: tuple[float, float],
) -> None:
    comparison = compare(report(ratio(2.0)), [report(ratio(value)) for value in runs])

    assert comparison.failures == []


def test_a_row_that_is_more_than_15_percent_worse_in_both_runs_fails_with_old_and_new() -> None:
    comparison = compare(report(ratio(2.0)), [report(ratio(2.4)), report(ratio(2.5))])

    assert comparison.failures == [f"{NAME}: 2 was accepted, now 2.4 (+20%) and 2.5 (+25%)"]


def test_a_row_that_is_worse_in_one_run_or_better_in_both_is_noted() -> None:
    worse = compare(report(ratio(2.0)), [report(ratio(2.4)), report(ratio(2.0))])
    better = compare(report(ratio(2.0)), [report(ratio(1.0)), report(ratio(1.5))])

    assert worse.notes == [f"{NAME}: 2 was accepted, now 2.4 (+20%) and 2 (+0%), not in every run"]
    assert better.notes == [
        f"{NAME}: 2 was accepted, now 1 (-50%) and 1.5 (-25%), better: accept it"
    ]


def test_a_row_that_vanished_from_a_run_fails() -> None:
    comparison = compare(report(ratio(2.0)), [report(ratio(2.0)), report()])

    assert comparison.failures == [f"{NAME}: vanished"]


def test_a_row_whose_peer_is_not_installed_fails_and_one_that_is_slow_is_noted() -> None:
    lacking = report(CHECK | {"absent": "msgspec is not installed"})
    slow = report(CHECK | {"absent": "slow: make bench SLOW=1"})

    assert compare(report(ratio(2.0)), [lacking, lacking]).failures == [
        f"{NAME}: msgspec is not installed"
    ]
    assert compare(report(ratio(2.0)), [slow, slow]) == (
        [], [f"{NAME}: slow: make bench SLOW=1"],
    )  # fmt: skip


def test_a_new_row_passes_with_a_note() -> None:
    run = report(ratio(2.0), ratio(9.0, peer="msgspec"))

    comparison = compare(report(ratio(2.0)), [run, run])

    assert comparison == ([], ["check | 9 lines | msgspec: new, nothing to compare with"])


def test_the_command_fails_with_the_worse_rows_and_says_that_the_processor_is_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / name for name in ("last.json", "1.json", "2.json")]
    for path, value in zip(paths, (2.0, 2.4, 2.5), strict=True):
        figure = report(ratio(value)) | {"processor": "Old" if value == 2.0 else "New"}
        path.write_text(json.dumps(figure))
    last, *runs = map(str, paths)

    code = command.main(["compare", *runs, "--with", last])

    output = capsys.readouterr()
    assert code == 1
    assert output.out == "accepted on Old, measured on New\n"
    assert output.err == f"worse: {NAME}: 2 was accepted, now 2.4 (+20%) and 2.5 (+25%)\n"
    assert command.main(["compare", last, last, "--with", last]) == 0


def test_accepted_is_the_median_of_the_runs_and_what_none_measured_as_it_was() -> None:
    slow = CHECK | {"work": "slow", "absent": "slow"}
    last = report(ratio(7.0, work="slow"), ratio(9.0, work="gone"))

    figure = new_figures([report(ratio(value), slow) for value in (2.0, 2.5, 9.0)], last)

    assert figure["rows"] == [ratio(2.5), ratio(7.0, work="slow")]
    assert figure["runs"] == 3


# The table ------------------------------------------------------------------------------------


def measured(**changes: Any) -> dict[str, Any]:
    values = {
        "seconds": 0.25, "peer_seconds": 1.5, "ratio": 1 / 6, "spread": 0.034, "repeats": 5,
        "peak_mib": 163.2, "targets": [],
    }  # fmt: skip
    return CHECK | values | changes


TABLE = """\
stage  work                ours  peer or floor       ratio  target               verdict       n
check  9 lines  250 ms, 163 MiB  floor: 1.5 s   0.167 ± 3%  ≤ 300 ms, ≤ 100 MiB  missed: MiB   5
       a text            250 ms  floor: 1.5 s   0.167 ± 3%  ≤ 2×                 met          41
rank   9 lines           250 ms  trec: 1.5 s    0.167 ± 3%                                     5
"""


def test_the_table_is_aligned_names_a_stage_once_and_says_which_target_is_missed() -> None:
    targets = [
        {"of": "seconds", "most": 0.3, "met": True}, {"of": "peak_mib", "most": 100, "met": False}
    ]  # fmt: skip
    rows = [
        measured(targets=targets),
        measured(work="a text", targets=[{"of": "ratio", "most": 2, "met": True}], repeats=41),
        measured(stage="rank", peer="trec"),
    ]

    assert table(rows) == TABLE


def test_a_row_that_is_not_measured_stays_in_the_table_and_says_why() -> None:
    line = table([CHECK | {"absent": "msgspec is not installed"}]).splitlines()[1]

    assert line.split() == [
        *("check", "9", "lines", "–", "floor:", "msgspec", "is", "not", "installed", "–"),
        *("not", "measured", "0"),
    ]


# The pairs ------------------------------------------------------------------------------------


def sides(names: list[str]) -> Pair:
    def side(name: str) -> Cost:
        names.append(name)
        return Cost(1.0)

    return Pair(partial(side, "ours"), partial(side, "peer"))


def test_both_sides_are_run_in_turns_seven_times_after_one_that_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pairs, "ENOUGH", 0)
    names: list[str] = []

    counted = list(pairs.turns(sides(names)))

    assert names == ["ours", "peer"] * 8
    assert len(counted) == 7


def test_what_is_short_is_run_until_its_turn_is_over_each_time_on_a_new_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([0.0, 0.06, 7.0, 7.08])
    monkeypatch.setattr(pairs.time, "process_time", lambda: next(clock))
    inputs: list[list[int]] = []

    cost = in_process(inputs.append, lambda: [len(inputs)], share=0.5)()

    assert inputs == [[0], [1]]
    assert cost.seconds == pytest.approx(0.14)


def test_commands_are_run_in_turns_and_their_memory_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pairs, "ENOUGH", 0)
    log = tmp_path / "log"
    ours, peer = (
        commands((sys.executable, "-c", f"open({str(log)!r}, 'a').write('{name} ')"))
        for name in ("ours", "peer")
    )
    row = Row("check", "9 lines", "floor", lambda _: Pair(ours, peer), (Target("peak_mib", 1),))

    figure = pairs.measure(row, tmp_path)

    assert log.read_text() == "ours peer " * 8
    assert figure["repeats"] == 7
    assert figure["targets"] == [{"of": "peak_mib", "most": 1, "met": False}]


def test_a_ratio_is_the_median_of_the_pairs_and_the_spread_that_of_their_quartiles() -> None:
    row = Row("check", "9 lines", "floor", lambda _: sides([]), (Target("ratio", 3),))
    times = [(1.0, 1.0), (4.0, 2.0), (9.0, 3.0), (16.0, 4.0), (500.0, 5.0)]

    figure = figures(row, [(Cost(ours), Cost(peer)) for ours, peer in times])

    assert figure["ratio"] == 3
    assert figure["spread"] == (4 - 2) / 3
    assert (figure["seconds"], figure["peer_seconds"]) == (9, 3)
    assert figure["targets"] == [{"of": "ratio", "most": 3, "met": True}]


def test_a_command_that_fails_ends_the_bench(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="failed: "):
        commands((sys.executable, "-c", "raise SystemExit(1)"))()


def test_a_row_is_left_out_where_its_peer_is_not_installed_or_it_is_slow() -> None:
    row = Row("check", "9 lines", "x", lambda _: sides([]), packages=("orjson", "no-such-peer"))

    assert absence(row, slow=True) == "no-such-peer is not installed"
    assert absence(replace(row, slow=True), slow=False) == "slow: make bench SLOW=1"


# The benches ----------------------------------------------------------------------------------


def test_every_accepted_row_has_a_bench_and_every_bench_an_accepted_row() -> None:
    last = json.loads(command.LAST.read_bytes())

    rows = [row.key for bench in command.BENCHES for row in command.rows_of(bench)]

    assert len(rows) == len(set(rows))
    assert [(row["stage"], row["work"], row["peer"]) for row in last["rows"]] == rows


def test_the_accepted_figures_name_no_machine() -> None:
    last = json.loads(command.LAST.read_bytes())

    assert last.keys() == {"format", "python", "processor", "packages", "runs", "rows"}
    assert "/" not in last["processor"]
