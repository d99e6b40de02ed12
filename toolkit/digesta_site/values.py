"""What the site is made from: plain, frozen, loaded values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from digesta.board.contamination import contamination
from digesta.records.analysis import (
    Abstention,
    Contamination,
    Exposure,
    ItemAnalysis,
    Links,
    QuestionFigures,
)
from digesta.records.base import release_parts
from digesta.records.board import Board, Conditions, Facts, Published, Row
from digesta.records.judges.comparison import JudgeComparison
from digesta.records.log import Access, Attempt, Dispute, Status
from digesta.records.release import Changes, Limits, Manifest, Question, Review, Truth
from digesta.records.submission import Card, Decision, Role
from digesta.records.trace import Run
from digesta.releases.giveaways.figures import Giveaway
from digesta.scorers.base import Scorer
from digesta.workspace.owner.about import Model, Note
from digesta.workspace.site_config import SiteConfig
from digesta_site.downloads import Download, downloads_of, downloads_of_archive
from digesta_site.first_words import first_words
from digesta_site.language import current_language
from digesta_site.names import distinct_names
from digesta_site.paths import BoardName, board_name


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSubmission:
    """One submission: its card, its answers by question id, its facts by track.

    digests: file name -> SHA-256 of the bytes that were scored. by_judge: the facts as each judge
    has them, those without a judge under "". run: what its own record says of how it was made.
    """

    card: Card
    role: Role = "system"
    answers: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Facts] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    by_judge: Mapping[str, Mapping[str, Facts]] = field(default_factory=dict)
    run: Run | None = None

    def takes_part(self, track: str) -> bool:
        """Return whether it answered anything on a track."""
        facts = self.facts.get(track)
        return facts is not None and any(status != "missing" for _, status, *_ in facts.rows)


class KeptMarks(NamedTuple):
    """What was found of withheld answers to a track.

    questions: their ids. marks, reasons: by submission a number for each question; earned says
    which (status, credit in nano-units) a mark's number is, why which sentence a reason's is.
    """

    questions: Sequence[str]
    marks: dict[str, Sequence[int]]
    reasons: dict[str, Sequence[int]]
    earned: Mapping[tuple[str, int], int]
    why: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFrame:
    """What a page rests on beside its release.

    newest_id: of a release; "" before the first. newest_places: the paths below the newest
    release's folder where boards and systems are.
    """

    config: SiteConfig
    scorers: Mapping[str, Scorer[Any]]
    newest_id: str
    newest_places: frozenset[str] = frozenset()

    def is_superseded(self, release: SiteRelease) -> bool:
        """Return whether another release stands in the place of one."""
        return release.manifest.archive is None and release.id != self.newest_id


@dataclass(frozen=True, kw_only=True)
class SiteRelease:
    """One release with all that was made from it. Truths and facts: the public split's.

    published: board -> submissions that its last publication holds; other rows are marked.
    None: nothing is marked (a superseded release shows what was published). pairs: of
    submissions on each track's headline; conditions: what passages change (``comparison``).
    analyses: what the questions show, of the newest release and of archives (``questions``).
    links: of the newest, how scores changed from release to release of its series.
    judge_comparisons: of tracks with several judges. exposure: what answers show of having been
    seen before, of the newest and of archives; abstentions: how their systems answer.
    giveaways: what gives its public answers away, of the newest and of archives.
    files: an archive's questions and truths, as they stand in its folder, where all are shown.
    withheld: how many scored questions, by licence, are not among these: their text stays unshown.
    never_right: by track the labels to choose from that no public truth has.
    models: by submission the model that it is one of (``predictions/about.toml``), if it is said;
    notes: what was found about rows; made: who made an archive's questions and truths, or "".
    marks: by track what was found of answers that are withheld.
    whole: of a part (``tracks.part_of``) the release that it is of.
    """

    manifest: Manifest
    questions: Sequence[Question]
    truths: Mapping[str, Truth]
    limits: Limits
    reviews: Sequence[Review] = ()
    changes: Changes | None = None
    decisions: Sequence[Decision] = ()
    attempts: Sequence[Attempt] = ()
    access: Sequence[Access] = ()
    disputes: Sequence[Dispute] = ()
    boards: Sequence[Board] = ()
    submissions: Sequence[SiteSubmission] = ()
    published: Mapping[str, frozenset[str]] | None = None
    publications: Sequence[Published] = ()
    pairs: Sequence[Mapping[str, Any]] = ()
    conditions: Sequence[Conditions] = ()
    analyses: Sequence[ItemAnalysis] = ()
    links: Sequence[Links] = ()
    judge_comparisons: Sequence[JudgeComparison] = ()
    exposure: Exposure | None = None
    abstentions: Sequence[Abstention] = ()
    giveaways: Sequence[Giveaway] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    withheld: Mapping[str, int] = field(default_factory=dict)
    never_right: Mapping[str, Sequence[str]] = field(default_factory=dict)
    models: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[Note] = ()
    made: str = ""
    marks: Mapping[str, KeptMarks] = field(default_factory=dict)
    whole: SiteRelease | None = None

    @cached_property
    def pairs_of(self) -> Mapping[str, list[Mapping[str, Any]]]:
        """Return by submission the pairs that it is one of."""
        by_submission: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for pair in self.pairs:
            by_submission[pair["a"]].append(pair)
            by_submission[pair["b"]].append(pair)
        return by_submission

    @property
    def id(self) -> str:
        """Return the release's id."""
        return self.manifest.release

    @cached_property
    def public(self) -> tuple[Question, ...]:
        """Return the public questions by track, category, task and id: all that is ever shown."""
        shown = (question for question in self.questions if question.split == "public")
        return tuple(sorted(shown, key=lambda q: (q.track, q.category, q.task, q.question_id)))

    @cached_property
    def public_under(self) -> dict[tuple[str, ...], list[Question]]:
        """Return the public questions under each track, category and task, in their order."""
        under: dict[tuple[str, ...], list[Question]] = {}
        for question in self.public:
            for place in places_of(question):
                under.setdefault(place, []).append(question)
        return under

    @cached_property
    def asked_types(self) -> dict[tuple[str, tuple[str, ...]], Counter[str]]:
        """Count the questions with an answer type by it, for each (split, place).

        Prompts are open, so those of sealed questions are counted too.
        """
        counts: dict[tuple[str, tuple[str, ...]], Counter[str]] = {}
        for question in self.questions:
            for place in places_of(question) if "answer_type" in question.ask else ():
                of_place = counts.setdefault((question.split, place), Counter())
                of_place[str(question.ask["answer_type"])] += 1
        return counts

    @cached_property
    def reviews_of(self) -> dict[str, list[Review]]:
        """Return the reviews of each question, those of blind readers first."""
        reviews: dict[str, list[Review]] = {}
        for review in sorted(self.reviews, key=lambda read: read.purpose != "blind"):
            reviews.setdefault(review.question_id, []).append(review)
        return reviews

    @cached_property
    def read_by_people(self) -> Counter[str]:
        """Count by track the public questions that a person read beside their author."""
        return Counter(
            question.track
            for question in self.public
            for reviews in [self.reviews_of.get(question.question_id, ())]
            if any(reader.kind == "human" for review in reviews for reader in review.readers)
        )

    @cached_property
    def figures_of(self) -> dict[str, list[tuple[ItemAnalysis, QuestionFigures]]]:
        """Return what each question shows, board by board."""
        figures: dict[str, list[tuple[ItemAnalysis, QuestionFigures]]] = {}
        for analysis in self.analyses:
            for row in analysis.rows:
                figures.setdefault(row.question_id, []).append((analysis, row))
        return figures

    @property
    def has_pairs(self) -> bool:
        """Return whether systems of the release are compared, on any track."""
        return bool((self.whole or self).pairs or self.marks)

    @property
    def has_queue(self) -> bool:
        """Return whether a page says which questions of the release are to be looked at."""
        return bool((self.whole or self).analyses)

    @cached_property
    def gaps(self) -> Contamination | None:
        """Return public and sealed scores side by side; None where no system has both."""
        return contamination(self.id, self.boards, self.questions)

    @cached_property
    def first_words(self) -> dict[str, str]:
        """Return the first words of each public question, read beside the others of its track."""
        if self.whole is not None:
            return self.whole.first_words
        tracks = groupby(self.public, key=lambda question: question.track)
        return {name: text for _, some in tracks for name, text in first_words(some).items()}

    @cached_property
    def downloads(self) -> tuple[Download, ...]:
        """Return the files of public questions and truths, which a superseded release has not."""
        if self.whole is not None:
            return self.whole.downloads
        if self.manifest.archive is not None:
            return downloads_of_archive(self.id, len(self.questions), self.files)
        return downloads_of(self.id, self.public, self.truths)

    @cached_property
    def ordered_submissions(self) -> tuple[SiteSubmission, ...]:
        """Return the submissions by id."""
        return tuple(sorted(self.submissions, key=lambda s: s.card.submission_id))

    @cached_property
    def cards(self) -> dict[str, Card]:
        """Return each submission's card by its id."""
        return {submission.card.submission_id: submission.card for submission in self.submissions}

    @property
    def names(self) -> dict[str, str]:
        """Return what each submission is called wherever it is shown: no two alike."""
        if self.whole is not None:
            return self.whole.names
        language = current_language()
        if language not in self._names:
            cards = (submission.card for submission in self.ordered_submissions)
            self._names[language] = distinct_names(cards)
        return self._names[language]

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        # By language: a name may hold a condition in words.
        return {}

    @cached_property
    def with_pages(self) -> frozenset[str]:
        """Return the ids that have a page: adversaries are computed, older files may be gone."""
        return frozenset(submission.card.submission_id for submission in self.submissions)

    @cached_property
    def places(self) -> frozenset[str]:
        """Return where boards and systems are, as paths below the release's folder."""
        boards = {place for board in self.boards for place in (board.path, *board.addresses)}
        return frozenset(boards | {f"s/{name}" for name in self.with_pages})

    @cached_property
    def ordered_boards(self) -> tuple[Board, ...]:
        """Return the boards by name, the public split's first."""
        return tuple(sorted(self.boards, key=_from_the_track_down))

    @cached_property
    def board_at(self) -> dict[tuple[str, str], Board]:
        """Return each board by (name, split); one that is several is under each of its names."""
        return {
            (name, board.split): board
            for board in self.boards
            for name in (board.board, *board.addresses)
        }

    @cached_property
    def boards_below(self) -> dict[tuple[str, BoardName], list[Board]]:
        """Return the boards one step below a place, by (split, name without the last step)."""
        boards: dict[tuple[str, BoardName], list[Board]] = {}
        for board in self.ordered_boards:
            boards.setdefault((board.split, board_name(board.board).above), []).append(board)
        return boards

    @cached_property
    def boards_on(self) -> dict[str, list[Board]]:
        """Return the boards of public questions on each path, under any condition."""
        boards: dict[str, list[Board]] = {}
        for board in self.ordered_boards:
            if board.split == "public":
                boards.setdefault(board.board.partition("@")[0], []).append(board)
        return boards

    @cached_property
    def rows_of(self) -> dict[str, list[tuple[Board, Row]]]:
        """Return each submission's rows on all boards."""
        rows: dict[str, list[tuple[Board, Row]]] = {}
        for board in self.ordered_boards:
            for row in board.rows:
                rows.setdefault(row.submission_id, []).append((board, row))
        return rows

    @cached_property
    def disputes_on(self) -> dict[str, list[Dispute]]:
        """Return the last line of each dispute, by its question, submission or limit.

        By the release's own where none is named.
        """
        last = {
            dispute.dispute_id: dispute for dispute in sorted(self.disputes, key=lambda d: d.seq)
        }
        disputes: dict[str, list[Dispute]] = {}
        for raised in last.values():
            every = (raised.question_id, raised.submission_id, raised.limit)
            named = [about for about in every if about]
            for about in named or [self.id]:
                disputes.setdefault(about, []).append(raised)
        return disputes

    @cached_property
    def decisions_on(self) -> dict[str, list[Decision]]:
        """Return the decisions about each submission, in the order of the log."""
        decisions: dict[str, list[Decision]] = {}
        for decision in sorted(self.decisions, key=lambda d: d.seq):
            decisions.setdefault(decision.submission_id, []).append(decision)
        return decisions


