from __future__ import annotations

import csv
import dataclasses
import io
import json
import posixpath
import re

import pytest
from site_building import bodies
from site_questions import NEWEST, SEALED_ANSWER, SEALED_TRUTH, question, review, truth
from site_workspace import SYSTEMS, board, site_input, submission

from digesta.errors import UsageError
from digesta.text.formulas import csv_text
from digesta.workspace.site_config import config_of
from digesta_site.navigation import SECTIONS
from digesta_site.prose import prose_pages
from digesta_site.values import SiteInput
from digesta_site.views.reviews import review_level
from digesta_site.views.sections import sections_of
from digesta_site.views.shapes import shape
from site_tree import figures_of, pages

BOARD = f"r/{NEWEST}/halacha@closed_book"


def test_the_order_of_what_was_loaded_does_not_matter(
    site: SiteInput, tree: dict[str, bytes]
) -> None:
    turned = [
        dataclasses.replace(
            release,
            boards=list(reversed(release.boards)),
            questions=list(reversed(release.questions)),
            submissions=list(reversed(release.submissions)),
            decisions=list(reversed(release.decisions)),
        )
        for release in reversed(site.releases)
    ]

    again = pages(dataclasses.replace(site, releases=turned))

    assert again == tree


def test_every_page_has_its_data_beside_it(tree: dict[str, bytes], site: SiteInput) -> None:
    generated = {path for path in tree if path.endswith(".md")} - prose_pages(
        site.pages, tree
    ).keys()

    missing = [path for path in generated if f"{path[:-3]}.json" not in tree]

    assert len(generated) > 50
    assert not missing


def test_every_page_is_linked_from_another_or_in_the_menu(
    tree: dict[str, bytes], site: SiteInput
) -> None:
    known = {path for section in SECTIONS for path in section.pages}
    for path, body in bodies(tree).items():
        for address in re.findall(r'href="([^"#?:]+)\.html', body):
            known.add(posixpath.normpath(f"{posixpath.dirname(path)}/{address}.md").lstrip("/"))

    pages_of_data = {path for path in tree if path.endswith(".md") and path not in site.pages}
    assert not pages_of_data - known


