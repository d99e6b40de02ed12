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
_PLACE = re.compile(r"\d+[:.]\d+")
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


def _first_words(text: str) -> str:
    return " ".join(text.split()[:8])


def _why(reviews: Iterable[Row]) -> str:
    return next((r["why"] for r in reversed(list(reviews)) if r.get("why")), "")


def _give(reviews: list[Row], passage: Row) -> None:
    """Give a place its whole text and link: with the words that decide, if a review has them."""
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
        said = "Each matter follows from the article that names its act; the steps give the fines."
    elif truth["truth"]["penalty_type"] == ["不予处罚"]:
        said = "No act is punished, for what the steps say of each."
    else:
        level = truth["truth"]["penalty_level"]
        said = f"The cited articles punish the acts; fines and confiscations make level {level}."
    _say(reviews, said, steps)


def _cases(row: Row, truth: Row, reviews: list[Row], texts: Mapping[Any, str]) -> None:
    refs = [ref | {"work": ref["work"].partition("（")[0]} for ref in truth["source_refs"]]
    for review in reviews:
        for passage in review["passages"]:
            passage["work"] = passage["work"].partition("（")[0]
            passage["work"] = passage["work"].replace("中华人民共和国刑法", "刑法")
    named = [r | {"work": r["work"].replace("中华人民共和国刑法", "刑法")} for r in refs]
    keyed = {("刑法", *key[1:]): text for key, text in texts.items() if key[0].endswith("刑法")}
    _chinese({"source_refs": named}, reviews, keyed, "2023-12-29")
    if row["scorer"] == "retrieval":
        charges = "、".join(truth["truth"]["accusation"])
        _say(reviews, f"The ten positives have the query's charge ({charges}), articles and nearest"
                      " terms.", f"months: {truth['truth']['term'].get('months', '-')}")  # fmt: skip
    else:
        _say(reviews, "A case's grade is the number of the named elements that it shares, if it "
                      "shares the first.")  # fmt: skip


# Brazil and the French code --------------------------------------------------------------------


def _tlr(row: Row, truth: Row, reviews: list[Row], laws: Mapping[str, AmendedLaw]) -> None:
    ask, key = row["ask"], truth["truth"]
    law = laws[ask.get("law", "")]
    work = truth["source_refs"][0]["work"]

    def passage(state: State, words: str = "") -> None:
        if state.text:
            day = "" if law is laws[""] else f"/{state.start}/"
            url = BRAZIL if law is laws[""] else FRANCE + day
            at = f"{state.article} v{state.number} ({state.start})"
            given = {"work": work, "at": at, "words": words or _first_words(state.text)}
            _give(reviews, given | {"text": state.text, "url": url})

    def span(state: State) -> str:
        by = f" ({', '.join(state.amendments)})" if state.amendments else ""
        return f"{state.number}: {state.start}{by}"

    kind = ask["kind"]
    if kind == "impact":
        steps = []
        for article in key["articles"]:
            for state in law.states(article):
                if ask["from"] <= state.start < ask["to"]:
                    steps.append(f"{article} {span(state)}")
                    passage(state)
        said = f"{len(key['articles'])} articles of the division begin a version in the period."
        _say(reviews, said, "; ".join(steps))
        return
    states = law.states(ask["component_id"])
    chain = "; ".join(map(span, states))
    if kind == "point_in_time":
        state = states[key["versions"][0]["version"] - 1]
        inside = [w for w in key.get("must_contain", ()) if w in state.text]
        passage(state, inside[0] if inside else "")
        until = f" < {state.end}" if state.end else ""
        _say(reviews, f"Version {state.number} is in force on {ask['date']}.",
             f"{state.start} ≤ {ask['date']}{until}")  # fmt: skip
    elif kind == "difference":
        days = [ask["date_1"], ask["date_2"]]
        two = [max((s for s in states if s.start <= day), key=lambda s: s.number) for day in days]
        for state in dict.fromkeys(two):
            passage(state)
        said = "one version" if two[0] == two[1] else "different versions"
        _say(reviews, f"The two days have {said} of the article.",
             "; ".join(f"{d}: version {s.number}" for d, s in zip(days, two, strict=True)))  # fmt: skip
    else:
        for state in states[-1:]:
            passage(state)
        changes = len(states) - 1
        said = f"{changes} days changed the article's substance after its first text."
        _say(reviews, said if changes else "Nothing changed the article's first text.", chain)


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
            if address.startswith("https://") and address.isascii():
                passage["url"] = address
            article = passage["at"].removeprefix("art. ").replace(". ", "").replace(" ", "")
            text = code.get(article) if passage["work"] == "code du travail" else None
            if text:
                passage["text"] = text
    _say(reviews, "The criteria of substance rest on the texts below, as in force on 1 January "
                  "2026.")  # fmt: skip


def _halacha(reviews: list[Row]) -> None:
    for review in reviews:
        for passage in review["passages"]:
            if _PLACE.fullmatch(passage["at"]):
                work = passage["work"].replace(" ", "_")
                passage["url"] = f"{SEFARIA}{work}.{passage['at'].replace(':', '.')}"
    if why := _why(reviews):
        _say(reviews, why)
