from __future__ import annotations

import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from site_building import build, read
from site_questions import HOSTILE, NEWEST, ROOT, SEALED_ANSWER, SEALED_TRUTH

from digesta.workspace.site_config import config_of
from digesta_site.input import _run
from digesta_site.mkdocs.csp import csp_for
from digesta_site.mkdocs.output import site_files
from digesta_site.values import SiteInput

HOST = re.compile(rb"(?:https?:)?//([a-z0-9.-]+\.[a-z]{2,})[/\"'\s)<]", re.IGNORECASE)
NAMESPACES = frozenset([b"www.w3.org", b"www.sitemaps.org"])
OWN = "https://boards.example/some/repo/"
SUBMITTED = frozenset([b"example.org", b"evil.example", b"www.sefaria.org"])
"""Hosts in submitted text, and sources that a question links: shown, never loaded."""
THEIRS = ("assets/javascripts/", "assets/stylesheets/", "assets/vendor/")
"""Unchanged files of the theme and of plotly.js; the policy stops what they could ask for."""


class Attributes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(tag, name, value or "") for name, value in attrs]


def attributes(page: bytes) -> list[tuple[str, str, str]]:
    parser = Attributes()
    parser.feed(page.decode())
    return parser.found


@pytest.fixture(scope="module")
def output(built: Path) -> dict[str, bytes]:
    return read(built)


@pytest.fixture(scope="module")
def html(output: dict[str, bytes]) -> dict[str, list[tuple[str, str, str]]]:
    return {path: attributes(data) for path, data in output.items() if path.endswith(".html")}


def test_two_builds_give_the_same_bytes(
    site: SiteInput, output: dict[str, bytes], tmp_path: Path
) -> None:
    again = read(build(site, tmp_path, PYTHONHASHSEED="7", SITE_URL=OWN))

    digests = [
        {path: hashlib.sha256(data).hexdigest() for path, data in tree.items()}
        for tree in (output, again)
    ]
    assert digests[0] == digests[1]


def test_the_hand_prose_pages_are_not_where_a_build_empties_a_folder() -> None:
    told = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")

    assert "\ndocs_dir: build/docs\n" in told
    assert "\nsite_dir: build/site\n" in told
    assert "\nplugins: [search]\n" in told
    assert "\nstrict: true\n" in told
    assert "  font: false\n" in told


def test_title_and_foot_are_those_that_the_owner_chose(output: dict[str, bytes]) -> None:
    config = config_of((ROOT / "digesta.toml").read_text(encoding="utf-8"))

    for page in ("index.html", "about.html"):
        assert f" - {config.title}</title>".encode() in output[page]
        assert config.copyright.encode() in output[page]


def test_no_built_file_names_another_host(output: dict[str, bytes]) -> None:
    named = {
        (path, host)
        for path, data in output.items()
        if not path.startswith(THEIRS)
        for host in HOST.findall(data)
        if host not in NAMESPACES | SUBMITTED | {b"boards.example"}
    }

    assert not named


def test_nothing_that_a_page_loads_is_elsewhere(
    html: dict[str, list[tuple[str, str, str]]], output: dict[str, bytes]
) -> None:
    loaded = [
        (path, value)
        for path, found in html.items()
        for tag, name, value in found
        if name in {"src", "srcset", "poster"} or (tag == "link" and name == "href")
        if not value.startswith(OWN)  # the canonical address
    ]
    styles = [data for path, data in output.items() if path.endswith(".css")]

    assert loaded
    assert not [pair for pair in loaded if re.match(r"(?:[a-z]+:|//)", pair[1])]
    assert not [
        data for data in styles if re.search(rb"(?:@import|url\(['\"]?(?:https?:)?//)", data)
    ]


def test_every_link_leads_to_a_file_and_an_anchor_that_are_there(
    html: dict[str, list[tuple[str, str, str]]], output: dict[str, bytes]
) -> None:
    anchors = {
        path: {value for _, name, value in found if name == "id"} for path, found in html.items()
    }
    broken = set()
    for path, found in html.items():
        for tag, name, value in found:
            if name != "href" or tag not in {"a", "link"} or path == "404.html":
                continue
            target, anchor = urldefrag(unquote(urljoin(f"http://x/{path}", value)))
            at = target.removeprefix("http://x/").partition("?")[0] or "index.html"
            if value.startswith(("https://", "mailto:")):
                continue
            if at not in output or (anchor and anchor not in anchors.get(at, {anchor})):
                broken.add((path, value))

    assert not broken


