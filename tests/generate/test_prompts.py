"""Prompts: small files, the same sections in every language, shown sources and choices."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digesta.canonical import digest
from digesta.errors import UsageError
from digesta.package_files import prompt_files
from digesta.records.base import example_of
from digesta.records.question import Question
from digesta.text.readers import AnswerKind, answer_of
from digesta_generate.inference.messages import (
    default_prompts,
    known_prompts,
    make_prompt,
    make_prompts,
    prompt_digests,
    prompt_form,
    select_prompts,
)
from digesta_generate.inference.settings import Settings
from places import ROOT

FORMS_OF = [form for name in default_prompts() if (form := prompt_form(name)) is not None]
PLACES = ("digesta_generate.inference", "digesta_generate.judges")
ALL = [prompt_files(place) for place in PLACES] + [dict(form.files()) for form in FORMS_OF]
FILES = {name: text.decode() for files in ALL for name, text in sorted(files.items())}


def question(**changes: Any) -> Question:
    fields = example_of(Question) | {"language": "en"} | changes
    for name in [name for name, value in fields.items() if value is None]:
        del fields[name]
    return Question.model_validate(fields)


def system(**changes: Any) -> str:
    return make_prompt(question(**changes), default_prompts(), constrained=False).messages[0][
        "content"
    ]


def test_prompts_that_begin_alike_are_asked_one_after_the_other() -> None:
    said = ["Rules of cases. B?", "Rules of files. B?", "Rules of cases. A?", "Rules of files. A?"]
    asked = [question(turns=[{"role": "user", "content": text}]) for text in said]
    settings = Settings(model="m", endpoint="http://x", prompts=default_prompts())

    made = make_prompts(asked, settings, {})

    assert [prompt.messages[-1]["content"] for prompt in made] == sorted(said)


@pytest.mark.parametrize("name", FILES)
def test_a_prompt_has_the_sections_and_slots_of_its_other_languages(name: str) -> None:
    stem, version, language = name.split(".")
    text = FILES[name]
    first = next(one for one in FILES if one.startswith(f"{stem}.{version}."))

    assert re.findall(r"^\[.*\]$|\{[a-z_]+\}", text, re.MULTILINE) == re.findall(
        r"^\[.*\]$|\{[a-z_]+\}", FILES[first], re.MULTILINE
    )
    if not stem.startswith("closed"):
        return
    line = text.split("[line]\n")[1].split("[line.json]")[0].strip().splitlines()[-1]
    word = re.match(r"\w+ ?[:：]", line)
    lead = answer_of(f"Reason.\n{word and word[0]} 7", AnswerKind("numeric", language))
    assert lead is not None
    assert lead.answer == "7"


def test_all_five_languages_are_there() -> None:
    assert {"en", "fr", "he", "pt", "zh"} == set(prompt_digests(default_prompts())["closed.3"])
    assert known_prompts()[1:5] == ["closed-brief.1", "closed-brief.3", "closed.2", "closed.3"]
    for folder, name in (
        ("2026-11-27/smollm2-256-frenchlaw", "closed.2"),
        ("2026-11-27/smollm2", "closed-brief.1"),
    ):
        run = json.loads((ROOT / "predictions" / folder / "run.json").read_bytes())
        assert prompt_digests({"closed": name})[name] == run["inference"]["prompt_files"][name], (
            "a prompt that a published run recorded has other bytes"
        )
    assert select_prompts(["closed-brief.1"]) == default_prompts() | {"closed": "closed-brief.1"}


FORMS: list[tuple[dict[str, Any], str]] = [
    ({"answer_type": "enum"}, "a word or a short phrase"),
    ({"answer_type": "enum", "choices": ["a", "b"]}, "Choices:\n- a\n- b"),
    ({"answer_type": "mcq", "choices": ["a", "b"]}, "word for word"),
    ({"answer_type": "mcq", "choices": ["x", "y"], "labels": ["A", "B"]}, "Choices:\nA: x\nB: y"),
    ({"answer_type": "boolean"}, "yes or no"),
    ({"answer_type": "numeric"}, "one number"),
    ({"answer_type": "numeric", "unit": "days"}, "its unit is: days"),
    ({"answer_type": "numeric", "unit": "clock"}, "24-hour clock"),
    ({"answer_type": "json", "schema": {"type": "object"}}, '{"type": "object"}'),
]


@pytest.mark.parametrize(("ask", "said"), FORMS)
def test_the_form_of_the_answer_is_told(ask: dict[str, Any], said: str) -> None:
    assert said in system(ask=ask)


def test_sources_and_the_day_of_the_law_are_shown_and_turns_follow_as_they_are() -> None:
    one = question(law_as_of="2026-01-01")

    messages = make_prompt(one, default_prompts(), constrained=False).messages

    assert "Texts:\nPassage A: A lease that says nothing" in messages[0]["content"]
    assert "2026-01-01" in messages[0]["content"]
    assert list(messages[1:]) == [turn.as_json() for turn in one.turns]


@given(st.text(min_size=1))
def test_what_a_source_says_is_never_taken_for_a_slot(text: str) -> None:
    title = "{text}{unit}{schema}"

    said = system(shown_sources=[{"title": title, "text": text}], law_as_of=None)

    assert said.endswith(f"Texts:\n{title}: {text}")


def test_a_constrained_prompt_asks_for_an_object_and_not_for_a_line() -> None:
    ask = {"answer_type": "mcq", "choices": ["x", "y"], "labels": ["0", "1"]}
    one = make_prompt(question(ask=ask), default_prompts(), constrained=True)

    said = one.messages[0]["content"]

    assert 'whose only key is "answer"' in said
    assert "Answer: your answer" not in said
    assert "word for word" in said
    assert one.prompt_sha256 == digest(list(one.messages))
    clock = question(ask={"answer_type": "numeric", "unit": "clock"})
    form = make_prompt(clock, default_prompts(), constrained=True).form
    assert form
    schema = form["json_schema"]["schema"]["properties"]["answer"]
    assert re.fullmatch(schema["pattern"], "18:05")


def test_a_scorer_and_a_prompt_that_are_not_there_are_refused() -> None:
    with pytest.raises(UsageError, match="no prompt for the scorer owners"):
        system(scorer="owners")
    for name in ("closed.9", "closed", "../x.1"):
        with pytest.raises(UsageError, match=r"there are: citations\.1, closed-brief\.1"):
            select_prompts([name])
    assert select_prompts(["closed.3"]) == default_prompts()


def test_a_unit_is_named_in_the_question_s_language_and_earlier_prompts_stay_as_they_were() -> None:
    ask = {"answer_type": "numeric", "unit": "days"}
    hebrew = question(language="he", ask=ask)
    earlier = make_prompt(hebrew, {"closed": "closed-brief.1"}, constrained=False).messages[0]
    assert "היחידה: ימים." in system(language="he", ask=ask)

    assert "היחידה: days." in earlier["content"]
    assert "unit: dias" in system(language="pt", ask=ask).replace("unidade é", "unit")
    assert "its unit is: omer" in system(ask=ask | {"unit": "omer"})


def test_a_label_is_no_chapter_in_hebrew() -> None:
    ask = {"answer_type": "mcq", "choices": ["x", "y"], "labels": ["א", "ב"]}

    assert "האות או התווית שלפני" in system(language="he", ask=ask)
    assert "סימן" not in system(language="he", ask=ask)


def test_a_regional_tag_takes_its_language_s_prompt() -> None:
    assert system(language="pt-BR") == system(language="pt")
