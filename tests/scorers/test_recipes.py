"""The recipes for a metric and a scorer work: as CONTRIBUTING says, and as the example does it.

The example, docs/example_scorer.py, keeps the contract; a release that uses it is cut and scored.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from fractions import Fraction
from importlib.metadata import EntryPoint
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from formulas import Formula
from golden_cases import golden
from test_formulas import disagreeing

import digesta
from digesta.canonical import canonical_bytes
from digesta.metrics.exact import NANO
from digesta.releases.cut import cut
from digesta.scorers import SCORERS
from digesta.scorers.base import QuestionWithTruth, Response, Scorer
from digesta.scorers.closed import metrics
from digesta.sheets import PackOptions, pack_sheet, sheet_of
from digesta.workspace import releases
from digesta.workspace.build import built_boards
from digesta_generate.inference import messages
from places import ROOT
from small import RELEASE, draft, edited, submission, write

TRUTHS = [["Ann", "Bob"], ["Cid"], ["Dan", "Eve", "Fay"], ["Ann", "Cid"]]


def test_the_recipe_add_a_metric_works() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("\n## Add a metric\n")[2]
    [code] = re.findall(r"```python\n(.*?)```", page.partition("\n## ")[0], re.DOTALL)
    names = dict(vars(metrics))

    exec(textwrap.dedent(code), names)  # noqa: S102 - our own page

    metric, cases = names["METRICS"][-1], golden("closed")
    assert f'"{metric.name}": "{metric.value(cases.sums(cases.responses))}"' in page
    assert not disagreeing(SCORERS["closed"], metric)


@pytest.fixture(scope="module")
def scorer() -> Scorer[Any]:
    """Return the example's scorer, from its file."""
    spec = spec_from_file_location("example_scorer", ROOT / "docs" / "example_scorer.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # what is prepared is pickled by its module's name
    spec.loader.exec_module(module)
    found: Scorer[Any] = module.SCORER
    return found


def asked() -> list[QuestionWithTruth]:
    turns = [{"role": "user", "content": "Who signed?"}]
    return [
        QuestionWithTruth(
            f"q{n}",
            "signed",
            {"ask": {"kind": "persons"}, "turns": turns},
            {"answer": {"names": names}},
        )
        for n, names in enumerate(TRUTHS)
    ]


def given(*names: str) -> dict[str, list[str]]:
    return {"names": list(names)}


def prepared(scorer: Scorer[Any]) -> list[Any]:
    return [scorer.prepare(one.question, one.truth, {}) for one in asked()]


def test_answers_are_marked_as_worked_by_hand(scorer: Scorer[Any]) -> None:
    answers = [{"names": [" bob ", "ANN"]}, '{"names": ["Cid", "Dan"]}', "Dan, Eve, Fay", None]

    rows = scorer.mark_all(prepared(scorer), answers)

    assert rows.tolist() == [
        [NANO, 0, 0, 0, NANO],
        [0, 0, 0, 0, 666_666_667],
        [0, 0, 1, 0, 0],
        [0, 1, 0, 0, 0],
    ]
    values = {metric.name: metric.value(scorer.sums(rows)) for metric in scorer.metrics}
    assert values == {
        "accuracy": Fraction(1, 4),
        "mean_f1": Fraction(1_666_666_667, 4 * NANO),
        "answered_rate": Fraction(1, 2),
    }


def test_leaving_an_answer_out_never_helps(scorer: Scorer[Any]) -> None:
    answers = [given(), given("Ann"), given("Gil", "Hal"), given("Ann", "Bob"), "Ann", 7, {}]
    for index, answer in product(range(len(TRUTHS)), answers):
        others: list[Any] = [given("Ann"), given("Cid"), None, given("Ann", "Cid")]
        with_it = [*others[:index], answer, *others[index + 1 :]]
        without = [*others[:index], None, *others[index + 1 :]]
        sums = [scorer.sums(scorer.mark_all(prepared(scorer), one)) for one in (with_it, without)]
        for metric in scorer.metrics:
            assert metric.value(sums[0]) >= metric.value(sums[1]), (metric.name, answer)


def test_formulas_say_what_the_code_divides(scorer: Scorer[Any]) -> None:
    sums = scorer.sums(
        scorer.mark_all(prepared(scorer), [given("Ann"), given("Cid"), given("Gil"), None])
    )
    names = {name: Fraction(sums[name]) for name in scorer.column_names}
    shares = {name: names[name] / NANO for name in ("credit", "f1")}
    names |= shares | {"n": Fraction(sums.n)}

    for metric in scorer.metrics:
        assert Formula(metric.formula, names, strict=False).value() == metric.value(sums)


def test_the_five_adversaries_stay_at_the_floor(scorer: Scorer[Any]) -> None:
    assert len(scorer.adversaries) == 5
    for adversary in scorer.adversaries:
        rows = scorer.mark_all(prepared(scorer), adversary.answers(asked()))
        assert scorer.metric_named("accuracy").value(scorer.sums(rows)) <= Fraction(2, 5)


def test_a_sentence_says_why(scorer: Scorer[Any]) -> None:
    answers = [given("Ann", "Bob"), given("Dan"), "Dan", None]
    said = [
        scorer.why(one, Response(answer))
        for one, answer in zip(prepared(scorer), answers, strict=True)
    ]

    assert [one.partition(":")[0] for one in said] == ["right", "wrong", "unreadable", "missing"]


def of_names(record: dict[str, Any]) -> dict[str, Any]:
    """Turn the toy questions of colours into questions of the example."""
    if record.get("task") == "colour":
        return record | {"scorer": "names", "ask": {"kind": "persons"}}
    if record["question_id"].startswith("colour-") and "truth" in record:
        n = int(record["question_id"].rsplit("-", 1)[1])
        return record | {"truth": {"answer": given(f"Ann{n}", f"Bob{n}")}}
    return record


def with_names() -> dict[str, bytes]:
    """Return the toy draft with its first task marked by the example."""
    files = draft()
    for path in ("questions.jsonl", "truths.jsonl"):
        files = edited(files, path, of_names)
    manifest = json.loads(files["release.json"])
    track = manifest["tracks"][0]
    track["tasks"]["colour"]["scorer"] = "names"
    track["scores"] = [{"name": "accuracy", "mean_of": "categories"}]
    return files | {"release.json": canonical_bytes(manifest)}


def test_a_release_that_uses_it_is_cut_and_scored(
    scorer: Scorer[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SCORERS, "loaders", SCORERS.loaders | {"names": lambda: scorer})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    files = cut(with_names(), name="draft")
    write(tmp_path / "releases" / RELEASE, files)
    truths = {
        line["question_id"]: line for line in map(json.loads, files["truths.jsonl"].splitlines())
    }
    mine = [key for key, line in truths.items() if type(line["truth"]["answer"]) is dict]
    folder = submission(tmp_path, "mine", {key: truths[key]["truth"]["answer"] for key in mine[:9]})

    release = digesta.open(tmp_path).release()
    score = release.score(release.read(folder))

    assert score["toy/sight/colour"] == Fraction(9, 12)
    assert score.signature.startswith("closed/1|names/1|")
    board = built_boards(tmp_path, release.stored).boards["toy/sight/colour@closed_book.json"]
    rows = {row["submission_id"]: row for row in json.loads(board)["rows"]}
    assert rows["mine"]["score"] == 0.75
    assert len(rows) == 1 + len(scorer.adversaries)
    track = release.stored.manifest.track_named("toy")
    questions = [question for question in release.questions if question.scorer == "names"]
    sheet = sheet_of(questions, track, PackOptions(RELEASE, "public"), {})
    assert all(question.question_id in str(sheet.rows) for question in questions)
    assert pack_sheet(sheet, "csv").count(b"Case ") == len(questions) == 12
    with pytest.raises(digesta.UsageError, match="no prompt for the scorer names"):
        messages.make_prompt(questions[0], messages.default_prompts(), constrained=False)


def test_an_owner_s_scorer_that_changes_is_prepared_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, {"outside_scorers.py": b"SCORER = 1\n"}) / "outside_scorers.py"
    point = EntryPoint("names", "outside_scorers:SCORER", releases.GROUP)
    monkeypatch.syspath_prepend(tmp_path)
    bare = releases.source_digest()
    monkeypatch.setattr(releases, "entry_points", lambda *, group: [point] if group else [])

    first = releases.source_digest()
    path.write_bytes(b"SCORER = 2\n")

    assert len({bare, first, releases.source_digest()}) == 3


def test_an_owner_s_table_that_changes_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"outside/__init__.py": b"", "outside/words.json": b"{}"})
    point = EntryPoint("names", "outside:SCORER", releases.GROUP)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(releases, "entry_points", lambda *, group: [point] if group else [])
    before = releases.source_digest()

    (tmp_path / "outside" / "words.json").write_bytes(b"[]")

    assert releases.source_digest() != before
