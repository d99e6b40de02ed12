"""What a submitter begins with, and the one way back to the project: its repository.

A hand-written page says where by a comment, ``<!-- repository: submit -->``. The address comes
from the settings (``repo_url``); without one the text is an instruction that needs none. The
addresses of new issues and pull requests are those of GitHub, Gitea and Forgejo. Bundle, wheel and
address, or that there is none, replace ``<!-- repository: begin -->``.
"""

from __future__ import annotations

from collections.abc import Mapping

from digesta.canonical import sha256_hex
from digesta.workspace.bundle_zip import PACKED
from digesta_site.values import SiteInput

SUBMIT = (
    "```text\ngit clone {url}\n```\n\nPut the folder into `predictions/RELEASE/` of your copy of "
    "[the repository]({url}), push it to a fork and [open a pull request]({url}/compare). It holds "
    "the folder and nothing else."
)
SUBMIT_PLAIN = (
    "This site names no address of its repository. Put the folder into `predictions/RELEASE/` of a "
    "checkout, commit it and hand it to whoever gave you the repository: as a pull request where "
    "it has a host, else by mail, as the file that `git format-patch -1` writes. It holds the "
    "folder and nothing else."
)
DISPUTE = (
    "[Open an issue]({url}/issues/new?template=dispute.yml) or a pull request in "
    "[the repository]({url}) and name"
)
DISPUTE_PLAIN = (
    "This site names no address of its repository. Write to whoever publishes the site, or open an "
    "issue or a pull request where you have the repository from, and name"
)
NO_BUNDLE = "not here: there is no release yet, or some of its texts are not to be handed out"
NO_WHEEL = "not here. Ask the owner of this site, who can put it next to `digesta.toml`"
NO_ADDRESS = "the owner of this site has not set its address (`repo_url` in `digesta.toml`)"
TEXTS = {"submit": (SUBMIT, SUBMIT_PLAIN), "dispute": (DISPUTE, DISPUTE_PLAIN)}
"""What a comment becomes: where the settings name the repository, and where they do not."""


def bundle_path(release: str) -> str:
    """Return where a site has a release's bundle."""
    return f"r/{release}/{release}{PACKED}"


def files_to_begin(site: SiteInput) -> str:
    """Return what a submitter needs, each with a link, or with the word that it is not here."""
    path, size = bundle_path(site.newest_id), f"{len(site.bundle) / 1e6:.1f} MB"
    bundle = f"[`{site.newest_id}{PACKED}`]({path}) ({size}, SHA-256 `{sha256_hex(site.bundle)}`)"
    wheels = [name for name in sorted(site.pages) if name.endswith(".whl")]
    wheel = ", ".join(f"[`{name.rpartition('/')[2]}`]({name})" for name in wheels)
    url = site.config.repo_url
    return (
        f"- The bundle of the newest release: {bundle if site.bundle else NO_BUNDLE}.\n"
        f"- Digesta's wheel: {wheel or NO_WHEEL}.\n"
        f"- The repository: {f'[{url}]({url})' if url else NO_ADDRESS}.\n"
    )


def with_repository(pages: Mapping[str, bytes], url: str, begin: str = "") -> dict[str, bytes]:
    """Return hand-written pages whose comments have become text. begin: of ``files_to_begin``."""
    filled = dict(pages)
    for name, (linked, plain) in {**TEXTS, "begin": (begin, begin)}.items():
        comment = f"<!-- repository: {name} -->".encode()
        text = (linked.replace("{url}", url) if url else plain).encode()
        for path in (path for path in pages if path.endswith(".md")):
            filled[path] = filled[path].replace(comment, text)
    return filled
