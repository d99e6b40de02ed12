"""Published schemas and the page of formats: generated, on disk, and as strict as they can be."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry

import digesta
from digesta.errors import ReleaseError
from digesta.records.base import example_of
from digesta.records.format import Format
from digesta.records.read import read_record
from digesta.schemas import DRAFT, formats_markdown, json_schemas
from digesta.schemas.formats import FORMATS
from naming import about

ON_DISK = Path(digesta.__file__).parent / "schemas" / "json"
WRITTEN = json_schemas()
SCHEMAS = {name: json.loads(data) for name, data in WRITTEN.items()}
OBJECTS = [
    one
    for one in FORMATS
    if one.name not in ("citations-answer", "mentions-answer", "rubric-answer", "extraction-answer")
]


def _validator(one: Format) -> Draft202012Validator:
    return Draft202012Validator(SCHEMAS[f"{one.name}.schema.json"], registry=Registry())


def test_schema_files_are_those_that_the_records_generate() -> None:
    on_disk = {path.name: path.read_bytes() for path in sorted(ON_DISK.iterdir())}

    assert on_disk == WRITTEN


def test_a_schema_is_a_schema_and_holds_for_its_example() -> None:
    for one in FORMATS:
        with about(one.name):
            Draft202012Validator.check_schema(SCHEMAS[f"{one.name}.schema.json"])

            assert list(_validator(one).iter_errors(example_of(one.record))) == []


def test_a_schema_refuses_an_unknown_key_a_null_and_a_wrong_type() -> None:
    for one in OBJECTS:
        with about(one.name):
            validator, example = _validator(one), example_of(one.record)

            assert not validator.is_valid(example | {"unknown_key": 1})
            for key in example:
                assert not validator.is_valid(example | {key: [[7.5]]}), key
                may_abstain = key == "answer" and one.name in ("prediction", "control")
                assert validator.is_valid(example | {key: None}) == may_abstain, key


def test_a_schema_refuses_an_unknown_format() -> None:
    for one in [one for one in FORMATS if "format" in one.record.model_fields]:
        with about(one.name):
            assert not _validator(one).is_valid(example_of(one.record) | {"format": "release/2"})


def _places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield place
    inner: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    for key, one in inner:
        yield from _places(one, (*place, key))


VALUES: list[Any] = [None, True, 0, -1, 1.5, 10**6, "", "x", "0.5", "A B", "2026-11-22"]
VALUES += [[], ["x"], {}]


@settings(derandomize=True, max_examples=400, deadline=None)
@given(st.data())
def test_the_reader_refuses_whatever_a_schema_refuses(data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(FORMATS))
    value = {"root": copy.deepcopy(example_of(one.record))}
    place = data.draw(st.sampled_from(list(_places(value["root"]))))
    holder: Any = value
    for key in ("root", *place)[:-1]:
        holder = holder[key]
    holder[("root", *place)[-1]] = data.draw(st.sampled_from(VALUES))

    if not _validator(one).is_valid(value["root"]):
        with pytest.raises(ReleaseError):
            read_record(one.record, value["root"], "f.json")


def _texts(schema: Any, key: str) -> Iterator[str]:
    for place in _places(schema):
        if place and place[-1] == key:
            here = schema
            for part in place:
                here = here[part]
            if isinstance(here, str):
                yield here


def _tuples(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict) and "prefixItems" in value:
        yield value
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from _tuples(inner)


def test_a_schema_refers_to_nothing_outside_its_file() -> None:
    for name, schema in SCHEMAS.items():
        with about(name):
            assert schema["$schema"] == DRAFT
            # Older validators look for what an $id names, and cannot fetch a URN.
            assert "$id" not in schema
            # An open tuple is refused by ajv's strict mode.
            assert all("maxItems" in each for each in _tuples(schema))
            assert "discriminator" not in str(schema)
            assert all(reference.startswith("#/$defs/") for reference in _texts(schema, "$ref"))


def test_a_schema_file_is_canonical_pretty_json() -> None:
    for name in SCHEMAS:
        with about(name):
            data = WRITTEN[name]

            again = (
                json.dumps(json.loads(data), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
            )
            assert data == again.encode()


def test_the_page_has_a_section_an_example_and_whole_tables_for_every_format() -> None:
    page = formats_markdown()
    sections = page.split("\n## ")[1:]

    assert [section.split("\n", 1)[0] for section in sections] == [one.name for one in FORMATS]
    for one, section in zip(FORMATS, sections, strict=True):
        example = section.split("```json\n")[1].split("\n```")[0]
        assert json.loads(example) == example_of(one.record)
        assert one.meaning in section.split("<details")[0], "fields are folded, what it is is not"
        rows = [line for line in section.split("\n") if line.startswith("| ")]
        assert {row.replace("\\|", "").count("|") for row in rows} <= {5}


def test_the_page_names_every_field_with_its_type_and_whether_it_is_required() -> None:
    page = formats_markdown()

    assert "| `turns[].role` | `system` or `user` or `assistant` | yes | Who speaks. |" in page
    assert "| `law_as_of` | date | no |" in page
    assert "| `tracks[].tasks{}.metric` | metric | yes |" in page
    assert "| `answer` | text or number or true or false or object or null | yes |" in page
    assert "`tracks[].scores[].mean_of` | list of name, not empty or `categories` | yes" in page
    assert "| `处罚类型` | list of text or text | no |" in page
