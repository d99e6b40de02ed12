"""Every fixture that more than one file uses, and the rules that the fast tests keep."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from places import NEWEST, ROOT
from world import cut_in

if TYPE_CHECKING:
    from signers import Person

    from authoring.tlr.law import AmendedLaw
    from commanded import Server
    from digesta_generate.graph.client import Client
    from digesta_generate.graph.corpus import GraphCorpus
    from digesta_generate.graph.servers import GraphServer, Kind
    from digesta_generate.temporal.states import RetrievedState
    from digesta_legal.timeline import Timeline
    from digesta_site.values import SiteInput, SiteRelease
    from world import Identity

os.environ.setdefault("DIGESTA_TODAY", "2029-01-01")
"""The day of every test that gives no other: later than all that tests cut and log."""

WHOLE = ROOT / "tests" / "whole"
"""Tests that need a server, a second environment, a model, a browser or a whole repository."""

DATABASES = ("arcadedb", "neo4j")

settings.register_profile("digesta", derandomize=True, deadline=None, max_examples=25)
settings.load_profile("digesta")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Name the texts that the repository does not hold."""
    parser.addoption("--halacha", metavar="FOLDER", help="texts to hold halacha's citations to")


# What the fast tests may do ---------------------------------------------------------------------

PROGRAMS = {"git", "ssh-add", "ssh-agent", "ssh-keygen"}
PROGRAMS |= {"python", "python3", Path(sys.executable).name}
"""What a fast test may start: our own commands are Python."""
RELEASES = f"{ROOT}/releases/"
fast = False
"""Whether a fast test is running."""


def refusal(event: str, arguments: tuple[Any, ...]) -> str:
    """Return why a fast test may not do this, or nothing."""
    if event == "subprocess.Popen" and Path(os.fsdecode(arguments[0])).name not in PROGRAMS:
        return f"starts {os.fsdecode(arguments[0])}"
    if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
        path = Path(os.fsdecode(arguments[0])).absolute().as_posix()
        release, inside, _ = path.removeprefix(RELEASES).partition("/")
        if release and inside and release != NEWEST:
            return f"opens release {release}"
    return ""


def _hold(event: str, arguments: tuple[Any, ...]) -> None:
    if fast and (reason := refusal(event, arguments)):
        pytest.fail(f"a fast test {reason}: move it to tests/whole")


sys.addaudithook(_hold)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Hold each fast test, with its fixtures, to what fast tests may do."""
    global fast  # noqa: PLW0603 - an audit hook has no other way to know
    fast = not item.path.is_relative_to(WHOLE)
    result = yield
    fast = False
    return result


# Every test -------------------------------------------------------------------------------------


TOGETHER = {"graph": "graph"} | dict.fromkeys(
    ("archives", "frozen", "exports", "eval_ever", "harness"), "archives"
)
"""What stays on one worker, by a word of a file's name: a server, and texts of archives."""
LONGEST = (
    "graph", "archives", "test_one_digest", "test_site_browser", "test_site_visitor",
    "test_site_own_benchmark", "test_site_search",
)  # fmt: skip
"""Groups of the whole tests that are begun first, so that no worker ends long after the others."""


def group(file: str) -> str:
    """Return the name of what stays on one worker: a file, or several.

    By the file's name: with pytest 9.2 the groups of pytest-xdist 3.8 are lost in silence.
    """
    stem = Path(file).stem
    return next((shared for word, shared in TOGETHER.items() if word in stem), stem)


