"""A model is one thing across boards: a page with its rows, and what is known of it."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from site_building import bodies
from site_questions import NEWEST

from digesta.errors import InputError, UsageError
from digesta.records.base import example_of
from digesta.records.release import Archive
from digesta.workspace.owner.about import FILE, Model, Note, about_of
from digesta_site.input import site_input
from digesta_site.values import KeptMarks, SiteInput
from site_tree import pages
from world import cut_in, key_of, submission

SOURCE = "https://example.org/acme"
ACME = Model.model_validate(
    {
        "model": "acme",
        "title": "Acme",
        "rows": ["acme-7b", "old-paper"],
        "maker": ["Acme & Co", SOURCE],
    }
)
NOTE = Note(
    series="halacha",
    submission="acme-7b",
    place=["halacha", "kashrut"],
    text="Another key was used.",
)


def with_models(site: SiteInput, **changed: Any) -> SiteInput:
    """Return the fixture's site in which two rows are said to be one model."""
    assert site.newest
    newest = dataclasses.replace(
        site.newest, models={"acme-7b": "acme", "old-paper": "acme"}, **changed
    )
    return dataclasses.replace(site, releases=[newest], models=[ACME])


def as_archive(site: SiteInput) -> dict[str, Any]:
    """Return what makes the fixture's newest release an archive of another's benchmark."""
    assert site.newest
    archive = {"archive": Archive.model_validate(example_of(Archive)),
               "title": "Laws, 9 models, as published in 2024"}  # fmt: skip
    return {
        "manifest": site.newest.manifest.model_copy(update=archive),
        "submissions": (),
        "made": "The bar wrote questions and keys.",
    }


def view(tree: dict[str, bytes], stem: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(tree[f".view/{stem}.json"])
    return value


def test_a_model_has_one_page_with_its_rows_their_years_and_sourced_facts(site: SiteInput) -> None:
    tree = pages(with_models(site, **as_archive(site)))

    shown = view(tree, "models/acme")
    assert shown["facts"] == [{"title": "Maker", "value": "Acme & Co", "source": SOURCE}]
    headings = [one["heading"] for one in shown["sections"]]
    assert headings == [
        "Acme 7B, constrained, run in 2026",
        "Old paper model, as published in 2024",
    ]
    assert all(len(one["rows"]) > 1 for one in shown["sections"])
    [line] = view(tree, "models")["rows"]
    assert (line["title"], line["maker"], line["size"]) == ("Acme", "Acme & Co", "")
    assert line["orgs"] == ["Acme 7B, constrained & Co", "Old paper model & Co"]
    assert "as published in 2024" in {cell["published"] for cell in line["scores"]}
    assert SOURCE in bodies(tree)["models/acme.md"]


def test_rows_pages_and_the_search_lead_to_the_model(site: SiteInput) -> None:
    own, archive = pages(with_models(site)), pages(with_models(site, **as_archive(site)))

    assert 'href="../../../models/acme.html"' in bodies(own)[f"r/{NEWEST}/s/acme-7b.md"]
    board = f"r/{NEWEST}/halacha@closed_book"
    assert "s/acme-7b.html" in bodies(own)[f"{board}.md"]
    assert 'href="../../models/acme.html"' in bodies(archive)[f"{board}.md"]
    rows = json.loads(archive["questions.boards.json"])["rows"]
    assert ["model", "Acme", "models/acme.html"] in [[row[0], row[2], row[4]] for row in rows]
    assert {row[4] for row in rows if "acme-7b" in row[3]} == {"models/acme.html"}


def test_without_a_line_there_is_no_page_of_models(site: SiteInput) -> None:
    assert not [path for path in pages(site) if path.startswith(("models", ".view/models"))]


def test_an_archive_s_board_says_who_made_it_and_what_was_found_about_a_row(
    site: SiteInput,
) -> None:
    assert site.newest
    category = next(iter(site.newest.manifest.track_named("halacha").categories))
    note = NOTE.model_copy(update={"place": ["halacha", category]})

    told = bodies(pages(with_models(site, **as_archive(site), notes=[note])))

    whole, part = (told[f"r/{NEWEST}/halacha{at}@closed_book.md"] for at in ("", f"/{category}"))
    assert whole.count("The bar wrote questions and keys.") == 1
    assert "nobody but the author" not in whole
    assert f">{note.text}</small>" in whole
    assert f">{note.text}</p>" in part
    assert f">{note.text}</p>" in told["models/acme.md"]


def test_what_was_kept_of_withheld_answers_is_compared_question_by_question(
    site: SiteInput,
) -> None:
    assert site.newest
    asked = [q.question_id for q in site.newest.public if q.track == "halacha"][:2]
    kept = KeptMarks(
        asked,
        {"acme-7b": [0, 1], "borealis-2": [1, 1]},
        {"acme-7b": [0, 1], "borealis-2": [1, 1]},
        {("answered", 10**9): 0, ("answered", 0): 1},
        {"right: reads A; right is A": 0, "wrong: reads B; right is A": 1},
    )

    tree = pages(with_models(site, **as_archive(site), marks={"halacha": kept}))

    value = json.loads(tree[f"compare/{NEWEST}/halacha.json"])
    ids = [one["id"] for one in value["systems"]]
    acme, other, baseline = (ids.index(i) for i in ("acme-7b", "borealis-2", "keyword-search"))
    assert [mark["words"] for mark in value["marks"]] == ["right", "wrong"]
    assert [value["earned"][at] for at in (acme, other, baseline)] == ["^_", "__", ""]
    [text, _] = json.loads(tree[value["parts"][0]["file"]])["rows"]
    assert [value["why"][text["said"][at]] for at in (acme, other)] == list(kept.why)
    ref = site.newest.truths[asked[0]].source_refs[0]
    assert (text["words"], text["said"][baseline:]) == (f"{ref.work}, {ref.at}", [])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[[model]]\nmodel = "a"\ntitle = "A"\nrows = ["x/a", "x/a"]', "x/a is listed twice"),
        ("[[model]", "predictions/about.toml"),
        ('[[model]]\nmodel = "a"\ntitle = "A"\nrows = ["a"]\nmaker = ["A", "me"]', "https"),
        ('[[model]]\nmodel = "a"\ntitle = "A"\nrows = ["a"]\ncolour = "red"', "unknown-key"),
    ],
)
def test_a_file_that_says_a_row_twice_or_a_fact_without_a_source_is_refused(
    tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(text, "utf-8")

    with pytest.raises((UsageError, InputError), match=why):
        about_of(tmp_path)


def test_a_model_may_be_called_as_its_row_is(tmp_path: Path) -> None:
    (tmp_path / "predictions").mkdir()
    text = '[[model]]\nmodel = "acme-7b"\ntitle = "Acme"\nrows = ["acme-7b"]\n'
    (tmp_path / "predictions" / "about.toml").write_text(text)

    assert [model.rows for model in about_of(tmp_path).model] == [["acme-7b"]]


def test_a_row_that_no_release_has_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = cut_in(tmp_path)
    submission(work, "right", key_of(work))
    text = '[[model]]\nmodel = "a"\ntitle = "A"\nrows = ["right", "rigth", "elsewhere/x"]\n'
    (work / FILE).write_text(text, "utf-8")

    site_input(work, version="1")

    named = [line for line in capsys.readouterr().err.splitlines() if FILE in line]
    assert named == [f"{FILE}: no release has a row rigth; correct it or remove it"]
