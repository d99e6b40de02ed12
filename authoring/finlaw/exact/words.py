"""A case in words: matters, ledger and notes from a file of wordings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import orjson

from authoring.draws import Draws
from authoring.finlaw.exact.facts import FileCase, LedgerLine, Matter
from authoring.finlaw.exact.scene import SURNAMES, chance, company, later, name, office
from digesta.workspace import store

NUMERALS = (*"一二三四五六七八九十", "十一", "十二", "十三", "十四")
Wordings = Mapping[str, Any]
"""Topics, books and sentences, as ``wordings.json`` has them."""

_WAN = 10_000
_SWITCH = re.compile("⟦([^¦]*)¦([^⟧]*)⟧")
_FORMS = ("资产质量报表", "大额风险暴露报表", "贷款分类报表", "关联交易报表")
_STATISTICS = ("金融统计月报", "存贷款统计表", "资产负债统计表", "同业业务统计表")
_POSTS = ("副行长", "首席风险官", "合规总监")
_NB_POSTS = ("副总经理", "首席风险官", "合规总监")


def read_wordings(path: Path) -> Wordings:
    """Return the wordings of a file."""
    wordings: Wordings = orjson.loads(store.read_bytes(path))
    return wordings


def day_text(day: date) -> str:
    """Return a day such as 2025年3月1日."""
    return f"{day.year}年{day.month}月{day.day}日"


def money(amount: int) -> str:
    """Return yuan, in 万元 where they are whole hundreds: 38.4万元."""
    if amount < _WAN or amount % 100:
        return f"{amount}元"
    return f"{amount / _WAN:.2f}".rstrip("0").rstrip(".") + "万元"


class FileWriter:
    """Writes one case. Draws of words are drawn after those of facts, and change no fact."""

    def __init__(self, case: FileCase, wordings: Wordings, draws: Draws) -> None:
        self.case, self.wordings, self.draws = case, wordings, draws

    def text(self) -> str:
        """Return the whole case; the lines of its ledger get their texts."""
        case = self.case
        matters = [self._matter(n, matter) for n, matter in enumerate(case.matters)]
        notes = self._notes()
        filled = {
            "机关": office(self.draws, case.authority),
            "发现": day_text(case.discovered),
            "立案": day_text(case.filed),
            "决定": day_text(case.decided),
            "当事人": case.party,
            "各项": "\n".join(matters),
            "情节": "".join(self.draws.some(notes, len(notes))),
            "台账": "\n".join(self._ledger()),
        }
        return self._say(self.wordings["frame"], **filled)

    def _say(self, of: Sequence[str], **fields: object) -> str:
        return str(self.draws.pick(of)).format(**fields)

    def _matter(self, number: int, matter: Matter) -> str:
        words, draws = self.wordings["matter"], self.draws
        template = _SWITCH.sub(
            lambda m: m[1] if matter.guilty else m[2],
            draws.pick(self.wordings["topics"][matter.key]),
        )
        parts = [template.format(**self._fields(matter))]
        if matter.topic.ledger == "period":
            parts.append(self._say(self.wordings["ledger"]["see"], 账=self._noun(matter)))
        parts.append(self._income(matter))
        if matter.loss:
            parts.append(self._say(words["loss"], 损=money(matter.loss)))
        if matter.corrected:
            parts.append(self._say(words["corrected"], 改日=day_text(matter.corrected)))
        parts += self._others(matter)
        return f"{NUMERALS[number]}、{''.join(parts)}"

    def _income(self, matter: Matter) -> str:
        words, draws = self.wordings["matter"], self.draws
        fields = {"收": money(matter.received), "退": money(matter.refunded)}
        if matter.refunded:
            return self._say(words["refunded"], **fields)
        if matter.received and chance(draws, 40):
            cost = money(matter.received * draws.between(20, 60) // 10_000 * 100)
            return self._say(words["costly"], 本=cost, **fields)
        if matter.received:
            return self._say(words["received"], **fields)
        plain = matter.topic.mode in {"plain", "dates"} and not matter.topic.ledger
        sure = matter.key == "income" and matter.guilty  # else the income itself might count
        return self._say(words["none"]) if sure or (plain and chance(draws, 30)) else ""

    def _others(self, matter: Matter) -> list[str]:
        """Return what other authorities did about a matter."""
        words, draws, case = self.wordings["matter"], self.draws, self.case
        fine = f"{draws.between(12, 60)}万元"
        day = day_text(later(case.discovered, draws, 8, 60))
        if matter.elsewhere:
            return [self._say(words["elsewhere"])]
        if matter.fined:
            return [self._say(words["fined"], 罚=fine, 罚日=day)]
        if chance(draws, 22):
            return [self._say(words["back"])]
        if matter.topic.twice and chance(draws, 42):
            return [self._say(words["revoked"], 罚=fine, 罚日=day)]
        return []

    def _noun(self, matter: Matter) -> str:
        return str(self.wordings["books"][matter.key]["names"][0])

    def _fields(self, matter: Matter) -> dict[str, object]:
        """Return what a topic's wording may hold."""
        return {
            **_days(matter),
            **self._sums(matter),
            **self._names(),
            "账": self._noun(matter) if matter.topic.ledger else "",
            "新业务": self.wordings["newbiz"].get(self.case.kind, [""])[0],
        }

    def _sums(self, matter: Matter) -> dict[str, object]:
        draws = self.draws
        low, cash = draws.between(110, 190), draws.between(12, 60)
        more, part = draws.between(20, 95), [*matter.figures, 0, 0, 0]
        return {
            "额": money(matter.amount),
            "额小": money(matter.amount * draws.between(60, 90) // 1_000_000 * 10_000),
            "额大": money(matter.amount * draws.between(105, 140) // 1_000_000 * 10_000 + 10_000),
            "户": matter.clients or draws.between(21, 880),
            "限": part[0] // 10_000 if matter.topic.mode == "balance" else draws.between(3, 9),
            "限大": cash + draws.between(3, 30),
            "提": cash,
            "资本": part[0] // 1_000,
            "分子": part[0],
            "分母": part[1],
            "准备": part[0],
            "存": part[1],
            "准率": f"{part[2] / 10:g}%",
            "点": f"{more / 100:.2f}",
            "率": f"{low / 100:.2f}%",
            "率低": f"{(low - more) / 100:.2f}%",
            "率高": f"{(low + more) / 100:.2f}%",
            "税": draws.between(18, 96),
        }

    def _names(self) -> dict[str, object]:
        draws = self.draws
        posts = _POSTS if self.case.kind in {"CB", "FS", "FR"} else _NB_POSTS
        return {
            "司": company(draws),
            "姓": draws.pick(SURNAMES),
            "地": f"{name(draws)}街",
            "高管": draws.pick(posts),
            "表": draws.pick(_FORMS),
            "统表": draws.pick(_STATISTICS),
            "人": draws.between(3, 19),
            "户小": draws.between(2, 9),
            "笔": draws.between(4, 28),
        }

    def _ledger(self) -> list[str]:
        """Return the ledger's rows by day; a line that speaks of another names its number."""
        lines = self.case.ledger
        lines.sort(key=lambda line: (line.business, line.booked, line.voucher))
        for number, line in enumerate(lines, 1):
            line.number = number
        for line in lines:
            line.text = self._line(line)
        return [
            f"{line.number}｜{line.business}｜{line.booked}｜{line.voucher}｜{line.text}｜{line.amount:,}"
            for line in lines
        ]

    def _line(self, line: LedgerLine) -> str:
        matter, words = self.case.matters[line.matter], self.wordings["ledger"]
        book, noun = self.wordings["books"][matter.key], self._noun(matter)
        if line.kind in {"cost", "through", "up", "down"}:
            return f"{noun}：{book[line.kind]}"
        fields = {"账": noun, "号": line.ref.number if line.ref else 0}
        if line.kind in {"in", "sum"} and "bad" in book:
            small = self.draws.between(2, 90)
            fact = self._say(
                book["good" if line.clean else "bad"],
                **self._names(),
                小=small,
                大=small + self.draws.between(200, 4_000),
            )
            return self._say(words["fact"], 情=fact, **fields)
        return self._say(words[line.kind], **fields)

    def _notes(self) -> list[str]:
        case, words, draws = self.case, self.wordings["notes"], self.draws
        notes = [self._say(words["merit"])] if case.merit else []
        notes += [self._say(words["idle"])]
        notes += [
            self._say(words["prior"], 日=day_text(prior.day), 前=self.wordings["prior"][prior.key])
            for prior in case.priors
        ]
        for number, matter in enumerate(case.matters):
            point = NUMERALS[number]
            if matter.remedied:
                notes.append(self._say(words["remedied"], 项=point, 日=day_text(matter.remedied)))
            if matter.reported:
                notes.append(self._say(words["reported"], 项=point, 日=day_text(matter.reported)))
            elif chance(draws, 9) and not matter.elsewhere:
                day = day_text(later(case.discovered, draws, 4, 25))
                notes.append(self._say(words["admitted"], 项=point, 日=day))
            if matter.coerced or chance(draws, 7):
                notes.append(self._say(words["coerced" if matter.coerced else "pressed"], 项=point))
            if matter.decided_fine:
                notes.append(self._say(words["decided"], 项=point))
        return notes


def _days(matter: Matter) -> dict[str, object]:
    days = {
        "起": matter.start,
        "止": matter.end,
        "日": matter.end,
        "始": matter.end - timedelta(days=100),
        "日前": matter.end - timedelta(days=30),
        "日后": matter.end + timedelta(days=25),
        "批日": matter.approved,
        "原限": matter.due,
        "新限": matter.renewed,
        "交日": matter.delivered,
    }
    return {key: day_text(day) for key, day in days.items() if day is not None}
