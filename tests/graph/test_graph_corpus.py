"""Nodes and relations of a folder: aggregated versions, the release's states, what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dated_law import CHARTER, charter_in, codes, folder_of, place, row
from digesta.errors import ReleaseError
from digesta.workspace import store
from digesta_generate.graph.corpus import GraphCorpus, corpus
from digesta_generate.graph.shape import ENDS, KEYS
from places import ROOT

STATES = ROOT / "releases" / "2026-11-22.4" / "resources" / "tlr" / "states.jsonl"


def versions(found: GraphCorpus, component: str) -> list[tuple[int, str, str | None]]:
    names = {end for start, end in found.relations["HAS_VERSION"] if start == component}
    rows = [one for one in found.nodes["CTV"] if one["ctv_id"] in names]
    return [(one["version_number"], one["date_start"], one.get("date_end")) for one in rows]


def parts(found: GraphCorpus, version: str) -> set[str]:
    return {end for start, end in found.relations["AGGREGATES"] if start == version}


def text(found: GraphCorpus, version: str) -> Any:
    units = {one["text_id"]: one for one in found.nodes["TextUnit"]}
    return units[f"{version}_pt_text"]["full_text"]


# aggregation -------------------------------------------------------------------------------------


def test_a_change_of_a_line_makes_a_version_of_everything_that_it_lies_in(
    toy_graph: GraphCorpus,
) -> None:
    days = ["1988-10-05", "1992-01-01", "1994-06-07", "2000-02-14", None]

    expected = [(n, days[n - 1], days[n]) for n in range(1, 5)]
    assert versions(toy_graph, "ch_art_1") == expected
    # Article 3, in title 2, and article 2-A, in chapter 2 of title 1, changed the body too.
    assert [start for _, start, _ in versions(toy_graph, "ch")] == [*days[:4], "2005-03-01"]
    assert [start for _, start, _ in versions(toy_graph, "ch_tit_2")] == [
        "1988-10-05", "1992-01-01", "2000-02-14", "2005-03-01",
    ]  # fmt: skip
    assert versions(toy_graph, "adct") == [(1, "1988-10-05", None)]


def test_what_did_not_change_is_aggregated_again_and_not_copied(toy_graph: GraphCorpus) -> None:
    before, after = parts(toy_graph, "ch_art_1_v2"), parts(toy_graph, "ch_art_1_v3")

    assert before - after == {"ch_art_1_par_1_v1"}
    assert after - before == {"ch_art_1_par_1_v2"}
    assert before & after == {
        "ch_art_1_caput_v1", "ch_art_1_inc_9_v1", "ch_art_1_inc_9-a_v1", "ch_art_1_inc_10_v1",
    }  # fmt: skip


def test_a_retouched_line_has_a_version_and_its_article_none(toy_graph: GraphCorpus) -> None:
    assert [n for n, *_ in versions(toy_graph, "ch_art_1_caput")] == [1, 2]
    assert parts(toy_graph, "ch_art_1_v4") >= {"ch_art_1_caput_v1", "ch_art_1_caput_v2"}


def test_an_articles_version_has_its_whole_text_and_a_division_has_none(
    toy_graph: GraphCorpus,
) -> None:
    assert text(toy_graph, "ch_art_1_v3") == (
        "Art. 1º  Caput:\nIX - nove;\nIX-A - nove bis;\nX - dez;\n§ 1º Dois."
    )
    worded = {start for start, _ in toy_graph.relations["EXPRESSED_IN"]}
    divisions = {"ch_v1", "ch_tit_1_v1", "ch_tit_1_cap_2_v1", "adct_v1"}
    assert not worded & divisions
    assert divisions <= {one["ctv_id"] for one in toy_graph.nodes["CTV"]}


def test_a_removed_line_is_a_result_of_its_amendment_in_the_article(toy_graph: GraphCorpus) -> None:
    assert ("ec_10", "ch_art_1_v4") in toy_graph.relations["RESULTED_IN"]
    assert ("ch_art_1_v4", "ch_art_1_v3") in toy_graph.relations["SUPERSEDES"]


def test_every_relation_joins_nodes_that_are_there(toy_graph: GraphCorpus) -> None:
    ids = {label: {one[key] for one in toy_graph.nodes[label]} for label, key in KEYS.items()}

    assert toy_graph.relations.keys() == ENDS.keys()
    for relation, (start, end) in ENDS.items():
        for first, second in toy_graph.relations[relation]:
            assert first in ids[start]
            assert second in ids[end]


# what is refused ---------------------------------------------------------------------------------


def test_a_folder_without_its_two_files_is_refused() -> None:
    with pytest.raises(ReleaseError) as caught:
        corpus({})

    assert codes(caught.value) == ["file-missing", "file-missing"]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([row("ch_art_1", 2, "1988-10-05", None, "x")], "ch_art_1: versions not numbered"),
        ([{"component_id": "ch_art_1"}], "KeyError"),
        (
            [
                row("ch_art_4", 1, "1988-10-05", "2005-03-01", "x"),
                row("ch_art_4", 2, "2005-03-01", None, "x", change="editorial", **place(title="2")),
            ],
            "ch_art_4_v2: moves to another division",
        ),
    ],
)
def test_versions_that_contradict_each_other_are_refused(
    rows: list[dict[str, Any]], why: str, tmp_path: Path
) -> None:
    folder = folder_of(rows, tmp_path / "wrong")

    with pytest.raises(ReleaseError, match=why) as caught:
        corpus(store.read_tree(folder))

    assert codes(caught.value) == ["not-a-timeline"]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    files = store.read_tree(charter_in(tmp_path / "charter"))
    for damaged in (b"no gzip", files["component_versions.jsonl.gz"][:-9]):
        with pytest.raises(ReleaseError, match="not-a-timeline"):
            corpus(files | {"component_versions.jsonl.gz": damaged})


def test_lines_in_another_order_make_the_same_graph(toy_graph: GraphCorpus, tmp_path: Path) -> None:
    turned = corpus(store.read_tree(folder_of(CHARTER[::-1], tmp_path / "turned")))

    assert turned.graph == toy_graph.graph
    assert turned.source != toy_graph.source
