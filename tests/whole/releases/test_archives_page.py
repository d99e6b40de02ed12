"""The page on archives says what their published boards and the paired tests say."""

from __future__ import annotations

import gzip
import itertools
import json
import re
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from authoring.archives.lexeval import TASKS
from digesta.board.comparison import headline_pairs
from digesta.records.base import release_parts
from digesta.scorers.letters.readings import READINGS
from digesta.workspace.boards import BoardInputs
from digesta.workspace.owner.about import about_of
from digesta.workspace.releases import StoredRelease, last_publication
from places import ARCHIVES, NEWEST, ORIGINALS, ROOT
from repository import opened, with_texts

PAGE = (ROOT / "site" / "docs" / "archives.md").read_text("utf-8")
COLUMNS = {
    "mmlu-pro-law-2026-11-23": "mmlu_pro_law@closed_book",
    "disc-lawllm-2026-11-23": "disc_lawllm@closed_book",
    "lexeval-2026-11-23": "lexeval@closed_book",
    "oab-bench-citations-2026-11-23": "oab_citations@closed_book",
    "muser-2026-11-23": "muser@retrieval",
    "muser-test-2026-11-23": "muser_test@retrieval",
    "magis-bench-2026-11-29": "magis_bench@closed_book",
}
GRADED = {
    *("muser-2026-11-23", "muser-test-2026-11-23"),
    *("oab-bench-citations-2026-11-23", "magis-bench-2026-11-29"),
}
"""Archives of ranked lists and of points, which are not right or wrong."""


@cache
def published(release: str) -> list[dict[str, Any]]:
    """Return a release's last published boards."""
    return [json.loads(data) for data in last_publication(ROOT / "releases" / release).values()]


def cell(line: str, release: str) -> str:
    """Return what the page's first table says of a release."""
    rows = [row.split("|")[1:-1] for row in PAGE.splitlines() if row.startswith("| " + line)]
    return rows[0][1 + list(COLUMNS).index(release)].strip()


def names(line: str, release: str) -> set[str]:
    """Return the systems that a cell of the first table names."""
    return set(cell(line, release).split(", ")) - {"none"}


def rows(release: str) -> list[dict[str, Any]]:
    """Return the rows of a published board, best first."""
    data = last_publication(ROOT / "releases" / release)[f"{COLUMNS[release]}.json"]
    value: list[dict[str, Any]] = json.loads(data)["rows"]
    return value


def first_table_says_what_boards_and_paired_tests_say(
    stored: StoredRelease, inputs: BoardInputs
) -> None:
    """Hold the page to marks that ``test_frozen`` made: making them takes most of the time."""
    release = stored.id
    every = rows(release)
    compared = [each for each in inputs.submissions if each.role != "adversary"]
    systems = [row for row in every if row["role"] == "system"]
    order = [row["submission_id"] for row in systems]
    apart = {
        frozenset((pair["a"], pair["b"])): pair["separable"]
        for pair in headline_pairs(stored.compiled, compared)
        if {pair["a"], pair["b"]} <= set(order)
    }
    near = [apart[frozenset(pair)] for pair in itertools.pairwise(order)]
    score = {row["submission_id"]: row["score"] for row in every}
    floor = score["adversary-constant"]
    below = {row["submission_id"] for row in systems if row["score"] <= floor}
    reaching = {row["submission_id"] for row in systems if row["low"] <= floor} - below
    marks = np.stack(
        [
            np.concatenate([facts.rows[:, 0] for facts in each.facts]) > 0
            for each in inputs.submissions
            if each.card.submission_id in order
        ]
    )
    nobody, everybody = (marks.sum(0) == 0).sum(), (marks.sum(0) == len(systems)).sum()
    expected = ("–", "–") if release in GRADED else (f"{nobody:,}", f"{everybody:,}")

    assert cell("pairs", release) == f"{sum(apart.values())} of {len(apart)}"
    assert cell("neighbours", release) == f"{sum(near)} of {len(near)}"
    assert cell("the best constant", release) == f"{floor:.1%}"
    longest = score.get("baseline-longest")
    assert cell("always the longest", release) == (f"{longest:.1%}" if longest else "–")
    assert names("systems that score", release) == below
    listed = names("systems whose interval", release)
    assert listed - below - {"the same three", "the same 17"} == reaching
    assert cell("systems and questions", release) == f"{len(systems)} on {marks.shape[1]:,}"
    assert (cell("questions that no", release), cell("questions that all", release)) == expected


