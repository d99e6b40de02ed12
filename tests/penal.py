"""Tracks about invented statutes, and about a corpus of invented cases; the statutes' files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from digesta.canonical import canonical_bytes, canonical_lines
from digesta.releases.data import ReleaseData, parse_release
from digesta_generate.compilations.statutes import clauses_of
from digesta_legal.retrieval.records import text_sha256
from world import RELEASE, Track, as_cut, draft, question, track_record, truth, write

BANKS = "中华人民共和国甲行法"
OLD = "经济法__甲行法(2006-10-31).md"
NEW = "经济法__甲行法(2024-11-08).md"
MONEY = "行政法规__乙币办法(1999-02-22).md"
FOLDER = "statutes"

_FILES = {
    OLD: f"""# {BANKS}

2006年10月31日 通过

<!-- INFO END -->

## 第一章 总 则

第一条 为了规范银行，制定本法。

## 第二章 法律责任

### 第一节 机构

第二条 银行未按照规定识别客户身份的，处二十万元以上五十万元以下罚款：

（一）第一条规定的客户；

（二）其他客户。

第二条之一 银行拒绝检查的，处5万元以下的罚款。

## 附件

不是条文。
""",
    NEW: f"""# {BANKS}

2006年10月31日 通过

2024年11月8日 修订

<!-- INFO END -->
第一条 银行未按照规定识别客户身份的，处违法所得一倍以上五倍以下罚款。
""",
    MONEY: """# 乙币办法

1999年2月22日 发布

<!-- INFO END -->

第一条　伪造货币图样的，处十万元以上三十万元以下的罚款。
第二条 泄露存款人资料的，给予警告。
""",
    "刑法__丙法修正案（二）.md": "# 丙法修正案（二）\n\n<!-- INFO END -->\n\n一、删去第五条。\n",
    "司法解释__丁解释(2021-02-26).md": "# 丁解释\n\n<!-- INFO END -->\n\n| 条文 | 罪名 |\n",
    "SOURCE.txt": "where the texts come from\n",
}


def statutes(**changes: str) -> dict[str, bytes]:
    """Return files of a folder of statutes. changes: by OLD, NEW or MONEY, in place of theirs."""
    names = {"old": OLD, "new": NEW, "money": MONEY}
    texts = _FILES | {names[key]: text for key, text in changes.items()}
    return {name: text.encode() for name, text in texts.items()}


def text_of(name: str) -> str:
    """Return the text of a file."""
    return _FILES[name]


def ids() -> dict[str, str]:
    """Return the ids that the index has for clauses, by law, version and article."""
    short = {(BANKS, "2006-10-31"): "old", (BANKS, "2024-11-08"): "new"}
    return {
        one.id: f"{short.get((one.law, one.version), 'money')}-{one.article}"
        for one in clauses_of(statutes(), name=FOLDER)
    }


def index() -> list[dict[str, Any]]:
    """Return the lines of clauses.jsonl, by id."""
    keys = ("law", "version", "article", "path", "sha256")
    named = ids()
    lines = (one.as_json() for one in clauses_of(statutes(), name=FOLDER))
    made = [{"id": named[one["id"]]} | {key: one[key] for key in keys} for one in lines]
    return sorted(made, key=lambda one: str(one["id"]))


def _range(law: str, version: str, article: str, *, least: str, most: str) -> dict[str, str]:
    place = {"law": law, "version": version, "article": article}
    return place | {"least_cny": least, "most_cny": most}


def resources() -> dict[str, bytes]:
    """Return the resources of a release that asks about these statutes, by path."""
    laws = [
        {
            "law": BANKS,
            "aliases": ["甲法"],
            "versions": [
                {"version": "2006-10-31", "in_force": "2007-01-01"},
                {"version": "2024-11-08", "in_force": "2025-01-01"},
            ],
        },
        {
            "law": "乙币办法",
            "aliases": [],
            "versions": [{"version": "1999-02-22", "in_force": "1999-02-22"}],
        },
    ]
    fines = {
        "old-2": [{"kind": "range", "least_cny": "200000", "most_cny": "500000"}],
        "old-2-1": [{"kind": "most", "least_cny": "0", "most_cny": "50000"}],
        "new-1": [{"kind": "multiple", "least_times": 1, "most_times": 5}],
        "money-1": [{"kind": "range", "least_cny": "100000", "most_cny": "300000"}],
    }
    keys = ("law", "version", "article", "sha256")
    articles = [
        {"clause": one["id"], "fines": fines.get(one["id"], []), "provides": []}
        | {key: one[key] for key in keys}
        for one in index()
        if one["id"] in fines or one["id"] == "money-2"
    ]
    discretion = {
        "levels": [{"level": "A", "most_cny": "60000"}, {"level": "B"}],
        "ranges": [
            _range(BANKS, "2006-10-31", "2", least="200000", most="500000"),
            _range("乙币办法", "1999-02-22", "1", least="100000", most="300000"),
            _range("乙币办法", "1999-02-22", "2", least="0", most="0"),
        ],
        "circumstances": [{"circumstance": "从轻处罚", "share": "0"}],
    }
    vocabulary = {
        "vocabulary": "finlaw/1",
        "penalty_type": [{"label": "罚款"}, {"label": "警告"}],
        "violation_domain": [{"label": "反洗钱业务违规"}, {"label": "人民币管理违规"}],
    }
    return {
        "finlaw/clauses.jsonl": canonical_lines(index()),
        "finlaw/laws.json": canonical_bytes({"laws": laws}),
        "finlaw/penalties.json": canonical_bytes({"articles": articles}),
        "finlaw/discretion.json": canonical_bytes(discretion),
        "finlaw/vocabulary.json": canonical_bytes(vocabulary),
    }


# The tracks -------------------------------------------------------------------------------------

SHARED = "案情纯属虚构。\n处罚种类表：罚款；警告。伪造货币图样、泄露存款人资料都属违规。\n"
"""Lines with which the instruction of every question begins."""

OWN = "甲在车站盗窃手机一部。"


FINES = track_record(
    "finlaw", "penalty", "penalty_score", {"fines": "banks"},
    notice={"en": "For tests only.", "zh": "仅供测试。"},
    scores=[{"name": "penalty_score", "pool": "all", "metric": "penalty_score"}],
)  # fmt: skip
NEAR = track_record(
    "cases", "retrieval", "gold_ndcg_at_10", {"near": "near"}, notice=FINES["notice"],
    scores=[{"name": "gold_ndcg_at_10", "pool": "all", "metric": "gold_ndcg_at_10"}],
)  # fmt: skip


def penalty(number: int, facts: str, day: str) -> dict[str, Any]:
    """Return a penalty question about facts that were decided on a day."""
    ask = {"vocabulary": "finlaw/1", "at_most": {"labels": 6, "citations": 10}}
    prompt = f"{SHARED}案情：{facts}"
    return question(FINES, "fines", number, prompt, language="zh", ask=ask, law_as_of=day) | {
        "question_id": f"fine-{number}"
    }


QUESTIONS = [
    penalty(1, "2010年，甲行没有按照规定识别客户身份。", "2010-05-01"),
    penalty(2, "2025年，甲行没有按照规定识别客户身份。", "2025-05-01"),
    penalty(3, "乙伪造货币图样。", "2010-05-01"),
    penalty(4, "乙泄露存款人资料。", "2010-05-01"),
]

CLAUSES = {
    "fine-1": ["old-2"],
    "fine-2": ["new-1"],
    "fine-3": ["money-1"],
    "fine-4": ["money-2"],
}
"""What the truths cite."""


def right_penalty(key: str) -> dict[str, Any]:
    """Return the truth of a penalty question."""
    cited = CLAUSES[key]
    clauses = [one for one in index() if one["id"] in cited]
    right: dict[str, Any] = {
        "penalty_type": ["罚款"],
        "violation_domain": ["人民币管理违规"],
        "legal_basis": [{"law": one["law"], "article": one["article"]} for one in clauses],
        "penalty_level": "A",
        "clauses": cited,
    }
    return truth(key, right)


def penal() -> Track:
    """Return the track about the statutes."""
    right = [right_penalty(one["question_id"]) for one in QUESTIONS]
    return Track(FINES, QUESTIONS, right, resources())


def case(number: int, text: str) -> dict[str, Any]:
    """Return a case of the corpus."""
    return {
        "case": f"case-{number}",
        "text": text,
        "text_sha256": text_sha256(text),
        "accusation": ["盗窃"],
        "articles": ["264"],
        "term": {"months": number, "life": False, "death": False},
    }


CASES = [
    case(0, OWN),
    case(1, "甲在车站盗窃手机两部。"),
    case(2, "乙酒后驾驶轿车。"),
    case(10, "乙酒后驾驶轿车，撞伤行人。"),
    *(
        case(number, f"丙在{place}开设赌场。")
        for number, place in enumerate("东西南北前后左右", 20)
    ),
]


def similar(number: int = 0) -> dict[str, Any]:
    """Return the question about case ``number`` of the corpus's list."""
    own = CASES[number]["text"]
    ask = {"corpus": "cases/1", "at_most": 20, "query_sha256": text_sha256(own)}
    more = {"language": "zh", "law_as_of": "2010-05-01", "ask": ask}
    made = question(NEAR, "near", number, own, **more)
    return made | {"turns": [{"role": "system", "content": "请找出酒后驾驶轿车。"}, *made["turns"]]}


