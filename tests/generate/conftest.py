"""A toy workspace for each test."""

from __future__ import annotations

from pathlib import Path

import pytest
from runs import workspace


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """Return a workspace with a release of 12 questions."""
    return workspace(tmp_path)
