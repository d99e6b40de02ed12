"""Two to four systems picked by a reader: the published verdict, scores, answers side by side."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from typing import Any

from site_building import bodies
from site_questions import HOSTILE, NEWEST
from test_site_browser import AXE

from digesta.records.base import example_of
from digesta.records.release import Archive
from digesta_site.pages.picker.answers import FIRST
from digesta_site.values import SiteInput
from site_tree import pages

HALACHA = f"compare/{NEWEST}/halacha.json"


def shard(tree: dict[str, bytes], path: str = HALACHA) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(tree[path])
    return value


def places(value: dict[str, Any]) -> dict[str, int]:
    return {one["id"]: at for at, one in enumerate(value["systems"])}


def rows_of(tree: dict[str, bytes], value: dict[str, Any]) -> list[list[list[Any]]]:
    """Return the verdicts of a track from the files that hold them."""
    files = [json.loads(tree[part["file"]])["rows"] for part in value["verdicts"]["parts"]]
    starts = [part["from"] for part in value["verdicts"]["parts"]]
    assert starts == [sum(map(len, files[:number])) for number in range(len(files))]
    return [row for file in files for row in file]


def said_of(tree: dict[str, bytes], value: dict[str, Any], one: str, other: str) -> list[Any]:
    first, second = sorted((places(value)[one], places(value)[other]))
    said: list[Any] = rows_of(tree, value)[first][second - first - 1]
    return said


def test_a_verdict_is_the_published_pair_and_nothing_else(tree: dict[str, bytes]) -> None:
    value = shard(tree)
    rows = list(csv.DictReader(io.StringIO(tree[f"r/{NEWEST}/halacha/compare.csv"].decode())))
    page = bodies(tree)[f"r/{NEWEST}/halacha/compare.md"]

    tested = [cell for row in rows_of(tree, value) for cell in row if len(cell) > 2]
    assert len(tested) == len(rows) == 2
    for row in rows:
        later, apart, points, low, high, better, worse, p, family, more = said_of(
            tree, value, row["a"], row["b"]
        )
        assert later == (places(value)[row["a"]] > places(value)[row["b"]])
        assert apart == (row["separable"] == "yes")
        shares = [round(float(row[name]) * 1000) for name in ("difference", "low", "high")]
        assert [points, low, high] == shares
        assert f"{low / 10:+.1f} to {high / 10:+.1f}</small>" in page
        assert [str(better), str(worse)] == [row["a_better_on"], row["b_better_on"]]
        assert p == (0 if float(row["adjusted"]) < 0.001 else float(row["adjusted"]) * 1000)
        assert value["verdicts"]["families"][family][1] == int(row["pairs"])
        assert more == (int(row["more"]) if row["more"] else None)


def test_a_pair_without_a_test_says_why(tree: dict[str, bytes], site: SiteInput) -> None:
    value = shard(tree)
    others = ("adversary-echo", "open-0", "cedar-mini")
    reasons = value["verdicts"]["reasons"]

    floor, sent_in, neither = (said_of(tree, value, "acme-7b", other) for other in others)

    assert "knows no law" in reasons[floor[0]]
    assert floor[1] == places(value)["adversary-echo"]
    assert "only what maintainers ran" in reasons[sent_in[0]]
    assert neither[1] is None
    assert reasons[neither[0]] == "No paired test of these two is published."
    newest = site.newest
    assert newest is not None
    judged = [
        board.model_copy(update={"board": f"{board.board}@judge-1"})
        if board.board.startswith("frenchlaw")
        else board
        for board in newest.boards
    ]
    pairs = [pair for pair in newest.pairs if pair["board"] != "frenchlaw"]
    changed = dataclasses.replace(newest, boards=judged, pairs=pairs)
    told = pages(dataclasses.replace(site, releases=[changed]))
    french = shard(told, f"compare/{NEWEST}/frenchlaw.json")
    why = said_of(told, french, "acme-7b", "cedar-mini")
    assert "different judges are not compared" in french["verdicts"]["reasons"][why[0]]


def test_floors_stand_after_the_systems(tree: dict[str, bytes]) -> None:
    groups = list(dict.fromkeys(one["group"] for one in shard(tree)["systems"]))

    assert groups == [
        "Systems",
        "Self-reported systems",
        "Baselines",
        "Adversaries (floors)",
        "For reference",
    ]


def test_two_conditions_of_one_system_have_two_names(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    twin = {"submission_id": "acme-7b-r", "condition": "retrieval", "retriever": "BM25"}
    own = next(one for one in newest.submissions if one.card.submission_id == "acme-7b")
    other = dataclasses.replace(own, card=own.card.model_copy(update=twin))
    boards = [
        board.model_copy(
            update={
                "board": "halacha@retrieval",
                "rows": [
                    row.model_copy(update={"submission_id": "acme-7b-r"})
                    for row in board.rows
                    if row.submission_id == "acme-7b"
                ],
            }
        )
        for board in newest.boards
        if (board.board, board.split) == ("halacha@closed_book", "public")
    ]
    changed = dataclasses.replace(
        newest, boards=[*newest.boards, *boards], submissions=[*newest.submissions, other]
    )

    value = shard(pages(dataclasses.replace(site, releases=[changed])))

    first, second = (value["systems"][places(value)[name]] for name in ("acme-7b", "acme-7b-r"))
    assert first["label"] != second["label"]
    assert "with retrieval" in second["label"]
    assert second["said"] == "with retrieval, passages: \u2068BM25\u2069"


def test_what_each_earned_and_said_is_what_its_question_page_says(
    tree: dict[str, bytes], site: SiteInput
) -> None:
    value = shard(tree)
    [part] = value["parts"]
    texts = json.loads(tree[part["file"]])["rows"]
    newest = site.newest
    assert newest is not None
    acme = places(value)["acme-7b"]

    assert len(value["questions"]) == len(texts) == 38
    for at, (task, href, number, counts) in enumerate(value["questions"]):
        page, _, anchor = href.partition("#")
        view = json.loads(tree[f".view/{page.removesuffix('.html')}.json"])
        shown = next(one for one in view["questions"] if one["anchor"] == anchor)
        answer = next(one for one in shown["systems"] if one["id"] == "acme-7b")
        assert value["marks"][ord(value["earned"][acme][at]) - FIRST]["words"] == answer["words"]
        if answer["key"] != "missing":
            assert texts[at]["said"][acme] == answer["text"]
        assert (task, number, counts) == (shown["task"], shown["number"], True)


def test_a_truth_is_shown_by_what_answers_have_too(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    first = next(one for one in newest.public if one.track == "halacha")
    key = first.question_id
    truth = newest.truths[key].model_copy(
        update={"truth": {"derived": "x", "law": ["A", "B"], "fine": {"least": 3}}}
    )
    answered = [
        dataclasses.replace(one, answers={**one.answers, key: {"law": ["<b>", "C"], "fine": 2}})
        for one in newest.submissions
    ]
    changed = dataclasses.replace(
        newest, submissions=answered, truths={**newest.truths, key: truth}
    )

    tree = pages(dataclasses.replace(site, releases=[changed]))

    text = json.loads(tree[f"compare/{NEWEST}/halacha.1.json"])["rows"][0]
    assert text["right"] == "law: A, B; fine: least: 3"
    assert text["said"][0] == "law: <b>, C; fine: 2"


def test_an_archive_has_verdicts_and_no_answers(site: SiteInput) -> None:
    newest = site.newest
    assert newest is not None
    archive = newest.manifest.model_copy(
        update={"archive": Archive.model_validate(example_of(Archive))}
    )
    changed = dataclasses.replace(newest, manifest=archive, submissions=())

    tree = pages(dataclasses.replace(site, releases=[changed]))

    value = shard(tree)
    assert said_of(tree, value, "acme-7b", "borealis-2")[1] == 1
    assert said_of(tree, value, "acme-7b", "borealis-2")[5:7] == [2, 1]
    assert (value["questions"], value["parts"], value["marks"]) == ([], [], [])
    assert f"r/{NEWEST}/halacha/compare.md" not in tree
    told = bodies(tree)
    assert "ranks and tie groups" in told["compare.md"]
    assert "compare.html?r=" in told[f"r/{NEWEST}/halacha@closed_book.md"]


def test_pages_lead_to_the_picker_with_themselves_picked(tree: dict[str, bytes]) -> None:
    told = bodies(tree)

    assert f'compare.html?r={NEWEST}&amp;s=acme-7b"' in told[f"r/{NEWEST}/s/acme-7b.md"]
    assert f'compare.html?r={NEWEST}&amp;t=halacha"' in told[f"r/{NEWEST}/halacha/compare.md"]


def test_where_nothing_was_compared_the_page_says_so_and_nothing_leads_there(
    site: SiteInput,
) -> None:
    bare = [dataclasses.replace(one, pairs=(), conditions=()) for one in site.releases]

    tree = pages(dataclasses.replace(site, releases=bare))

    assert "No two systems have been compared yet" in bodies(tree)["compare.md"]
    assert not [path for path in tree if path.startswith("compare/")]
    assert not [path for path, body in bodies(tree).items() if "compare.html" in body]


def pick_by_keyboard(page: Any, number: int, typed: str) -> None:
    select = page.locator("select[name=s]").nth(number)
    select.focus()
    page.keyboard.type(typed)
    page.keyboard.press("Tab")


def test_two_systems_are_picked_by_keyboard_and_stay_after_a_reload(
    page: Any, address: str, tree: dict[str, bytes]
) -> None:
    value = shard(tree)
    given = [value["earned"][places(value)[name]] for name in ("acme-7b", "borealis-2")]
    shares = [[value["marks"][ord(each) - FIRST]["share"] for each in marks] for marks in given]
    differing = sum(a != b for a, b in zip(*shares, strict=True))

    page.goto(f"{address}compare.html")
    page.wait_for_selector(".dg-versus")
    pick_by_keyboard(page, 0, "Borealis")
    pick_by_keyboard(page, 1, "Acme")
    page.wait_for_selector(".dg-verdicts li.dg-apart")
    verdict = page.locator(".dg-verdicts li p").first.inner_text()
    page.wait_for_selector("[data-shown] .dg-versus")

    assert "s=borealis-2&s=acme-7b" in page.url
    assert verdict == (
        "Acme 7B, constrained scores 16.0 points more than Borealis 2: 74.0% against 58.0%. "
        "The two are told apart."
    )
    assert page.locator(".dg-verdicts li p").nth(1).inner_text() == (
        "Difference in accuracy, in points: +16.0 (+8.0 to +24.0, of this pair alone, at 95%); "
        "more earned on 2 against 1 of 60 questions. p < 0.001, corrected by Holm's method; pairs "
        "ranked on one board: 2."
    )
    assert f"where they differ ({differing})" in page.locator("select[name=q]").inner_text()
    assert f"1 to 10 of {differing} questions" in page.locator("[data-part=answers]").inner_text()
    assert page.locator(".dg-versus").count() == 10
    first = page.locator(".dg-versus").first
    assert first.locator(".dg-mark").count() == 2
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate("axe.run(document).then(r => r.violations.map(v => v.id))") == []
    assert "/q/halacha/" in first.locator("h3 a").get_attribute("href")
    page.locator("select[name=q]").select_option("all")
    page.locator("button", has_text="Next").click()
    page.reload()
    page.wait_for_selector(".dg-versus")
    assert page.locator(".dg-verdicts li p").first.inner_text() == verdict
    assert "11 to 20 of 38 questions" in page.locator("[data-part=answers]").inner_text()
    assert page.wrong == []


def test_hostile_names_and_answers_stay_text(page: Any, address: str) -> None:
    picked = "&".join(f"s=open-{number}" for number in range(4))
    page.goto(f"{address}compare.html?r={NEWEST}&t=halacha&{picked}&q=all")
    page.wait_for_selector(".dg-versus")

    shown = page.locator("[data-part=verdicts]").inner_text()
    assert all(name in shown for name in HOSTILE[:4])
    assert page.locator(".dg-verdicts li").count() == 6
    assert page.locator("[data-compare] script, [data-compare] img, [data-compare] b").count() == 0
    assert page.locator("select[name=s]").nth(3).input_value() == "open-3"
    assert page.wrong == []


def test_an_address_that_asks_for_what_is_not_there_shows_what_is(page: Any, address: str) -> None:
    page.goto(f"{address}compare.html?r=1999-01-01&t=%3Cb%3E&s=nobody&s=acme-7b&s=acme-7b&p=99")
    page.wait_for_selector(".dg-versus")

    assert page.locator("select[name=r]").input_value() == NEWEST
    assert page.locator("select[name=s]").first.input_value() == "acme-7b"
    assert page.locator("select[name=r] option").all_inner_texts() == [NEWEST], "none superseded"
    assert page.wrong == []


SHIFT = """
window.shift = 0;
new PerformanceObserver(list => list.getEntries().forEach(one => { shift += one.value; }))
  .observe({type: "layout-shift", buffered: true});
