"""Tables in Parquet, made by pyarrow."""

from __future__ import annotations

import io

import pytest
from seeds import only
from test_table import MAPPING


def test_a_parquet_file_that_repeats_a_long_text_is_refused_before_it_is_unpacked() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    text = pyarrow.DictionaryArray.from_arrays([0] * 2000, ["x" * (4 << 20)])
    out = io.BytesIO()
    parquet.write_table(
        pyarrow.table({"text": text, "answer": ["y"] * 2000}),
        out,
        dictionary_pagesize_limit=8 << 20,
    )
    mapping = {"mapping.toml": MAPPING.encode()}

    problem = only("table", mapping | {"a.parquet": out.getvalue()})
    broken = only("table", mapping | {"a.parquet": out.getvalue()[:-20]})

    assert (problem.code, problem.got) == ("file-size", "rows that repeat long texts")
    assert broken.code == "archive"
