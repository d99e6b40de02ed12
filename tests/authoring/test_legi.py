"""The dated compilations of a French code, made from published states of the LEGI base."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from authoring.legi import compile_code
from authoring.tlr.again import Again
from digesta.errors import UsageError
from digesta.workspace import store
from digesta_generate.compilations.dated import read_compilations
from places import CODE_DU_TRAVAIL, ROOT

FIRST, LAST, OPEN = "2008-05-01", "2024-01-01", "2999-01-01"
CODE = "LEGITEXT1"
HEADINGS = ("Partie législative", "Première partie", "Livre II", "Titre II", "Chapitre Ier : x")


def moment(day: str) -> int:
    return int(datetime.fromisoformat(f"{day}T00:00:00").replace(tzinfo=UTC).timestamp() * 1000)


def version(name: str, start: str, end: str, state: str = "MODIFIE") -> dict[str, Any]:
    return {"id": name, "dateDebut": moment(start), "dateFin": moment(end), "etat": state}


def article(
    number: str, text: str, versions: Sequence[dict[str, Any]], *made_by: str, at: int = -1
) -> dict[str, Any]:
    """Return an article of a state. at: which of its versions is in force there."""
    links = [
        {"linkType": "MODIFIE", "linkOrientation": "cible", "textTitle": title} for title in made_by
    ]
    data = {
        "id": versions[at]["id"], "num": number, "texte": text, "articleVersions": versions,
        "lienModifications": links,
    }  # fmt: skip
    return {"type": "article", "data": data}


def package(day: str, *articles: dict[str, Any]) -> bytes:
    """Return an npm archive with a code of these articles."""
    node: dict[str, Any] = {"type": "section", "data": {}, "children": list(articles)}
    for heading in reversed(HEADINGS):
        node["data"]["title"] = heading
        node = {"type": "section", "data": {}, "children": [node]}
    root = {"type": "code", "data": {"dateModif": day, "title": "Code"}, "children": [node]}
    data, packed = json.dumps(root).encode(), io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as files:
        member = tarfile.TarInfo(f"package/data/{CODE}.json")
        member.size = len(data)
        files.addfile(member, io.BytesIO(data))
    return packed.getvalue()


LOI, OTHER = (
    "LOI n°2019-10 du 5 mai 2019 - art. 1",
    "Ordonnance n° 2018-2 du 1er mars 2018 - art. 3",
)
TWICE = [version("A1", "2008-03-01", "2019-06-01"), version("A2", "2019-06-01", OPEN, "VIGUEUR")]
STILL = [
    version("B1", FIRST, "2018-01-01"),
    version("B2", "2020-01-01", "2017-12-01", "MODIFIE_MORT_NE"),
    version("B3", "2018-01-01", OPEN, "VIGUEUR"),
]
GAP = [version("C1", FIRST, "2012-01-01", "ABROGE"), version("C2", "2018-05-01", OPEN, "VIGUEUR")]
MOVED = [version("D1", FIRST, "2018-01-01", "TRANSFERE"), version("D2", "2018-01-01", OPEN)]
LATE = [version("E1", "2019-06-01", "2022-02-02"), version("E2", "2022-02-02", OPEN)]
OLD = package(
    "2020-01-01",
    article("L1221-1", "Ancien.", TWICE, LOI),
    article("L1221-5", "Tardif.", LATE, LOI, at=0),
)
NEW = package(
    LAST,
    article("L1221-1", "Ancien.", TWICE, LOI),
    article("L1221-2", "Neuf.", STILL, OTHER),
    article("L1221-3", "Encore.", GAP, OTHER),
    article("L1221-4", "Ailleurs.", MOVED, OTHER),
    article("L1221-5", "Plus tard.", LATE, LOI, "LOI n°2022-9 du 1er février 2022 - art. 2"),
    article("L143-11-4", "De 1973.", [version("F1", FIRST, OPEN)]),
)
CONFIG = {
    "code": CODE,
    "packages": {
        str(at): hashlib.sha256(data).hexdigest() for at, data in enumerate((OLD, NEW))
    },
    "books": {"ct12": "L12", "ct14": "L14"},
    "law": {
        "id": "code", "name": "Code", "jurisdiction": "FR", "type": "code", "language": "fr",
        "first_day": FIRST, "horizon": LAST, "dates": "entry", "amendments_by": "numbered-text/1",
        "called": {"en": "the Code", "fr": "le code"}, "source": "a test",
        "recorded": {"en": "the base", "fr": "la base"},
        "bodies": {"ct12": {"en": "Book II", "fr": "le livre II"}},
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def code_pages() -> dict[str, bytes]:
    return compile_code(CONFIG, [NEW, OLD])


def test_a_folder_of_two_states_is_what_the_loader_takes(code_pages: dict[str, bytes]) -> None:
    timeline = read_compilations(code_pages).timeline()

    assert timeline.articles == tuple(f"ct12_art_l1221-{number}" for number in range(1, 6))
    first, second = timeline.states["ct12_art_l1221-1"]
    assert (first.start, first.end, first.amendments) == (FIRST, "2019-06-01", ())
    assert (second.text, second.amendments, second.settled) == ("Ancien.", ("2019-10",), True)


def test_a_text_that_no_state_has_is_empty_and_has_no_digest(code_pages: dict[str, bytes]) -> None:
    first, _ = read_compilations(code_pages).timeline().states["ct12_art_l1221-1"]

    assert (first.text, first.sha256) == ("", None)


def test_a_still_born_version_keeps_its_days_and_makes_no_state(
    code_pages: dict[str, bytes],
) -> None:
    compilations = read_compilations(code_pages)

    days = [(row["start"], row["end"]) for row in compilations.rows if "-2" in row["article"]]
    assert days == [(FIRST, "2018-01-01"), ("2018-01-01", None), ("2020-01-01", "2017-12-01")]
    states = compilations.timeline().states["ct12_art_l1221-2"]
    assert [state.start for state in states] == [FIRST, "2018-01-01"]


def test_a_repealed_article_that_came_back_has_a_gap_and_goes_on_counting(
    code_pages: dict[str, bytes],
) -> None:
    timeline = read_compilations(code_pages).timeline()

    assert timeline.state_on("ct12_art_l1221-3", "2015-01-01") is None
    again = timeline.state_on("ct12_art_l1221-3", "2019-01-01")
    assert again is not None
    assert (again.number, again.amendments) == (2, ("2018-2",))


def test_a_version_of_two_texts_is_traced_to_neither_but_has_changed(
    code_pages: dict[str, bytes],
) -> None:
    timeline = read_compilations(code_pages).timeline()
    _, later = timeline.states["ct12_art_l1221-5"]

    assert (later.amendments, later.settled) == (("2022-02-02",), False)
    assert timeline.attribution("ct12_art_l1221-5") is None
    assert timeline.difference("ct12_art_l1221-5", "2021-01-01", "2023-01-01").differs


def test_an_article_of_another_number_before_is_doubtful(code_pages: dict[str, bytes]) -> None:
    doubtful = json.loads(code_pages["law.json"])["doubtful"]

    assert doubtful.keys() == {"ct12_art_l1221-4"}
    assert "another number" in doubtful["ct12_art_l1221-4"]


def test_another_archive_than_the_listed_one_is_refused() -> None:
    with pytest.raises(UsageError, match="no archive with the digest of 0"):
        compile_code(CONFIG, [NEW])


# the code that the repository has -----------------------------------------------------------------


def test_every_version_of_the_code_comes_out_alike_when_computed_another_way() -> None:
    files = store.read_tree(CODE_DU_TRAVAIL)
    timeline = read_compilations(files).timeline()
    again = Again(files, map(json.loads, files["attributions.jsonl"].splitlines()))

    for article_id, states in timeline.states.items():
        assert again.starts(article_id) == tuple(state.start for state in states)
        known = [state for state in states if state.sha256 is not None]
        assert all(again.digest_on(article_id, s.start) == s.sha256 for s in known)
        told = {state.start: state.settled and list(state.amendments) for state in states[1:]}
        changes = dict(again.changes(article_id))
        assert all(changes[day] == (names or None) for day, names in told.items())
    assert sum(map(len, timeline.states.values())) == 4728


def test_the_code_is_under_three_megabytes_and_named_as_its_recipe_has_it() -> None:
    recipe = json.loads((ROOT / "authoring" / "legi" / "code_du_travail.json").read_bytes())
    law = json.loads((CODE_DU_TRAVAIL / "law.json").read_bytes())

    assert sum(path.stat().st_size for path in CODE_DU_TRAVAIL.iterdir()) < 3_000_000
    assert {name: law[name] for name in recipe["law"]} == recipe["law"]
    assert len(recipe["packages"]) == 9