"""


def test_what_is_loaded_later_moves_nothing_and_fits_a_phone(page: Any, address: str) -> None:
    held: list[Any] = []
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(SHIFT)
    page.route("**/compare.json", lambda route: held.append(route))  # noqa: PLW0108 - it sets names on it
    picked = "&".join(f"s={name}" for name in ("acme-7b", "borealis-2", "open-0", "open-1"))

    page.goto(f"{address}compare.html?t=halacha&{picked}")
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    before = page.locator("#published").bounding_box()["y"]
    held[0].continue_()
    page.wait_for_selector("[data-shown] .dg-versus")
    room = "one => one.scrollWidth - one.clientWidth"

    assert before >= 844
    assert page.evaluate("shift") < 0.1
    assert page.locator(".dg-places thead th").count() == 5
    assert page.locator("[data-part=scores] .dg-scroll").evaluate(room) <= 0
    assert page.wrong == []


def test_where_the_list_of_systems_cannot_be_loaded_the_published_pages_are_near(
    page: Any, address: str
) -> None:
    page.route("**/compare.json", lambda route: route.abort())

    page.goto(f"{address}compare.html")
    page.wait_for_selector(".dg-picker .dg-banner")

    assert "could not be loaded" in page.locator(".dg-picker").inner_text()
    assert page.locator("select[name=s]").count() == 0
    assert page.locator("#published").bounding_box()["y"] < 900


def test_without_javascript_the_page_leads_to_every_published_comparison(
    browser: Any, address: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto(f"{address}compare.html")

    assert "Picking needs JavaScript" in opened.locator("article").inner_text()
    assert not opened.locator("[data-compare]").is_visible()
    links = opened.locator("#published ~ ul a").evaluate_all("all => all.map(one => one.href)")
    assert f"{address}r/{NEWEST}/halacha/compare.html" in links
    context.close()
