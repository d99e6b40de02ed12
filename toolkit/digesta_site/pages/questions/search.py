"""Questions: how many there are, where they stand, and the index that finds them by their words.

The index is JSON beside the page, a file for each track and one for boards, systems and tasks. A
script of ours reads it as text; names that were submitted never reach the theme's own index.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from digesta.records.release import Question, Track
from digesta.text.languages import language_name
from digesta_site.language import gettext, ngettext, noop, spoken
from digesta_site.page import DataFile, DataTable, Page
from digesta_site.pages.common import (
    condition_words,
    headline_boards,
    page_address,
    person,
    place_titles,
    score_title,
    site_page,
)
from digesta_site.pages.models import models_with_rows
from digesta_site.pages.questions.lists import list_links
from digesta_site.pages.questions.places import QuestionResult, QuestionResults
from digesta_site.paths import (
    QUESTIONS,
    board_name,
    board_stem,
    model_stem,
    question_anchor,
    questions_stem,
    release_stem,
)
from digesta_site.values import SiteInput, SiteRelease
from digesta_site.words import CONDITIONS, capital, shorten, with_spaces

DIFFICULTIES = ("easy", "medium", "hard")
OTHERS = "boards"
"""The file of boards, systems and tasks; those of questions bear their track's name."""
SOURCES = 160
"""Characters of the sources of a question in the index."""
FIELDS = (
    *("anchor", "number", "text", "language", "category", "task", "page", "difficulty"),
    *("law_as_of", "released", "sources", "right", "answered"),
)
"""What stands in a row of a track's index."""
PAGES = (
    (noop("Data"), "data.html", "download JSON CSV API files licence data set"),
    (
        noop("table to embed"),
        "hosting.html#a-boards-table-on-another-site",
        "embed iframe frame widget",
    ),
    (noop("How to read the boards"), "how-to-read.html", "trust interval significance floor rank"),
    (noop("Compare"), "compare.html", "versus better than difference"),
    (noop("Systems"), "systems.html", "submissions entries"),
    (noop("Dispute"), "dispute.html", "contact email write report mistake error wrong"),
)
"""Pages that the box finds besides those of prose: title, address, other words for it."""
COLUMNS = ("release", "track", "split", "language", "license", "questions")


def pages_of(site: SiteInput, results: QuestionResults) -> Iterator[Page | DataFile]:
    """Return the page that counts and finds questions, with its index."""
    release = site.newest
    tracks = release.manifest.tracks if release else []
    index = {t.track: _index(release, t, results) for t in tracks} if release else {}
    counts = [line for each in site.current for line in _counts(each)]
    yield site_page(
        *(site, QUESTIONS, "question_search.html"),
        {
            "newest": release.id if release else "",
            "tracks": [_track(release, track) for track in tracks] if release else [],
            "archives": [_archive(archive) for archive in site.archives],
            "lists": list_links() if release else [],
            "options": _options(release) if release else {},
            "shards": [OTHERS, *index],
        },
        heading="Questions",
        data=[dict(zip(COLUMNS, line, strict=True)) for line in counts],
        table=DataTable(COLUMNS, counts),
        searchable=True,
    )
    with spoken(site.config.language):
        # The box at the head of every page shows these.
        others = _others(site)
    for name, shard in (index | {OTHERS: others}).items():
        yield DataFile(f"{QUESTIONS}.{name}.json", shard)


def _counts(release: SiteRelease) -> list[list[str | float | None]]:
    """Return how many questions there are, by track, split, language and licence."""
    counts = Counter((q.track, q.split, q.language, q.license) for q in release.questions)
    return [[release.id, *place, count] for place, count in sorted(counts.items())]


