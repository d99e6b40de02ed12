"""Drafts, refreshes, differences, disputes, access and status, as a maintainer runs them."""

from __future__ import annotations

import json
import shlex
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from commands import Done, run
from digesta.canonical import canonical_lines
from digesta.workspace.store import read_tree
from world import (
    RELEASE,
    do,
    draft,
    edited,
    folder,
    key_of,
    ok,
    questions,
    review,
    submission,
    write,
)

NEXT = "2026-03-05"
ERRATUM = f"{RELEASE}.2"


def started(own: Path, *more: str, release: str = NEXT) -> Path:
    draft = own / "drafts" / release
    ok("release", "new", release, "--from", RELEASE, "-o", draft, "--root", own, *more)
    return draft


def with_news(draft: Path) -> Path:
    """Change a draft in what is no question."""
    path = draft / "limits.json"
    path.write_bytes(path.read_bytes().replace(b"a toy", b"still a toy"))
    return draft


def change(draft: Path, path: str, question_id: str, **fields: Any) -> None:
    files = {path: (draft / path).read_bytes()}
    write(
        draft,
        edited(files, path, lambda o: o | fields if o.get("question_id", "") == question_id else o),
    )


def explain(draft: Path, kind: str, question_id: str, reason: str) -> None:
    changes = json.loads((draft / "changes.json").read_bytes())
    changes[kind] = [{"question_id": question_id, "reason": reason}]
    (draft / "changes.json").write_text(json.dumps(changes))


# release new ----------------------------------------------------------------------------------


def test_a_draft_from_the_newest_release_is_cut_and_verifies(own: Path) -> None:
    draft = own / "drafts" / NEXT
    ok("release", "new", NEXT, "--next-due", "2026-04-05", "--root", own)

    ok("release", "cut", with_news(draft), "--root", own)

    manifest = json.loads((own / "releases" / NEXT / "release.json").read_bytes())
    assert (manifest["previous"], manifest["next_due"]) == (RELEASE, "2026-04-05")
    assert manifest["canary"] != "00000000-0000-4000-8000-000000000000"
    ok("verify", NEXT, "--root", own)


def test_a_workspace_without_a_release_starts_with_the_example(tmp_path: Path) -> None:
    ok("release", "new", NEXT, "-o", tmp_path / "draft", "--title", "First", "--root", tmp_path)

    manifest = json.loads((tmp_path / "draft" / "release.json").read_bytes())
    assert (manifest["title"], [t["track"] for t in manifest["tracks"]]) == ("First", ["example"])
    assert do("release", "cut", tmp_path / "draft", "--root", tmp_path).code == 1


