"""A workspace with a small release."""

from __future__ import annotations

from pathlib import Path

import pytest

from digesta.releases.cut import cut
from small import RELEASE, draft, write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path / "releases" / RELEASE, cut(draft(), name="draft"))
    return tmp_path
