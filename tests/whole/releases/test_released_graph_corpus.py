"""The graph's corpus has the states that a release asks about."""

from __future__ import annotations

import json

from test_graph_corpus import STATES

from digesta_generate.graph.corpus import GraphCorpus


def test_the_articles_versions_are_the_releases_states(whole_corpus: GraphCorpus) -> None:
    released = [json.loads(line) for line in STATES.read_bytes().splitlines()]
    nodes = {one["ctv_id"]: one for one in whole_corpus.nodes["CTV"]}
    hashes = {one["text_id"]: one["content_hash"] for one in whole_corpus.nodes["TextUnit"]}
    actions = {one["action_id"]: one["amendment"] for one in whole_corpus.nodes["Action"]}
    made_by: dict[str, set[str]] = {}
    for action, version in whole_corpus.relations["RESULTED_IN"]:
        made_by.setdefault(version, set()).add(actions[action])

    found = []
    for state in released:
        name = f"{state['article']}_v{state['state']}"
        one = nodes[name]
        found.append(
            state
            | {"start": one["date_start"], "sha256": hashes[f"{name}_pt_text"]}
            | {"settled": one["settled"]}
            | ({"end": one["date_end"]} if "date_end" in one else {})
        )
        assert made_by.get(name, set()) == set(state["amendments"])
    articles = {state["article"] for state in released}

    assert found == released
    assert len(released) == 677
    assert sum(start in articles for start, _ in whole_corpus.relations["HAS_VERSION"]) == 677
