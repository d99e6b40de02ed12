"""The proof of each key: reason, whole articles where they are free, steps, and a link.

What cannot be filled stays absent: a text that is not free or not at hand, a computation that
there is none of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from authoring.finlaw.fines import fine_words
from authoring.lines import Row
from authoring.mend.draft import Lines
from authoring.tlr.law import AmendedLaw
from digesta.text.chinese.numerals import zh_int
from digesta.workspace import store
from digesta_generate.compilations.statutes import clauses
from digesta_legal.timeline.states import State

CHINA = "https://flk.npc.gov.cn/"
BRAZIL = "https://www.planalto.gov.br/ccivil_03/constituicao/constituicao.htm"
FRANCE = "https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006072050"
SEFARIA = "https://www.sefaria.org/"
CRIMINAL_LAW = "2023-12-29"
"""The version of the Criminal Law in the statutes at hand."""
SECOND = {
    "kind": "program",
    "qualification": "derives the key again from the prompt and the law's text alone; written "
    "from the statutes without sight of the program that made the key",
    "verdict": "agreed",
}
"""The reader of tests/whole/keys, which fails where a derived key differs."""
DERIVED = ("regulation_acts", "regles_du_jour", "exact_files")
_OFFICIAL = re.compile(
    r"https://([a-z]+\.)*(legifrance\.gouv\.fr|europa\.eu|courdecassation\.fr)/[!-~]*"
)
_PLACE = re.compile(r"\d+[:.]\d+")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_REWORDED = re.compile(r"^reworded[^;]*; ")
_BIG = re.compile(r"\d(?:\.\d+)?e\+\d+")


def prove(lines: Lines, addresses: Mapping[str, str]) -> None:
    """Fill the proof of every question that was not drawn with its own."""
    china = {(c.law, c.version, c.article): c.text for c in clauses(Path("corpora/cn_laws"))}
    law = {
        name: AmendedLaw(store.read_tree(Path("corpora") / (name or "constitution")))
        for name in ("", "code_du_travail")
    }
    code = _code_texts(law["code_du_travail"])
    provers: Mapping[str, Callable[[Row, Row, list[Row]], None]] = {
        "finlaw": lambda row, truth, reviews: _finlaw(row, truth, reviews, china),
        "cases": lambda row, truth, reviews: _cases(row, truth, reviews, china),
        "tlr": lambda row, truth, reviews: _tlr(row, truth, reviews, law),
        "frenchlaw": lambda row, _, reviews: _frenchlaw(row, reviews, addresses, code),
        "halacha": lambda _row, _truth, reviews: _halacha(reviews),
    }
    for name, row in lines.questions.items():
        reviews = lines.reviews[name]
        if not any("reason" in review for review in reviews):
            provers[row["track"]](row, lines.truths[name], reviews)
        if row["split"] == "public" and (row["track"] == "tlr" or row["task"] in DERIVED):
            reviews[0]["readers"] = [*reviews[0]["readers"], SECOND]


def counts(lines: Lines) -> Iterator[str]:
    """Yield a table of what is filled of the public questions, by track and task."""
    yield "| track and task | questions | reason | whole article | words | link | steps |\n"
    yield "| --- | --- | --- | --- | --- | --- | --- |\n"
    tallies: dict[str, Counter[str]] = {}
    for name, row in lines.questions.items():
        if row["split"] == "public":
            tally = tallies.setdefault(f"{row['track']}/{row['task']}", Counter())
            passages = [p for review in lines.reviews[name] for p in review.get("passages", ())]
            tally["n"] += 1
            tally.update({key for review in lines.reviews[name] for key in ("reason", "steps")
                          if key in review})  # fmt: skip
            tally.update({key for p in passages for key in ("text", "words", "url") if key in p})
    columns = ("n", "reason", "text", "words", "url", "steps")
    for place, tally in sorted(tallies.items()):
        yield f"| {place} | {' | '.join(str(tally[column]) for column in columns)} |\n"


def _say(reviews: list[Row], reason: str, steps: str = "") -> None:
    reviews[-1] |= {"reason": reason} | ({"steps": steps} if steps else {})


def _why(reviews: Iterable[Row]) -> str:
    return next((r["why"] for r in reversed(list(reviews)) if r.get("why")), "")


def _give(reviews: list[Row], passage: Row) -> None:
    """Add to a place its whole text and link: with the words that decide, if a review has them."""
    place = (passage["work"], passage["at"])
    same = [p for r in reviews for p in r["passages"] if (p["work"], p["at"]) == place]
    if same:
        same[0] |= {key: passage[key] for key in ("text", "url")}
    else:
        reviews[-1]["passages"].append(passage)


# China -----------------------------------------------------------------------------------------


def _chinese(
    truth: Row, reviews: list[Row], texts: Mapping[tuple[str, str, str], str], version: str = ""
) -> None:
    for ref in truth["source_refs"]:
        law, _, day = ref["work"].rstrip("）").partition("（")
        day = version or day
        for number in re.findall(r"[^第、条]+(?=[、条])|(?<=条之).+$", ref["at"]) or ():
            article = _article(ref["at"], number)
            text = texts.get((law, day, article))
            if text:
                words = [*fine_words(text), text.partition("。")[0].split("\n")[0]]
                passage = {"work": ref["work"], "at": f"第{number}条", "words": words[0]}
                if "条之" in ref["at"]:
                    passage["at"] = ref["at"]
                _give(reviews, passage | {"text": text, "url": CHINA})


def _article(at: str, number: str) -> str:
    main, _, sub = at.strip("第").partition("条之")
    plain = number if number.isdigit() else str(zh_int(number.removesuffix("条")) or number)
    return f"{zh_int(main) or main}-{zh_int(sub)}" if sub else plain


def _finlaw(row: Row, truth: Row, reviews: list[Row], texts: Mapping[Any, str]) -> None:
    _chinese(truth, reviews, texts)
    steps = _BIG.sub(lambda match: f"{float(match[0]):.0f}", _why(reviews))
    if row["scorer"] == "closed":
        claim = "Each matter follows from the article that names its act; the steps give the fines."
    elif truth["truth"]["penalty_type"] == ["不予处罚"]:
        claim = "No act is punished, for what the steps say of each."
    else:
        level = truth["truth"]["penalty_level"]
        claim = f"The cited articles punish the acts; fines and confiscations make level {level}."
    _say(reviews, claim, steps)


def _cases(row: Row, truth: Row, reviews: list[Row], texts: Mapping[Any, str]) -> None:
    for source in (*truth["source_refs"], *(p for review in reviews for p in review["passages"])):
        source["work"] = source["work"].partition("（")[0]
    _chinese(truth, reviews, texts, CRIMINAL_LAW)
    if row["scorer"] == "retrieval":
        charges = "、".join(truth["truth"]["accusation"])
        claim = (
            f"The ten positives have the query's charge ({charges}), articles and nearest terms."
        )
        term = truth["truth"]["term"]
        _say(reviews, claim, f"the query's own term: {term['months']} months")
    else:
        claim = "A case's grade follows from how many of the named elements it shares, the first "
        _say(reviews, f"{claim}among them.")


# Brazil and the French code --------------------------------------------------------------------


class _LawProof:
    """The proof of a question about a law through time."""

    def __init__(self, law: AmendedLaw, row: Row, truth: Row, reviews: list[Row]) -> None:
        self.law, self.ask, self.key, self.reviews = law, row["ask"], truth["truth"], reviews
        self.work = truth["source_refs"][0]["work"]

    def give(self, state: State, words: str = "") -> None:
        """Add a state's whole text, where the source has it."""
        if state.text:
            url = f"{FRANCE}/{state.start}/" if self.law.by_entry else BRAZIL
            at = f"{state.article}, version {state.number} ({state.start})"
            words = words or _new_words(self.law, state)
            _give(self.reviews, {"work": self.work, "at": at, "words": words, "text": state.text,
                                 "url": url})  # fmt: skip

    def impact(self) -> None:
        """Prove which articles of a division changed."""
        steps = []
        for article in self.key["articles"]:
            for state in self.law.states(article):
                if self.ask["from"] <= state.start < self.ask["to"]:
                    steps.append(f"{article} {_span(state)}")
                    self.give(state)
        claim = f"Articles of the division that begin a version in the period: {len(steps)}."
        _say(self.reviews, claim, "; ".join(steps))

    def point_in_time(self) -> None:
        """Prove which version was in force on a day."""
        day, number = self.ask["date"], self.key["versions"][0]["version"]
        state = self.law.states(self.ask["component_id"])[number - 1]
        inside = [w for w in self.key.get("must_contain", ()) if w in state.text]
        self.give(state, inside[0] if inside else "")
        until = f" < {state.end}" if state.end else ""
        claim = f"Version {number} is in force on {day}."
        _say(self.reviews, claim, f"{state.start} ≤ {day}{until}")

    def difference(self) -> None:
        """Prove whether two days have different versions."""
        states = self.law.states(self.ask["component_id"])
        days = [self.ask["date_1"], self.ask["date_2"]]
        two = [[state for state in states if state.start <= day][-1] for day in days]
        for state in dict.fromkeys(two):
            self.give(state)
        claim = "one version" if two[0] == two[1] else "different versions"
        steps = (f"{day}: version {state.number}" for day, state in zip(days, two, strict=True))
        _say(self.reviews, f"The two days have {claim} of the article.", "; ".join(steps))

    def history(self) -> None:
        """Prove which amendments made an article's versions."""
        states = self.law.states(self.ask["component_id"])
        self.give(states[-1])
        made_by = dict.fromkeys(n for s in states for n in s.amendments if not _DAY.fullmatch(n))
        claim = f"{', '.join(made_by) or 'No amendment'} added or changed the article."
        _say(self.reviews, claim, "; ".join(map(_span, states)))


