"""Corrections of finlaw: days, names, doubtful wordings; single acts in place of files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from authoring.draws import Draws
from authoring.finlaw.recall.bands import Regulations, place_of
from authoring.finlaw.recall.draw import Wordings, build
from authoring.lines import Row
from authoring.mend.days import days_of, move_years, squeeze_days, years_to_move
from authoring.mend.draft import Lines, replacing
from digesta.canonical import sha256_hex

CASES = ("governance_cases", "lending_cases", "payment_cases")
DAYS = (
    "Its days are moved to before 20 April 2025, the last day that the texts at hand are known for."
)
NAMES = "A made-up name with 未 (also: not) is another."
WORDING = "Two conventions of the instruction say what was arguable."
OLD_LAW = (
    "Its facts would have to lie before 2025, where the law of 2024 that it asks about was not in "
    "force."
)
BEFORE_2021 = (
    "One of its matters would have ended before the law on limitation that it is keyed by."
)
FILES = "Files of twelve acts are single acts now, one question a rule."
SUPERVISOR = "国家金融监督管理总局"
PENALTY_LAW = date(2021, 7, 15)
CONVENTIONS = {
    "三、约定。": "三、约定。未经批准变更注册资本、任命人员的，行为在办妥变更登记、任命之日终了；"
    "税务机关、海关要求冻结或者扣划而延误，没有造成税款流失的，不违法。",
}
"""What the keys of f22b58f3 and a42bdf66 took for granted, said in the instruction."""

_NOT = re.compile("([甲乙丙丁戊己庚辛壬癸])未(?=[某街市省县国村])")
_OTHERS = "子丑寅卯辰午酉戌"
_LINE = re.compile(
    r"\d+\. (?P<act>.*?)(?:违法所得(?P<gains>\d+)元。|没有违法所得。)?（(?P<percent>\d+)%）"
)
_PAIR = re.compile("[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]")


def mend_cases(lines: Lines) -> None:
    """Move the days of cases and exact files back, and mend their names and conventions."""
    for name, row in lines.of("finlaw", *CASES, "exact_files"):
        if row["task"] == "exact_files":
            turns = row["turns"][0]
            for old, new in CONVENTIONS.items():
                turns["content"] = turns["content"].replace(old, new, 1)
            lines.revise(name, WORDING)
        _move(lines, name, row)
        if name in lines.questions:
            _rename(lines, name, row)
    for name, row in lines.of("finlaw", "exact_files"):
        # Every two files of an authority share kinds of matter, through others at least.
        where = "supervisor" if SUPERVISOR in row["turns"][1]["content"][:200] else "central-bank"
        kind = f"finlaw-exact/{row['split']}/{where}"
        lines.questions[name]["cluster_id"] = f"c-{sha256_hex(kind.encode())[:12]}"


def _move(lines: Lines, name: str, row: Row) -> None:
    turn = row["turns"][-1]
    head, mark, facts = turn["content"].rpartition("案情：")
    years = years_to_move(facts)
    if not years:
        return
    truth = str(lines.truths[name]["truth"]) + str([r["why"] for r in lines.reviews[name]])
    new_law = "反洗钱法（2024年）" in truth or "aml24" in truth
    moved, decided = move_years(facts, years), move_years(row["law_as_of"], years)
    if new_law and (not _matters(facts) or name.startswith("efd01942")):
        # No limit of time and no sum hangs on how far its days are apart: order and law count.
        moved = squeeze_days(facts)
        decided = max(days_of(moved)).isoformat()
    elif new_law:
        lines.retire(name, OLD_LAW)
        return
    elif any("损失" in matter or "亏损" in matter for matter in _matters(moved) if _old(matter)):
        lines.retire(name, BEFORE_2021)
        return
    turn["content"] = head + mark + moved
    row["law_as_of"] = decided
    lines.revise(name, DAYS)


def _matters(facts: str) -> list[str]:
    return [line for line in facts.split("\n") if re.match("[一二三四五六七八九十]+、", line)]


def _old(matter: str) -> bool:
    days = days_of(matter)
    return bool(days) and max(days) < PENALTY_LAW


def _rename(lines: Lines, name: str, row: Row) -> None:
    text = row["turns"][-1]["content"]
    pairs: dict[str, str] = {}
    for stem in sorted({match[1] for match in _NOT.finditer(text)}):
        free = next(branch for branch in _OTHERS if stem + branch not in text)
        pairs |= {f"{stem}未{after}": f"{stem}{free}{after}" for after in "某街市省县国村"}
    if pairs:
        lines.reword(name, replacing(pairs), NAMES)


def acts_of(lines: Lines, texts: Regulations, table: Wordings) -> Wordings:
    """Return the sealed files' wording of each act of a table: regulation -> place -> words.

    Of a mild and a severe act of one place the key's fine says which is meant.
    """
    acts: dict[str, dict[str, str]] = {}
    for name, row in lines.of("finlaw", "regulation_files"):
        if row["split"] == "holdout":
            answers = lines.truths[name]["truth"]["answer"]
            for number, line in enumerate(row["turns"][1]["content"].split("\n"), 1):
                act, answer = _LINE.fullmatch(line), answers[f"matter_{number}"]
                if act is None:
                    raise ValueError(f"{name}: no act in line {number}")
                gains, percent = int(act["gains"] or 0), int(act["percent"])
                at = f"{answer['article']}.{answer['paragraph']}.{answer['item']}"
                law = answer["law"]
                [place] = [
                    key
                    for key in (at, f"{at}+")
                    if key in table[law]
                    and texts.band(place_of(law, key)).fine(gains, percent) == answer["fine"]
                ]
                acts.setdefault(law, {})[place] = _PAIR.sub("{名}", act["act"])
    return acts


def halves(wordings: Wordings, key: bytes) -> Iterator[tuple[str, Wordings]]:
    """Yield the public two thirds of the rules and the sealed third, regulation by regulation."""
    public: dict[str, dict[str, str]] = {}
    sealed: dict[str, dict[str, str]] = {}
    for law, places in wordings.items():
        rules = sorted({at.rstrip("+") for at in places})
        mine = Draws(key, f"finlaw-acts/split/{law}").some(rules, len(rules) // 3)
        for at, words in places.items():
            half = sealed if at.rstrip("+") in mine else public
            half.setdefault(law, {})[at] = words
    yield "public", public
    yield "holdout", sealed


def single_acts(
    lines: Lines, texts: Regulations, wordings: Wordings, keys: dict[str, bytes], released: str
) -> dict[str, Wordings]:
    """Replace files of regulations by single acts; return the wordings of each split."""
    readers = next(
        lines.reviews[name][0]["readers"] for name, _ in lines.of("finlaw", "regulation_files")
    )
    for name, _ in lines.of("finlaw", "regulation_files"):
        lines.retire(name, FILES)
    tables = dict(halves(wordings, keys["public"]))
    for split, table in tables.items():
        drawn = build(
            keys[split], split=split, released=released, regulations=texts, wordings=table
        )
        lines.add(drawn, readers)
    return tables