@pytest.mark.parametrize(
    ("release", "system", "name"),
    [
        ("mmlu-pro-law-2026-11-23", "qwen1.5-72b-chat", "Qwen1.5-72B-Chat"),
        ("disc-lawllm-2026-11-23", "lawgpt", "LawGPT"),
        ("lexeval-2026-11-23", "vicuna", "Vicuna"),
        ("mmlu-pro-law-2026-11-23", "gpt-4o-2024-05-13", "GPT-4o"),
    ],
)
def test_an_example_of_two_readings_has_the_boards_figures(
    release: str, system: str, name: str
) -> None:
    row = next(row for row in rows(release) if row["submission_id"] == system)
    [line] = [line for line in PAGE.splitlines() if line.startswith(f"- **{name}")]
    figures = {
        f"{value:.1%}"
        for value in (
            row["score"],
            row["metrics"]["as_published"]["value"],
            row["metrics"]["readings_differ"]["value"],
        )
    }

    assert set(re.findall(r"[0-9.]+%", line)) <= figures


@pytest.mark.parametrize("release", sorted(COLUMNS.keys() - GRADED))
def test_floors_task_by_task_are_as_the_page_says(release: str) -> None:
    boards = published(release)
    tasks = [
        board
        for board in boards
        if any(name.count("/") == 2 for name in (board["board"], *board["addresses"]))
    ]
    assert tasks
    for board in tasks:
        score = {row["submission_id"]: row["score"] for row in board["rows"]}
        floor = score["adversary-constant"]
        systems = [row["score"] for row in board["rows"] if row["role"] == "system"]
        below = f"{sum(value <= floor for value in systems)} of {len(systems)}"
        figures = (board["n"], f"{floor:.1%}", f"{score['baseline-longest']:.1%}", below)

        assert f"| {board['title']} | {' | '.join(map(str, figures))} |" in PAGE


REFERENCE = json.loads((ROOT / "tests/data/archives/lexeval_reference.json").read_bytes())
"""By model and task: accuracy, F1 and number of answers, by the original's own rules."""
OTHER_TEXTS = frozenset({"article_prediction", "legal_calculation", "document_proofreading"})
"""Tasks whose means the original takes over answers to other texts too."""


def cells(name: str) -> dict[str, dict[str, float]]:
    """Return the cells of a model that the rules of this archive cover, by task."""
    tasks: dict[str, dict[str, float]] = REFERENCE["models"][name]
    boards = published("lexeval-2026-11-23")
    names = [name for board in boards for name in (board["board"], *board["addresses"])]
    titles = {name.split("@")[0].split("/")[-1] for name in names}
    assert set(tasks) <= titles
    barred = {"gpt35": TWICE | {"legal_evolution"}, "Baichuan_13B_chat": OTHERS}
    return {
        task: cell
        for task, cell in tasks.items()
        if task not in OTHER_TEXTS | barred.get(name, frozenset())
    }


TWICE = frozenset({"legal_rule", "reading_comprehension", "relation_extraction"}) | {
    "entity_recognition"
}
"""Tasks that gpt35 answers twice over."""
OTHERS = frozenset({"penalty_prediction", "argument_mining"})
"""Tasks to none of whose questions Baichuan_13B_chat's answers are."""


@pytest.fixture(scope="module")
def lexeval() -> dict[str, Any]:
    """Return LexEval's questions with their truths, by id."""
    data = opened("lexeval-2026-11-23").data
    return {
        each.question_id: (each, data.truths[each.question_id].truth) for each in data.questions
    }


