"""The temporal graph of a timeline, and records that contradict each other."""

from __future__ import annotations

from typing import Any

import pytest

from dated_law import CHARTER, DAYS, NORM, row
from digesta_legal.timeline import Timeline, edges, timeline_of

# the graph --------------------------------------------------------------------------------------


def test_the_graph_has_the_eight_relations(charter: Timeline) -> None:
    found = list(edges(charter))
    by_relation = {name: [(e.from_id, e.to_id) for e in found if e.relation == name]
                   for name in {e.relation for e in found}}  # fmt: skip

    assert by_relation["HAS_COMPONENT"] == [("ch_1988", "ch"), ("ch_1988", "adct")]
    assert ("ch_tit_1", "ch_art_1") in by_relation["HAS_CHILD"]
    assert ("ch_art_1", "ch_art_1_v2") in by_relation["HAS_VERSION"]
    assert ("ch_art_1_v2", "ch_art_1_v2_pt") in by_relation["EXPRESSED_IN"]
    assert ("ch_art_1_v2_pt", "ch_art_1_v2_pt_text") in by_relation["HAS_TEXT"]
    assert ("ch_art_1_v2", "ch_art_1_v1") in by_relation["SUPERSEDES"]
    assert ("ec_10", "ch_art_2-a_v1") in by_relation["RESULTED_IN"]
    assert len(by_relation["HAS_VERSION"]) == len(CHARTER)


def test_a_version_aggregates_those_under_it_that_were_in_force_with_it(charter: Timeline) -> None:
    aggregated = {e.to_id for e in edges(charter)
                  if e.relation == "AGGREGATES" and e.from_id == "ch_art_1_v2"}  # fmt: skip

    assert aggregated == {"ch_art_1_inc_9-a_v1", "ch_art_1_inc_10_v1", "ch_art_1_par_1_v2"}


def test_an_amendment_that_no_day_names_results_in_nothing() -> None:
    alone = timeline_of(CHARTER, [], norm=NORM)

    assert not [edge for edge in edges(alone) if edge.relation == "RESULTED_IN"]


# contradictions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([row("ch_art_1", 2, "1988-10-05", None, "x")], "ch_art_1: versions not numbered"),
        (
            [
                row("ch_art_1", 1, "1988-10-05", None, "x"),
                row("ch_art_1", 2, "1992-01-01", None, "y"),
            ],
            "ch_art_1_v2: from 1992-01-01 to 9999-12-31 overlaps",
        ),
    ],
)  # fmt: skip
def test_versions_that_contradict_each_other_are_refused(
    rows: list[dict[str, Any]], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        timeline_of(rows, DAYS, norm=NORM)


def test_a_paragraph_without_its_article_is_refused() -> None:
    with pytest.raises(ValueError, match="ch_art_9_par_1: nothing stands above it"):
        timeline_of([row("ch_art_9_par_1", 1, "1988-10-05", None, "x")], DAYS, norm=NORM)


def test_records_that_do_not_fit_each_other_are_refused(charter: Timeline) -> None:
    components = list(charter.components.values())
    stray = charter.versions | {"ch_art_7": charter.versions["ch_art_2"]}
    orphan = components[0]._replace(component_id="x", parent_id="nowhere")
    silent = components[2]._replace(component_id="ch_art_8")

    with pytest.raises(ValueError, match="ch_art_7: versions of no component"):
        Timeline(NORM, components, stray, texts=charter.texts, places={})
    with pytest.raises(ValueError, match="x: no component nowhere above it"):
        Timeline(NORM, [*components, orphan], charter.versions, texts=charter.texts, places={})
    with pytest.raises(ValueError, match="ch_art_8: no version"):
        Timeline(NORM, [*components, silent], charter.versions, texts=charter.texts, places={})
    with pytest.raises(ValueError, match="ch_art_2_v1: no text"):
        Timeline(NORM, components, charter.versions, texts={}, places={})
    with pytest.raises(ValueError, match="an attribution of ch_art_77 on 2000-01-01"):
        timeline_of(CHARTER, DAYS, norm=NORM, attributions={("ch_art_77", "2000-01-01"): ("EC 1",)})
