"""Names that others will see, addresses, and names of files."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.intake import check_file_name, name_skeleton, organization_skeleton
from digesta.intake.characters.names import faults_of_name, faults_of_url
from digesta.intake.characters.scripts import COMMON, SCRIPTS, script_of
from digesta.text.unicode14 import code_points


def codes(name: str) -> list[str]:
    return [fault.code for fault in faults_of_name(name)]


@pytest.mark.parametrize(
    "name",
    [
        "Acme 7B, constrained",
        "=cmd|'/c calc'!A1",
        "</script><script>alert(1)</script>",
        "Modèle de l’État n° 3",
        "מודל עברי 2",
        "Dicta מודל",
        "通义千问",
        "Qwen 通义千问 2.5",
        "Μοντέλο",
        "Модель 7",
        "ภาษาไทย",
        "نموذج ٤",
        "मॉडल ४",
        "Model １",
        "日々",
        "カタカナー",
        "4+2 (🙂)",
        "O’Neill・Ltd",
    ],
)
def test_an_honest_name_is_accepted(name: str) -> None:
    assert codes(name) == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Acme\u200b", "name-character"),
        ("Ac\u00adme", "name-character"),
        ("\u202eemcA", "name-character"),
        ("Acme\U000e0041", "name-character"),
        ("Ac\nme", "name-character"),
        ("Ac\x7fme", "name-character"),
        ("Ac\u2028me", "name-character"),
        ("Ac\u2029me", "name-character"),
        ("Acme\ue000", "name-character"),
        ("Acme\U0001facf", "name-character"),
        ("Acme\u0378", "name-character"),
        ("Acme\u3164", "name-character"),
        ("Acme\u2800", "name-character"),
        ("Acme\ufe0f", "name-character"),
        ("\u0301Acme", "name-character"),
        ("Mode\u0300le", "name-form"),
        ("\u212bcme", "name-form"),
        (" Acme", "name-space"),
        ("Acme\u3000", "name-space"),
        (" ", "name-space"),
        ("\u0410cme", "name-scripts"),
        ("Acm\u03b5", "name-scripts"),
        ("Acme אב 中", "name-scripts"),
        ("中אב", "name-scripts"),
        ("Acm\u0565", "name-scripts"),
        ("Acm\u13ac", "name-scripts"),
        ("Acme ไทย", "name-scripts"),
        ("中国か", "name-scripts"),
        ("Acme \U0001d400", "name-scripts"),
        ("\ua4f3\ua4d1\ua4f4\ua4e2", "name-scripts"),
        ("\u13a1\u13be\u13de\u13ac", "name-scripts"),
        ("\u2c9e\u2ca2", "name-scripts"),
        ("Gr\u0ae6k", "name-scripts"),
        ("GPT-\u0664", "name-scripts"),
        ("Ac\u0d02me", "name-scripts"),
        ("GPT-\ua6ef", "name-scripts"),
    ],
    ids=ascii,
)
def test_a_name_that_could_pass_for_another_is_refused(name: str, code: str) -> None:
    assert codes(name) == [code]


def test_a_name_tells_each_kind_of_fault_once_with_its_characters() -> None:
    faults = list(faults_of_name("a\u0430b\u0430 "))

    assert [(fault.code, fault.got) for fault in faults] == [
        ("name-space", "a space at an end"),
        ("name-scripts", "Cyrillic U+0430, Latin U+0061"),
    ]


def test_every_script_holds_letters_and_no_character_is_of_two() -> None:
    runs = sorted(run for table in (COMMON, *SCRIPTS.values()) for run in code_points(table))

    assert all(before[1] < after[0] for before, after in pairwise(runs))
    for script, table in SCRIPTS.items():
        first = chr(code_points(table)[0][0])
        assert script_of(first) == script


@pytest.mark.parametrize("script", ["Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic"])
def test_letters_are_of_the_script_that_their_character_names_say(script: str) -> None:
    """An independent check of the table, by names such as ``GREEK SMALL LETTER ALPHA``."""
    letters = [
        chr(code)
        for first, last in code_points(SCRIPTS[script])
        for code in range(first, last + 1)
        if unicodedata.category(chr(code)) in ("Lu", "Ll", "Lo")
    ]
    named = [char for char in letters if f"{script.upper()} " in unicodedata.name(char, "")]

    assert len(named) >= 0.9 * len(letters)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Acme", "\u0410\u0421\u039c\u0415"),
        ("Acme Model 1", "acme model l"),
        ("GPT-4o", "GPT\u20114\u043e"),
        ("Llama", "L\u04cfama"),
        ("mistral", "rnistral"),
        ("Qvven", "Qwen"),
        ("Acme", "\uff21cme"),
        ("Acme", "\U0001d400\U0001d41c\U0001d426\U0001d41e"),
        ("O1", "0l"),
        ("Acme  X", "Acme\u3000X"),
        ("\u5de5\u4e1a", "\u30a8\u4e1a"),
        ("Acme's", "Acme\u2019s"),
        ("CHEROKEE", "\u13df\u13bb\u13ac\u13a1\u041e\u13e6\u13ac\u13ac"),
        ("coop", "\u0441\u0585\u03bf\u0440"),
        ("Titan", "T\u0131\u0307tan"),
        ("Acme", "A\u1d04\u1d0d\u1d07"),
        ("Acme AI", "Acme AI\u0335"),
        ("GPT 5", "GPT \u01bc"),
        ("Claude 2", "Claude \u01a7"),
        ("Claude 3", "Claude \u01b7"),
        ("GPT-4o", "GPT-4\u25cb"),
        ("Qwen", "Q\u026fen"),
        ("OpenAI", "\u041e\u0440\u0435\u043f\u0410\u0406"),
        ("O3", "\u041e\u0417"),
        ("OpenAI", "\u05e1penA\u05d5"),
        ("OpenAI", "\u53e3penA\u4e28"),
        ("OpenAI", "\u25cfpenA\u2758"),
        ("OpenAI", "\U0001f17epen\U0001f170I"),
        ("Acme 3", "Acme 3*"),
        ("Acme 3.1", "Acme 3.1."),
        ("GPT-4", "GPT\u25004"),
    ],
    ids=ascii,
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert name_skeleton(one) == name_skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Acme 7B", "Acme 8B"), ("Acmé", "Acme"), ("通义", "通文"), ("א", "ב"), ("GPT-4", "GPT 4")],
)
def test_names_that_differ_to_the_eye_have_two_skeletons(one: str, other: str) -> None:
    assert name_skeleton(one) != name_skeleton(other)


@pytest.mark.parametrize(
    "name",
    ["Tests.", "Te sts", "T\u00e9sts", "TESTS!", "te-sts", "T\u00e8\u1e61\u0167s",
     "\u0422\u0435\u0455\u0442\u0455", "(Tests)", "Tests\u2122", "\uff34ests",
     "T\u1d07sts", "Te\u034fsts", "Tests\ufe0f",
     "T\u0113sts_",
     "\u00b7Tests\u00b7", "Tests\u0323", "Tests\u00b9", "Tests \u2460"],
    ids=ascii,
)  # fmt: skip
def test_no_dot_space_accent_or_look_alike_makes_another_organisation(name: str) -> None:
    assert organization_skeleton(name) == organization_skeleton("Tests")


@pytest.mark.parametrize(
    "name",
    ["Tests Inc", "Tests, Inc.", "TESTS LLC", "TestsInc", "T e s t s I n c", "Tests lnc.",
     "Tests GmbH & Co. KG", "Tests B. V.", "Tests S.A. de C.V.", "Tests S.\u00e0 r.l.",
     "Tests Ltd. \u015eti.", "Tests Pty Ltd", "Tests A/S", "\u041e\u041e\u041e Tests",
     "\u3231Tests", "Tests\u6709\u9650\u516c\u53f8", 'Tests \u05d1\u05e2"\u05de',
     "Tests \u05d1\u05e2\u05f4\u05de", "PT Tests Tbk", "Tests\u2122 Corp.",
     "Tests Limited Partnership"],
    ids=ascii,
)  # fmt: skip
def test_no_legal_form_makes_another_organisation(name: str) -> None:
    assert organization_skeleton(name) == organization_skeleton("Tests")


@pytest.mark.parametrize(
    ("name", "skeleton"),
    [("Inc", "lnc"), ("SA", "sa"), ("Visa", "vlsa"), ("Zinc", "zlnc"), (*"\u516c\u516c",)],
)  # fmt: skip
def test_a_legal_form_is_a_word_of_its_own_beside_a_name(name: str, skeleton: str) -> None:
    assert organization_skeleton(name) == skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [("Acme 7", "Acme 8"), ("\u901a\u4e49", "\u901a\u6587"), ("!", "?"), ("\u05d0", "\u05d1"),
     ("\u0930\u093e\u092e", "\u0930\u094b\u092e")],
    ids=ascii,
)  # fmt: skip
def test_other_letters_or_digits_make_another_organisation(one: str, other: str) -> None:
    assert organization_skeleton(one) != organization_skeleton(other)


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_case_and_width_never_make_another_skeleton(name: str) -> None:
    assert name_skeleton(unicodedata.normalize("NFKD", name)) == name_skeleton(name)
    assert name_skeleton(name_skeleton(name)) == name_skeleton(name)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://example.org/m",
        "https://acme.example/7b",
        "https://sub-domain.example.co.uk:8443/a/@me?x=1&y=[2]#part",
        "https://xn--80ak6aa92e.com/",
        "https://huggingface.co/acme/acme-7b",
    ],
)
def test_a_plain_public_address_is_accepted(url: str) -> None:
    assert list(faults_of_url(url)) == []


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://example.org",
        "HTTPS://example.org",
        "javascript:alert(1)",
        "java\tscript:alert(1)",
        "https:example.org",
        "https://",
        "https:///etc/passwd",
        "https://user:secret@example.org/",
        "https://example.org@evil.example/",
        "https://example.org\\@evil.example/",
        "https://example.org/a b",
        "https://example.org/\x01",
        "https://example.org/\n",
        'https://example.org/"onclick=',
        "https://example.org/<script>",
        "https://ex\u0430mple.org/",
        "https://localhost/",
        "https://metadata.google.internal/",
        "https://printer.local/",
        "https://127.0.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://[::1]/",
        "https://-example.org/",
        "https://example..org/",
        "https://example.org:99999999/",
    ],
    ids=ascii,
)
def test_any_other_address_is_refused(url: str) -> None:
    assert [fault.code for fault in faults_of_url(url)] == ["bad-url"]


@pytest.mark.parametrize("name", ["predictions.jsonl", "submission.json", "a.b.jsonl"])
def test_a_file_of_json_may_be_opened(name: str) -> None:
    assert check_file_name(name) is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("predictions.jsonl.gz", "file-packed"),
        ("predictions.ZIP", "file-packed"),
        ("predictions.tar.zst", "file-packed"),
        ("predictions.json.7z", "file-packed"),
        ("predictions.csv", "file-ending"),
        ("predictions", "file-ending"),
        ("predictions.JSONL", "file-ending"),
        ("predictions.jsonl\n", "file-ending"),
        ("predictions.jsonl.", "file-ending"),
    ],
)
def test_any_other_file_is_refused_by_its_name(name: str, code: str) -> None:
    problem = check_file_name(name)

    assert problem is not None
    assert problem.code == code
    assert str(problem).isprintable()
