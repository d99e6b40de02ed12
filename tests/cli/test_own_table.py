"""An owner's table as people import it: cut at once, edited, checked, with a holdout kept apart."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from commands import Done
from digesta.canonical import canonical_lines
from world import Identity, do

TOPICS = (
    *("Klage", "Widerruf", "Haftung", "Einsicht", "Pfand", "Marke"),
    *("Patent", "Ort", "Anfechtung", "Alter", "Miete", "Kauf"),
)
FIRST, NEXT = "2026-12-01", "2027-01-01"


def sheet(*, sealed: int = 0) -> str:
    """Return 12 true or false, 12 with choices, 12 numbers, as a German spreadsheet saves them."""
    rows = ["id;question;choices;answer;source;split"]
    for n, topic in enumerate(TOPICS):
        choice = ("AG", "Bund", "Chef", "Dritte")[n % 4]
        rows += [
            f"b{n};Ist Regel {n} zu {topic} zwingend?;;{('ja', 'Nein')[n % 2]};BGB, § {n + 1};",
            f"m{n};Wer haftet bei {topic}, Fall {n}?;AG | Bund | Chef | Dritte;{choice};BGB, § 2;",
            f"n{n};Welcher Satz galt bei {topic} im Jahr {n + 1950}?;;{n},{n}5;BGB, § 3;",
        ]
    for n in range(sealed):
        akte = f"h{n};Gilt Satz {n} der verdeckten Akte {n * 7}?"
        rows.append(f"{akte};;{('wahr', 'falsch')[n % 2]};Geheimkommentar, § {n};holdout")
    return "\n".join([*rows, ""])


def imported(root: Path, text: str, release: str, *more: str | Path) -> Done:
    (root / "q.csv").write_text(text, encoding="utf-8")
    place = root / "drafts" / release
    return do("import", "table", root / "q.csv", "-o", place, "--root", root,
              "--language", "de", "--license", "CC-BY-4.0", *more)  # fmt: skip


def cut(root: Path, release: str) -> list[dict[str, object]]:
    done = do("release", "cut", root / "drafts" / release, "--root", root)
    assert done.code == 0, done.stderr
    lines = (root / "releases" / release / "questions.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture
def own_table(tmp_path: Path) -> Path:
    done = imported(tmp_path, sheet(), FIRST, "--title", "Eigene Fragen")
    assert done.code == 0, done.stderr
    cut(tmp_path, FIRST)
    return tmp_path


def test_a_new_track_says_in_its_own_language_that_it_gives_no_advice(own_table: Path) -> None:
    manifest = json.loads((own_table / "releases" / FIRST / "release.json").read_text())

    assert manifest["tracks"][0]["notice"] == {
        "de": "Nur zum Benchmarking; keine Rechtsberatung.",
        "en": "For benchmarking only; not legal advice.",
    }


def test_a_new_track_says_its_limits_in_its_own_language(own_table: Path) -> None:
    limits = json.loads((own_table / "releases" / FIRST / "limits.json").read_text())["limits"]

    assert "Fragen ohne Schwierigkeitsgrad gelten als mittelschwer." in [
        each["limit"] for each in limits
    ]


def test_an_edited_table_goes_on_from_the_release_and_keeps_the_ids_of_what_stayed(
    own_table: Path,
) -> None:
    rows = sheet().splitlines()
    rows[1] = rows[1].replace("zwingend", "dispositiv")
    rows[4] = rows[4].replace(";Nein;", ";ja;")
    added = "b99;Genügt für eine Bürgschaft die elektronische Form?;;nein;BGB, § 766;"
    text = "\n".join([rows[0], added, rows[1], *rows[3:], ""])

    refused = imported(own_table, text, NEXT)
    done = imported(own_table, text, NEXT, "--reason", "the law changed")

    assert (refused.code, refused.stderr.count("change-unexplained")) == (1, 3)
    assert "q.csv:3: change-unexplained" in refused.stderr
    assert "33 as they were; 1 added, 1 retired, 1 revised, 1 rekeyed" in done.stdout, done.stderr
    old = json.loads(
        (own_table / "releases" / FIRST / "questions.jsonl").read_text().splitlines()[0]
    )
    new = {question["question_id"]: question for question in cut(own_table, NEXT)}
    assert (len(new), old["released"]) == (36, FIRST)
    changes = json.loads((own_table / "releases" / NEXT / "changes.json").read_text())
    assert [len(changes[kind]) for kind in ("added", "retired", "revised", "rekeyed")] == [1] * 4
    assert {row["reason"] for row in changes["revised"]} == {"the law changed"}
    assert sum(question["released"] == NEXT for question in new.values()) == 1


def test_truths_of_the_holdout_lie_in_the_private_folder_alone(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    root, private = tmp_path_factory.mktemp("own"), tmp_path_factory.mktemp("private")
    me = Identity()
    draft = root / "drafts" / FIRST

    none = imported(root, sheet(sealed=32), FIRST)
    inside = imported(root, sheet(sealed=32), FIRST, "--private", root / "sealed")
    done = imported(
        root, sheet(sealed=32), FIRST, "--private", private, "--recipient", me.public,
        "--title", "Eigene",
    )  # fmt: skip

    assert (none.code, inside.code, done.code) == (2, 2, 0), done.stderr
    assert "32 of them sealed" in done.stdout
    told = [p.name for p in draft.rglob("*") if p.is_file() and "Geheim" in p.read_text("utf-8")]
    open_ids = {json.loads(line)["question_id"] for path in ("truths.jsonl", "review.jsonl")
                for line in (draft / path).read_text().splitlines()}  # fmt: skip
    assert (told, [name for name in open_ids if name.startswith("h")]) == ([], [])
    assert (private / "truths.jsonl").read_text("utf-8").count("Geheimkommentar") == 32
    assert do("release", "seal", draft, "--private", private, "--root", root).code == 0
    cut(root, FIRST)
    again = imported(root, sheet(sealed=32).replace("wahr", "falsch", 1), NEXT,
                     "--private", private, "--reason", "an error")  # fmt: skip
    assert "67 as they were; 1 rekeyed" in again.stdout, again.stderr
    second = root / "drafts" / NEXT
    assert do("release", "seal", second, "--private", private, "--root", root).code == 0
    cut(root, NEXT)


@pytest.fixture(scope="module")
def holdout(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a workspace with a release of 32 sealed questions, and its private folder."""
    root, private = tmp_path_factory.mktemp("held"), tmp_path_factory.mktemp("private")
    imported(root, sheet(sealed=32), FIRST, "--private", private, "--recipient",
             Identity().public, "--title", "Eigene")  # fmt: skip
    assert do("release", "seal", root / "drafts" / FIRST, "--private", private, "--root",
              root).code == 0  # fmt: skip
    cut(root, FIRST)
    return root, private


