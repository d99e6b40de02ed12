"""The one way back to the project: what pages say of its repository, with an address or without.

A hand-written page says where by a comment, ``<!-- repository: submit -->``. The address comes
from the settings (``repo_url``); without one the text is an instruction that needs none. The
addresses of new issues and pull requests are those of GitHub, Gitea and Forgejo.
"""

from __future__ import annotations

from collections.abc import Mapping

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
TEXTS = {"submit": (SUBMIT, SUBMIT_PLAIN), "dispute": (DISPUTE, DISPUTE_PLAIN)}
"""What a comment becomes: where the settings name the repository, and where they do not."""


def with_repository(pages: Mapping[str, bytes], url: str) -> dict[str, bytes]:
    """Return hand-written pages whose comments have become text."""
    filled = dict(pages)
    for name, (linked, plain) in TEXTS.items():
        comment = f"<!-- repository: {name} -->".encode()
        text = (linked.format(url=url) if url else plain).encode()
        for path in (path for path in pages if path.endswith(".md")):
            filled[path] = filled[path].replace(comment, text)
    return filled
