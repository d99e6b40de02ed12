"""The text of a case: what each element's words are, and their order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from authoring.cases.elements import facts
from authoring.cases.elements.arrival import arrival_keys, plea_key
from authoring.cases.elements.phrases import Phrases, slots
from authoring.cases.elements.vectors import ACTS, Vector
from authoring.draws import Draws

_ORDERS = (
    ("head", "rec", "act", "arr", "conf", "other", "fix", "forgive", "plea", "ev"),
    ("head", "act", "arr", "fix", "forgive", "other", "conf", "plea", "rec", "ev"),
    ("act", "head", "rec", "other", "arr", "ev", "conf", "plea", "forgive", "fix"),
    ("act", "fix", "forgive", "arr", "conf", "ev", "plea", "head", "other", "rec"),
    ("rec", "act", "conf", "arr", "fix", "plea", "other", "forgive", "ev"),
    ("act", "ev", "arr", "other", "conf", "plea", "rec", "forgive", "fix"),
    ("head", "act", "plea", "conf", "other", "arr", "rec", "fix", "forgive", "ev"),
)
_IN_BULK = frozenset({"p3", "p8"})
"""Acts that turn on what nobody carries away by hand."""
_ALONE = "¶"
"""Before a sentence that no other may be joined to: the account's first."""
LONGEST = 560
"""Characters of a text."""


class CaseText(NamedTuple):
    """A vector in words; said: the words that state each axis; total: the sum that it turns on."""

    vector: Vector
    text: str
    stated: Mapping[str, str]
    total: int
    days: Mapping[str, str]