@pytest.mark.parametrize("name", sorted(REFERENCE["models"]))
def test_lexeval_s_own_figures_come_out(name: str, lexeval: dict[str, Any]) -> None:
    system = name.lower()
    root = with_texts("lexeval-2026-11-23")
    path = root / "predictions/lexeval-2026-11-23" / system / "predictions.jsonl"
    by_task: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for line in map(json.loads, path.read_bytes().splitlines()):
        question, truth = lexeval[line["question_id"]]
        rule = READINGS["lexeval/1"]
        assert rule.spell
        letters, key = rule.spell(line["answer"]), truth.get("published", truth["answer"])
        both = len(set(letters) & set(key))
        f1 = 2 * both / (len(set(letters)) + len(set(key)))
        by_task[question.task].append((float(letters == key), f1))

    for task, cell in cells(name).items():
        accuracy, f1 = (sum(column) / len(column) for column in zip(*by_task[task], strict=True))
        assert (abs(accuracy - cell["accuracy"]) < 1e-9, len(by_task[task])) == (True, cell["n"])
        assert abs(f1 - cell["f1"]) < 1e-9
        name = f"/{task}@closed_book"
        [board] = (b for b in published("lexeval-2026-11-23") if b["board"].endswith(name))
        row = next(row for row in board["rows"] if row["submission_id"] == system)
        ours = row["metrics"]["as_published"]
        assert ours["numerator"] / ours["denominator"] == pytest.approx(accuracy, abs=1e-9)


def test_277_of_lexeval_s_340_cells_are_covered() -> None:
    assert sum(len(tasks) for tasks in REFERENCE["models"].values()) == 340
    assert sum(len(cells(name)) for name in REFERENCE["models"]) == 277


def test_560_of_the_682_cells_of_all_38_models_come_out_and_the_page_says_why_others_do_not() -> (
    None
):
    spell, original = READINGS["lexeval/1"].spell, ORIGINALS / "lexeval" / "predictions"
    assert spell
    if not original.is_dir():
        pytest.skip("no copy of the original")
    rows = {
        (name.split("/")[2].split("@")[0], row["submission_id"]): (board["n"], row["metrics"])
        for board in published("lexeval-2026-11-23")
        for name in (board["board"], *board["addresses"])
        if name.count("/") == 2
        for row in board["rows"]
    }
    cells, others = 0, Counter[str]()
    for path in original.glob("*/*.jsonl.gz"):
        lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
        code, model = path.name.split(".")[0], path.parent.name
        right = Fraction(sum(spell(x["output"]) == x["answer"] for x in lines), len(lines))
        n, metrics = rows.get((TASKS[code][1], model.lower()), (0, None))
        ours = metrics["as_published"] if metrics else None
        same = ours and Fraction(ours["numerator"], ours["denominator"]) == right
        cells += 1
        if not (same and n == len(lines)):
            task = code.replace("_", "-")
            others[task if task in {"3-2", "3-5", "4-2"} else f"{model} {task}"] += 1

    table = PAGE[PAGE.index("### LexEval's cells") :].split("**GPT-4")[0]
    assert (cells, cells - others.total()) == (682, 560)
    assert "682 cells" in table
    assert "reproduce 560 of them" in table
    for task in ("3-2", "3-5", "4-2"):
        assert f"{others.pop(task)} of {task}" in table
    assert sorted(others) == [
        "Baichuan_13B_chat 3-3", "Baichuan_13B_chat 3-6", "Lawyer_llama 3-6", "gpt35 1-2",
        "gpt35 1-3", "gpt35 2-3", "gpt35 2-4", "gpt35 2-5", "gpt4 2-1",
    ]  # fmt: skip