def test_no_page_has_inline_handlers_styles_or_script_addresses(
    html: dict[str, list[tuple[str, str, str]]],
) -> None:
    found = [(path, *one) for path, told in html.items() for one in told]

    assert not [one for one in found if one[2].startswith("on")]
    assert not [one for one in found if one[2] == "style"]
    assert not [one for one in found if re.match(r"\s*(?:javascript|data):", one[3], re.IGNORECASE)]


def test_every_page_has_a_policy_before_anything_that_it_governs(output: dict[str, bytes]) -> None:
    pages = [data for path, data in output.items() if path.endswith(".html")]

    assert all(
        b'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src '
        in data
        for data in pages
    )
    assert all(b"unsafe-" not in data.split(b"</head>")[0] for data in pages)
    everywhere, _, embedded = output["_headers"].partition(b"/embed/*")
    assert b"frame-ancestors 'none'" in everywhere
    assert b"! Content-Security-Policy" in embedded
    assert b"frame-ancestors" not in embedded


def test_a_script_inside_an_article_refuses_the_build() -> None:
    page = b'<head><meta charset="utf-8"></head><article><SCRIPT>x</script></article>'

    with pytest.raises(ValueError, match=r"r/x\.html: a script"):
        csp_for({"r/x.html": page})


def test_only_scripts_that_run_are_allowed_by_hash() -> None:
    page = b'<meta charset="utf-8"><script>a</script><script type="application/json">b</script>'

    written = csp_for({"index.html": page, "x.js": b"alert()"})

    allowed = b"script-src 'self' 'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='; "
    assert allowed in written["index.html"]
    assert set(written) == {"index.html", "_headers"}


def test_a_page_loses_the_themes_empty_lines_and_nothing_of_ours() -> None:
    body = b"<article>\n<pre>a\n\nb</pre>\n\n</article>"
    page = b'<meta charset="utf-8">\n  \n\n<p>x</p>' + body + b"\n\n</body>"

    written = site_files({"index.html": page, "a.js": b"\n\n", "b.js.map": b"{}"})

    assert written.keys() == {"index.html", "a.js", "_headers", ".nojekyll"}
    assert written["a.js"] == b"\n\n"
    assert written["index.html"].endswith(b">\n<p>x</p>" + body + b"\n</body>")


def test_the_theme_s_unused_files_are_not_published(output: dict[str, bytes]) -> None:
    assert not [path for path in output if path.endswith(".map") or "/lunr/" in path]
    assert [path for path in output if path.startswith("assets/javascripts/bundle")]


def test_the_search_index_holds_no_submitted_text(output: dict[str, bytes]) -> None:
    index = json.loads(output["search/search_index.json"])
    text = json.dumps(index, ensure_ascii=False)

    assert "How to read the boards" in text
    for name in (*HOSTILE, "Acme 7B", "Borealis"):
        assert name not in text
        assert name.replace("<", "&lt;").replace(">", "&gt;") not in text


def test_pages_stay_small(output: dict[str, bytes]) -> None:
    sizes = {path: len(data) for path, data in output.items() if path.endswith(".html")}

    assert {path: size for path, size in sizes.items() if size >= 300_000} == {}


def test_neither_views_nor_hook_nor_sealed_text_reach_the_site(output: dict[str, bytes]) -> None:
    everything = b"\n".join(output.values())

    assert [path for path in output if path.startswith(".")] == [".nojekyll"]
    assert SEALED_TRUTH.encode() not in everything
    assert SEALED_ANSWER.encode() not in everything


def test_every_page_but_the_missing_one_carries_its_notices(output: dict[str, bytes]) -> None:
    pages = {path: data for path, data in output.items() if path.endswith(".html")}
    shown = {path: data for path, data in pages.items() if b'http-equiv="refresh"' not in data}
    without = [path for path, data in shown.items() if b'class="dg-notice"' not in data]

    assert without == ["404.html"]
    assert "אין לראות בכך פסק הלכה".encode() in output[f"r/{NEWEST}/halacha@closed_book.html"]


def test_every_page_has_one_main_heading(output: dict[str, bytes]) -> None:
    counts = {path: data.count(b"<h1") for path, data in output.items() if path.endswith(".html")}

    assert set(counts.values()) == {1}


@pytest.mark.parametrize("text", ["", "[1]", '{"a":' * 600 + "1" + "}" * 600, '"\\ud800"'])
def test_a_submitted_run_record_that_is_none_ends_no_build(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text, "utf-8")

    assert _run(path) is None