class CaseWriter:
    """Puts one vector into words, from pools and one stream of draws."""

    def __init__(self, vector: Vector, phrases: Phrases, draws: Draws) -> None:
        self.vector, self._draws = vector, draws
        self._fill, self._pools = phrases.fill, phrases.pools
        pools = phrases.pools
        self.family = ACTS[vector["act"]]["family"]
        self.total = facts.amount(vector, draws)
        self.days = facts.days(vector, draws)
        self._slots = facts.names(draws, pools) | self.days | facts.extras(draws)
        bulk = vector["act"] in _IN_BULK
        self._slots |= {"goods": draws.pick(pools["goods" if bulk else "goods.s"])}
        self._slots["org"] = draws.pick(pools["org"])
        self._slots["k"] = self._slots["d"] + "的" + draws.pick(pools["kin"])
        self._slots["a"] = self._slots["w" if vector.get("作用") == "次要" else "d"]
        self.kind = "M"
        self._shown: list[str] = []
        self.stated: dict[str, str] = {}

    def write(self) -> CaseText:
        """Return the case, its parts in one of several orders."""
        parts = {
            "act": self._act(),
            "head": self._say("head"),
            "rec": self._record(),
            **self._course(),
            "fix": self._fix(),
            "forgive": self._forgive(),
            "ev": self._say("ev.tail"),
            "other": self._other(),
        }
        order = [name for name in self._draws.pick(_ORDERS) if self._keep(name)]
        text = _join([parts[name] for name in order], self._draws)
        return CaseText(self.vector, text, self.stated, self.total, self.days)

    def _keep(self, part: str) -> bool:
        """Return whether a part stands in the text; three state nothing that is asked."""
        return self._draws.below(6) < {"head": 0, "ev": 0, "other": 1}.get(part, 6)

    def _say(self, key: str, *axes: str, **supplied: str) -> str:
        """Return one pattern of a pool as a sentence, and note which axes it states."""
        pattern = self._draws.pick(self._of_kind(self._deep(key)))
        return self._sentence(pattern, axes, supplied)

    def _deep(self, key: str) -> str:
        """Return the pool of words that have to be put in order, three times of five."""
        deep = f"{key}.deep"
        return deep if deep in self._pools and self._draws.below(5) < 3 else key  # noqa: PLR2004

    def _sentence(self, pattern: str, axes: tuple[str, ...], supplied: Mapping[str, str]) -> str:
        words = (
            self._fill(pattern, self._draws, lambda name: supplied.get(name) or self._slot(name))
            + "。"
        )
        before, own, after = words.partition(self._slots["d"])
        words = before + own + after.replace(own + "的", "其") if own else words
        for axis in axes:
            self.stated[axis] = self.stated.get(axis, "") + words
        return words

    def _of_kind(self, key: str) -> list[str]:
        """Return a pool's patterns; of a thief's attempt, those about goods."""
        pool = self._pools[key]
        if self.vector["act"] == "p4" and self.vector["完成"] == "未遂" and key == "act.p4":
            return [pattern for pattern in pool if pattern.startswith("G|")]
        return pool

    def _slot(self, name: str) -> str:
        if name == "spot":
            return self._draws.pick(self._pools["spot"])
        if name == "e":
            left = [point for point in self._pools["ev"] if point not in self._shown]
            self._shown.append(self._draws.pick(left))
            return self._fill(self._shown[-1], self._draws, self._slot)
        return str(self._slots[name])

    def _act(self) -> str:
        body = {
            "P": self._property,
            "V": self._violence,
            "N": self._network,
            "D": self._driving,
        }[self.family]()
        return _ALONE + self._draws.pick(self._pools["lead.act"]) + body

    def _narration(self, key: str, *axes: str) -> str:
        pattern = self._draws.pick(self._of_kind(key))
        if pattern[:2] in {"M|", "G|"}:
            self.kind, pattern = pattern[0], pattern[2:]
        return self._sentence(pattern, axes, {})

    def _property(self) -> str:
        v = self.vector
        story = self._narration(f"act.{v['act']}", "手段", "身份")
        role = self._say(f"role.P.{v['作用']}", "作用")
        if v["身份"] == "无":
            story += self._say("status.无", "身份")
        done = ""
        if v["身份"] != "职务":
            done = self._say(f"out.{v['手段']}.{v['完成']}", "完成")
        else:
            self.stated["完成"] = story
        kind = "money" if self.kind == "M" else "goods"
        key = f"amt.{'' if v['完成'] == '既遂' else 'target.'}{kind}"
        tail = [self._sums(key, "数额")]
        tail.insert(self._draws.below(2), role)
        return story + done + "".join(tail)

    def _sums(self, stem: str, *axes: str) -> str:
        """Return a sentence whose sums make the total."""
        keys = [key for key in self._pools if key.startswith(stem + ".")]
        pattern = self._draws.pick(self._pools[self._choose(keys)])
        numbers = facts.parts(self.total, slots(pattern), self._draws)
        supplied = {name: facts.yuan(value, self._draws) for name, value in numbers.items()}
        return self._sentence(pattern, axes, supplied)

    def _choose(self, keys: list[str]) -> str:
        """Return one of several pools, the one with most to add up three times of five."""
        deep = [key for key in keys if key.endswith(".deep")]
        if deep and self._draws.below(5) < 3:  # noqa: PLR2004 - three of five
            return deep[0]
        return self._draws.pick([key for key in keys if key not in deep])

    def _violence(self) -> str:
        v = self.vector
        parts = [self._say(f"act.v.{v['起因']}", "起因")]
        if "先手" in v:
            parts.append(self._say(f"fault.{v['先手']}", "先手"))
        parts.append(self._say(f"tool.{v['器械']}", "器械"))
        parts.append(self._say(f"role.V.{v['作用']}", "作用"))
        parts.append(self._say(f"injury.{v['伤情']}", "伤情"))
        return "".join(parts) + self._sums("amt.loss", "弥补")

    def _network(self) -> str:
        v = self.vector
        story = self._say(f"act.n.{v['参与']}.{v['方式']}", "参与", "方式")
        return story + self._sums(f"amt.{'profit' if v['参与'] == '掩' else 'reward'}", "弥补")

    def _driving(self) -> str:
        v = self.vector
        parts = [self._say(f"act.d.{v['心态']}", "心态"), self._say(f"result.{v['后果']}", "后果")]
        parts.insert(self._draws.between(1, 2), self._say(f"flee.{v['离开']}", "离开"))
        later = [self._say(f"alc.{v['酒精']}", "酒精")]
        later += [self._say(f"resp.{v['责任']}", "责任")] if "责任" in v else []
        later.append(self._sums(f"amt.d{v['后果']}", "弥补"))
        return "".join(parts) + "".join(self._draws.some(later, len(later)))

    def _record(self) -> str:
        pattern = self._draws.pick(self._pools[self._deep(f"rec.{self.vector['前科']}")])
        supplied = {"p1": self.days["p1o"]} if "o2" in slots(pattern) else {}
        return self._sentence(pattern, ("前科",), supplied)

    def _course(self) -> dict[str, str]:
        """Return the words on how the accused came and what he said, and on the plea."""
        v = self.vector
        arrival, confession = arrival_keys(v, self.family, self._draws)
        return {
            "arr": self._say(arrival, "到案"),
            "conf": self._say(confession, "到案"),
            "plea": self._say(plea_key(v, confession, self._draws), "认罪"),
        }

    def _fix(self) -> str:
        how = self.vector["弥补"]
        word = {"全部": "full", "部分": "part", "没有": "none", "本无": "nil"}[how]
        if how in {"全部", "部分"} and self._draws.below(4):
            word = "both"  # words that leave it to the sums
        stem = f"fix.{'n.' if self.family == 'N' else ''}{word}"
        keys = [key for key in self._pools if key == stem or key.startswith(stem + ".")]
        pattern = self._draws.pick(self._pools[self._choose(keys)])
        numbers = facts.payment(self.total, how, slots(pattern), self._draws)
        supplied = {name: facts.yuan(value, self._draws) for name, value in numbers.items()}
        dead = self.vector.get("后果") == "死"
        supplied |= {"v": self._slot("v") + "的家人"} if dead else {}
        post = self.vector.get("身份") == "职务"
        supplied |= {"v": self._slot("v") + "所在单位"} if post else {}
        return self._sentence(pattern, ("弥补",), supplied)

    def _other(self) -> str:
        """Return words about somebody else, of whom nothing is asked."""
        together = self.vector.get("作用", "单独") != "单独"
        return self._say(f"other.{'up' if self.family == 'N' else 'co' if together else 'wit'}")

    def _forgive(self) -> str:
        yes = self.vector["谅解"] == "有"
        if self.vector.get("后果") == "死":
            return self._say("forgive.kin" if yes else "forgive.kin.no", "谅解")
        supplied = {"v": "被骗的" + self._slot("v")} if self.family == "N" else {}
        return self._say(f"forgive.{'yes' if yes else 'no'}", "谅解", **supplied)


def _join(parts: list[str], draws: Draws) -> str:
    """Return the sentences of the parts as one text, some neighbours made one sentence.

    A comma joins within a part, a semicolon two parts.
    """
    text, joined = "", True
    for part in parts:
        mark, chance = "；", 1
        for sentence in filter(None, part.split("。")):
            glued = not joined and not sentence.startswith(_ALONE) and draws.below(3) < chance
            text = text + (mark if glued else "。" if text else "") + sentence.removeprefix(_ALONE)
            joined, mark, chance = glued, "，", 2
    return text + "。"


def write(vector: Vector, phrases: Phrases, draws: Draws) -> CaseText:
    """Return a vector as a case, written anew until it has at most LONGEST characters."""
    while True:
        case = CaseWriter(vector, phrases, draws).write()
        if len(case.text) <= LONGEST:
            return case
