"""Pages of data are what MkDocs itself would build, and it still checks every link."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from site_building import build, read

from digesta.errors import UsageError
from digesta_site.values import SiteInput
from site_tree import pages

OWN = "https://boards.example/some/repo/"


def linking(site: SiteInput, *targets: str) -> SiteInput:
    """Return the site with links at the end of its own page about.md."""
    links = "".join(f"\n- [a page]({target})" for target in targets)
    about = site.pages["about.md"] + links.encode() + b"\n"
    return dataclasses.replace(site, pages={**site.pages, "about.md": about})


def test_a_page_of_data_has_the_bytes_that_mkdocs_would_give_it(
    site: SiteInput, built: Path, tmp_path: Path
) -> None:
    # What a hand-written page links to, MkDocs builds itself.
    data = [path for path in pages(site) if path.endswith(".md") and "/" in path]

    own = read(build(linking(site, *data), tmp_path, SITE_URL=OWN))

    direct = read(built)
    assert len(data) > 50
    for path in data:
        page = path.replace(".md", ".html")
        assert own[page] == direct[page]


def test_the_sitemap_lists_every_page_once(built: Path) -> None:
    files = read(built)

    for path in files:
        # Redirects and tables to embed ask not to be listed.
        unlisted = b'content="noindex"' in files[path]
        if path.endswith(".html") and path != "404.html" and not unlisted:
            address = f"<loc>{OWN}{path.replace('@', '%40')}</loc>"
            assert files["sitemap.xml"].count(address.encode()) == 1, path


def test_a_link_to_a_page_of_data_is_taken_and_one_to_no_page_ends_the_build(
    site: SiteInput, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build(linking(site, "status.md"), tmp_path)

    with pytest.raises(UsageError, match="mkdocs failed"):
        build(linking(site, "r/there-is-none/index.md"), tmp_path)

    assert "r/there-is-none/index.md" in capsys.readouterr().err
    assert "status" in (tmp_path / "build/site/about.html").read_text(), "the old site stays"
