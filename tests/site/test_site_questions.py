"""Pages of questions: what stands first, lists over all questions, the index that finds them."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest
from site_building import bodies
from site_questions import HOSTILE, NEWEST, OLDER, SEALED_TRUTH, question, review
from site_workspace import SYSTEMS, submission
from test_site_answers import plain

from digesta.records.base import example_of
from digesta.records.question import SourceRef
from digesta.records.release import Archive
from digesta.records.review import Passage
from digesta_site.first_words import first_words
from digesta_site.pages.questions.differences import Piece, differences
from digesta_site.pages.questions.proof import proof_view
from digesta_site.values import SiteInput
from site_tree import pages

PAGE = f"r/{NEWEST}/q/halacha/shabbat/muktzeh"
COUNTED = {name for name, _, level, role, _ in SYSTEMS if role == "system" and level != "open"}


# -- the pages of a task


def test_a_question_begins_with_its_prompt_then_answers_of_systems_and_floors_folded(
    by_page: dict[str, str],
) -> None:
    section = by_page[PAGE].split("<section")[1]

    order = ['class="dg-prompt"', "What is right", 'class="dg-answers"', "dg-floors", "Dispute"]
    assert sorted(order, key=section.index) == order
    folded = section.split('class="dg-floors"')[1]
    assert re.search(r"[✓✗] (right|wrong) Keyword search : \S", plain(folded))
    assert "Keyword search" not in section.split('class="dg-floors"')[0]
    assert "Borealis 2" not in folded


def test_the_key_shows_its_reason_passage_steps_and_who_derived_it(
    by_page: dict[str, str],
) -> None:
    boxes = [one.split("</section>")[0] for one in by_page[PAGE].split('class="dg-truth"')[1:]]
    box = next(one for one in boxes if "Two programs derived this key" in one)

    assert "Money was on the bed when the day began." in box
    assert 'href="https://www.sefaria.org/Shulchan_Arukh%2C_Orach_Chayim.310.7"' in box
    assert "<summary>The whole article <small" in box
    assert "<mark>והיו עליה בין השמשות</mark>" in box
    assert "1 + 1 = 2" in box
    assert "No jurist has read it." in box
    read = [one for one in boxes if "No jurist has read it." not in one]
    assert read, "a question that a qualified person read does not say that none has"


def test_a_key_without_steps_is_not_said_to_be_derived_twice() -> None:
    """Of two programs that agree, each may only have found the quoted words."""
    derived = review(question("halacha", "muktzeh", 1), human=False)
    checked = derived.model_copy(update={"steps": None})

    assert [proof_view([each])["twice"] for each in (derived, checked)] == [True, False]


def test_words_of_an_article_that_is_not_shown_stay_in_the_order_of_the_keys_parts() -> None:
    """So that the third passage is that of part c, also where a place decides two parts."""
    known = review(question("halacha", "muktzeh", 1), human=False)
    [whole] = known.passages
    places = [("310:7", "a"), ("310:8", "b"), ("310:7", "c")]
    short = [Passage(work=whole.work, at=at, words=words) for at, words in places]

    listed = proof_view([known.model_copy(update={"passages": short})])["places"]
    shown = proof_view([known.model_copy(update={"passages": [whole, *short]})])["places"]

    assert [place["words"] for place in listed] == [["a"], ["b"], ["c"]]
    assert [place["words"] for place in shown] == [[whole.words, "a", "c"], ["b"]]


def test_what_all_questions_of_a_page_have_in_common_is_said_once(by_page: dict[str, str]) -> None:
    before, *sections = by_page[PAGE].split("<section")

    assert len(sections) > 1
    assert '<details id="shared">' in before
    assert "<dt>Licence</dt>" in before
    assert not [one for one in sections if "<dt>Licence</dt>" in one]
    assert all("<dt>Id</dt>" in one and 'href="#shared"' in one for one in sections)


def test_a_long_prompt_is_folded_and_what_others_begin_with_is_shown_once(site: SiteInput) -> None:
    assert site.newest is not None
    rules = "Answer as the law stood on the day.\n" * 30
    asked = [question("halacha", "muktzeh", n) for n in range(1, 8, 2)]
    turns = [
        [each.turns[0].model_copy(update={"content": f"{rules}Who asks, {n}?"})]
        for n, each in enumerate(asked)
    ]
    told = [
        each.model_copy(update={"turns": own, "shown_sources": None})
        for each, own in zip(asked, turns, strict=True)
    ]
    releases = [dataclasses.replace(site.newest, questions=told)]

    body = bodies(pages(dataclasses.replace(site, releases=releases)))[f"{PAGE}.md"]

    prompt = body.split('class="dg-prompt"')[1]
    assert re.search(r"> Who asks, \d\? …$", plain(prompt.split("<details")[0]))
    assert "The whole text" in prompt
    assert f"{len(rules) + 12:,} characters" in prompt
    assert body.count(rules.splitlines()[0]) == rules.count("\n")
    second = body.split('class="dg-prompt"')[2].split("</div>")[0]
    assert re.search(r"Begins as in question 1 : Who asks, \d\?$", plain(second))
    [first, *_] = re.findall(r'<section class="dg-q" id="([^"]+)"', body)
    assert f'<a href="#{first}">question 1</a>' in second


def test_a_contract_is_shown_in_part_and_the_page_says_how_much_more_the_release_has(
    site: SiteInput,
) -> None:
    assert site.newest is not None
    asked = question("halacha", "muktzeh", 1)
    turn = asked.turns[0].model_copy(update={"content": "§" * 20_000})
    long = asked.model_copy(update={"turns": [turn], "shown_sources": None})
    releases = [dataclasses.replace(site.newest, questions=[long])]

    body = bodies(pages(dataclasses.replace(site, releases=releases)))[f"{PAGE}.md"]

    whole = body.split("The whole text")[1].split("</div>")[0]
    assert "20,000 characters" in whole
    assert whole.count("§") == 4_000
    assert "16,000 more characters in the file of questions of the release" in plain(whole)


def test_a_source_whose_place_is_the_work_is_named_once() -> None:
    assert str(SourceRef(work="BGB § 559", at="BGB § 559")) == "BGB § 559"
    assert str(SourceRef(work="BGB", at="§ 559")) == "BGB, § 559"


def test_every_question_has_an_address_that_can_be_copied(
    tree: dict[str, bytes], by_page: dict[str, str]
) -> None:
    for entry in json.loads(tree[f"{PAGE}.json"]):
        anchor = f"q-{entry['question_id'][:16]}"
        assert f'id="{anchor}"' in by_page[PAGE]
        assert f'href="#{anchor}"><code>#{anchor}</code>' in by_page[PAGE]


def test_the_matrix_names_systems_before_floors_without_adversaries_and_shows_first_words(
    site: SiteInput,
) -> None:
    newest = site.newest
    assert newest is not None
    echo = submission(
        NEWEST, ("adversary-echo", "Echo", "rerun", "adversary", 0.1), newest.questions
    )
    release = dataclasses.replace(newest, submissions=[*newest.submissions, echo])
    shown = bodies(pages(dataclasses.replace(site, releases=[release])))
    matrix = shown[f"{PAGE}.md"].split("</table>")[0]
    heads = [plain(head) for head in re.findall(r"<th scope=\"col\".*?</th>", matrix)]
    floors = ["dg-floor" in head for head in re.findall(r"<th scope=\"col\".*?</th>", matrix)]

    assert heads[:3] == ["Question", "Difficulty", "Right"]
    assert "Acme 7B, constrained" in heads
    assert floors == sorted(floors)
    assert {head for head, floor in zip(heads, floors, strict=True) if floor} == {
        "Keyword search",
        "Reference answers",
    }
    assert matrix.count('<td class="dg-') == matrix.count("<tr data-card") * (len(heads) - 3)
    assert "May the bed be moved on Shabbat?" in plain(matrix)


def test_a_cell_of_the_matrix_has_its_mark_as_class_and_its_share_without_a_point_and_nought(
    tree: dict[str, bytes], by_page: dict[str, str]
) -> None:
    cells = re.findall(
        r'<td class="dg-(\w+)" data-v="([^"]*)">', by_page[PAGE].split("</table>")[0]
    )

    view = json.loads(tree[f".view/{PAGE}.json"])
    drawn = [cell for question in view["questions"] for cell in question["cells"]]
    assert [key for key, _ in cells] == [cell["key"] for cell in drawn]
    assert [float(share) if share else None for _, share in cells] == [c["share"] for c in drawn]
    assert not any(share.endswith(".0") for _, share in cells)


@pytest.mark.parametrize(
    ("answer", "right", "expected"),
    [
        ("x", {"answer": "no"}, []),
        (
            {"level": "A", "type": ["x", "y"], "basis": [{"a": 1}]},
            {"level": "C", "type": ["y", "z"], "basis": []},
            [("level", "*A*", "*C*"), ("type", "*x*, y", "y, *z*")],
        ),
        ({"by": ["a", "b"]}, {"answer": {"by": ["b", "a"]}}, [("by", "*a*, *b*", "*b*, *a*")]),
        ("an essay", {"criteria": []}, []),
        (None, {"answer": "no"}, []),
    ],
)  # fmt: skip
def test_what_differs_is_marked_on_both_sides(
    answer: object, right: dict[str, object], expected: list[tuple[str, str, str]]
) -> None:
    def marks(pieces: list[Piece]) -> str:
        return ", ".join(f"*{each.text}*" if each.differs else each.text for each in pieces)

    rows = differences(answer, right)

    told = [(row.name, marks(row.wrote), marks(row.right)) for row in rows]
    assert told == expected


def test_first_words_leave_out_what_every_prompt_begins_with() -> None:
    asked = [question("halacha", "muktzeh", n) for n in range(1, 8, 2)]
    told = [
        one.model_copy(
            update={"turns": [one.turns[0].model_copy(update={"content": f"No. Who asks, {n}?"})],
                    "shown_sources": None}
        )
        for n, one in enumerate(asked)
    ]  # fmt: skip

    assert list(first_words(told).values()) == [f"Who asks, {n}?" for n in range(4)]


# -- lists


def test_the_hardest_questions_come_by_the_credit_of_the_systems_that_answered(
    tree: dict[str, bytes],
) -> None:
    rows = json.loads(tree["questions/hardest.json"])
    answers = [
        entry
        for path, data in tree.items()
        if path.startswith(f"r/{NEWEST}/q/") and path.endswith(".json")
        for entry in json.loads(data)
    ]

    assert [row["share"] for row in rows] == sorted(row["share"] for row in rows)
    first = rows[0]
    [entry] = [e for e in answers if e["question_id"] == first["question_id"]]
    credits_ = [
        one["credit"]
        for one in entry["answers"]
        for name in one["submissions"]
        if name in COUNTED and one["status"] != "missing"
    ]
    assert first["answered"] == len(credits_)
    assert first["share"] == round(sum(credits_) / len(credits_) / 10**9, 9)


def test_a_list_says_who_counts_and_links_each_question_to_its_place(
    by_page: dict[str, str],
) -> None:
    body = by_page["questions/hardest"]

    assert f"{len(COUNTED)} systems ({len(COUNTED)} closed book)" in plain(body)
    assert "Keyword search" not in body
    assert "&lt;script&gt;" not in body
    links = re.findall(r'<th scope="row"><a href="\.\./(r/[^"]+)\.html#([^"]+)"', body)
    assert links
    for stem, anchor in links:
        assert f'id="{anchor}"' in by_page[stem]


def test_lists_order_by_what_they_say(tree: dict[str, bytes]) -> None:
    split = json.loads(tree["questions/split.json"])
    easiest = json.loads(tree["questions/easiest.json"])

    assert [row["spread"] for row in split] == sorted((r["spread"] for r in split), reverse=True)
    assert all(0 < row["share"] < 1 and row["answered"] > 1 for row in split)
    assert easiest
    assert all(row["share"] == 1 and row["right"] == row["answered"] for row in easiest)


def test_board_and_question_lead_to_the_lists_of_the_newest_release_only(
    by_page: dict[str, str],
) -> None:
    assert "questions/hardest.html#halacha" in by_page[f"r/{NEWEST}/halacha@closed_book"]
    assert "questions/split.html" in by_page[PAGE]
    assert "questions/hardest.html" not in by_page[f"r/{OLDER}/halacha@closed_book"]
    assert "questions/split.html" not in by_page[f"r/{OLDER}/index"]


# -- counts and index


def test_the_page_of_questions_counts_them_by_track_language_and_licence(
    tree: dict[str, bytes], by_page: dict[str, str]
) -> None:
    text = plain(by_page["questions"])
    rows = json.loads(tree["questions.json"])

    assert "80 public ones with their right answers and 6 sealed ones" in text
    assert "Halacha 38 6 English 19 + 3 sealed, Hebrew 19 + 3 sealed CC-BY-4.0" in text
    assert sum(row["questions"] for row in rows) == 80 + 6


def test_the_index_holds_every_public_question_and_nothing_sealed(
    site: SiteInput, tree: dict[str, bytes]
) -> None:
    assert site.newest is not None
    tracks = site.newest.manifest.tracks
    shards = [json.loads(tree[f"questions.{track.track}.json"]) for track in tracks]
    anchors = [row[shard["fields"].index("anchor")] for shard in shards for row in shard["rows"]]

    assert sorted(anchors) == sorted(f"q-{q.question_id[:16]}" for q in site.newest.public)
    every = b"".join(data for path, data in tree.items() if path.startswith("questions"))
    assert SEALED_TRUTH.encode() not in every


def test_boards_systems_and_tasks_of_archives_are_found_and_their_questions_are_not(
    site: SiteInput,
) -> None:
    newest, older = site.newest_first
    name = "lexeval-2026-11-23"
    source = Archive.model_validate(example_of(Archive))
    manifest = older.manifest.model_copy(update={"release": name, "archive": source})
    boards = [board.model_copy(update={"release": name}) for board in older.boards]
    archive = dataclasses.replace(older, manifest=manifest, boards=boards, submissions=[], pairs=[])

    tree = pages(dataclasses.replace(site, releases=[newest, archive]))

    rows = json.loads(tree["questions.boards.json"])["rows"]
    theirs = [row for row in rows if name in row[3]]
    assert {row[0] for row in theirs} == {"board", "system", "task"}
    assert HOSTILE[0] in [row[2] for row in theirs]
    assert not [path for path in tree if path.startswith("questions.") and name in path]


def test_boards_are_found_by_what_they_are_about_and_pages_by_other_words(
    tree: dict[str, bytes], site: SiteInput
) -> None:
    index = json.loads(tree["questions.boards.json"])
    rows = [dict(zip(index["fields"], row, strict=False)) for row in index["rows"]]
    assert site.newest is not None
    about = {track.track: track.about for track in site.newest.manifest.tracks}

    boards = [row for row in rows if row["kind"] == "board" and row.get("words")]
    cite = next(row for row in rows if "BibTeX" in row.get("words", ""))

    assert {row["track"] for row in boards} == set(about)
    assert all(about[row["track"]] in row["words"] for row in boards)
    assert cite["href"] == f"r/{NEWEST}/index.html#cite"
    assert [row["href"] for row in rows if row["title"] == "Hardest questions"]
    listed = [row["href"].partition("#")[0][:-5] for row in rows if row["kind"] == "page"]
    assert [page for page in listed if f"{page}.md" not in tree] == []


def test_an_answer_that_waits_for_its_judge_is_neither_wrong_nor_counted(site: SiteInput) -> None:
    assert site.newest is not None
    release = site.newest
    waiting = []
    for one in release.submissions:
        facts = one.facts["halacha"]
        columns = {"closed": [*facts.scorers["closed"], "unjudged"]}
        rows = [[*row, 1] for row in facts.rows]
        changed = facts.model_copy(update={"scorers": columns, "rows": rows})
        waiting.append(dataclasses.replace(one, facts={"halacha": changed}))
    releases = [dataclasses.replace(release, submissions=waiting)]

    tree = pages(dataclasses.replace(site, releases=releases))

    assert "not judged" in plain(bodies(tree)[f"{PAGE}.md"])
    assert json.loads(tree["questions/hardest.json"]) == []


@pytest.mark.parametrize("judged", [True, False])
def test_only_an_answer_that_a_judge_can_judge_is_said_to_be_judged(
    site: SiteInput, *, judged: bool
) -> None:
    assert site.newest is not None
    marked = []
    for one in site.newest.submissions:
        facts = one.facts["halacha"]
        columns = {"closed": [*facts.scorers["closed"], *["unjudged"] * judged]}
        rows = [[*row, *[0] * judged] for row in facts.rows]
        told = {"scorers": columns, "rows": rows, "judge": "rules-9"}
        own = {**one.facts, "halacha": facts.model_copy(update=told)}
        marked.append(dataclasses.replace(one, facts=own))
    releases = [dataclasses.replace(site.newest, submissions=marked)]

    tree = pages(dataclasses.replace(site, releases=releases))

    assert ("Judged by rules-9" in plain(bodies(tree)[f"{PAGE}.md"])) == judged