class Grouped(LoadFileScheduling):  # type: ignore[misc]
    """A group stays on one worker."""

    def _split_scope(self, nodeid: str) -> str:
        return group(super()._split_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Grouped | None:
    config.option.loadscopereorder = False  # by the number of tests
    return Grouped(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest groups first."""
    place = {name: at for at, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(group(item.path.name), len(place)))


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """Let commands under test be interrupted where the tests run in the background of a shell."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# A workspace with a cut release and two submissions -------------------------------------------


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with a cut release and two submissions, ``right`` and ``wrong``."""
    from world import key_of, submission

    root = tmp_path_factory.mktemp("workspace")
    cut_in(root)
    key = key_of(root)
    submission(root, "right", key)
    submission(root, "wrong", dict.fromkeys(key, "?"))
    return root


@pytest.fixture
def own(workspace: Path, tmp_path: Path) -> Path:
    """Return a copy of the workspace that a test may change."""
    return shutil.copytree(workspace, tmp_path, dirs_exist_ok=True)


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """Return a workspace with a release of 36 questions."""
    from world import released_in

    return released_in(tmp_path, 12)


@pytest.fixture
def twelve(tmp_path: Path) -> Path:
    """Return a workspace with a release of 12 questions, for the generator."""
    from world import released_in

    return released_in(tmp_path)


@pytest.fixture
def two(twelve: Path) -> Path:
    """Return the workspace with a newer release, too: its 12 questions and 12 new ones."""
    from world import released_in

    return released_in(twelve, 8, release="2026-05-05")


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    """Return a workspace with a release that a judge marks, and a submission."""
    from judge_scripts import workspace

    return workspace(tmp_path)


@pytest.fixture
def lookup(tmp_path: Path) -> Path:
    """Return a workspace with a release of questions about a corpus."""
    from searched import workspace

    return workspace(tmp_path)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Return a process that forks a child for each command."""
    from commanded import Server

    running = Server()
    yield running
    running.end()


# A workspace with sealed questions ------------------------------------------------------------


@pytest.fixture(scope="module")
def me() -> Identity:
    from world import Identity

    return Identity()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, me: Identity) -> Path:
    """Return a folder with a sealed and cut release in ``work``, and an identity."""
    from world import made

    root = tmp_path_factory.mktemp("sealed")
    made(root, me.public)
    me.file(root)
    return root


@pytest.fixture
def work(base: Path, tmp_path: Path) -> Path:
    shutil.copytree(base / "work", tmp_path / "work")
    shutil.copy(base / "identity.txt", tmp_path)
    return tmp_path / "work"


@pytest.fixture
def identity(work: Path) -> Path:
    return work.parent / "identity.txt"


# A workspace in which maintainers sign ---------------------------------------------------------


@pytest.fixture
def ann(tmp_path_factory: pytest.TempPathFactory) -> Person:
    from signers import Person

    return Person(tmp_path_factory.mktemp("ann"), "ann")


@pytest.fixture
def bob(tmp_path_factory: pytest.TempPathFactory) -> Person:
    from signers import Person

    return Person(tmp_path_factory.mktemp("bob"), "bob")


@pytest.fixture
def signed(own: Path, ann: Person) -> Path:
    """Return a workspace in which ann signs."""
    from signers import sign_list

    assert sign_list(own, ann, ann.line).code == 0
    return own


# The fixture's site ----------------------------------------------------------------------------


@pytest.fixture(scope="session")
def site() -> SiteInput:
    from site_workspace import site_input

    return site_input()


@pytest.fixture(scope="session")
def tree(site: SiteInput) -> dict[str, bytes]:
    from site_tree import pages

    return pages(site)


@pytest.fixture
def newest(site: SiteInput) -> SiteRelease:
    assert site.newest is not None
    return site.newest


@pytest.fixture(scope="session")
def shown(tree: dict[str, bytes]) -> dict[str, str]:
    """Return the bodies of the pages as HTML."""
    from site_building import bodies

    return bodies(tree)


@pytest.fixture(scope="session")
def by_page(shown: dict[str, str]) -> dict[str, str]:
    """Return the bodies by the pages' names."""
    return {path.removesuffix(".md"): html for path, html in shown.items()}


@pytest.fixture(scope="session")
def built(site: SiteInput, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from site_building import SUBPATH, build

    folder = tmp_path_factory.mktemp("workspace")
    return build(site, folder, SITE_URL=f"https://boards.example{SUBPATH}")


@pytest.fixture(scope="session")
def served() -> Callable[[Path], AbstractContextManager[str]]:
    from site_building import served

    return served


@pytest.fixture(scope="session")
def address(built: Path, served: Callable[[Path], AbstractContextManager[str]]) -> Iterator[str]:
    with served(built) as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Return Chromium, closed after each file.

    While it is open, Playwright keeps an event loop running in this thread, in which no other
    test could start one of its own.
    """
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    if not Path(chromium).exists():
        pytest.skip("no chromium")
    with api.sync_playwright() as playwright:
        quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
        quiet += ["--disable-gpu"]  # there is none: what stands in for it costs a fifth of the time
        launched = playwright.chromium.launch(executable_path=chromium, args=quiet)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """Return a page that keeps what went wrong in ``page.wrong``."""
    from waiting import HANG

    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(HANG * 1000)
    opened = context.new_page()
    opened.wrong = []
    opened.on("console", lambda m: opened.wrong.append(m.text) if m.type == "error" else None)
    opened.on("pageerror", lambda error: opened.wrong.append(str(error)))
    opened.on("dialog", lambda dialog: opened.wrong.append(f"dialog {dialog.message}"))
    yield opened
    context.close()


# Dated law --------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def charter() -> Timeline:
    from dated_law import CHARTER, DAYS, NORM
    from digesta_legal.timeline import timeline_of

    return timeline_of(CHARTER, DAYS, norm=NORM)


@pytest.fixture(scope="session")
def toy_graph(tmp_path_factory: pytest.TempPathFactory) -> GraphCorpus:
    from dated_law import charter_in
    from digesta.workspace import store
    from digesta_generate.graph.corpus import corpus

    return corpus(store.read_tree(charter_in(tmp_path_factory.mktemp("charter") / "of")))


@pytest.fixture(scope="session")
def toy_states(tmp_path_factory: pytest.TempPathFactory) -> list[RetrievedState]:
    """Return the states of the small constitution."""
    from dated_law import constitution_in
    from digesta.workspace import store
    from digesta_generate.graph.corpus import corpus
    from digesta_generate.temporal.states import states_in

    held = corpus(store.read_tree(constitution_in(tmp_path_factory.mktemp("law") / "of")))
    return states_in(held, current=False)


# A graph database of each kind: ArcadeDB, and a real Neo4j Community ---------------------------


@pytest.fixture(scope="session", params=DATABASES)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture(scope="session")
def database(kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphServer]:
    from graph_servers import PASSWORD, libraries

    from digesta_generate.graph.servers import serving

    folder = tmp_path_factory.mktemp(kind)
    with serving(kind, folder, password=PASSWORD, libraries=libraries(kind)) as running:
        yield running
        running.process.kill()  # nothing of it is kept: do not wait until all is written


@pytest.fixture
def client(database: GraphServer) -> Iterator[Client]:
    from digesta_generate.graph.client import Client

    with Client(database.address) as client:
        yield client


@pytest.fixture(scope="session")
def whole_corpus() -> GraphCorpus:
    from digesta.workspace import store
    from digesta_generate.graph.corpus import corpus
    from places import CONSTITUTION

    return corpus(store.read_tree(CONSTITUTION))


def _loaded(client: Client, graph: GraphCorpus) -> Client:
    """Return a database that holds a graph; loaded by the first test that asks."""
    from digesta_generate.graph.load import load

    found = client.rows("MATCH (l:Load {complete: true}) RETURN l.graph AS graph ORDER BY graph")
    if found != [{"graph": graph.graph}]:
        load(client, graph, replace=True, count=lambda _: None)
    return client


@pytest.fixture
def full(client: Client, whole_corpus: GraphCorpus) -> Client:
    """Return a database that holds the whole constitution."""
    return _loaded(client, whole_corpus)


@pytest.fixture(scope="session")
def law() -> AmendedLaw:
    from authoring.tlr.law import AmendedLaw
    from dated_law import FILES

    return AmendedLaw(FILES)


@pytest.fixture(scope="session")
def book() -> GraphCorpus:
    from dated_law import FILES
    from digesta_generate.graph.corpus import corpus

    return corpus(FILES)


@pytest.fixture
def held_book(client: Client, book: GraphCorpus) -> Client:
    """Return a database that holds the code."""
    return _loaded(client, book)
