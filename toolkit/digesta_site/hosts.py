"""What hosts of static sites take, and whether a built site is within it.

Limits as the hosts' own documentation gave them in November 2026:
docs.github.com/pages/getting-started-with-github-pages/github-pages-limits,
docs.gitlab.com/user/gitlab_com (gitlab-pages; a GitLab of one's own sets its own, 100 MB at first)
and developers.cloudflare.com/pages/platform/limits (the free plan).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from digesta.errors import Problem, UsageError

GB, MIB = 10**9, 1 << 20


class Host(StrEnum):
    """A host of static sites whose limits we know."""

    GITHUB = "github"
    GITLAB = "gitlab"
    CLOUDFLARE = "cloudflare"


class _Limits(NamedTuple):
    """What a host takes. site, file: in bytes. files: how many. 0: as much as one likes."""

    name: str
    site: int = 0
    file: int = 0
    files: int = 0


LIMITS = {
    Host.GITHUB: _Limits("GitHub Pages", site=GB),
    Host.GITLAB: _Limits("GitLab Pages", site=GB, files=200_000),
    Host.CLOUDFLARE: _Limits("Cloudflare Pages", file=25 * MIB, files=20_000),
}
_LARGEST = 3
"""How many files or folders a problem names."""
_LEAVE = (
    "leave archives out of the pages: `without` in digesta.toml, and digesta site again; or take "
    "a host without this limit, such as a folder on a server of your own"
)


def host_named(name: str) -> Host:
    """Return a host by its name; raises UsageError for one that we do not know."""
    if name not in set(Host):
        raise UsageError(f"--host {name}: no such host; there are: {', '.join(Host)}")
    return Host(name)


def host_problems(sizes: Mapping[str, int], host: Host) -> Iterator[Problem]:
    """Yield what a host would refuse of a site. sizes: path -> bytes."""
    limits = LIMITS[host]
    total = sum(sizes.values())
    if 0 < limits.site < total:
        yield _problem(".", _bytes(total), _bytes(limits.site), limits, _folders(sizes))
    if 0 < limits.files < len(sizes):
        each = dict.fromkeys(sizes, 1)
        got = f"{len(sizes)} files"
        yield _problem(".", got, f"{limits.files} files", limits, _folders(each))
    for path, size in sorted(sizes.items()):
        if 0 < limits.file < size:
            yield _problem(path, _bytes(size), f"{_bytes(limits.file)} a file", limits, "")


def _problem(path: str, got: str, expected: str, limits: _Limits, most: str) -> Problem:
    return Problem(
        code="site-size",
        file=f"build/site/{path}".removesuffix("/."),
        got=f"{got}{most}",
        expected=f"at most {expected} on {limits.name}",
        fix=_LEAVE,
    )


def _folders(weights: Mapping[str, int]) -> str:
    """Return the folders that weigh most, two levels deep."""
    total: Counter[str] = Counter()
    for path, weight in weights.items():
        total["/".join(path.split("/")[:-1][:2])] += weight
    return "; most in " + ", ".join(f"{name}/" for name, _ in total.most_common(_LARGEST))


def _bytes(size: int) -> str:
    return f"{size / 10**6:.1f} MB"
