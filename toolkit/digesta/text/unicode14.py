"""Properties of characters in Unicode 14.0, as tables that no interpreter changes.

Runs of code points in hexadecimal, first-last, in order (``unicode14.json``). Made from the
``unicodedata`` of CPython 3.11 (unidata 14.0.0); a test under that version makes them again and
compares.
"""

from __future__ import annotations

from digesta.package_files import json_file

_TABLES = {name: " ".join(runs) for name, runs in json_file(__package__, "unicode14.json").items()}
UNASSIGNED = _TABLES["unassigned"]
"""General category Cn: passed unchanged by every normaliser."""
PUNCTUATION = _TABLES["punctuation"]
"""General categories Pc, Pd, Ps, Pe, Pi, Pf and Po."""
NON_STARTERS = _TABLES["non_starters"]
"""Canonical combining class other than 0."""
DIGITS = _TABLES["digits"]
"""General category Nd."""


def code_points(table: str) -> list[tuple[int, int]]:
    """Return a table's runs as (first, last) code points.

    >>> code_points("30-39 5f")
    [(48, 57), (95, 95)]
    """
    runs = (run.partition("-") for run in table.split())
    return [(int(first, 16), int(last or first, 16)) for first, _, last in runs]
