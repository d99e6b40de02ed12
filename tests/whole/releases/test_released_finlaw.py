"""The newest release of finlaw says what the statutes say."""

from __future__ import annotations

from authored import author
from test_finlaw_law import RELEASES

from digesta.workspace.releases import open_release
from places import ROOT, STATUTES


def test_the_newest_release_of_finlaw_says_what_the_statutes_say() -> None:
    done = author("finlaw", STATUTES, "--release", RELEASES[-1].name, "--root", ROOT)

    index = open_release(ROOT, RELEASES[-1].name).data.resources["finlaw/clauses.jsonl"]
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{STATUTES.as_posix()}: {len(index.splitlines())} clauses\n"
