from __future__ import annotations

import dataclasses
import json
import lzma
import re
import tomllib
from collections import Counter
from pathlib import Path
from urllib.parse import urljoin
from xml.etree import ElementTree as ET

import pytest
import yaml
from site_building import bodies
from site_questions import HOSTILE, NEWEST, OLDER, ROOT
from site_workspace import site_input

from digesta.canonical import sha256_hex
from digesta.errors import UsageError
from digesta.records.track import Track
from digesta.workspace.site_config import SiteConfig, config_of
from digesta_site.citation import tex
from digesta_site.input import site_input as read_site
from digesta_site.pages.llms import plain
from digesta_site.values import SiteInput
from site_tree import pages

R = f"r/{NEWEST}"
BOARD = f"{R}/halacha@closed_book"
OWN = "https://boards.example/some/repo/"
ATOM = "{http://www.w3.org/2005/Atom}"


def test_public_questions_and_truths_are_there_by_track_and_sealed_ones_are_not(
    tree: dict[str, bytes], site: SiteInput
) -> None:
    newest = site.newest
    assert newest is not None
    sealed = {q.question_id for q in newest.questions if q.split == "holdout"}
    for name in ("questions", "truths"):
        paths = [path for path in tree if path.endswith(f".{name}.jsonl.xz")]
        lines = [
            json.loads(line) for path in paths for line in lzma.decompress(tree[path]).splitlines()
        ]
        tracks = [track.track for track in sorted_tracks(site)]
        assert paths == [f"{R}/data/{track}.{name}.jsonl.xz" for track in tracks]
        assert {line["question_id"] for line in lines} == {q.question_id for q in newest.public}

    assert sealed & newest.truths.keys(), "the fixture plants truths of sealed questions"
    assert not [path for path in tree if f"r/{OLDER}/data/" in path]


def sorted_tracks(site: SiteInput) -> list[Track]:
    assert site.newest is not None
    return sorted(site.newest.manifest.tracks, key=lambda track: track.track)


def test_downloads_are_linked_with_their_size_and_digest(tree: dict[str, bytes]) -> None:
    path = f"{R}/data/halacha.questions.jsonl.xz"
    shown = bodies(tree)

    for page in ("data.md", f"{R}/index.md", f"{BOARD}.md"):
        root = "../" * page.count("/")
        assert f'href="{root}{path}"' in shown[page]
        assert f"{len(tree[path]):,}" in shown[page]
        assert sha256_hex(tree[path]) in shown[page]
    assert "tlr.questions.jsonl" not in shown[f"{BOARD}.md"]
    assert ".jsonl" not in shown[f"r/{OLDER}/index.md"].split("How this was computed")[0]
    data = json.loads(tree["data.json"])["downloads"]
    assert {file["href"]: file["sha256"] for file in data}[path] == sha256_hex(tree[path])


def test_the_feed_is_valid_atom_with_dates_of_the_data(tree: dict[str, bytes]) -> None:
    feed = ET.fromstring(tree["feed.xml"])  # noqa: S314 - our own file
    entries = feed.findall(f"{ATOM}entry")

    for element in (feed, *entries):
        for name in ("id", "title", "updated"):
            [child] = element.findall(f"{ATOM}{name}")
            assert child.text
    assert feed.find(f"{ATOM}author/{ATOM}name") is not None
    ids = [element.findtext(f"{ATOM}id") or "" for element in (feed, *entries)]
    assert max(Counter(ids).values()) == 1
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", each) for each in ids)
    days = [entry.findtext(f"{ATOM}updated") or "" for entry in entries]
    assert {OLDER, NEWEST} == {day.removesuffix("T00:00:00Z") for day in days}
    assert days == sorted(days, reverse=True)
    links = [link.attrib["href"] for link in feed.iter(f"{ATOM}link")]
    assert [link for link in links if link not in tree and f"{link[:-5]}.md" not in tree] == [
        "feed.xml" for _ in links if "feed.xml" not in tree
    ]


def test_the_feed_names_each_system_once_and_nothing_that_was_submitted(
    tree: dict[str, bytes],
) -> None:
    feed = tree["feed.xml"].decode()

    assert feed.count("New on the boards: acme-7b<") == 1
    assert "adversary" not in feed
    assert not [name for name in (*HOSTILE, "Acme 7B") if name in feed]


def test_built_pages_lead_to_the_feed_and_the_feed_to_the_site(built: Path) -> None:
    link = '<link rel="alternate feed" type="application/atom+xml" title="Atom" href="{}feed.xml">'

    assert link.format("") in (built / "index.html").read_text(encoding="utf-8")
    assert link.format("../../") in (built / f"{BOARD}.html").read_text(encoding="utf-8")
    assert f'xml:base="{OWN}"' in (built / "feed.xml").read_text(encoding="utf-8")