def _tlr(row: Row, truth: Row, reviews: list[Row], laws: Mapping[str, AmendedLaw]) -> None:
    proof = _LawProof(laws[row["ask"].get("law", "")], row, truth, reviews)
    kinds = {
        "impact": proof.impact,
        "point_in_time": proof.point_in_time,
        "difference": proof.difference,
    }
    kinds.get(row["ask"]["kind"], proof.history)()


def _span(state: State) -> str:
    by = f" ({', '.join(state.amendments)})" if state.amendments else ""
    return f"{state.number}: {state.start}{by}"


def _new_words(law: AmendedLaw, state: State) -> str:
    """Return the first eight words of a state that the one before, else the one after, has not."""
    others = [s for s in law.states(state.article) if abs(s.number - state.number) == 1 and s.text]
    words, other = state.text.split(), others[0].text.split() if others else []
    at = next((i for i, pair in enumerate(zip(words, other, strict=False)) if pair[0] != pair[1]),
              min(len(words), len(other)))  # fmt: skip
    return " ".join(words[at : at + 8] if others and at < len(words) else words[:8])


def _code_texts(law: AmendedLaw) -> dict[str, str]:
    """Return the texts of the French code's articles in force on 1 January 2026, by number."""
    texts = {}
    for states in law.timeline.states.values():
        for state in states:
            if state.start <= "2026-01-01" and (not state.end or state.end > "2026-01-01"):
                texts[state.article.partition("_art_")[2].upper()] = state.text
    return texts


