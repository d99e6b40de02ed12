"""Questions drawn under a key: every truth again, read from the question's own words."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from authored import author
from pyluach import dates, hebrewcal
from zmanim_reading import Seen, intro, lines, seen

from authoring.draws import Draws
from authoring.halacha.families import FAMILIES, build
from authoring.halacha.families.numerals import number_in_words
from authoring.halacha.lines import Event, arrange, clock_time
from authoring.keys import key_for, key_of
from digesta.errors import UsageError
from digesta.metrics.exact import NANO
from digesta.scorers.base import Response
from digesta.scorers.closed import SCORER

KEYS = [bytes([n]) * 32 for n in (7, 40, 201)]
DRAWN = {
    (key[0], lines_.question["question_id"]): lines_
    for key in KEYS
    for lines_ in build(key, split="holdout", released="2026-12-22")
}
MONTHS = {
    "Nisan": 1, "Iyar": 2, "Sivan": 3, "Tammuz": 4, "Av": 5, "Elul": 6, "Tishrei": 7,
    "Marcheshvan": 8, "Kislev": 9, "Tevet": 10, "Shevat": 11,
    "ניסן": 1, "אייר": 2, "סיוון": 3, "תמוז": 4, "אב": 5, "אלול": 6, "תשרי": 7, "מרחשוון": 8,
    "כסלו": 9, "טבת": 10, "שבט": 11,
}  # fmt: skip
HOURS = {
    "third": 3, "השלישית": 3, "fourth": 4, "הרביעית": 4, "gedola": 6.5, "גדולה": 6.5,
    "ketana": 9.5, "קטנה": 9.5, "plag": 10.75, "פלג": 10.75,
}  # fmt: skip


def of(family: str) -> list[tuple[int, str]]:
    found = [one for one in DRAWN if one[1].startswith(f"drawn-{family}-")]
    assert len(found) >= 3 * 4
    return found


def turn(one: tuple[int, str]) -> str:
    return str(DRAWN[one].question["turns"][0]["content"])


def answer(one: tuple[int, str]) -> object:
    return DRAWN[one].truth["truth"]["answer"]


def hours_in(text: str) -> float:
    return next(hours for word, hours in HOURS.items() if word in text)


def moment(place: Seen, line: str, how: str) -> float:
    if "16.1" in how:
        return place.hour(hours_in(line), angle=16.1)
    return place.hour(hours_in(line), more_minutes=72 if "72" in how else 0)


@pytest.mark.parametrize("one", of("clock"))
def test_a_clock_time_is_the_same_by_a_second_library(one: tuple[int, str]) -> None:
    said = turn(one)
    moment_then = moment(seen(said), said, said)
    hour, minute = map(int, str(answer(one)).split(":"))

    assert abs(moment_then - 3600 * hour - 60 * minute) < 40


@pytest.mark.parametrize("one", of("sky-order"))
def test_moments_are_in_the_same_order_by_a_second_library(one: tuple[int, str]) -> None:
    said, here = turn(one), lines(turn(one))
    if " 72 " in intro(said) or "72 דקות" in intro(said):
        moments = {k: moment(seen(intro(said)), line, line) for k, line in here.items()}
    else:
        rising = "at the sunrise" in said or "ברגע הנץ" in said
        moments = {
            k: seen(line, elsewhere=intro(said)).event(0.833, rising=rising)
            for k, line in here.items()
        }
    order = answer(one)["order"]  # type: ignore[index]
    assert all(moments[a] + 200 < moments[b] for a, b in pairwise(order))


def hebrew_dates(text: str) -> list[dates.HebrewDate]:
    found = re.findall(r"(\d{1,2}) ב?(\w+) (\d{4})", text)
    return [dates.HebrewDate(int(y), MONTHS[m], int(d)) for d, m, y in found]


@pytest.mark.parametrize("one", of("calendar-order"))
def test_dates_are_in_the_same_order_by_a_second_library(one: tuple[int, str]) -> None:
    values = {key: value_of(line) for key, line in lines(turn(one)).items()}
    order = answer(one)["order"]  # type: ignore[index]

    assert all(values[a] < values[b] for a, b in pairwise(order))


def value_of(line: str) -> tuple[int, ...]:
    if "molad" in line or "מולד" in line:
        year = int(re.findall(r"\d{4}", line)[0])
        molad = hebrewcal.Month(year, 7).molad()
        # pyluach counts hours from 18:00 of the evening before, weekdays from Sunday, 1, to 7.
        return (molad["weekday"], molad["hours"], molad["parts"])
    if line.startswith(("from", "מ-")):
        early, late = hebrew_dates(line)
        return (late - early,)
    day = dates.HebrewDate(int(re.findall(r"\d{4}", line)[0]), 7, 1).to_pydate()
    return (day.month, day.day)


@pytest.mark.parametrize("one", of("count"))
def test_a_number_of_the_calendar_is_the_same_by_a_second_library(one: tuple[int, str]) -> None:
    said, kind = turn(one), DRAWN[one].question["tags"][2]
    numbers = [int(n) for n in re.findall(r"\d+", said)]
    if kind == "days-between":
        early, late = hebrew_dates(said)
        expected = late - early
    elif kind == "gregorian":
        expected = hebrew_dates(said)[0].to_pydate().day
    elif kind == "leap-years":
        expected = sum(hebrewcal.Year(y).leap for y in range(numbers[0], numbers[1] + 1))
    else:
        parts, months = numbers[1], next(n for n in numbers[2:] if n < 1080)
        expected = (parts + 793 * months) % 1080
    assert answer(one) == expected


@pytest.mark.parametrize("one", of("domain"))
def test_a_domain_follows_from_the_measures_that_its_question_states(one: tuple[int, str]) -> None:
    high, wide, again = (int(n) for n in re.findall(r"\d+", turn(one)))
    if high < 3:
        expected = ("public domain", "רשות הרבים")
    elif wide < 4:
        expected = ("exempt place (makom petur)", "מקום פטור")
    else:
        expected = ("private domain", "רשות היחיד") if high >= 10 else ("karmelit", "כרמלית")
    assert wide == again
    assert high != 9
    assert answer(one) in expected


@pytest.mark.parametrize("one", of("pot"))
def test_a_pot_is_permitted_from_sixty_times_the_milk_on(one: tuple[int, str]) -> None:
    *cups, milk, spoons = (int(n) for n in re.findall(r"\d+", turn(one)))

    assert answer(one) is (sum(cups) * spoons >= 60 * milk)


@pytest.mark.parametrize("one", of("spoon"))
def test_a_spoon_needs_sixty_times_what_entered(one: tuple[int, str]) -> None:
    said = turn(one)
    entered, _ = (int(n) for n in re.findall(r"\d+", said))
    twice = ("twice" in said or "פעמיים" in said) and "Rema" not in said and 'רמ"א' not in said

    assert answer(one) == entered * (120 if twice else 60)


@pytest.mark.parametrize("one", of("split"))
def test_a_company_parts_only_where_each_keeps_its_summons(one: tuple[int, str]) -> None:
    numbers = [int(n) for n in re.findall(r"\d+", turn(one))]
    least = 10 if numbers[0] >= 10 else 3
    if len(numbers) == 1:
        assert answer(one) == numbers[0] // least
    else:
        assert sum(numbers[1:]) == numbers[0]
        assert answer(one) is (min(numbers[1:]) >= least)


WORDS = {number_in_words(n): n for n in range(2, 1000)}
NUMBER = re.compile("|".join(sorted(WORDS, key=len, reverse=True)))


@pytest.mark.parametrize("one", of("passage"))
def test_the_facts_of_a_passage_follow_from_its_words(one: tuple[int, str]) -> None:
    shown = DRAWN[one].question["shown_sources"][0]["text"]
    # Every number of a passage is two or more; the word for one stands for "each" there.
    said = [WORDS[words] for words in NUMBER.findall(shown)]
    read = READ[DRAWN[one].question["tags"][2]]

    assert answer(one) == read(said, shown)


def box(said: list[int], _: str) -> dict[str, object]:
    opening, wrong, second, poor, each, extra = said
    gift = wrong + extra
    left = opening + gift + second - poor * each
    return {
        "opening": opening, "first_giver_gave": gift, "handed_out": poor * each, "left": left,
    }  # fmt: skip


def vessels(said: list[int], shown: str) -> dict[str, object]:
    brought, copper, minutes, rusty = said
    hour, minute = map(int, re.findall(r"(\d\d):(\d\d)", shown)[0])
    boiled = 60 * hour + minute + minutes
    return {
        "iron": brought - copper, "kashered": brought - rusty,
        "iron_kashered": brought - copper - rusty,
        "boiled_at": f"{boiled // 60:02d}:{boiled % 60:02d}",
    }  # fmt: skip


def study(said: list[int], _: str) -> dict[str, object]:
    pages, days, first_pace, pace = said
    faster, rest = divmod(pages - days * first_pace, pace)
    assert rest == 0
    return {
        "pages": pages, "first_part": days * first_pace, "faster_days": faster,
        "all_days": days + faster,
    }  # fmt: skip


def market(said: list[int], _: str) -> dict[str, object]:
    brought, spoilt, early, dear, late = said
    fit = brought - spoilt
    return {
        "fit": fit, "sold_late": fit - early, "price_fell_by": dear - late,
        "income": early * dear + (fit - early) * late,
    }  # fmt: skip


def feast(said: list[int], _: str) -> dict[str, object]:
    places, full, at_last, more = said
    began = full * places + at_last
    return {
        "tables": full + 1, "at_the_beginning": began, "at_the_end": began + more,
        "empty_places": places - at_last - more,
    }  # fmt: skip


READ = {
    "charity-box": box, "vessels": vessels, "study": study, "market": market, "feast": feast,
}  # fmt: skip


@pytest.mark.parametrize(
    ("number", "words"),
    [(7, "שבעה"), (12, "שנים עשר"), (20, "עשרים"), (58, "חמישים ושמונה"), (100, "מאה"),
     (113, "מאה ושלושה עשר"), (240, "מאתיים וארבעים"), (345, "שלוש מאות ארבעים וחמישה")],
)  # fmt: skip
def test_numbers_are_written_in_hebrew_words(number: int, words: str) -> None:
    assert number_in_words(number) == words


def test_every_truth_is_right_by_the_scorer_and_keys_are_balanced() -> None:
    for lines_ in DRAWN.values():
        prepared = SCORER.prepare(lines_.question, lines_.truth["truth"], {})
        assert SCORER.mark(prepared, Response(lines_.truth["truth"]["answer"]))[0] == NANO
    for family, answers in {"domain": 8, "pot": 2, "split": 2}.items():
        for key in KEYS:
            given = Counter(str(answer(o)) for o in of(family) if o[0] == key[0])
            counts = [n for said, n in given.items() if not said.isdigit()]
            assert len(counts) == answers
            assert len(set(counts)) == 1


def test_the_same_key_draws_the_same_and_another_key_other_questions() -> None:
    again = build(KEYS[0], split="holdout", released="2026-12-22")
    other = build(b"other" * 7, split="holdout", released="2026-12-22")

    assert [one for key, one in DRAWN.items() if key[0] == KEYS[0][0]] == list(again)
    assert len(again) == sum(wanted.number for wanted in FAMILIES) >= 60
    same = {json.dumps(a.question["turns"]) for a in again if not a.question.get("shown_sources")}
    assert len(same & {json.dumps(b.question["turns"]) for b in other}) <= 3


def test_half_of_each_family_is_in_hebrew() -> None:
    for wanted in FAMILIES:
        count = Counter(DRAWN[one].question["language"] for one in of(wanted.name))
        assert abs(count["he"] - count["en"]) <= len(KEYS)


def test_draws_are_even_and_within_their_limits() -> None:
    draws = Draws(KEYS[0], "even")
    seen_ = Counter(draws.below(6) for _ in range(6000))

    assert sorted(seen_) == list(range(6))
    # Chi-square with five degrees of freedom, 99.9th percentile.
    assert sum((n - 1000) ** 2 / 1000 for n in seen_.values()) < 20.5


def test_the_command_writes_a_draft(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"draw_key": KEYS[1].hex(), "salt_key": "00" * 32}))
    (tmp_path / "notes.txt").write_text("kept")

    done = author(
        "halacha", "--keys", keys, "--released", "2026-12-22", "--split", "holdout",
        "--draft", tmp_path,
    )  # fmt: skip

    number = sum(wanted.number for wanted in FAMILIES)
    assert done == (
        0,
        f"{tmp_path.as_posix()}: {number} questions\n",
        "",
    )
    written = (tmp_path / "questions.jsonl").read_bytes().splitlines()
    assert [json.loads(line) for line in written] == [
        one.question for key, one in DRAWN.items() if key[0] == KEYS[1][0]
    ]
    assert (tmp_path / "notes.txt").read_text() == "kept"


def test_either_a_seed_or_a_key_is_given(tmp_path: Path) -> None:
    for seed, keys in ((None, None), (1, tmp_path / "keys.json")):
        with pytest.raises(UsageError, match="either --seed or --keys"):
            key_of(seed, keys)


@pytest.mark.parametrize(
    "held", ["", "{}", '{"draw_key":7}', *(f'{{"draw_key":"{k}"}}' for k in ("5a" * 31, "zz" * 32))]
)
def test_a_file_without_a_key_is_refused_and_not_quoted(tmp_path: Path, held: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(held)
    with pytest.raises(UsageError, match="64 hexadecimal digits") as raised:
        key_of(None, path)

    assert not held or held not in str(raised.value)


def test_a_seed_gives_one_key_and_another_seed_another() -> None:
    assert key_of(1, None) == key_of(1, None) != key_of(2, None)


def test_a_holdout_is_drawn_under_a_secret_key_and_public_questions_under_a_seed(
    tmp_path: Path,
) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"draw_key": "5a" * 32}))

    assert key_for("holdout", None, keys, tmp_path / "draft") == bytes.fromhex("5a" * 32)
    assert key_for("public", 3, None, tmp_path) == key_of(3, None)
    with pytest.raises(UsageError, match="draw it with --keys"):
        key_for("holdout", 3, None, tmp_path)
    with pytest.raises(UsageError, match="draw it with --seed"):
        key_for("public", None, keys, tmp_path)
    with pytest.raises(UsageError, match="no split"):
        key_for("secret", None, keys, tmp_path)


def test_a_holdout_s_truths_are_not_written_where_git_would_take_them(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"draw_key": "5a" * 32}))
    subprocess.run(["git", "init", "-q", str(tmp_path / "repo")], check=True)
    (tmp_path / "repo" / ".gitignore").write_text("private/\n")

    with pytest.raises(UsageError, match="git would take"):
        key_for("holdout", None, keys, tmp_path / "repo" / "drafts" / "one")
    assert key_for("holdout", None, keys, tmp_path / "repo" / "private" / "one")


def test_a_moment_far_from_a_full_minute_is_no_truth() -> None:
    assert clock_time(8 * 3600 + 34 * 60 - 20) == "08:34"
    with pytest.raises(ValueError, match="no clear minute"):
        clock_time(8 * 3600 + 34 * 60 + 21)


def test_events_that_lie_too_close_are_no_order() -> None:
    events = tuple(Event(f"at {moment}", moment) for moment in (7, 1, 5, 3))

    text, key = arrange(events, "cadb", gap=2)

    assert text == "a. at 3\nb. at 7\nc. at 1\nd. at 5"
    assert key == ["c", "a", "d", "b"]
    with pytest.raises(ValueError, match="below 3"):
        arrange(events, "cadb", gap=3)