def test_the_keys_of_a_holdout_are_made_once_and_only_their_owner_reads_them(
    own: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    private = tmp_path_factory.mktemp("elsewhere") / "sealed"
    started(own, "--private", str(private))
    keys = (private / "keys.json").read_bytes()
    made = json.loads(keys)

    started(own, "--private", str(private), release="2026-03-06")

    assert sorted(made) == ["draw_key", "salt_key"]
    assert [len(bytes.fromhex(key)) for key in made.values()] == [32, 32]
    assert made["draw_key"] != made["salt_key"]
    assert stat.S_IMODE((private / "keys.json").stat().st_mode) == 0o600
    assert (private / "keys.json").read_bytes() == keys
    assert not [path for path in own.rglob("*") if path.is_file() and b"salt" in path.read_bytes()]


@pytest.mark.parametrize("place", ["sealed", "drafts/sealed", "drafts/../sealed"])
def test_keys_inside_the_workspace_are_refused(own: Path, place: str) -> None:
    done = do(
        "release", "new", NEXT, "-o", own / "d", "--private", own / place, "--root", own
    )  # fmt: skip

    assert done.code == 2
    assert "outside the workspace" in done.stderr
    assert not (own / "d").exists()
    assert not (own / place).exists()


def test_what_is_there_is_not_written_over(own: Path) -> None:
    draft = started(own)
    before = read_tree(draft)

    again = do("release", "new", NEXT, "-o", draft, "--root", own)
    cut = do("release", "new", RELEASE, "-o", own / "other", "--root", own)

    assert (again.code, cut.code) == (2, 2)
    assert read_tree(draft) == before
    assert not (own / "other").exists()


def test_a_draft_that_nobody_changed_is_not_cut(own: Path) -> None:
    done = do("release", "cut", started(own, "--next-due", "2026-04-05"), "--root", own)

    assert (done.code, "draft-unchanged" in done.stderr) == (1, True)
    assert not (own / "releases" / NEXT).exists()


def test_no_question_is_released_after_its_release(own: Path) -> None:
    draft = started(own)
    one = json.loads((draft / "questions.jsonl").read_bytes().splitlines()[0])
    change(draft, "questions.jsonl", one["question_id"], released="2027-03-05")

    done = do("release", "cut", draft, "--root", own)

    assert (done.code, "released-later; " in done.stderr) == (1, True), done.stderr


def test_the_next_release_is_not_due_before_this_one(own: Path) -> None:
    early = ("--next-due", "2026-03-04")
    new = do("release", "new", NEXT, "-o", own / "early", *early, "--root", own)
    draft = with_news(started(own))
    change(draft, "release.json", "", next_due="2026-03-04")

    cut = do("release", "cut", draft, "--root", own)

    assert (new.code, (own / "early").exists(), cut.code) == (2, False, 1)
    assert "--next-due 2026-03-04: before the release" in new.stderr
    assert 'got /release: "soon"' in do("release", "new", "soon", "--root", own).stderr
    assert "release.json: due-before; got next_due 2026-03-04" in cut.stderr


# release refresh, release diff ----------------------------------------------------------------


def refresh(own: Path, draft: Path, share: str = "0.25", *more: str) -> Done:
    return do(
        "release", "refresh", draft, "--share", share, "--seed", "spring",
        "--retire-reason", "rolling refresh", "--root", own, *more,
    )  # fmt: skip


def test_a_refresh_retires_a_share_of_each_task_and_the_same_again_nothing(own: Path) -> None:
    draft = started(own)

    first, second = refresh(own, draft, "0.17"), refresh(own, draft, "0.17")

    assert "6 questions of 3 tasks retired" in first.stdout
    assert "0 questions of 0 tasks retired" in second.stdout
    told = json.loads(ok("release", "diff", RELEASE, draft, "--json", "--root", own).stdout)
    assert told["counts"] == {
        "added": 0, "retired": 6, "revised": 0, "rekeyed": 0, "metadata": 0,
    }  # fmt: skip
    assert {one["reason"] for one in told["changes"]} == {"rolling refresh"}


def test_a_refresh_that_could_not_be_cut_says_which_answers_are_lacking_and_changes_nothing(
    own: Path,
) -> None:
    """Nine of twelve yes-no questions stay: five of them are one answer, whichever go."""
    draft, only = started(own), ("0.25", "--only", "toy/yes_no")
    before = read_tree(draft)

    refused = refresh(own, draft, *only)

    assert (refused.code, read_tree(draft)) == (1, before)
    assert "toy/sight/yes_no: constant scores 0.556 on the 9 questions (right: " in refused.stderr
    assert "add new questions to the draft first: 1 with" in refused.stderr
    lacking = "true" if "1 with true" in refused.stderr else "false"
    rows = questions(13)[25], {"answer": lacking == "true"}
    asked = rows[0] | {"question_id": "new-1", "cluster_id": "c-new0001"}
    truth = {"question_id": "new-1", "truth": rows[1], "source_refs": [{"work": "w", "at": "1"}]}
    lines = {"questions.jsonl": asked, "truths.jsonl": truth, "review.jsonl": review("new-1")}
    for path, record in lines.items():
        (draft / path).write_bytes(before[path] + canonical_lines([record]))
    assert "3 questions of 1 tasks" in refresh(own, draft, *only).stdout
    ok("release", "cut", draft, "--root", own)


def test_what_is_left_out_of_a_refresh_stays(own: Path) -> None:
    draft = started(own)
    other = shutil.copytree(draft, own / "drafts" / "other")
    assert refresh(own, other, "0.17", "--except", "toy/count").code == 0
    name = json.loads((other / "changes.json").read_bytes())["retired"][0]["question_id"]

    done = refresh(own, draft, "0.17", "--except", "toy/count", "--except", name)

    assert "4 questions of 2 tasks" in done.stdout, done.stderr
    assert name.encode() in (draft / "questions.jsonl").read_bytes()
    assert refresh(own, draft, "0.17", "--except", "toy/no_yes").code == 2
    ok("release", "cut", draft, "--root", own)


@pytest.mark.parametrize("share", ["0", "1.5", "-0.2", "a fifth", "1/0", "nan"])
def test_a_share_that_is_none_is_a_wrong_command(own: Path, share: str) -> None:
    assert refresh(own, started(own), share).code == 2


@pytest.mark.parametrize("place", [f"releases/{RELEASE}", "linked", "drafts/copy"])
def test_a_cut_release_is_never_refreshed_or_sealed(
    own: Path, place: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A slip of the hand names the release, a link to it, or a copy, in place of the draft."""
    (own / "linked").symlink_to(own / "releases" / RELEASE)
    shutil.copytree(own / "releases" / RELEASE, own / "drafts" / "copy")
    before = read_tree(own / "releases"), read_tree(own / "drafts")
    private = tmp_path_factory.mktemp("private")

    seal = ("release", "seal", own / place, "--private", private, "--root", own)
    for done in (refresh(own, own / place), do(*seal)):
        assert (done.code, "digesta release new" in done.stderr) == (2, True), done.stderr

    assert (read_tree(own / "releases"), read_tree(own / "drafts")) == before
    assert not list(private.iterdir())


def test_no_draft_is_started_among_the_releases(own: Path) -> None:
    done = do("release", "new", NEXT, "-o", own / "releases" / "next", "--root", own)

    assert (done.code, (own / "releases" / "next").exists()) == (2, False)


def test_a_difference_is_told_by_task_and_by_question(own: Path) -> None:
    draft = started(own)
    one = json.loads((draft / "questions.jsonl").read_bytes().splitlines()[0])
    change(draft, "questions.jsonl", one["question_id"], difficulty="hard")

    told = ok("release", "diff", RELEASE, draft, "--root", own).stdout.splitlines()

    place = f"toy/{one['category']}/{one['task']}"
    assert told == [
        f"{RELEASE} -> {NEXT}",
        f"{place}: 1 in metadata only",
        f"metadata {place} {one['question_id'][:12]}: difficulty",
    ]


def test_a_release_does_not_differ_from_itself(own: Path) -> None:
    assert "no question differs" in ok("release", "diff", RELEASE, RELEASE, "--root", own).stdout


def test_cutting_needs_the_release_before(own: Path, tmp_path_factory: Any) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    done = do("release", "cut", started(own), "--root", elsewhere)

    assert done.code == 1
    assert "release.json: previous-missing; got 2026-02-05" in done.stderr


def test_a_change_that_changes_json_hides_is_found_by_verify(own: Path) -> None:
    draft = started(own)
    refresh(own, draft, "0.10")
    ok("release", "cut", draft, "--root", own)
    made = own / "releases" / NEXT
    changes = json.loads((made / "changes.json").read_bytes())
    (made / "changes.json").write_text(json.dumps(changes | {"retired": []}))

    assert do("verify", NEXT, "--root", own).code == 1


# status ---------------------------------------------------------------------------------------


def kinds(own: Path, *more: str) -> dict[str, list[str]]:
    told = json.loads(ok("status", "--json", "--root", own, *more).stdout)
    found: dict[str, list[str]] = {}
    for one in told["findings"]:
        found.setdefault(one["kind"], []).append(one["fix"])
    return found


def test_status_names_what_waits_and_the_commands_work(own: Path) -> None:
    found = kinds(own)

    assert sorted(found) == ["review", "undecided", "unpublished"]
    assert found["unpublished"] == [f"digesta release publish {RELEASE}"]
    filled = [one.replace("YYYY-MM-DD", "2026-02-06") for one in found["undecided"]]
    for command in [*filled, *found["unpublished"]]:
        ok(*shlex.split(command)[1:], "--root", own)
    [review] = kinds(own).pop("review")
    ok(*shlex.split(review)[1:-1], own / "toy.csv", "--root", own)
    assert list(kinds(own)) == ["review"]


def test_status_says_when_the_next_release_is_due_by_a_date_and_by_the_logs(own: Path) -> None:
    ok("release", "cut", with_news(started(own, "--next-due", "2026-04-05")), "--root", own)
    shutil.rmtree(own / "drafts")

    assert "due" not in kinds(own)
    assert "due" not in kinds(own, "--date", "2026-04-04")
    assert kinds(own, "--date", "2026-04-05")["due"] == [
        f"digesta release new 2026-04-05 --from {NEXT} -o drafts/2026-04-05"
    ]
    ok(
        "access", "--who", "a", "--what", "b", "--why", "c", "--date", "2026-05-01",
        "--confirm-date",
        "--root", own,
    )  # fmt: skip
    assert kinds(own)["due"][0].startswith("digesta release new 2026-05-01")


def test_status_finds_boards_that_are_not_today_s_and_rows_that_moved(own: Path) -> None:
    ok("board", "--root", own)
    ok("release", "publish", "--undecided", "--root", own)
    submission(own, "wrong", key_of(own))

    found = kinds(own)

    rescore = "digesta decide wrong rescore --reason '...' --date YYYY-MM-DD --release"
    assert found["stale"] == [
        f"{rescore} {RELEASE}, then: digesta release publish {RELEASE}",
        f"digesta board --release {RELEASE}",
    ]


def test_status_names_a_release_that_cannot_be_read(own: Path) -> None:
    path = own / "releases" / RELEASE / "truths.jsonl"
    path.write_bytes(path.read_bytes().replace(b"red", b"rad"))

    (fix,) = kinds(own)["stale"]

    assert "restore" in fix


def test_status_tells_of_drafts(own: Path) -> None:
    draft = started(own)

    assert kinds(own)["draft"] == [f"digesta release cut drafts/{NEXT}"]
    ok("release", "cut", with_news(draft), "--root", own)
    assert kinds(own)["draft"] == [f"remove the folder drafts/{NEXT}"]


def test_status_without_a_day_is_a_wrong_command(tmp_path: Path) -> None:
    assert do("status", "--root", tmp_path).code == 2
    assert do("status", "--root", tmp_path, "--date", "May").code == 2


# Logs -----------------------------------------------------------------------------------------


def log(own: Path, name: str, release: str = RELEASE) -> list[dict[str, Any]]:
    path = own / "releases" / release / "log" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def dispute(own: Path, *more: str, date: str = "2026-02-07") -> Done:
    return do("dispute", *more, "--reason", "seen", "--date", date, "--root", own)


def test_a_dispute_is_raised_settled_and_stands_in_a_chain(own: Path) -> None:
    question = next(iter(key_of(own)))

    assert dispute(own, "raise", "--question", question[:12]).stdout == "d-0001: raised\n"
    assert dispute(own, "raise", "--submission", "wrong").stdout == "d-0002: raised\n"
    assert kinds(own)["disputed"][0].startswith("digesta dispute settle d-0001")
    assert dispute(own, "settle", "d-0001", "upheld").code == 0
    assert kinds(own)["erratum"] == ["digesta release new YYYY-MM-DD"]
    assert dispute(own, "settle", "d-0002", "rejected").code == 0

    lines = log(own, "disputes")
    assert [(one["dispute_id"], one["status"]) for one in lines] == [
        ("d-0001", "raised"), ("d-0002", "raised"), ("d-0001", "upheld"), ("d-0002", "rejected"),
    ]  # fmt: skip
    assert [one.get("question_id") for one in lines] == [question, None, question, None]
    assert "disputed" not in kinds(own)
    ok("verify", RELEASE, "--root", own)


@pytest.mark.parametrize(
    "more",
    [
        ("settle", "d-0009", "upheld"),
        ("raise", "--question", "0"),
        ("raise", "--question", "0" * 64),
        ("raise", "--submission", "nobody"),
        ("raise", "--submission", "../right"),
    ],
)
def test_a_dispute_about_nothing_is_a_wrong_command(own: Path, more: tuple[str, ...]) -> None:
    assert dispute(own, *more).code == 2
    assert not (own / "releases" / RELEASE / "log" / "disputes.jsonl").exists()


def test_a_dispute_is_settled_once(own: Path) -> None:
    dispute(own, "raise")
    dispute(own, "settle", "d-0001", "rejected")

    assert dispute(own, "settle", "d-0001", "upheld").code == 2


def test_a_log_does_not_go_back_in_time(own: Path) -> None:
    dispute(own, "raise")

    # One day before may be the same day elsewhere on the globe.
    assert dispute(own, "raise", date="2026-02-05").code == 2


LINES: Mapping[str, tuple[str, ...]] = {
    "decisions": ("decide", "right", "accept", "--reason", "seen"),
    "access": ("access", "--who", "reviewer 2", "--what", "the truths", "--why", "reviewed them"),
    "disputes": ("dispute", "raise", "--reason", "seen"),
}


@pytest.mark.parametrize("name", LINES)
def test_verify_finds_a_line_that_was_changed_in_any_log(own: Path, name: str) -> None:
    for _ in range(2):
        ok(*LINES[name], "--date", "2026-02-07", "--root", own)
    ok("verify", RELEASE, "--root", own)
    path = own / "releases" / RELEASE / "log" / f"{name}.jsonl"

    path.write_bytes(path.read_bytes().replace(b"2026-02-07", b"2026-02-06", 1))

    done = do("verify", RELEASE, "--root", own)
    assert done.code == 1
    assert f"log/{name}.jsonl:2: chain" in done.stderr


# An erratum, end to end -----------------------------------------------------------------------


def test_a_wrong_truth_is_disputed_corrected_rescored_and_settled(own: Path) -> None:
    """The old release and its published boards keep their bytes, but for its log."""
    key = key_of(own)
    disputed = next(one for one, answer in key.items() if answer == 105)
    submission(own, "early", key | {disputed: 501})
    for name in ("right", "early"):
        ok(
            "decide", name, "accept", "--level", "rerun", "--reason", "the same bytes",
            "--date", "2026-02-06", "--root", own,
        )  # fmt: skip
    ok("release", "publish", "--undecided", RELEASE, "--root", own)
    published = read_tree(own / "releases" / RELEASE)
    ok(
        "dispute", "raise", "--question", disputed, "--reason", "there were 501",
        "--date", "2026-02-08", "--root", own,
    )  # fmt: skip

    draft = started(own, release=ERRATUM)
    change(draft, "truths.jsonl", disputed, truth={"answer": 501})
    refused = do("release", "cut", draft, "--root", own)
    explain(draft, "rekeyed", disputed, "d-0001: there were 501")
    ok("release", "cut", draft, "--root", own)

    assert "change-unexplained" in refused.stderr
    for name in ("right", "early"):
        carried = {
            one["question_id"]: one["answer"]
            for one in map(
                json.loads, (folder(own, name) / "predictions.jsonl").read_bytes().splitlines()
            )
        }
        submission(own, name, carried, release=ERRATUM)
        ok(
            "decide", name, "rescore", "--reason", "d-0001 was upheld", "--date", "2026-02-10",
            "--release", ERRATUM, "--root", own,
        )  # fmt: skip
    ok("release", "publish", "--undecided", ERRATUM, "--root", own)
    ok(
        "dispute", "settle", "d-0001", "upheld", "--reason", f"re-keyed in {ERRATUM}",
        "--date", "2026-02-10", "--release", RELEASE, "--root", own,
    )  # fmt: skip

    before = {one["submission_id"]: one for one in log(own, "decisions")}
    after = {one["submission_id"]: one for one in log(own, "decisions", ERRATUM)}
    for name, level in (("right", "rerun"), ("early", "rerun")):
        assert after[name]["scores_before"] == before[name]["scores"]
        assert after[name]["level"] == level
    assert after["early"]["scores"] == {"toy": 1}
    assert after["right"]["scores"]["toy"] < 1
    compared = ok("release", "diff", RELEASE, ERRATUM, "--scores", "--json", "--root", own)
    (linked,) = json.loads(compared.stdout)["scores"]
    rows = {row["model_name"]: row for row in linked["rows"]}
    assert (linked["shared"], linked["rekeyed"]) == (36, 1)
    assert rows["Model early"]["rekeyed"] == pytest.approx(1 / 24, abs=1e-9)
    assert rows["Model right"]["rekeyed"] == pytest.approx(-1 / 24, abs=1e-9)
    lines = ok("release", "diff", RELEASE, ERRATUM, "--scores", "--root", own).stdout
    assert "rekeyed -0.0417, answers +0.0000" in lines
    now = read_tree(own / "releases" / RELEASE)
    assert {path: now[path] for path in published} == published
    assert sorted(now.keys() - published.keys()) == ["log/disputes.jsonl"]
    for release in (RELEASE, ERRATUM):
        ok("verify", release, "--root", own)
    assert sorted(kinds(own)) == ["draft", "review", "uncarried", "undecided"]


# Help -----------------------------------------------------------------------------------------


def example(command: str) -> list[str]:
    said = " ".join(run(*command.split(), "--help").stdout.split())
    return shlex.split(said.split("Example: digesta ", 1)[1])


def test_the_example_of_status_runs(own: Path) -> None:
    ok(*example("status"), "--root", own)


def test_a_release_dated_ahead_is_cut_once_the_date_is_confirmed(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = with_news(started(own))
    monkeypatch.setenv("DIGESTA_TODAY", "2026-02-07")

    refused = do("release", "cut", draft, "--root", own)
    monkeypatch.setenv("DIGESTA_TODAY", NEXT)
    on_the_day = do("draft", "check", draft, "--root", own)
    monkeypatch.setenv("DIGESTA_TODAY", "2026-02-07")
    confirmed = do("release", "cut", draft, "--confirm-date", "--root", own)

    assert (refused.code, "dated ahead: it is 2026-02-07" in refused.stderr) == (2, True)
    assert "dated ahead" not in on_the_day.stderr
    assert confirmed.code == 0, confirmed.stderr


def test_status_and_site_name_the_systems_that_the_newest_release_lacks(own: Path) -> None:
    ok("release", "cut", with_news(started(own)), "--root", own)

    waiting = kinds(own)
    carried = run("carry", own / "predictions" / RELEASE, "--root", own, module="digesta_generate")

    assert "digesta-generate carry predictions/2026-02-05 --release" in waiting["uncarried"][0]
    assert carried.returncode == 0, carried.stderr
    names = sorted(path.name for path in (own / "predictions" / NEXT).iterdir())
    assert names == ["right", "wrong"]
    assert "uncarried" not in kinds(own)
    again = run("carry", own / "predictions" / RELEASE, "--root", own, module="digesta_generate")
    assert (again.returncode, "has all of its systems already" in again.stderr) == (2, True)


def test_a_draft_is_no_release_and_replaces_no_board_of_one(own: Path) -> None:
    assert do("board", "--root", own).code == 0
    write(own / "drafts" / "d", draft())
    before = read_tree(own)

    boards = do("board", "--release", own / "drafts" / "d", "--root", own)
    published = do("release", "publish", "--undecided", own / "drafts" / "d", "--root", own)

    assert (boards.code, "a draft has no boards: digesta release cut" in boards.stderr) == (2, True)
    assert published.code == 1
    assert read_tree(own) == before