def _frenchlaw(
    row: Row, reviews: list[Row], addresses: Mapping[str, str], code: Mapping[str, str]
) -> None:
    if row["task"] == "cession_longue":
        _say(reviews, "Each field follows from the contract's own clauses, an amendment before "
                      "what it amends.", _why(reviews))  # fmt: skip
        return
    if row["task"] == "cession_actions":
        _say(reviews, "Each field is read from the contract that the question shows.")
        return
    for review in reviews:
        for passage in review["passages"]:
            address = addresses.get(f"{passage['work']}, {passage['at']}", "")
            if _OFFICIAL.fullmatch(address):
                passage["url"] = address
            article = passage["at"].removeprefix("art. ").replace(". ", "").replace(" ", "")
            if text := code.get(article) if passage["work"] == "code du travail" else None:
                passage["text"] = text
    _say(reviews, "The criteria of substance rest on the texts below, as in force on 1 January "
                  "2026.")  # fmt: skip


def _halacha(reviews: list[Row]) -> None:
    for review in reviews:
        for passage in review["passages"]:
            if _PLACE.fullmatch(passage["at"]):
                work = passage["work"].replace(" ", "_")
                passage["url"] = f"{SEFARIA}{work}.{passage['at'].replace(':', '.')}"
    if why := _REWORDED.sub("", _why(reviews)):
        _say(reviews, why[0].upper() + why[1:])