@dataclass(frozen=True, kw_only=True)
class SiteInput:
    """Everything that the site shows.

    docs: the hand-written tree ``site/docs``, path -> bytes. A hand-written page with the
    path of a generated one stands in its place. scorers: by name, for the table of metrics.
    schemas: file name -> JSON Schema bytes, offered as they are. version: of the package. status:
    what waits, as far as it is public. question_pages: what the pages of questions say of
    themselves, once they are made (``Page.about``). bundle: the newest release as one file; empty
    where some of its texts are not to be handed out. models: whose pages there may be.
    """

    config: SiteConfig
    releases: Sequence[SiteRelease]
    scorers: Mapping[str, Scorer[Any]] = field(default_factory=dict)
    pages: Mapping[str, bytes] = field(default_factory=dict)
    schemas: Mapping[str, bytes] = field(default_factory=dict)
    version: str = ""
    status: Status | None = None
    question_pages: Sequence[Mapping[str, Any]] = ()
    bundle: bytes = b""
    models: Sequence[Model] = ()

    @property
    def frame(self) -> SiteFrame:
        """Return what a page of a release may know of the site."""
        return SiteFrame(
            config=self.config,
            scorers=self.scorers,
            newest_id=self.newest_id,
            newest_places=self.newest.places if self.newest else frozenset(),
        )

    @property
    def newest_id(self) -> str:
        """Return the newest release's id; "" before the first."""
        return self.newest.id if self.newest else ""

    def is_superseded(self, release: SiteRelease) -> bool:
        """Return whether another release stands in the place of one."""
        return self.frame.is_superseded(release)

    @cached_property
    def newest_first(self) -> tuple[SiteRelease, ...]:
        """Return the releases, the newest first, then the archives of others' benchmarks."""
        return tuple(sorted(self.releases, key=_date_and_number, reverse=True))

    @property
    def archives(self) -> tuple[SiteRelease, ...]:
        """Return the archives of others' benchmarks."""
        return tuple(release for release in self.newest_first if release.manifest.archive)

    @property
    def newest(self) -> SiteRelease | None:
        """Return the newest release, if there is any."""
        return self.newest_first[0] if self.releases else None

    @property
    def current(self) -> tuple[SiteRelease, ...]:
        """Return the releases that none supersedes: the newest and the archives, each once."""
        return tuple(release for release in self.newest_first if not self.is_superseded(release))

    @cached_property
    def downloads(self) -> tuple[Download, ...]:
        """Return the public questions and truths of the newest release and of archives."""
        return tuple(download for release in self.current for download in release.downloads)


AnySite = SiteFrame | SiteInput


def places_of(question: Question) -> tuple[tuple[str, ...], ...]:
    """Return the places that a question stands under: its track, its category, its task."""
    names = (question.track, question.category, question.task)
    return names[:1], names[:2], names


def _from_the_track_down(board: Board) -> tuple[bool, str, str, str, tuple[str, ...]]:
    name = board_name(board.board)
    return board.split != "public", name.track, name.condition, name.judges, name.place


def _date_and_number(release: SiteRelease) -> tuple[bool, str, int]:
    # "2026-11-22.10" comes after "2026-11-22.9".
    day, number, series = release_parts(release.id)
    return not series, day, number
