"""The queries in ``queries.cypher``, by name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from digesta.package_files import text_file

QUERIES: Mapping[str, str] = dict(
    re.findall(
        r"^// query: (\w+)(\n.*?\n)(?=\n|\Z)",
        text_file(__package__, "queries.cypher"),
        re.MULTILINE | re.DOTALL,
    )
)