def _right_cases(number: int) -> dict[str, Any]:
    """Return its truth: the first ten other cases."""
    own = CASES[number]
    positives = [{"case": one["case"], "tier": 1} for one in CASES if one is not own][:10]
    right = {key: own[key] for key in ("accusation", "articles", "term")}
    return truth(f"near-{number}", right | {"positives": positives})


def near(many: int = 1) -> Track:
    """Return the track about the corpus, with questions about its first cases."""
    asked = [similar(number) for number in range(many)]
    right = [_right_cases(number) for number in range(many)]
    return Track(NEAR, asked, right, {"cases/corpus.jsonl": canonical_lines(CASES)})


def penal_draft(**changes: bytes) -> dict[str, bytes]:
    """Return the files of a draft. changes: contents by the file's name without its folder."""
    files = draft(penal(), near())
    names = {path.rpartition("/")[2].partition(".")[0]: path for path in files}
    return files | {names[name]: data for name, data in changes.items()}


def data(**changes: bytes) -> ReleaseData:
    """Return the draft's records."""
    return parse_release(penal_draft(**changes), name="draft")


def release() -> dict[str, bytes]:
    """Return draft as if it were cut: a key of four would be won without law, and is refused."""
    return as_cut(penal_draft())


def three_conditions(root: Path) -> Path:
    """Return a workspace whose finlaw track offers all three conditions, with its statutes."""
    offered = ["closed_book", "retrieval", "gold_injected"]
    write(root / "releases" / RELEASE, as_cut(draft(penal().but(conditions=offered), near())))
    write(root / "statutes", statutes())
    return root
