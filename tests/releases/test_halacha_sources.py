"""What the halacha releases quote and cite, held to the texts themselves.

The texts are 11 MB, and not in the repository: `make keys HALACHA=FOLDER` runs these tests with
their folder, and every other run says that it left them out. A line of a file is
``siman <TAB> seif <TAB> text``, tags removed; the first two are data/raw of
github.com/MDjavaheri/Shulchan-Aruch at cba32de, the third is assets of
github.com/yenuka78/mishnaberura-rn at a887463.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from digesta.canonical import sha256_hex
from places import ROOT

FILES = {
    "Shulchan Arukh, Orach Chayim": "orach_chayim.tsv",
    "Shulchan Arukh, Yoreh De'ah": "yoreh_deah.tsv",
    "Mishnah Berurah": "mishnah_berurah.tsv",
}
DIGESTS = {
    "orach_chayim.tsv": "ea0407d5859188827c20b4b346893ce43d6363b5f1192549aa72d4297bfb1af6",
    "yoreh_deah.tsv": "192e499f893a1289c71650691edf1e50e13f14ad4e0f0caa0599b0cb7264456a",
    "mishnah_berurah.tsv": "926c3854687f3acc6abb5567656655df1327b7affc326096dadbd99779ec3e63",
}
ELSEWHERE = {
    "NOAA solar calculator",
    "Mishneh Torah, Sanctification of the New Month",
    "Calendrical Calculations (Reingold and Dershowitz)",
    "a made-up passage",
}
"""What questions rest on beside the texts: algorithms, a book, and what they show themselves."""

each_release = pytest.mark.parametrize(
    "release", sorted(path.name for path in (ROOT / "releases").glob("2*"))
)
Texts = Mapping[tuple[str, str], str]


def records(release: str, name: str) -> list[dict[str, Any]]:
    path = ROOT / "releases" / release / name
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def halacha(release: str, name: str) -> list[dict[str, Any]]:
    asked = records(release, "questions.jsonl")
    mine = {one["question_id"] for one in asked if one["track"] == "halacha"}
    return [one for one in records(release, name) if one["question_id"] in mine]


def plain(text: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return " " + " ".join(re.findall(r"\w+", bare)) + " "


@pytest.fixture(scope="module")
def texts(request: pytest.FixtureRequest) -> Texts:
    folder = request.config.getoption("--halacha")
    if folder is None:
        pytest.skip("the texts are not in the repository: make keys HALACHA=FOLDER")
    found = {}
    for work, name in FILES.items():
        data = (Path(folder) / name).read_bytes()
        assert sha256_hex(data) == DIGESTS[name]
        for line in data.decode().splitlines():
            siman, seif, text = line.split("\t", 2)
            found[work, f"{siman}:{seif}"] = plain(text)
    return found


@each_release
def test_every_cited_place_exists_and_holds_the_quoted_words(texts: Texts, release: str) -> None:
    for review in halacha(release, "review.jsonl"):
        for passage in review.get("passages", []):
            assert plain(passage["words"]) in texts[passage["work"], passage["at"]]


@each_release
def test_every_source_exists(texts: Texts, release: str) -> None:
    for truth in halacha(release, "truths.jsonl"):
        for source in truth["source_refs"]:
            assert (source["work"], source["at"]) in texts or source["work"] in ELSEWHERE


@each_release
def test_a_passage_that_a_question_shows_is_no_copy_of_its_source(
    texts: Texts, release: str
) -> None:
    questions = {one["question_id"]: one for one in halacha(release, "questions.jsonl")}
    for truth in halacha(release, "truths.jsonl"):
        for shown in questions[truth["question_id"]].get("shown_sources", []):
            words = plain(shown["text"]).split()
            runs = {" ".join(words[i : i + 9]) for i in range(len(words) - 8)}
            cited = [(one["work"], one["at"]) for one in truth["source_refs"]]
            for text in (texts[one] for one in cited if one[0] not in ELSEWHERE):
                assert not any(f" {run} " in text for run in runs)