def test_what_is_said_of_models_and_makers_is_about_rows_and_series_that_are_here() -> None:
    about = about_of(ROOT)
    here = {
        "/".join(filter(None, (release_parts(path.parent.name).series, path.name)))
        for path in (ROOT / "predictions").glob("*/*")
    }
    manifests = [
        json.loads((ROOT / "releases" / name / "release.json").read_bytes()) for name in ARCHIVES
    ]

    assert {row for model in about.model for row in model.rows} <= here
    assert {each.series for each in about.series} == {release_parts(n).series for n in ARCHIVES}
    assert all(re.search("as published (in|by) 20", each["title"]) for each in manifests)
    assert {"/".join(filter(None, (each.series, each.submission))) for each in about.note} <= here
    [note] = (each for each in about.note if each.series)
    assert note.text in PAGE.replace("**", "")
    own, acts, passages, free = (each for each in about.note if not each.series)
    boards = last_publication(ROOT / "releases" / NEWEST)
    rows = json.loads(boards[f"{'/'.join(own.place)}@retrieval.json"])["rows"]
    [score] = (row["score"] for row in rows if row["submission_id"] == own.submission)
    assert f"{score:.0%}" in own.text
    _, article, place, fine = right_acts(acts.submission)
    assert f"With retrieval, {article} of 94 answers name the right law and article" in acts.text
    assert f"{place} answers also name the right paragraph and item" in acts.text
    assert fine == 0
    assert "No answer has the right fine" in acts.text
    _, article, *_ = right_acts(acts.submission.removesuffix("-retrieval"))
    assert article == 0
    assert "without it, none do" in acts.text
    submissions = ROOT / "predictions" / NEWEST
    card = json.loads((submissions / passages.submission / "submission.json").read_bytes())
    assert card["retrieval"]["top"] == 2
    assert "its prompts show two passages, not five" in passages.text
    run = json.loads((submissions / free.submission / "run.json").read_bytes())
    assert f"{run['inference']['outcomes']['length']} of its {run['asked']} replies" in free.text


def right_acts(submission: str) -> list[int]:
    """Count a submission's right laws, articles of them, places in them, and fines."""
    truths = {
        line["question_id"]: line["truth"]["answer"]
        for line in map(
            json.loads, (ROOT / "releases" / NEWEST / "truths.jsonl").read_bytes().splitlines()
        )
        if line["truth"].keys() == {"answer"} and "fine" in str(line["truth"]["answer"])
    }
    lines = (ROOT / "predictions" / NEWEST / submission / "predictions.jsonl").read_bytes()
    pairs = [
        (line["answer"], truths[line["question_id"]])
        for line in map(json.loads, lines.splitlines())
        if line["question_id"] in truths
    ]
    parts = (["law"], ["law", "article"], ["law", "article", "paragraph", "item"], ["fine"])
    return [sum(all(a[key] == b[key] for key in part) for a, b in pairs) for part in parts]


def test_the_figures_of_lists_by_both_counts_are_the_boards() -> None:
    head = "| nDCG at 10, 100 queries |"
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    systems = [row for row in rows("muser-2026-11-23") if row["role"] == "system"]

    assert lines == [
        f"| {row['model_name']} | {row['score']:.1%} | "
        f"{row['metrics']['ndcg_at_10_as_coded']['value']:.1%} | "
        f"{row['metrics']['judged_at_10']['value']:.1%} |"
        for row in systems
    ]
    [lawformer] = [
        r for r in rows("muser-test-2026-11-23") if r["submission_id"] == "lawformer-lfm"
    ]
    judged = lawformer["metrics"]["judged_at_10"]["value"]
    assert f"{judged:.1%} of Lawformer's first ten cases were judged" in PAGE


def test_the_points_for_authorities_are_the_boards() -> None:
    head = "| six models, 105 tasks |"
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    every = rows("oab-bench-citations-2026-11-23")
    metrics = ("citation_points_pooled", "article_points_pooled")

    assert lines == [
        f"| {row['model_name']} | {row['score']:.1%} | "
        + " | ".join(f"{row['metrics'][name]['value']:.1%}" for name in metrics)
        + " |"
        for row in every
        if row["role"] == "system"
    ]


EXAMS = {
    "judicial": "nje", "patent agent": "pae", "patrol police": "pfe", "accountant": "cpa",
    "graduate entrance": "ungee", "legal basics": "lbk",
}  # fmt: skip


def test_the_nine_cells_that_do_not_come_out_are_the_boards() -> None:
    head = "| model | examination | published |"
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    assert len(lines) == 9
    boards = published("disc-lawllm-2026-11-23")
    for line in lines:
        model, examination, printed, _, ours = (part.strip() for part in line.split("|")[1:-1])
        exam, kind = EXAMS[examination.split(",")[0]], "mult" if "several" in line else "sing"
        name = f"disc_lawllm/{exam}/{exam}_{kind}@closed_book"
        [board] = [each for each in boards if name in (each["board"], *each["addresses"])]
        row = next(row for row in board["rows"] if row["submission_id"] == model.lower())

        assert ours == f"{row['metrics']['as_published']['value']:.2%}" != printed