def test_the_data_of_a_board_is_the_board(tree: dict[str, bytes], site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    boards = {one.board: one for one in newest.boards if one.split == "public"}

    assert json.loads(tree[f"{BOARD}.json"]) == boards["halacha@closed_book"].as_json()


def test_sealed_truths_and_answers_to_sealed_questions_stand_nowhere(
    tree: dict[str, bytes], site: SiteInput
) -> None:
    newest = site.newest
    assert newest is not None
    sealed = [q.question_id for q in newest.questions if q.split == "holdout"]
    # Sealed questions may be answered: the check on the submit page knows their ids.
    shown = [data for path, data in tree.items() if path != "check.json"]
    everything = b"\n".join(shown).decode(errors="replace")

    assert sealed
    for secret in (SEALED_TRUTH, SEALED_ANSWER, *sealed):
        assert secret not in everything


def test_no_text_cell_of_a_csv_is_a_formula(tree: dict[str, bytes]) -> None:
    texts = [
        cell
        for path, data in tree.items()
        if path.endswith(".csv")
        for row in csv.reader(io.StringIO(data.decode()))
        for cell in row
    ]

    assert "'=cmd|'/c calc'!A1" in texts
    assert not [cell for cell in texts if cell.lstrip()[:1] in set("=+@\t\r＝＋－＠")]


def test_numbers_of_a_csv_stay_numbers_and_texts_do_not_become_formulas() -> None:
    made = csv_text([("a", "b"), [-0.5, " ＝1+1"], [None, 'say "x"\r']])

    assert made == 'a,b\n-0.5,\' ＝1+1\n,"say ""x""\r"\n'


def test_open_rows_never_stand_among_the_ranked_even_with_a_rank() -> None:
    found = board(NEWEST, "halacha@closed_book", 38)
    first = next(row for row in found.rows if row.level == "open")
    lifted = first.model_copy(update={"rank_low": 1, "rank_high": 1, "tie_group": 1})
    rows = [lifted if row is first else row for row in found.rows]

    sections = {s.key: rows for s, rows in sections_of(found.model_copy(update={"rows": rows}))}

    assert lifted in sections["open"]
    assert {row.level for row in sections["ranked"]} <= {"rerun", "sealed"}
    assert {row.role for row in sections["floors"]} == {"adversary", "baseline"}


def test_a_board_that_is_not_ranked_says_why_and_has_no_ranked_table(
    tree: dict[str, bytes],
) -> None:
    body = bodies(tree)[f"r/{NEWEST}/finlaw@closed_book.md"]

    assert "a ranking needs 30" in body
    assert 'data-table="ranked"' not in body
    assert 'data-table="unranked"' in body


def test_a_row_that_came_since_the_last_publication_is_marked(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    whole = next(
        one for one in newest.boards if one.board == "halacha@closed_book" and one.split == "public"
    )
    ids = [row.submission_id for row in whole.rows]
    published = {whole.board: frozenset(ids[1:])}
    marked = dataclasses.replace(newest, published=published)

    tree = pages(dataclasses.replace(site, releases=[marked]))

    view = json.loads(tree[f".view/{BOARD}.json"])
    rows = [row for section in view["sections"] for row in section["rows"]]
    assert [row["id"] for row in rows if row["pending"]] == ids[:1]


def test_a_board_whose_name_leaves_the_tree_is_refused(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    escaping = newest.boards[0].model_copy(update={"board": "../../x@closed_book"})
    release = dataclasses.replace(newest, boards=[escaping])

    with pytest.raises(UsageError, match="no board's name"):
        pages(dataclasses.replace(site, releases=[release]))


def test_a_hand_written_page_stands_in_place_of_a_generated_one(site: SiteInput) -> None:
    written = dataclasses.replace(site, pages={**site.pages, "releases.md": b"# Ours\n"})

    assert pages(written)["releases.md"] == b"# Ours\n"


def test_a_workspace_without_any_release_has_pages_too() -> None:
    empty = SiteInput(config=config_of("[site]\n"), releases=[])

    shown = bodies(pages(empty))

    assert "No release has been cut yet" in shown["index.md"]


def test_a_task_with_much_text_is_split_into_pages_that_stay_small(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    asked = [question("frenchlaw", "redaction", n) for n in range(40)]
    release = dataclasses.replace(
        newest,
        questions=asked,
        truths={one.question_id: truth(one) for one in asked},
        submissions=[submission(NEWEST, who, asked) for who in SYSTEMS],
    )

    shown = bodies(pages(dataclasses.replace(site, releases=[release])))

    parts = [path for path in shown if "/q/frenchlaw/" in path]
    assert len(parts) > 1
    assert max(len(shown[path].encode()) for path in parts) < 270_000
    assert sum(shown[path].count('class="dg-q"') for path in parts) == 40


def test_every_reply_of_a_system_has_its_reason(tree: dict[str, bytes]) -> None:
    body = bodies(tree)[f"r/{NEWEST}/q/halacha/shabbat/muktzeh.md"]

    floors = "".join(re.findall(r'<details class="dg-floors">.*?</details>', body, re.DOTALL))
    replies = body.count('class="dg-reply"') - floors.count('class="dg-reply"')
    assert body.count("was compared with") == replies > 9 * len(SYSTEMS)
    assert "was compared with" not in floors
    assert 'lang="he"' in body
    assert "[U+200F]" in body


def test_hover_texts_of_figures_are_ours(tree: dict[str, bytes]) -> None:
    views = [path[6:-5] for path in tree if path.startswith(".view/")]
    figures = [one for stem in views for one in figures_of(tree, stem).values()]

    # The steps of a front have no text of their own: its points have.
    drawn = [trace for figure in figures for trace in figure["data"] if trace["name"] != "front"]
    hovers = {trace["hovertemplate"] for trace in drawn}
    assert hovers == {
        "%{customdata[0]}<br>%{x:.1f}% (%{customdata[1]})%{customdata[2]}<extra></extra>",
        "%{customdata[0]}<br>%{x:+.1f} (%{customdata[1]})<extra></extra>",
        "%{customdata[0]}<br>%{y:.1f}%<extra></extra>",
        "%{customdata[0]}<br>%{y:.1f}% at %{customdata[1]}<extra></extra>",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[site]\ncolour = 'x'", "no option 'colour'"),
        ("[site]\naccent = 'red'", "must be a colour"),
        ("[site]\ndispute = 'javascript:alert(1)'", "must begin with"),
        ("[site]\ntitle = 3", "must be a text"),
        ("[site", "digesta.toml"),
    ],
)
def test_a_wrong_configuration_says_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        config_of(text)


def test_the_dispute_link_names_what_is_disputed() -> None:
    told = config_of("[site]\ndispute = 'mailto:d@example.org?subject={id}'")

    body = bodies(pages(site_input(told)))[f"{BOARD}.md"]

    assert f"mailto:d@example.org?subject={NEWEST}%20halacha%40closed_book%20acme-7b" in body


def test_a_deep_value_is_shown_as_json_and_a_list_of_objects_as_a_table() -> None:
    shown = shape(
        {
            "schema": {"properties": {"a": {"type": "string"}}},
            "positives": [{"case": "c-1", "tier": 1}, {"case": "c-2"}],
            "answer": None,
        }
    )

    kinds = {name: inner["is"] for name, inner in shown["of"]}
    assert kinds == {"schema": "code", "positives": "table", "answer": "text"}
    assert shown["of"][1][1]["of"][1] == [{"is": "text", "of": "c-2"}, None]


def test_a_question_s_level_is_that_of_all_its_reviews_whatever_their_order() -> None:
    asked = question("halacha", "muktzeh", 1)
    blind, human = review(asked, human=False), review(asked, human=True)

    assert review_level([]) == 0
    assert review_level([human, blind]) == review_level([blind, human]) == 3
