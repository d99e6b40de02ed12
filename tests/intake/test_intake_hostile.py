"""Every hostile file, through the Python API, by both readers."""

from __future__ import annotations

import pytest

from digesta.intake import CODES
from hostile import Case, hostile_cases, judged
from places import HOSTILE

CASES = hostile_cases()

EXPECTED_CODES = {
    "bomb_gzip": ["file-packed"],
    "bomb_gzip_as_jsonl": ["file-packed"],
    "bomb_zip_slip": ["file-packed"],
    "ctl_del": ["control"],
    "ctl_nul_after_doc": ["control"],
    "ctl_nul_escaped": ["control"],
    "ctl_nul_raw": ["control"],
    "deep_array_100k": ["depth"],
    "deep_unclosed_500k": ["depth"],
    "dup_key_escaped": ["dup-key"],
    "dup_key_nested": ["dup-key"],
    "dup_question_line_identical": ["dup-id"],
    "empty_file": ["file-empty"],
    "enc_above_10ffff": ["utf8"],
    "enc_bom_second_line": ["bom"],
    "enc_truncated_seq": ["utf8"],
    "enc_utf16le": ["control", "control"],
    "enc_utf32be": ["control"],
    "id_absolute": ["bad-id"],
    "id_backslash": ["bad-id"],
    "id_bidi": ["bad-id"],
    "id_empty": ["bad-id"],
    "id_hex_63": ["unknown-id"],
    "id_long": ["bad-id"],
    "id_number": ["bad-id"],
    "id_space": ["bad-id"],
    "id_zwsp": ["bad-id"],
    "json_blank_line_inside": ["line-blank"],
    "json_float_200k_digits": ["number-size"],
    "json_float_huge_exponent": ["number-range"],
    "json_nan": ["number-range"],
    "json_pretty_printed": ["not-json"] * 4,
    "json_rs_prefix": ["control"],
    "json_top_number": ["not-object"],
    "json_top_string": ["not-object"],
    "json_whole_file_array": ["not-object"],
    "key_confusable": ["unknown-key", "missing-key"],
    "key_wrong_case": ["unknown-key", "missing-key"],
    "long_string_400k": ["string-size"],
    "meta_confusable_name": ["name-scripts"],
    "meta_id_nul": ["control"],
    "meta_nfd_name": ["name-form"],
    "meta_tag_chars_name": ["name-character"],
    "meta_unknown_member": ["unknown-key"],
    "meta_url_control": ["bad-url"],
    "nonchar_ffff": ["noncharacter"],
    "only_newline": ["line-blank"],
    "proto_key": ["unknown-key"],
    "sur_lone_high": ["surrogate"],
    "sur_swapped": ["surrogate"],
    "unknown_id": ["unknown-id"],
    "unknown_key": ["unknown-key"],
}
"""Name -> codes, where the name does not say ``json_`` (not-json) or ``meta_`` (bad-value)."""


def codes_of(case: Case) -> list[str]:
    if case.accepted:
        return []
    by_kind = ["bad-value"] if case.kind == "metadata" else ["not-json"]
    return EXPECTED_CODES.get(case.name, by_kind)


@pytest.mark.parametrize("reader", ["fast", "strict"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_hostile_file_is_judged_as_listed(case: Case, reader: str) -> None:
    verdict = judged(case, reader=reader)

    assert (verdict.total == 0) == case.accepted, case.reason
    assert verdict.codes == codes_of(case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_both_readers_say_the_same_of_a_hostile_file(case: Case) -> None:
    assert repr(judged(case, reader="fast")) == repr(judged(case, reader="strict"))


@pytest.mark.parametrize("case", [one for one in CASES if not one.accepted], ids=lambda c: c.name)
def test_every_problem_is_one_plain_line_with_a_known_code_and_a_fix(case: Case) -> None:
    for problem in judged(case).problems:
        said = str(problem)

        assert said.isprintable()
        assert f"fix: {problem.fix}" in said
        assert problem.code in CODES


def test_no_listed_file_is_left_out() -> None:
    on_disk = {path.name for path in (HOSTILE / "files").iterdir()}

    assert {case.path.name for case in CASES} == on_disk
    assert set(EXPECTED_CODES) <= {case.name for case in CASES}
