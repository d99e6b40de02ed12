"""The second derivation of the keys shares no code with the first."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_the_second_derivation_imports_no_code_of_ours_but_where_files_lie() -> None:
    own = {path.stem for path in HERE.glob("*.py")} | {"places", "pytest"}
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in HERE.glob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    imported = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}

    assert {name.partition(".")[0] for name in imported} - sys.stdlib_module_names <= own