@pytest.fixture
def sealed(holdout: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """Return copies of both, which a test may change."""
    there = tmp_path / "root", tmp_path / "private"
    for source, copy in zip(holdout, there, strict=True):
        shutil.copytree(source, copy)
    return there


def again(root: Path, private: Path, text: str, *more: str) -> Done:
    """Import a table anew, in place of the draft of before."""
    shutil.rmtree(root / "drafts" / NEXT, ignore_errors=True)
    return imported(root, text, NEXT, "--private", private, "--reason", "an error", *more)


def lines_in(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def read_by(name: str, purpose: str) -> bytes:
    reader = {"kind": "human", "qualification": "A lawyer.", "verdict": "agreed"}
    review = {"question_id": name, "purpose": purpose, "outcome": "kept", "why": "Read.",
              "readers": [reader]}  # fmt: skip
    return canonical_lines([review])


def test_a_table_imported_again_keeps_all_that_people_wrote_of_sealed_questions(
    sealed: tuple[Path, Path],
) -> None:
    root, private = sealed
    reviews = private / "review.jsonl"
    others = [line for line in lines_in(reviews) if line["question_id"] != "h3"]
    human = read_by("h3", "audit") + read_by("h3", "blind")
    reviews.write_bytes(canonical_lines(others) + human)

    done = again(root, private, sheet(sealed=33))

    assert "68 as they were; 1 added" in done.stdout, done.stderr
    known = lines_in(reviews)
    kept = [(line["purpose"], line["why"]) for line in known if line["question_id"] == "h3"]
    assert kept == [("audit", "Read."), ("blind", "Read.")]
    assert {str(line["question_id"]) for line in known} == {f"h{n}" for n in range(33)}


def test_a_second_import_finds_the_corrections_of_the_first_again(
    sealed: tuple[Path, Path],
) -> None:
    root, private = sealed
    text = sheet(sealed=32)
    (private / "review.jsonl").write_bytes(read_by("h0", "audit"))
    corrected = text.replace("wahr", "falsch", 1)

    told = [again(root, private, corrected).stdout for _ in range(2)]
    back = again(root, private, text)

    assert [line.count("67 as they were; 1 rekeyed") for line in told] == [1, 1]
    assert "68 as they were\n" in back.stdout, back.stderr
    [review] = [line for line in lines_in(private / "review.jsonl") if line["question_id"] == "h0"]
    assert review["why"] == "Read."


def test_a_sealed_row_that_is_left_out_and_put_back_has_its_truth_again(
    sealed: tuple[Path, Path],
) -> None:
    root, private = sealed
    text = sheet(sealed=32)
    truths = lines_in(private / "truths.jsonl")

    none = again(root, private, "\n".join([*text.splitlines()[:-1], ""]))
    kept = json.loads((private / "before.json").read_text())
    done = again(root, private, text)

    assert "1 retired" in none.stdout, none.stderr
    assert len(kept["truths"]) == 32
    assert "68 as they were\n" in done.stdout, done.stderr
    assert sorted(map(str, lines_in(private / "truths.jsonl"))) == sorted(map(str, truths))


def test_truths_that_are_not_those_that_were_sealed_are_not_compared_with(
    sealed: tuple[Path, Path],
) -> None:
    root, private = sealed
    file = private / "truths.jsonl"
    file.write_text(file.read_text("utf-8").replace("true", "false", 1), "utf-8")
    before = file.read_bytes()

    done = again(root, private, sheet(sealed=32))

    assert (done.code, file.read_bytes()) == (1, before)
    assert "truths.jsonl: private-changed" in done.stderr
    assert f"digesta release unseal {FIRST}" in done.stderr


@pytest.mark.parametrize("truth", ["GEHEIM", '{"answer": "GEHEIM\\u0001"}', '{"answer": 417e999}'])
def test_a_broken_line_of_the_private_folder_is_told_without_what_it_holds(
    sealed: tuple[Path, Path], truth: str
) -> None:
    root, private = sealed
    line = f'{{"question_id": "h99", "truth": {truth}, "source_refs": []}}\n'
    with (private / "truths.jsonl").open("a") as file:
        file.write(line)

    done = again(root, private, sheet(sealed=32))

    assert (done.code, "truths.jsonl:33: " in done.stderr) == (1, True)
    assert not {"GEHEIM", "417"} & set(re.findall(r"[A-Z]+|[0-9]+", done.stderr))


def test_rows_of_a_holdout_are_not_written_where_their_truths_lie_in_the_open(
    tmp_path: Path,
) -> None:
    (tmp_path / "q.csv").write_text(sheet(sealed=32), encoding="utf-8")

    done = do("import", "table", tmp_path / "q.csv", "-o", tmp_path / "t", "--language", "de")

    assert (done.code, (tmp_path / "t").exists()) == (2, False)
    assert "--private" in done.stderr


def test_a_draft_s_check_names_all_that_is_wrong_and_what_levels_a_key(tmp_path: Path) -> None:
    rows = sheet().replace("Nein", "ja").splitlines()
    text = "\n".join([*rows, rows[1].replace("b0;Ist", "b0x;IST")]) + "\n"
    assert imported(tmp_path, text, FIRST, "--title", "Eigene").code == 0
    draft = tmp_path / "drafts" / FIRST

    done = do("draft", "check", draft, "--root", tmp_path)
    value = json.loads(do("draft", "check", draft, "--json", "--root", tmp_path).stdout)

    codes = [problem["code"] for problem in value["problems"]]
    assert done.code == 1
    assert {"near-copy", "won-without-law"} <= set(codes)
    assert "add new questions to the draft first: " in done.stdout
    assert "with false" in done.stdout
    assert value["keys"]["eigene/eigene/true_or_false"] == {"true": 13}
    constant = [row for row in value["floors"] if row["adversary"] == "constant"]
    assert {row["board"]: row["limit"] for row in constant}["eigene/eigene/one_of_several"] == 0.3
    assert not (tmp_path / "releases").exists()


def test_a_draft_s_check_says_what_the_workspace_alone_refuses(own_table: Path) -> None:
    draft, cut_already = own_table / "drafts" / NEXT, own_table / "drafts" / FIRST
    assert do("release", "new", NEXT, "-o", draft, "--root", own_table).code == 0

    for place, code, refusal in (
        (draft, "draft-unchanged", (1, "draft-unchanged")),
        (cut_already, "release-exists", (2, "releases are immutable")),
    ):
        checked = do("draft", "check", place, "--root", own_table)
        done = do("release", "cut", place, "--root", own_table)

        assert (checked.code, code in checked.stdout) == (1, True)
        assert (done.code, refusal[1] in done.stderr) == (refusal[0], True)


def test_no_key_is_made_in_a_folder_that_could_be_committed(tmp_path: Path) -> None:
    root, private = tmp_path / "w", tmp_path / "other" / "sealed"
    private.mkdir(parents=True)
    root.mkdir()
    subprocess.run(["git", "init", "-q", private.parent], check=True)

    done = imported(root, sheet(sealed=32), FIRST, "--title", "Eigene", "--private", private)

    assert done.code == 2
    assert "could be committed" in done.stderr
    assert list(private.iterdir()) == []


def test_a_new_draft_shows_a_line_of_each_file_and_is_refused_as_an_example(tmp_path: Path) -> None:
    draft = tmp_path / "draft"
    assert do("release", "new", FIRST, "-o", draft, "--root", tmp_path).code == 0

    done = do("release", "cut", draft, "--root", tmp_path)

    assert all((draft / name).read_bytes() for name in ("questions.jsonl", "truths.jsonl"))
    assert (done.code, "example-question" in done.stderr) == (1, True)


def test_a_key_that_leans_on_one_place_says_to_shuffle_the_choices(tmp_path: Path) -> None:
    rows = [f"m{n};Wer haftet bei {topic}?;A{n} | B{n} | C{n} | D{n};B{n};BGB;"
            for n, topic in enumerate(TOPICS)]  # fmt: skip
    even = [f"m{n};Wer zahlt bei {topic}?;AG | Bund | Chef | Dritte;Bund;BGB;"
            for n, topic in enumerate(TOPICS)]  # fmt: skip
    for name, table, shuffles in (("a", rows, True), ("b", even, False)):
        root = tmp_path / name
        root.mkdir()
        text = "\n".join(["id;question;choices;answer;source;split", *table, ""])
        assert imported(root, text, FIRST, "--title", "Eigene").code == 0

        done = do("release", "cut", root / "drafts" / FIRST, "--root", root)

        assert (done.code, "won-without-law" in done.stderr) == (1, True)
        told = "fix: shuffle the choices, so that no place is right more often than others; or add"
        assert (told in done.stderr) == shuffles, (
            "an order of words that never change tells nothing"
        )


def test_free_text_of_a_table_is_cut_with_its_criteria(tmp_path: Path) -> None:
    rows = [f"r{n},Entwirf einen Satz zu {topic}.,2: nennt Punkt {n * 7} | Form {n} | -erfindet {n}"
            for n, topic in enumerate(TOPICS)]  # fmt: skip
    text = "\n".join(["id,Question,Criteria", *rows, ""])
    assert imported(tmp_path, text, FIRST, "--title", "Klauseln").code == 0

    questions = cut(tmp_path, FIRST)

    assert {question["scorer"] for question in questions} == {"rubric"}
    done = do("release", "publish", "--root", tmp_path)
    assert (done.code, done.stderr.count("no board yet; free text needs a judge")) == (2, 1)
    truths = (tmp_path / "releases" / FIRST / "truths.jsonl").read_text().splitlines()
    points = {
        tuple(one["points"] for one in json.loads(line)["truth"]["criteria"]) for line in truths
    }
    assert points == {("2", "1", "-1")}
