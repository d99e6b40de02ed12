"""The built site as hosts serve it: below a sub-path, with their own page for what is missing."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from site_building import SUBPATH, read
from site_questions import NEWEST

from digesta.errors import UsageError
from digesta.workspace.site_config import config_of
from digesta_site.hosts import LIMITS, Host, host_named, host_problems
from digesta_site.input import _check_archives
from digesta_site.mkdocs.output import MISSING, site_files
from digesta_site.values import SiteInput
from waiting import HANG

NO_ADDRESS = {"sitemap.xml": b"<urlset></urlset>", MISSING: b"<p>of the theme</p>"}
"""What MkDocs leaves of a site whose address it does not know."""
BELOW = "/nobody/knows/this/depth.html"
BOARD = f"r/{NEWEST}/halacha@closed_book.html"


class Plain(http.server.SimpleHTTPRequestHandler):
    """Any server: the folder stands below a sub-path; nothing else is there."""

    def translate_path(self, path: str) -> str:
        within = urlsplit(path).path.startswith(SUBPATH)
        return super().translate_path(path.removeprefix(SUBPATH) if within else "/nothing")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Pages(Plain):
    """GitHub Pages and GitLab Pages: 404.html for what is missing; ``_headers`` has no effect.

    GitHub gives a branch without ``.nojekyll`` to Jekyll, which drops what begins with ``_``.
    """

    def send_error(self, code: int, *_: Any) -> None:
        page = Path(self.directory) / MISSING
        data = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def as_hosted(host: str, built: Path, root: Path) -> tuple[type[Plain], Path]:
    """Return a host's server and the folder that it serves."""
    if host == "plain":
        return Plain, built
    folder = root / ("public" if host == "gitlab" else "site")
    shutil.copytree(built, folder, copy_function=os.link)
    if host == "github":
        assert (folder / ".nojekyll").is_file()
    if host == "no address":
        (folder / MISSING).unlink()
        (folder / MISSING).write_bytes(site_files(NO_ADDRESS)[MISSING])
    return Pages, folder


@pytest.fixture(params=["plain", "github", "gitlab", "no address"])
def hosted(
    request: pytest.FixtureRequest, built: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """Yield a host's name and the site's address there."""
    handler, folder = as_hosted(request.param, built, tmp_path_factory.mktemp("hosted"))
    serve = functools.partial(handler, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield request.param, f"http://127.0.0.1:{server.server_port}{SUBPATH}"
    server.shutdown()
    server.server_close()


def follow(page: Any, ending: str) -> None:
    page.locator(f"article a[href$='{ending}']:visible").first.click()
    page.wait_for_url(f"**/*{ending.rpartition('/')[2]}")


def test_a_host_below_a_sub_path_leads_from_home_to_a_comparison(
    browser: Any, hosted: tuple[str, str]
) -> None:
    host, address = hosted
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(HANG * 1000)
    page, wrong = context.new_page(), list[str]()
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("response", lambda r: wrong.append(r.url) if r.status >= 400 else None)
    page.on(
        "request", lambda r: None if r.url.startswith((address, "data:")) else wrong.append(r.url)
    )

    page.goto(address)
    follow(page, BOARD)
    follow(page, "muktzeh.html")
    page.go_back()
    follow(page, "compare.html")
    page.keyboard.press("/")
    page.locator(".md-search__input").press_sequentially("methodology")
    page.locator(".md-search-result__link").first.click()
    page.wait_for_url(f"{address}methodology.html*")
    assert wrong == []

    answer = page.goto(address.rstrip("/") + BELOW)
    assert answer.status == 404
    if host != "plain":
        page.locator("a:visible").first.click()
        page.locator("article h1").first.wait_for()
        assert page.url in {address, f"{address}index.html", f"{address}."}
    context.close()


@pytest.mark.parametrize("home", ["there", "unknown"])
def test_a_missing_page_says_what_to_do_until_it_knows_where_home_is(
    browser: Any, home: str
) -> None:
    page, wrong, is_there = browser.new_page(), list[str](), home == "there"
    page.on("pageerror", lambda error: wrong.append(str(error)))
    missing = site_files(NO_ADDRESS)[MISSING]
    page.route("**/accent.css", lambda ask: ask.fulfill() if is_there else ask.abort())
    page.route("**/deep.html", lambda ask: ask.fulfill(body=missing, content_type="text/html"))

    with page.expect_event("requestfinished" if is_there else "requestfailed"):
        page.goto("http://boards.example/deep.html")
    link, advice = page.locator("a"), page.get_by_text("Take the end off the address")
    (link if is_there else advice).wait_for()

    assert (link.is_visible(), advice.is_visible()) == (is_there, not is_there)
    assert wrong == []
    page.close()


def test_a_site_with_an_address_lists_every_page_and_one_without_lists_none(built: Path) -> None:
    sitemap = (built / "sitemap.xml").read_text("utf-8")
    files = {path: data for path, data in read(built).items() if path.endswith(".html")}
    # Redirects and tables to embed ask not to be listed.
    paths = {path for path, data in files.items() if b'content="noindex"' not in data}
    paths.remove(MISSING)
    address = f"https://boards.example{SUBPATH}"
    listed = {part.split("</loc>")[0] for part in sitemap.split("<loc>")[1:]}

    assert {unquote(one.removeprefix(address)) or "index.html" for one in listed} == paths
    assert site_files(NO_ADDRESS).keys() == {".nojekyll", "_headers", MISSING}


def test_headers_fit_the_hosts_that_read_them(built: Path) -> None:
    # developers.cloudflare.com/pages/platform/limits: 2,000 characters a header.
    assert max(map(len, (built / "_headers").read_text().splitlines())) <= 2000


def test_a_site_too_large_for_a_host_says_where_and_what_to_do() -> None:
    most = LIMITS[Host.GITHUB].site
    sizes = {"index.html": 1, "r/a/x.json": most - 1, "compare/b.html": 1}
    fits = {path: size for path, size in sizes.items() if path != "index.html"}

    (problem,) = host_problems(sizes, Host.GITHUB)

    assert str(problem).startswith("build/site: site-size; got 1000.0 MB; most in r/a/, ")
    assert "`without` in digesta.toml" in problem.fix
    assert not list(host_problems(fits, Host.GITHUB))


def test_a_file_or_a_number_of_files_can_be_too_much_too() -> None:
    limits = LIMITS[Host.CLOUDFLARE]
    many = {f"r/{number}.html": 1 for number in range(limits.files)}

    problems = list(host_problems(many | {"r/all.json": limits.file + 1}, Host.CLOUDFLARE))

    assert [problem.file for problem in problems] == ["build/site", "build/site/r/all.json"]
    assert not list(host_problems(many, Host.CLOUDFLARE))


def test_a_host_that_nobody_knows_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UsageError, match="there are: github, gitlab, cloudflare"):
        host_named("geocities")


def test_an_archive_is_left_out_by_its_id_and_nothing_else_is(site: SiteInput) -> None:
    config = config_of('[site]\nwithout = ["lexeval-2026-11-23"]\n')

    with pytest.raises(UsageError, match=r"no archive 'lexeval-2026-11-23'; there are: none"):
        _check_archives(config.without, ())
