"""ChromaDB gives what exact search gives, and a store that was harmed is healed by a second run."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from toy_vectors import Toy, corpus, searched

import penal
from digesta.errors import InputError, UsageError
from digesta_generate.retrieval.corpus import TextCorpus, clause_corpus
from digesta_generate.retrieval.vectors import VectorIndex, VectorStore, cosines, open_store
from digesta_generate.similarity.ranking import best
from waiting import HANG, until
from world import write


def exact(texts: TextCorpus, toy: Toy, queries: list[str], most: int) -> list[list[str]]:
    ids = [one.id for one in texts.texts]
    rows = toy.embedder.passages([one.searched for one in texts.texts])
    scores = (cosines(rows, toy.embedder.query(one)) for one in queries)
    return [best(dict(zip(ids, one, strict=True)), most) for one in scores]


def asking(toy: Toy, queries: list[str], most: int) -> Callable[[VectorIndex], list[list[str]]]:
    return lambda index: [index.nearest(toy.embedder.query(one), most) for one in queries]


@pytest.mark.parametrize(
    ("size", "words", "most"), [(1, 1, 5), (300, 300, 5), (400, 7, 5), (300, 1, 20)]
)
def test_the_nearest_are_those_of_exact_search_in_its_order(
    tmp_path: Path, size: int, words: int, most: int
) -> None:
    texts, toy = corpus(size, words=words), Toy()
    queries = [f"word{at}" for at in range(0, words, max(1, words // 20))] + ["another", "third"]

    found = searched(tmp_path / "db", texts, toy, asking(toy, queries, most))

    assert found == exact(texts, toy, queries, most)


def test_clauses_with_their_citations_are_found_as_by_exact_search(tmp_path: Path) -> None:
    write(tmp_path / "statutes", penal.statutes())
    texts, toy = clause_corpus(tmp_path / "statutes", penal.data().resources, "finlaw"), Toy()
    queries = [one.searched for one in texts.texts]

    found = searched(tmp_path / "db", texts, toy, asking(toy, queries, 5))

    assert found == exact(texts, toy, queries, 5)
    shown = texts.by_id["old-2-1"].shown
    assert shown.startswith(
        f"《{penal.BANKS}》第二章 法律责任 第一节 机构 第二条之一（2006年）\n第二条之一 "
    )


def none(index: VectorIndex) -> list[list[str]]:
    return []


def test_a_second_run_embeds_nothing_and_other_texts_or_models_are_other_collections(
    tmp_path: Path,
) -> None:
    for texts, name, embedded in (
        (corpus(40), "toy", 40),
        (corpus(40), "toy", 0),
        (corpus(41), "toy", 41),
        (corpus(40, words=3), "toy", 40),
        (corpus(40), "other", 40),
    ):
        toy = Toy(name)
        searched(tmp_path, texts, toy, none)
        assert toy.done == embedded


class StopError(Exception):
    """What ends a run in the middle."""


def stop(done: int) -> None:
    if done == 96:
        raise StopError


def test_a_half_filled_collection_is_filled_by_a_second_run(tmp_path: Path) -> None:
    with pytest.raises(StopError):
        searched(tmp_path, corpus(200), Toy(hook=stop), none)

    toy = Toy()
    found = searched(
        tmp_path, corpus(200), toy, lambda index: [index.nearest(toy.embedder.query("word7"), 1)]
    )

    assert toy.done == 200 - 96
    assert found == [["t7"]]


def test_a_wrong_vector_is_made_again_and_a_strange_one_removed(tmp_path: Path) -> None:
    searched(tmp_path, corpus(50), Toy(), none)
    row = Toy().embedder.query("another").tolist()
    with open_store(VectorStore(tmp_path)) as client:
        (collection,) = client.list_collections()
        collection.update(ids=["t3"], embeddings=[row])
        collection.add(ids=["stranger"], embeddings=[row])

    toy = Toy()
    found = searched(
        tmp_path, corpus(50), toy, lambda index: [index.nearest(toy.embedder.query("another"), 50)]
    )

    assert toy.done == 1
    assert sorted(found[0]) == sorted(f"t{at}" for at in range(50))
    assert found == exact(corpus(50), Toy(), ["another"], 50)


def test_a_folder_removed_in_the_middle_is_told_and_healed(tmp_path: Path) -> None:
    place = tmp_path / "db"

    def remove(done: int) -> None:
        if done == 96:
            shutil.rmtree(place)

    with pytest.raises(InputError, match=r"vectors.*run the same command again"):
        searched(place, corpus(200), Toy(hook=remove), none)

    toy = Toy()
    searched(place, corpus(200), toy, none)
    assert toy.done == 200


def test_a_broken_database_is_told_with_the_way_on(tmp_path: Path) -> None:
    searched(tmp_path, corpus(5), Toy(), none)
    (tmp_path / "chroma.sqlite3").write_bytes(b"nonsense" * 1000)

    with pytest.raises(InputError, match="if it fails again remove"):
        searched(tmp_path, corpus(5), Toy(), none)

    shutil.rmtree(tmp_path)
    searched(tmp_path, corpus(5), toy := Toy(), none)
    assert toy.done == 5


def test_a_full_disk_is_told_and_what_was_stored_before_it_stays(tmp_path: Path) -> None:
    place = tmp_path / "db"
    command: list[str | Path] = [sys.executable, Path(__file__).with_name("full_disk.py"), place]
    more = {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | more, timeout=HANG
    )

    assert "see that the disk has room" in done.stdout
    toy = Toy()
    searched(place, corpus(400), toy, none)
    assert 0 < toy.done < 400


@pytest.fixture
def chroma(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """Return the URL of a real Chroma server on a free port of this machine, and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command: list[str | Path] = [
        Path(sys.executable).with_name("chroma"), "run", "--path", tmp_path / "served",
        "--host", "127.0.0.1", "--port", str(port),
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: _listens(port) or process.poll() is not None, "the server")
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.kill()
        process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def peers(pid: int | str) -> set[str]:
    """Return the addresses that a process has connections to, as the kernel writes them."""
    inodes = set()
    for one in Path(f"/proc/{pid}/fd").iterdir():
        try:
            inodes.add(one.readlink().as_posix())
        except OSError:  # closed since it was listed
            continue
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text("ascii").splitlines()[1:]:
            fields = line.split()
            if f"socket:[{fields[9]}]" in inodes:
                found.add(fields[2].partition(":")[0])
    return found


