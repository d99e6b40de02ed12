"""What a search service answers becomes a submission, or a located problem; never half of one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from runs import generate
from searched import (
    CASES,
    NAMES,
    QUESTIONS,
    address,
    by_number,
    folder,
    listed,
    own_first,
    ranked,
    right,
    say,
    search,
    service,
    texts,
    undisturbed,
    workspace,
)

import penal
from digesta.canonical import canonical_bytes, digest, sha256_hex
from digesta.workspace.releases import open_release
from digesta.workspace.submissions import read_answers
from world import RELEASE, lines_of, released_in

BATCHES = 3
"""Five questions, two at once."""


# What is written -------------------------------------------------------------------------------


def test_lists_become_a_submission_without_the_query_s_own_case(lookup: Path) -> None:
    with service() as server:
        done = search(lookup, server)

    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{folder(lookup).as_posix()}: 5 answers\n"
    assert ranked(lookup) == undisturbed()
    read = read_answers(folder(lookup), open_release(lookup, RELEASE).compiled)
    assert read.count == QUESTIONS


def test_the_query_is_what_a_question_says_of_its_own_and_batches_are_no_larger(
    lookup: Path,
) -> None:
    with service() as server:
        search(lookup, server)

    bodies = [body for _, _, body in server.seen]
    said = [query for body in bodies for query in body["queries"]]
    assert said == [one["text"] for one in penal.CASES[:QUESTIONS]]
    assert [len(body["queries"]) for body in bodies] == [2, 2, 1]
    assert {path for path, _, _ in server.seen} == {"/batch_search"}
    assert all({"top_k": 20, "mode": "hybrid", "rerank": True}.items() <= b.items() for b in bodies)


def test_the_dense_form_is_two_keys_and_a_list_of_lists(lookup: Path) -> None:
    with service(lambda e, _: say(e, lambda q, k: right(q, k)["results"])) as server:
        done = search(lookup, server, "--form", "facts", "--retriever", "mine", "--top", "7")

    assert done.returncode == 0, done.stderr
    assert [sorted(body) for _, _, body in server.seen] == [["facts", "top_k"]] * BATCHES
    card = json.loads((folder(lookup) / "submission.json").read_bytes())
    assert (card["retriever"], card["model_name"]) == ("mine", "found")
    assert {len(one) for one in ranked(lookup).values()} == {6}


def test_the_card_says_what_found_and_how_it_was_asked(lookup: Path) -> None:
    with service() as server:
        search(lookup, server, "--notes", "Started by hand.")

    card = json.loads((folder(lookup) / "submission.json").read_bytes())
    assert card["condition"] == "retrieval"
    assert card["model_name"] == NAMES["service"]
    assert card["retriever"] == NAMES["retriever"]
    assert card["tracks"] == ["cases"]
    assert card["retrieval"] == {"request": "queries", "top_k": 20}
    assert card["notes"] == "Started by hand."
    assert card["command"].startswith(f"digesta-generate search --url {address(server)} --id found")
    assert str(lookup) not in card["command"]


def test_the_trace_has_the_list_as_it_came_and_the_record_what_was_asked(lookup: Path) -> None:
    with service() as server:
        search(lookup, server)

    for one, case in zip(lines_of(folder(lookup) / "trace.jsonl"), penal.CASES, strict=False):
        assert one["retrieved"] == own_first(case["text"])
        assert one["answer_sha256"] == digest({"ranked": own_first(case["text"])[1:]})
        assert one["prompt_sha256"] == sha256_hex(case["text"].encode())
    record = json.loads((folder(lookup) / "run.json").read_bytes())
    said = record["inference"]
    assert said["service"] == NAMES | {"url": address(server)}
    assert (said["longest_list"], said["most_tries"], record["asked"]) == (12, 1, 5)


def test_shorter_and_empty_lists_are_taken_as_they_are(lookup: Path) -> None:
    def short(queries: list[str], _top_k: int) -> Any:
        return {"results": [listed(CASES[5]), []][: len(queries)]}

    with service(lambda e, _: say(e, short)) as server:
        done = search(lookup, server)

    assert done.returncode == 0, done.stderr
    assert list(ranked(lookup).values()) == [[CASES[5]], [], [CASES[5]], [], [CASES[5]]]
    said = json.loads((folder(lookup) / "run.json").read_bytes())["inference"]
    assert (said["shortest_list"], said["longest_list"]) == (0, 1)


def test_a_document_s_number_names_its_case(lookup: Path) -> None:
    def numbered(queries: list[str], _top_k: int) -> Any:
        two = [
            {"id": 1, "fact": penal.CASES[1]["text"]},
            {"fact_id": "2", "id": 99, "accusation": "not read"},
        ]
        return [two for _ in queries]

    with service(lambda e, _: say(e, numbered)) as server:
        done = search(lookup, server)

    assert done.returncode == 0, done.stderr
    assert ranked(lookup)["near-0"] == ["case-1", "case-2"]


def test_what_a_service_calls_itself_is_cut_and_cleaned(lookup: Path) -> None:
    def loud(queries: list[str], top_k: int) -> Any:
        return right(queries, top_k) | {"service": "a\u202eb" * 100, "retriever": {"not": "text"}}

    with service(lambda e, _: say(e, loud)) as server:
        done = search(lookup, server, "--name", "Plain")

    assert done.returncode == 0, done.stderr
    card = json.loads((folder(lookup) / "submission.json").read_bytes())
    assert card["model_name"] == "Plain"
    assert "retriever" not in card
    assert len(json.loads((folder(lookup) / "run.json").read_bytes())["inference"]["service"]) == 2


# The command -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://example.org", "--url: http is unprotected"),
        ("http://key@127.0.0.1:1", "--url must hold no user"),
        ("ftp://127.0.0.1", "--url: not the URL of an endpoint"),
        ("127.0.0.1:80", "--url: not the URL of an endpoint"),
    ],
)
def test_an_address_that_is_none_or_unprotected_is_refused(
    lookup: Path, url: str, said: str
) -> None:
    done = search(lookup, url)

    assert done.returncode == 2
    assert said in done.stderr
    assert "key" not in done.stderr


def test_a_name_of_this_machine_may_lead_nowhere_else(lookup: Path) -> None:
    done = search(lookup, "http://192.0.2.1:9", "--loopback")

    assert done.returncode == 1
    assert "loopback; got 192.0.2.1; expected an address of this machine" in done.stderr


def test_a_corpus_that_is_not_there_and_a_release_released_in_are_told(
    lookup: Path, tmp_path: Path
) -> None:
    toy = released_in(tmp_path / "toy")
    wrong = search(lookup, "http://127.0.0.1:1", "--corpus", "laws/1")
    none = search(toy, "http://127.0.0.1:1")

    assert (wrong.returncode, none.returncode) == (2, 2)
    assert none.stderr == f"release {RELEASE} has no question that searches a corpus\n"
    assert "--corpus: no corpus 'laws/1'; there are: cases/1" in wrong.stderr


def test_what_somebody_wrote_into_the_card_stays(lookup: Path) -> None:
    with service() as server:
        search(lookup, server)
        path = folder(lookup) / "submission.json"
        card = json.loads(path.read_bytes())
        path.write_bytes(canonical_bytes(card | {"model_name": "Ours", "retriever": "by hand"}))
        done = search(lookup, server)

    assert done.returncode == 0, done.stderr
    card = json.loads(path.read_bytes())
    assert (card["model_name"], card["retriever"]) == ("Ours", "by hand")


def test_a_search_is_not_carried_over_but_asked_anew(lookup: Path) -> None:
    with service() as server:
        search(lookup, server)
    done = generate("carry", folder(lookup), "--root", lookup)

    assert done.returncode == 2
    assert "ranked by a search service" in done.stderr
    assert "digesta-generate search" in done.stderr


def test_services_of_several_corpora_answer_all_questions_in_one_submission(tmp_path: Path) -> None:
    root = workspace(tmp_path, texts())
    with service() as server, service(by_number) as other:
        more = ("--corpus", "cases/1", "--also", f"texts/2={address(other)}")
        broken = search(root, server, "--corpus", "cases/1", "--also", "texts/2=http://127.0.0.1:1")
        done = search(root, server, *more)
        asked = len(server.seen)

    assert broken.returncode == 1
    assert "5 of 6 questions are answered" in broken.stderr
    assert done.returncode == 0, done.stderr
    assert asked == BATCHES, "the first run asked all of the first corpus"
    assert ranked(root) == undisturbed() | {"text-0": ["doc-1", "doc-0"]}
    card = json.loads((folder(root) / "submission.json").read_bytes())
    assert sorted(card.get("tracks", [])) == ["cases", "texts"]
    assert "--also texts/2=http://127.0.0.1" in card["command"]


@pytest.mark.parametrize(
    ("given", "said"),
    [("texts/2", "expected CORPUS=URL"), ("cases/1=http://127.0.0.1:1", "one service a corpus")],
)
def test_a_further_corpus_without_an_address_or_named_twice_is_refused(
    lookup: Path, given: str, said: str
) -> None:
    done = search(lookup, "http://127.0.0.1:1", "--corpus", "cases/1", "--also", given)

    assert done.returncode == 2
    assert said in done.stderr