def _summary(questions: Sequence[Question]) -> dict[str, Any]:
    """Return questions counted: by split, by language, and their licences."""
    public = Counter(q.language for q in questions if q.split == "public")
    sealed = Counter(q.language for q in questions if q.split != "public")
    return {
        "public": public.total(),
        "sealed": sealed.total(),
        "languages": [
            {"name": language_name(tag), "public": public[tag], "sealed": sealed[tag]}
            for tag in sorted({*public, *sealed})
        ],
        "licenses": sorted({question.license for question in questions}),
    }


def _track(release: SiteRelease, track: Track) -> dict[str, Any]:
    questions = [question for question in release.questions if question.track == track.track]
    public = [question for question in release.public if question.track == track.track]
    tasks = groupby(public, key=lambda q: (q.track, q.category, q.task))
    return _summary(questions) | {
        "title": track.title,
        "boards": [
            {
                "title": f"{score_title(track, board)}, {condition_words(name)}",
                "href": f"{board_stem(board)}.html",
            }
            for board, name in headline_boards(release)
            if name.track == track.track
        ],
        "tasks": [
            {
                "title": _task_title(track, task[2]),
                "href": f"{questions_stem(release.id, task)}.html",
                "n": sum(1 for _ in group),
            }
            for task, group in tasks
        ],
    }


def _archive(release: SiteRelease) -> dict[str, Any]:
    head = {"title": release.manifest.title, "href": f"{release_stem(release.id)}.html"}
    return head | _summary(release.questions)


def _task_title(track: Track, task: str) -> str:
    return track.tasks[task].title if task in track.tasks else with_spaces(task)


def _options(release: SiteRelease) -> dict[str, list[list[str]]]:
    """Return what can be chosen among: values and their words."""
    public, tracks = release.public, release.manifest.tracks
    known = {question.difficulty for question in public}
    years = sorted({question.law_as_of[:4] for question in public if question.law_as_of})
    days = sorted({question.released for question in public})
    return {
        "track": [[track.track, track.title] for track in tracks],
        "category": [
            [f"{track.track}/{name}", f"{track.title}: {category.title}"]
            for track in tracks
            for name, category in track.categories.items()
        ],
        "language": [[tag, language_name(tag)] for tag in sorted({q.language for q in public})],
        "difficulty": [[level, level] for level in DIFFICULTIES if level in known],
        "law": [[year, year] for year in years],
        "released": [[day, day] for day in days] if len(days) > 1 else [],
    }


def _index(release: SiteRelease, track: Track, results: QuestionResults) -> dict[str, Any]:
    """Return a track's questions, a row each; pages, categories and tasks by their number."""
    questions = [question for question in release.public if question.track == track.track]
    at = [results[question.question_id] for question in questions]
    pages = list(dict.fromkeys(_page_of(each) for each in at))
    tasks = list(dict.fromkeys(each.place.task for each in at))
    categories = list(dict.fromkeys(question.category for question in questions))
    titles = {name: category.title for name, category in track.categories.items()}
    words = release.first_words
    rows = [
        _cells(release, question, each)
        | {"text": words[question.question_id], "page": pages.index(_page_of(each))}
        | {"category": categories.index(question.category), "task": tasks.index(each.place.task)}
        for question, each in zip(questions, at, strict=True)
    ]
    return {
        "track": track.track,
        "title": track.title,
        "pages": pages,
        "tasks": tasks,
        "categories": [[name, titles.get(name, with_spaces(name))] for name in categories],
        "fields": FIELDS,
        "rows": [[cells[field] for field in FIELDS] for cells in rows],
    }


def _page_of(result: QuestionResult) -> str:
    return result.place.href.partition("#")[0]


def _cells(release: SiteRelease, question: Question, result: QuestionResult) -> dict[str, Any]:
    truth = release.truths.get(question.question_id)
    refs = dict.fromkeys(map(str, truth.source_refs)) if truth else ()
    return {
        "anchor": question_anchor(question.question_id),
        "number": result.place.number,
        "language": question.language,
        "difficulty": question.difficulty,
        "law_as_of": question.law_as_of or "",
        "released": question.released,
        "sources": "; ".join(refs)[:SOURCES],
        "right": len(result.right),
        "answered": len(result.credits),
    }