HERE = {"0100007F", "00000000", "0" * 32, "0000000000000000FFFF00000100007F"}
"""This machine, and nobody (who listens), as the kernel writes them."""


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="the kernel's tables are asked")
def test_a_real_server_gives_the_same_and_nobody_else_is_connected_to(
    chroma: tuple[str, int], tmp_path: Path
) -> None:
    url, pid = chroma
    before = peers("self")
    seen: set[str] = set()
    toy = Toy(hook=lambda _done: seen.update(peers(pid), peers("self") - before))
    queries = [f"word{at}" for at in range(10)]

    found = searched(url, corpus(150, words=30), toy, asking(toy, queries, 5))
    again = Toy()
    searched(url, corpus(150, words=30), again, none)

    assert found == exact(corpus(150, words=30), Toy(), queries, 5)
    assert again.done == 0
    assert "0100007F" in seen
    assert seen <= HERE


def test_a_server_that_is_not_there_or_no_url_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="see that the server runs"):
        searched("http://127.0.0.1:9", corpus(5), Toy(), none)
    for url in ("http://u@127.0.0.1:9", "127.0.0.1:9", "http://127.0.0.1:9/a", "http://h:x"):
        with pytest.raises(UsageError, match="--chroma-url"):
            searched(url, corpus(5), Toy(), none)
