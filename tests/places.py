"""Where things lie, for tests."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The repository."""

SHARED = ROOT.parent / "shared"
"""Reference data beside a maintainer's checkout; a stranger's clone has none."""
