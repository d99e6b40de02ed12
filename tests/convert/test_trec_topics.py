"""Topics of TREC beside qrels and a run: what the queries say; and lists with equal scores."""

from __future__ import annotations

import pytest
from seeds import only, refused

from digesta_convert import CONVERTERS

TREC = CONVERTERS["trec"]
QRELS = {"qrels.txt": b"q1 0 d1 1\nq2 0 d2 2\n"}


@pytest.mark.parametrize(
    "topics",
    [
        {"topics.tsv": b"q1\tWho owns it?\r\nq2\tWho pays?\n"},
        {"queries.jsonl": b'{"_id":"q1","text":"Who owns it?"}\n{"_id":"q2","text":"Who pays?"}\n'},
        {"topics.jsonl": b'{"qid":"q1","query":"Who owns it?"}\n{"id":"q2","title":"Who pays?"}\n'},
        {"a.txt": b"<top>\n<num> Number: q1\n<title> Who\nowns it?\n<desc> x\n</top>\n"
                  b"<top><num>q2</num><title>Who pays?</title></top>\n"},
        {"a.txt": b"q1\tWho owns it?\nq2\tWho pays?\nq3\tNot judged\n"},
    ],
)  # fmt: skip
def test_topics_say_what_is_asked(topics: dict[str, bytes]) -> None:
    draft = TREC.read(QRELS | topics, {"language": "en", "license": "MIT"})

    assert [question["turns"][0]["content"] for question in draft.questions] == [
        "Who owns it?", "Who pays?",
    ]  # fmt: skip
    assert not [lack for lack in draft.lacks if "turns" in lack.got or "source_refs" in lack.got]


def test_a_query_without_a_topic_is_listed_as_lacking_its_words() -> None:
    draft = TREC.read(QRELS | {"topics.tsv": b"q1\tWho owns it?\n"})

    assert [lack.line for lack in draft.lacks if lack.got == "no turns"] == [2]


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"q1\tA?\nq1\tB?\n", "dup-id", 2),
        (b"q1\tA?\nq2\t\n", "bad-topic", 2),
        (b"q1\tA?\nq2\t\xff\n", "utf8", 2),
        (b'{"_id":"q1","text":"A?"}\n{"text":"B?"}\n', "bad-topic", 2),
    ],
)
def test_a_bad_topic_is_told_by_its_line(data: bytes, code: str, line: int) -> None:
    problem = only("trec", QRELS | {"topics.tsv": data})

    assert (problem.file, problem.code, problem.line) == ("topics.tsv", code, line)


def test_two_files_of_topics_are_refused() -> None:
    topics = {"topics.tsv": b"q1\tA?\n", "topics2.tsv": b"q1\tB?\n"}

    assert [problem.code for problem in refused("trec", QRELS | topics)] == ["file-twice"]


def test_lists_with_equal_scores_are_told() -> None:
    run = b"q1 Q0 d1 1 5.0 x\nq1 Q0 d2 2 5.0 x\nq2 Q0 d1 1 5.0 x\nq2 Q0 d2 2 4.0 x\n"

    draft = TREC.read(QRELS | {"run.txt": run})

    told = [note for note in draft.notes if "equal scores" in note]
    assert [note.endswith("its figures may differ: q1") for note in told] == [True]
    assert draft.answer_of()["q1"] == {"ranked": ["d1", "d2"]}
