"""Where things lie, for tests."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The repository."""

PAGES = ROOT / "toolkit" / "digesta_site" / "docs"
"""The pages that every site has."""

CONSTITUTION = ROOT / "corpora" / "constitution"
"""The Brazilian constitution's dated compilations."""

CODE_DU_TRAVAIL = ROOT / "corpora" / "code_du_travail"
STATUTES = ROOT / "corpora" / "cn_laws"
"""Chinese statutes."""

REGULATIONS = ROOT / "corpora" / "cn_regulations"
"""Articles of Chinese regulations that punish companies."""

HOSTILE = ROOT / "tests" / "data" / "hostile"
"""Files that try to harm whoever reads them, and what must become of each."""

IMPORTS = ROOT / "tests" / "data" / "imports"
"""A folder for each format that can only be imported: a file or two that its own tool made."""

SAMPLES = ROOT / "tests" / "data" / "samples"
"""Files in the shapes of five other benchmarks, with what those benchmarks' own code gives."""

NEWEST = max(path.name for path in (ROOT / "releases").glob("2*-*"))
"""The newest release of this repository."""

ORIGINALS = ROOT.parent / "shared" / "archive"
"""Copies of the benchmarks that archives are drawn from, where there are some."""

ARCHIVES = sorted(path.name for path in (ROOT / "releases").glob("[a-z]*-2*-*"))
"""The archives of others' published predictions in this repository."""
