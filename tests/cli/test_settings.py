"""``digesta.toml`` of another version, or in another place, is refused with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from world import do, write


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("site/digesta.toml", "[site]\n", "move the file: git mv site/digesta.toml digesta.toml"),
        ("digesta.toml", 'format = "workspace/2"\n[hosts]\n', "pip install --upgrade digesta"),
        ("digesta.toml", "[site\n", "digesta.toml: Expected ']'"),
        ("digesta.toml", "[hosts]\n", "no table 'hosts'; there are: "),
    ],
    ids=["former place", "newer", "no TOML", "unknown table"],
)
def test_settings_that_are_not_read_here_stop_every_command(
    work: Path, path: str, text: str, message: str
) -> None:
    write(work, {path: text.encode()})
    for command in ("site", "status", "verify", "board"):
        done = do(command, "--root", work)
        assert (done.code, message in done.stderr) == (2, True), (command, done.stderr)