def _others(site: SiteInput) -> dict[str, Any]:
    """Return pages, and boards, systems and tasks of the newest release and of archives.

    shards: the other files of the index, by name.
    """
    releases = site.current
    kinds = ((_boards, "board"), (_systems, "system"), (_tasks, "task"))
    return {
        "shards": [track.track for track in site.newest.manifest.tracks] if site.newest else [],
        "fields": ("kind", "track", "title", "about", "href", "words"),
        "rows": [
            *_pages(site),
            *(
                [kind, *row]
                for release in releases
                for rows, kind in kinds
                for row in rows(release)
            ),
            *_models(site),
        ],
    }


def _pages(site: SiteInput) -> Iterator[list[str]]:
    newest = site.newest
    of_newest = (
        (
            (noop("Cite"), f"{release_stem(newest.id)}.html#cite", "citation BibTeX reference"),
            (
                noop("Cost and speed"),
                f"{release_stem(newest.id, 'cost')}.html",
                "price latency tokens dollars",
            ),
        )
        if newest
        else ()
    )
    of_models = ((noop("Models"), "models.html", "language model LLM maker size open weights"),)
    for title, href, words in (*PAGES, *of_newest, *(of_models if site.models else ())):
        yield ["page", "", capital(gettext(title)), "", href, words]
    if newest:
        for each in list_links():
            yield ["page", "", each["title"], "", each["href"], "difficult easy questions"]


def _boards(release: SiteRelease) -> Iterator[list[str]]:
    archive = release.manifest.title if release.manifest.archive else ""
    for board in release.ordered_boards:
        name = board_name(board.board)
        track = release.manifest.track_named(name.track)
        count = ngettext("%(n)s question", "%(n)s questions", board.n)
        if board.split == "holdout":
            count = ngettext("%(n)s sealed question", "%(n)s sealed questions", board.n)
        about = gettext(", ").join([condition_words(name), count, release.id])
        yield [
            name.track,
            gettext(", ").join(place_titles(track, name)),
            about,
            f"{board_stem(board)}.html",
            f"{track.about} {archive} {track.track}" if len(name.place) == 1 else "",
        ]


def _systems(release: SiteRelease) -> Iterator[list[str]]:
    """Yield who stands on a whole track's board, and where: its own page, else the board."""
    boards = headline_boards(release)
    rows = {row.submission_id: (board, row) for board, _ in boards for row in board.rows}
    for name, (board, row) in sorted(rows.items()):
        card = release.cards.get(name)
        condition = gettext(CONDITIONS[card.condition]) if card else ""
        about = [row.organization, gettext(row.role), condition]
        about += [shorten(card.retriever or "") if card else "", name, release.id]
        page = page_address(release, name) or f"{board_stem(board)}.html"
        words = gettext(", ").join(filter(None, about))
        yield [board_name(board.board).track, person(release, row)["name"], words, page]


def _models(site: SiteInput) -> Iterator[list[str]]:
    """Yield the models that have pages, with the names that their rows have."""
    for model, systems in models_with_rows(site):
        rows = [row for release, name in systems for _, row in release.rows_of[name][:1]]
        facts = [fact[0] for fact in (model.maker, model.released) if fact]
        about = gettext(", ").join(dict.fromkeys((*facts, *(row.model_name for row in rows))))
        yield ["model", "", model.title, about, f"{model_stem(model.model)}.html"]


def _tasks(release: SiteRelease) -> Iterator[list[str]]:
    for track in release.manifest.tracks:
        places = {(q.category, q.task): None for q in release.public if q.track == track.track}
        for category, task in places:
            about = track.tasks[task].about if task in track.tasks else ""
            stem = questions_stem(release.id, (track.track, category, task))
            words = f"{track.title}, {release.id}; {about}"
            yield [track.track, _task_title(track, task), words, f"{stem}.html"]