def test_a_release_can_be_cited_by_an_address_that_stays(built: Path) -> None:
    page = (built / R / "index.html").read_text(encoding="utf-8")
    [entry] = re.findall(r"@misc\{.*?\n\}", page, re.DOTALL)

    assert "<summary>Cite this release</summary>" in page
    assert entry.startswith(f"@misc{{digesta-{NEWEST},")
    assert f"url = {{{OWN}{R}/index.html}}" in entry
    assert entry.count("{") == entry.count("}")
    assert tex("50% & {x_1}") == r"50\% \& \{x\_1\}"


def test_the_citation_file_names_the_project_and_its_version() -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert told["cff-version"] == "1.2.0"
    assert told["type"] in {"software", "dataset"}
    assert told["authors"] == project["authors"]
    assert (told["version"], told["license"]) == (project["version"], project["license"])
    assert {"message", "title"} <= told.keys()
    known = {"cff-version", "message", "title", "type", "authors", "version", "license", "keywords"}
    assert told.keys() <= known


def test_titles_mean_nothing_but_themselves_in_markdown() -> None:
    assert plain("a|b\n# [x](y)") == r"a\|b \# \[x\](y)"


def test_llms_txt_leads_to_files_that_are_there(tree: dict[str, bytes]) -> None:
    told = tree["llms.txt"].decode()
    links = re.findall(r"\]\(([^)]+)\)", told)

    assert {f"{BOARD}.json", "feed.xml", "limits.html"} <= set(links)
    assert f"{R}/data/tlr.truths.jsonl.xz" in links
    paths = [link.partition("#")[0] for link in links]
    assert not [path for path in paths if path not in tree and f"{path[:-5]}.md" not in tree]
    assert "CC-BY-4.0" in told.split("## Licences")[1]
    assert "CC0-1.0" in told.split("## Licences")[1]


def test_the_repository_is_named_once_and_used_everywhere() -> None:
    url = "https://git.example.org/law/boards"
    contact = "mailto:boards@example.org"
    shown = pages(site_input(SiteConfig(title="Boards", repo_url=url, contact=contact)))
    body = bodies(shown)[f"{BOARD}.md"]

    assert f"git clone {url}\n" in shown["submit.md"].decode()
    assert f"{url}/compare" in shown["submit.md"].decode()
    assert f"{url}/issues/new?template=dispute.yml" in shown["dispute.md"].decode()
    assert f'<a href="{url}">Repository</a>' in body
    assert f'<a href="{contact}">Contact</a>' in body
    assert f"{url}/issues/new?template=dispute.yml&amp;title=Dispute%3A%20{NEWEST}" in body


def test_without_a_repository_pages_say_what_to_do(tree: dict[str, bytes]) -> None:
    for page in ("submit.md", "dispute.md"):
        assert "names no address of its repository" in tree[page].decode()
        assert b"<!-- repository" not in tree[page]
    assert not [
        who for who in ("Repository", "Contact") if f">{who}</a>" in bodies(tree)[f"{BOARD}.md"]
    ]
    assert 'href="../../dispute.html"' in bodies(tree)[f"{BOARD}.md"]


def test_a_submitter_finds_bundle_wheel_and_repository_or_that_there_is_none() -> None:
    url, wheel = "https://git.example.org/law/boards", "digesta-1.0-py3-none-any.whl"
    site = site_input(SiteConfig(title="Boards", repo_url=url))
    whole = pages(dataclasses.replace(site, bundle=b"zip", pages={wheel: b"wheel"}))
    nothing = pages(dataclasses.replace(site_input(SiteConfig()), bundle=b""))

    told = whole["submit.md"].decode()
    assert f"[`{NEWEST}.zip.xz`](r/{NEWEST}/{NEWEST}.zip.xz)" in told
    assert whole[f"r/{NEWEST}/{NEWEST}.zip.xz"] == b"zip"
    assert sha256_hex(b"zip") in told
    assert f"[`{wheel}`]({wheel})" in told
    assert f"[{url}]({url})" in told
    told = nothing["submit.md"].decode()
    assert "not here: there is no release yet, or some of its texts" in told
    assert "who can put it next to `digesta.toml`" in told
    assert "the owner of this site has not set its address" in told
    assert f"r/{NEWEST}/{NEWEST}.zip.xz" not in nothing


def test_a_wheel_next_to_the_settings_is_offered(tmp_path: Path) -> None:
    (tmp_path / "digesta-1.0-py3-none-any.whl").write_bytes(b"wheel")

    assert read_site(tmp_path, version="1").pages["digesta-1.0-py3-none-any.whl"] == b"wheel"


@pytest.mark.parametrize(
    "url", ["http://x.org/a/b", "https://x.org", 'https://x.org/a"', "git@x:a"]
)
def test_a_repositorys_address_is_one_that_pages_can_be_added_to(url: str) -> None:
    with pytest.raises(UsageError, match="repo_url"):
        config_of(f"[site]\nrepo_url = '{url}'\n")


def test_an_address_to_dispute_goes_before_the_repositorys() -> None:
    both = SiteConfig(repo_url="https://x.org/a", dispute="mailto:d@x.org?subject={id}")

    assert both.dispute_address == "mailto:d@x.org?subject={id}"
    assert urljoin("https://x.org/", SiteConfig().dispute_address) == "https://x.org/"
