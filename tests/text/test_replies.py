# ruff: noqa: E501 - rows of tables
"""answer/3: each way in which models dress an answer, with siblings; hedges earn nothing."""

from __future__ import annotations

import json
import re
from functools import partial
from types import ModuleType

import pytest

from digesta.canonical import digest
from digesta.text import amounts, other_words, replies
from digesta.text.readers import AnswerKind, answer_of
from digesta.text.replies import own_words, plain
from digesta.text.spelling import name_pattern
from growth import MOST, growth_of, repeated
from places import ROOT

REPLIES = json.loads((ROOT / "tests/data/replies.json").read_text("utf-8"))["replies"]

YES_NO, NUMBER = AnswerKind("boolean", "en"), AnswerKind("numeric", "en", unit="years")
COUNT = AnswerKind("numeric", "en")
CHOICES = ("Trees", "Wood", "Stone, hewn")
LABELS = AnswerKind("mcq", "en", CHOICES, ("A", "B", "C"))
WORDS = AnswerKind("enum", "en")

MARKS = (
    "<think>{}</think>", "<thinking>{}</thinking>", "<thought>{}</thought>", "{}</think>",
    "<reasoning>{}</reasoning>", "<reflection>{}</reflection>", "<analysis>{}</analysis>",
    "<scratchpad>{}</scratchpad>", "<seed:think>{}</seed:think>", "<antThinking>{}</antThinking>",
    "[THINK]{}[/THINK]", "[reasoning]{}[/reasoning]", "◁think▷{}◁/think▷", "{}◁/think▷",
    "{}[/THINK]", "<|think|>{}<|/think|>", "<|begin_of_thought|>{}<|end_of_thought|>",
    "<|START_THINKING|>{}<|END_THINKING|>", "<unused94>thought\n{}<unused95>",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>",
    "<|channel>thought\n{}<channel|>", "<chain_of_thought>{}</chain_of_thought>",
    '<details type="reasoning" done="true"><summary>x</summary>{}</details>',
    "<THINK>{}</THINK>", "<inner_monologue>{}</inner_monologue>", "<longcat_think>{}</longcat_think>",
    "<plan>{}</plan>", "<work>{}</work>", "<explanation>{}</explanation>", "<pensée>{}</pensée>",
    "<raisonnement>{}</raisonnement>", "<denkprozess>{}</denkprozess>", "<思考>{}</思考>",
    "```thinking\n{}\n```\n", "<think>a</think>{}</think>", "<mm:think>{}</mm:think>",
    "<think>I may write <think> here. {}</think>", "<thoughts>{}</thoughts>", "<cot>{}</cot>",
    "analysis{}assistantfinal", "<rationale>{}</rationale>", "<reason>{}</reason>",
)  # fmt: skip


@pytest.mark.parametrize("marks", MARKS)
@pytest.mark.parametrize("reply", ["yes", "\n\nAnswer: yes"])
def test_reasoning_in_any_marks_holds_no_answer(marks: str, reply: str) -> None:
    reasoning = "\nAnswer: no\nSo the final answer is no.\n"

    assert says(marks.format(reasoning) + reply, YES_NO) == "yes"


@pytest.mark.parametrize(
    "opening", ["<think>", "[THINK]", "<reasoning>", "◁think▷", "<|channel|>analysis<|message|>"]
)
def test_reasoning_without_an_end_holds_no_answer(opening: str) -> None:
    assert says(f"{opening}\nAnswer: no\n", YES_NO) is None
    assert says(f"Answer: yes\n{opening} or\nAnswer: no", YES_NO) == "yes"


TOKENS = (
    "<|im_end|>", "<|eot_id|>", "</s>", "<end_of_turn>", "<|end|>", "<｜end▁of▁sentence｜>",
    "<|endoftext|>", "<eos>", "<|return|>", "<|end_of_text|>", "[EOS]", "<|END_OF_TURN_TOKEN|>",
    "[|endofturn|]", "<turn|>", "<end_of_utterance>", "<pad>", "<|eom_id|>", "<|end_of_box|>",
    "<|im_end|>\n<|im_start|>user\nAnswer: no", "</s>[INST] Answer: no [/INST]", "<eoa>",
    "<|end_of_sentence|>", "<|tool_calls|>", "[/INST]", "</assistant>", "\n### Human: Answer: no",
    "\nUser: And then?\nAnswer: no", "\n## Instruction\nAnswer: no",
)  # fmt: skip


@pytest.mark.parametrize("token", TOKENS)
def test_special_tokens_are_no_words_of_an_answer(token: str) -> None:
    assert says(f"Answer: yes{token}", YES_NO) == says(f"yes {token}", YES_NO) == "yes"


@pytest.mark.parametrize(
    "token",
    ["<|im_start|>assistant\n", "<start_of_turn>model\n", "<s>", "[INST] Yes or no? [/INST]", "<bos>",
     "<|start_header_id|>assistant<|end_header_id|>\n\n", "<|begin_of_box|>", "<|assistant|>",
     "<|im_assistant|>assistant<|im_middle|>"],
)  # fmt: skip
def test_tokens_before_an_answer_are_none_of_it(token: str) -> None:
    assert says(f"{token}no", YES_NO) == "no"


INTRODUCTIONS = (
    "Final answer: ", "Final Answer - ", "**Final answer:** ", "### Final Answer\n\n", "Answer: ",
    "ANSWER:\n", "The correct answer is: ", "The correct answer is ", "Therefore, the answer is ",
    "So the final answer is:\n\n", "My answer: ", "Answer = ", "**Answer**\n", "Answer → ",
    "The answer to the question is ", "The answer should be ", "<answer>", "Conclusion: ",
    "> Answer: ", "Correct answer: ", "The best answer is ", "1. Answer: ", "Short answer: ",
    "I would say ", "The result is ", '{"answer": ', "[ANSWER]", "Final decision: ", "Verdict: ",
    "Response: ", "Output: ", "**TL;DR:** ", "Bottom line: ", "In short: ", "Ans: ", "My reply: ",
    "So, to answer your question: ", "In summary: ", "En résumé : ", "Kurz gesagt: ", "Em resumo: ",
    "En resumen: ", "In sintesi: ", "Kortom: ", "Podsumowując: ", "לסיכום: ", "综上所述：", "总之，答案是",
    "**Conclusie:** ", "Eindantwoord: ", "Wniosek: ", "Gabarito: ", "Respuesta corta: ", "Resposta curta: ", "Kurze Antwort: ", "Poprawna odpowiedź to ",
    "The right answer here is ", "I'd say ", "Właściwa odpowiedź to ", "【答案】", "Alternativa: ",
    "Réponse finale : ", "La réponse est ", "La bonne réponse est : ", "Réponse : ", "Réponse – ",
    "Antwort: ", "Die Antwort lautet: ", "Endgültige Antwort: ", "Die richtige Antwort ist ",
    "Respuesta: ", "Respuesta final: ", "La respuesta correcta es ", "Respuesta correcta: ",
    "Risposta: ", "Risposta finale: ", "La risposta corretta è: ", "La risposta è ",
    "Resposta: ", "Resposta final: ", "A resposta correta é ", "A resposta é: ",
    "Antwoord: ", "Het juiste antwoord is ", "Definitieve antwoord: ",
    "Odpowiedź: ", "Ostateczna odpowiedź: ", "Poprawna odpowiedź to: ",
    "תשובה: ", "התשובה היא ", "התשובה הסופית: ", "התשובה הנכונה היא: ", "תשובה סופית: ",
    "答案：", "答案是", "最终答案：", "正确答案是：", "因此，答案为", "所以答案是：", "答案为：",
    "答え：", "最終的な答え：", "正解は", "回答：", "答えは、", "最終回答: ",
    "Ответ: ", "Окончательный ответ: ", "Правильный ответ — ", "Итоговый ответ: ",
    "الإجابة: ", "الإجابة النهائية: ", "الجواب: ", "الإجابة الصحيحة هي: ",
    "정답: ", "최종 답변: ", "정답은 ", "Cevap: ", "Jawaban: ", "Svar: ", "Răspuns: ", "उत्तर: ",
)  # fmt: skip


@pytest.mark.parametrize("words", INTRODUCTIONS)
def test_an_answer_follows_its_introduction(words: str) -> None:
    reason = "Some of it speaks for no.\nThe day of service counts.\n\n"

    assert says(f"{reason}{words}yes", YES_NO) == "yes"
    assert says(f"{words}**yes**.", YES_NO) == "yes"
    assert says(f"{reason}{words}B", LABELS) == "B"
    assert says(f"{reason}{words}12", NUMBER) == "12"


DRESSES = (
    "{}.", "{}。", "**{}**", "__{}__", "*{}*", "_{}_", "`{}`", "***{}***", "~~{}~~", '"{}"', "'{}'",
    "“{}”", "„{}“", "«{}»", "« {} »", "‘{}’", "「{}」", "『{}』", "《{}》", "({})", "[{}]", "{{{}}}",
    "\\boxed{{{}}}", "$\\boxed{{\\text{{{}}}}}$", "\\text{{{}}}", "$\\mathbf{{{}}}$", "\\({}\\)",
    "\\[{}\\]", "\\fbox{{{}}}", "$${}$$", "\\textbf{{{}}}", "\\boxed{{\\mathrm{{{}}}}}", "<b>{}</b>",
    "<strong>{}</strong>", "<i>{}</i>", "<p>{}</p>", "<code>{}</code>", "<span class='x'>{}</span>",
    "# {}", "## {}", "> {}", "```\n{}\n```", "```text\n{}\n```", "~~~\n{}\n~~~", "→ {}", "=> {}",
    "**{}.**", "**“{}”**", " \u200f{}\u200f ", "✅ {}", "{}!", "<u>{}</u>", "<answer>{}</answer>",
    "<final_answer>{}</final_answer>", "\\underline{{{}}}", "$\\boxed{{{}}}$.", "\\boxed{{({})}}",
    "【{}】", "<mark>{}</mark>", "<final>{}</final>", "#### {}", "The court held otherwise.\n\n**{}**", "\ufeff{}", "* {}", "• {}",
)  # fmt: skip


@pytest.mark.parametrize("dress", DRESSES)
def test_decoration_means_nothing_around_any_kind_of_answer(dress: str) -> None:
    assert says(dress.format("yes"), YES_NO) == "yes"
    assert says(dress.format("B"), LABELS) == "B"
    assert says(dress.format("12"), NUMBER) == "12"
    assert says(dress.format("Wood"), LABELS) == "Wood"
    assert (says(dress.format("usucapion"), WORDS) or "").strip(".!。") == "usucapion"


@pytest.mark.parametrize(
    "mark", [". ", ", ", ": ", "; ", " — ", " – ", " - ", "\n\n", "! ", "\n", " ("]
)
@pytest.mark.parametrize("reason", ["The Mishnah rules so.", "because the day counts", "see § 4"])
def test_an_answer_may_go_on(mark: str, reason: str) -> None:
    assert says(f"Yes{mark}{reason}", YES_NO) == "yes"
    assert says(f"Answer: no{mark}{reason}", YES_NO) == "no"
    assert says(f"Answer: 12{mark}{reason}", NUMBER) == "12"
    if ":" not in mark:
        assert says(f"B{mark}{reason}", LABELS) == "B"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("B) Wood", "Wood"), ("(B)", "B"), ("(B) Wood", "Wood"), ("Option B", "B"), ("b.", "B"), ("b", "B"),
        ("B: Wood", "Wood"), ("B: Wood since it burns", "Wood"), ("B - Wood", "Wood"), ("B.Wood", "Wood"),
        ("Choice C", "C"), ("letra c", "C"), ("选项B", "B"), ("选B", "B"), ("故选Ｂ。", "B"), ("Ｂ", "B"),
        ("𝐁", "B"), ("Ⓑ", "B"), ("🅱️", "B"), ("WOOD", "Wood"), ("wood, of course", "Wood"),
        ("Stone, hewn", "Stone, hewn"), ("C. stone,  hewn.", "Stone, hewn"), ("B because it burns", "B"),
        ("B is correct.", "B"), ("Option A is the right answer, as C burns.", "A"), ("(b) is right", "B"),
        ("**B. Wood**\n\nExplanation:\nA: Trees\nC: Stone, hewn", "Wood"), ("The letter is B", "B"),
        ("Trees", "Trees"), ("答案：Ｂ，因为它能烧", "B"), ("B。因为它能烧", "B"), ("Option (B): Wood", "Wood"),
        ('{"answer": "B"}', "B"), ('```json\n{"answer": "Wood"}\n```', "Wood"), ("Réponse : b)", "B"),
        ("The correct option is B.", "B"), ("I choose B.", "B"), ("B</s>", "B"), ("A company of trees", None),
        ("La bonne réponse est la B.", "B"), ("Réponse B", "B"), ("La bonne réponse est la **réponse B**.", "B"),
        ("C'est la B.", "B"), ("Antwort B", "B"), ("Richtig ist B.", "B"), ("La respuesta correcta es la B.", "B"),
        ("La opción correcta es la **B) Wood**.", "Wood"), ("A alternativa correta é a B.", "B"), ("Optie B", "B"),
        ("A resposta correta é a letra B.", "B"), ("Alternativa B", "B"), ("La risposta corretta è la B.", "B"),
        ("De juiste optie is B", "B"), ("Odpowiedź B", "B"), ("Opcja B", "B"), ("应选B项", "B"), ("选项B正确", "B"), ("B选项正确。", "B"), ("La bonne réponse est l'option B.", "B"), ("I'd go with B.", "B"),
        ("It is wood.", "Wood"), ("A resposta é a.", "A"), ("A resposta é a A.", "A"),
        ("2. Wood", "Wood"), ("Option 2: Wood", "Wood"), ("1. Wood", None), ("It is wood, not trees.", "Wood"), ("Definitely B.", "B"), ("[x] B\n[ ] A", "B"),
        ("B: Trees", None), ("D", None), ("Glass", None), ("It is glass.", None), ("A wood", None),
    ],
)  # fmt: skip
def test_choices_are_read_by_letter_by_text_or_by_both(reply: str, answer: str | None) -> None:
    assert says(reply, LABELS) == answer


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("１２", 12), ("١٢", 12), ("१२", 12), ("12.", 12), ("+12", 12), ("−12", -12), ("-12", -12), ("1,200", 1200),
        ("1 200", 1200), ("12.5", 12.5), ("１２．５", 12.5), ("12 years", 12), ("12 Years", 12), ("1 year", 1),
        ("תשובה: 12 Years", 12), ("12 ans", 12), ("12 Jahre", 12), ("12年", 12), ("12 años.", 12), ("= 12", 12),
        ("12 (twelve) years", 12), ("Answer: 12 years, as the code says", 12), ("𝟏𝟐", 12), ("①", None),
        ("12 months", None), ("12 of 15", None), ("10²", None), ("12/15", None), ("12-15", None),
        ("12%", None), ("twelve", 12), ("about 12", None), ("12 to 15", None), ("3/4", 0.75), ("\\frac{3}{4} years", 0.75), ("$\\frac{1}{2}$", 0.5), ("1/2 or 1/3", None), ("3/4/27", None), ("0x12", None), ("IV", None),
        ("\\boxed{12~\\text{years}}", 12), ("$\\boxed{1{,}200}$", 1200), ("\\boxed{1\\,200}", 1200), ("\\boxed{\\$12}", 12),
        ("12 years from service", 12), ("Total: 12", 12), ("12 Jahre ab Zustellung", 12), ("12, or 13 if abroad", None),
        ("The limit is 12 years.", 12), ("The limit is **12 years**.", 12), ("Le délai est de 12 ans.", 12),
        ("Die Frist beträgt 12 Jahre.", 12), ("期限是12年。", 12), ("O prazo é de 12 anos.", 12), ("Termin wynosi 12 lat.", 12),
        ("It is not 12", None), ("If so, the limit is 12", None), ("The limit is 12 or it is 13", None),
        ("Some say 12, the limit is 13", None), ("I am unsure whether it is 12", None), ("Article 9: it is 12", 12), ("Under section 3(2), the limit is 12 years.", 12), ("The limit is 12 years under s. 3.", 12), ("Article 12", None),
        ("1. The day counts.\n2. It is late.", None), ("1٬200٫5", 1200.5),
    ],
)  # fmt: skip
def test_numbers_are_read_whatever_their_digits_and_decoration(
    reply: str, value: float | None
) -> None:
    lead = answer_of(reply, NUMBER)

    assert (
        None if lead is None else float(str(lead.key)) if "/" not in str(lead.key) else lead.key
    ) == value


@pytest.mark.parametrize(
    ("reply", "unit"),
    [("€1,200", "euros"), ("EUR 1,200", "euros"), ("1,200 €", "Euro"), ("R$ 1,200", "reais"), ("$1,200", "dollars"),
     ("USD 1,200", "USD"), ("1,200 %", "percent"), ("1,200 percent", "%"), ("1,200元", "yuan"), ("£1,200", "pounds"),
     ("1,200 calendar days", "days"), ("1,200 jours ouvrables", "days"), ("1,200 Werktage", "days")],
)  # fmt: skip
def test_a_unit_is_known_by_its_signs_before_or_after_a_number(reply: str, unit: str) -> None:
    assert says(reply, AnswerKind("numeric", "en", unit=unit)) == "1,200"
    assert says(reply, AnswerKind("numeric", "en", unit="months")) is None or "$1" in reply


@pytest.mark.parametrize(
    ("reply", "language", "answer"),
    [
        ("$1,500", "en", "1,500"), ("1,500 dollars", "en", "1,500"), ("EUR 1.500,00", "de", "1.500,00"), ("£1,500", "en", "1,500"),
        ("1500元", "zh", "1500"), ("₪1,500", "en", "1,500"), ("15 días hábiles", "es", "15"), ("15 judges", "en", "15"), ("15 %", "en", "15"),
        ("15 °C", "en", "15"), ("15th", "en", "15"), ("A total of 15 judges", "en", "15"), ("תוך 15 ימים", "he", "15"), ("Il faut 15 jours.", "fr", "15"),
        ("15 million", "en", "15000000"), ("1,5 Millionen Euro", "de", "1500000"), ("15万元", "zh", "150000"), ("2 millions d'euros", "fr", "2000000"),
        ("15 mil reais", "pt", "15000"), ("30 ÷ 2 = **15**", "en", "15"), ("Total = 14 + 1 = 15", "en", "15"), ("\\boxed{14 + 1 = 15}", "en", "15"),
        ("10+4 = 14\n14+1 = 15", "en", "15"), ("Answer: 20 - 5 = 15", "en", "15"), ("14 + 1 = 15\n\nAnswer: 16", "en", None), ("11 + 1 = 12\n15 days", "en", None), ("11 + 1 = 12, 15 days", "en", None), ("11 + 1 = 13", "en", None),
        ("sixteen/15 days", "en", None), ("Dans un délai de 15 jours.", "fr", "15"), ("(14 + 1) = 15", "en", "15"), ("x = 15", "en", "15"),
        ("一百零六天", "zh", "106"), ("dix-sept", "fr", "17"), ("שנים עשר ימים", "he", "12"), ("fifteen (15) days", "en", "15"), ("zwölf", "de", "12"),
        ("15 days or 3 weeks", "en", None), ("15-20 days", "en", None), ("15 days at most", "en", None), ("Article 15 of the Code", "en", None),
        ("15k", "en", None), ("~15 days", "en", None), ("US$1,500", "en", "1,500"), ("There are 2 parties; 15 days", "en", None), ("14+1 = 15\n14+2 = 16", "en", None), ("14 + 1 = 15 = 30 / 2", "en", None),
        ("up to 15 days", "en", None), ("at most 15 days", "en", None), ("It adds up to 15 days.", "en", "15"), ("within 15 days", "en", "15"),
        ("14 + 1 equals 15", "en", "15"), ("10 plus 5 makes 15", "en", "15"), ("The total is 14 + 1 = 15 days.", "en", "15"), ("14 + 1 equals 16", "en", None), ("The limit equals 15 days", "en", "15"),
        ("一般", "zh", None), ("One must count the days.", "en", None), ("twenty-one", "en", None), ("one or two", "en", None), ("two hundred", "en", None),
    ],
)  # fmt: skip
def test_where_no_unit_is_named_a_number_may_have_any_and_be_a_sum_or_in_words(
    reply: str, language: str, answer: str | None
) -> None:
    assert says(reply, COUNT._replace(language=language)) == answer


def test_what_answer_2_reads_never_changes() -> None:
    """The releases that are bound to any-language/2 are read as on the day they were cut."""
    texts = [row["reply"] for row in REPLIES[:200]]
    kinds = [kind._replace(version=2) for kind in (YES_NO, LABELS, NUMBER, COUNT, WORDS)]

    assert digest([[says(text, kind) for text in texts] for kind in kinds]) == (
        "fdf53b8a0faab6c8ad12d874dc2214f31942538c9948e245663b20f09c67fc97"
    )


@pytest.mark.parametrize("mark", ["'", "’", "ʼ"])
@pytest.mark.parametrize("hyphen", ["-", "‐", "‑"])
def test_apostrophes_and_hyphens_are_one_sign_each(mark: str, hyphen: str) -> None:
    choices = AnswerKind("mcq", "fr", ("La cour d'appel", "L'avant-contrat"))

    assert says(f"La cour d{mark}appel.", choices) == "La cour d'appel"
    assert says(f"L{mark}avant{hyphen}contrat", choices) == "L'avant-contrat"


HEDGES = (
    "yes or no", "Yes and no.", "yes/no", "Yes, no", "No. Yes.", "Yes\nNo", "Yes, or maybe no", "Both yes and no",
    "Answer: yes\nAnswer: no", "Final answer: yes\nFinal answer: no", "<answer>yes</answer><answer>no</answer>",
    "\\boxed{yes} or \\boxed{no}", "The answer is yes. The answer is no.", "Answer: yes or no", "It depends.",
    "Answer: yes (or no)", "Answer: yes | no", "yes; otherwise no", "**Yes** / **No**", "Yes, but also no.",
    "Perhaps.", "The answer is not yes.", "oui ou non", "是或否", "ja oder nein", "yes and\nno", "Answer: yes\nno",
    "Yes - No", "It is not yes", "I am unsure whether it is yes", "It is unclear if it is yes or it is no",
    "In conclusion, it is both yes and no.", "All in all, yes; but on appeal, no.", "| Yes | No |", "| Yes |\n| No |",
    "Overall, yes.\nUltimately, no.", "| Case | Answer |\n|---|---|\n| 1 | Yes |\n| 2 | No |", "Endergebnis: ja\nEndergebnis: nein",
    "In conclusion, no party is liable.", "Il n'est pas sûr que ce soit oui", "Sí, aunque podría ser no", "",  "maybe yes", "not yes", '{"yes": true, "no": true}', "yes it is and no it is not", "[x] yes\n[x] no", "Definitely yes or no", "yes, not no, or maybe no", "no yes", "Yes — or rather, no.", "**Yes**, it is. **No**, it is not.", "Therefore yes. Therefore no.", "Yes, though one could argue no.", "A clear yes and a clear no", "Is it so? Yes or no.", '{"answer": "yes", "answer": "no"}',
)  # fmt: skip


@pytest.mark.parametrize("reply", HEDGES)
def test_a_hedge_is_no_answer(reply: str) -> None:
    assert says(reply, YES_NO) is None


@pytest.mark.parametrize(
    "reply",
    ["A or B", "A, B", "A and B", "A/B", "A B C", "ABC", "A. Trees\nB. Wood\nC. Stone, hewn", "Trees or Wood",
     "Trees, Wood, Stone, hewn", "A\nB\nC", "Answer: A\nAnswer: B", "A) Trees B) Wood", "Either A or B.",
     "The answer is A. But no, the answer is C.", "Trees and Wood", "A; possibly B", "- Trees\n- Wood",
     "Choices:\nA: Trees\nB: Wood\nC: Stone, hewn\nAnswer:", "\\boxed{A, B}", "A (or B)", "A, B or C",
     "A - B - C", "A, aunque podría ser B", "A, obwohl es B sein könnte", "A, although it could be B",
     "Could be A or it is B", "It is not B", "Either it is A or it is B", "It is A and it is B", "A oppure B",
     "If not A it is B", "Wrong is A", "A, mais peut-être B", "A，可能是B", "La respuesta no es la B.",
     "Not A", "All of the above", "A & B", "neither A nor B", "A, then B", "A: Wood\nB: Stone, hewn\nC: Trees", "A: Wood\nC: Stone, hewn", "1. Trees\n2. Wood", "[x] A\n[x] B\n[ ] C", "✅ A\n✅ B\n❌ C", "Glass\nA. Trees\nB. Wood", "A: Trees, B: Wood"],
)  # fmt: skip
def test_several_choices_are_none(reply: str) -> None:
    assert says(reply, LABELS) is None


@pytest.mark.parametrize(
    "reply",
    [
        "12 or 13",
        "12, 13",
        "Answer: 12\nAnswer: 13",
        "12\n13",
        "between 12 and 13",
        "12; 13",
        '{"min": 12, "max": 13}',
        "s. 1: 12 years; s. 2: 13 years",
        "12, not 13, or 13",
    ],
)
def test_several_numbers_are_none(reply: str) -> None:
    assert says(reply, NUMBER) is None


@pytest.mark.parametrize(
    "part",
    ["answer ", "the final ", "Answer: yes\n", "\\boxed{", "<think>", "</think>", "*", "_", "$", "yes ", "yes, ",
     "no. ", "A, ", "A: Trees\n", "<answer>", "1", "1,", "1 ", "{", "}", "`", "~~", "or ", " ", "\n", "<|", "答案",
     "<|im_end|>", "(", '"', "[THINK", "- ", "\\text{", "so ", "\u05b8", "final answer is the ", "is 1 ", "is ", "€", "' ", "ans ",
     "User:\n", "|1|\n", "1 + 1 = ", "in conclusion, ", "十", "1{,}", '{"a": ', '"a":"', "{'a': '", "❌✅\n", "actually ", "1 + ", "equals ", "yes it is ", "therefore ", "&amp;", "1 (", "is **a", "1 march 2", "so? ", "<del>", "【1†", "wait, "],
)  # fmt: skip
@pytest.mark.parametrize(
    "kind", [YES_NO, LABELS, NUMBER, COUNT, WORDS], ids=lambda kind: kind.answer_type
)
def test_every_reply_is_read_in_linear_time(kind: AnswerKind, part: str) -> None:
    assert growth_of(partial(answer_of, kind=kind), repeated(part)) <= MOST


@pytest.mark.parametrize(
    "reply",
    ["A. Actually B.", "A, I mean B", "A\n\nWait, B is right.", "A\n\nCorrection: B", "A. No wait, it's B.",
     "A — or rather B.", "A\n\nWait. Let me double check: B.", "A. Scratch that. B."],
)  # fmt: skip
def test_an_answer_that_is_taken_back_is_none_unless_the_other_is_called_final(reply: str) -> None:
    assert says(reply, LABELS) is None
    assert says(f"First {reply} Final answer: B", LABELS) == "B"
    assert says("A. Actually, C burns as well.", LABELS) == "A"
    thought = '{"reasoning": "Actually, A, or so it seems", "answer": "B"}'
    assert says(thought, LABELS) == "B"


def test_plain_form_keeps_every_place() -> None:
    text = "**Ａ** \\boxed{\\text{yes}} <b>x</b> ~~a~~ b 🅱 𝟏"

    assert len(plain(text)) == len(text)
    assert own_words("a <s>b") == "a  b"


def says(reply: str, kind: AnswerKind) -> str | None:
    lead = answer_of(reply, kind)
    return lead.answer if lead else None


def test_several_times_are_none() -> None:
    clock = AnswerKind("numeric", "en", unit="clock")

    assert says("05:28, 07:49, 11:24", clock) is None
    assert says("Answer: 05:28.", clock) == says("０５：２８", clock) == "05:28"
    assert says("The time is 5h28.", clock) == says("Il est 5H28", clock) == "5:28"


@pytest.mark.parametrize("module", [amounts, other_words, replies])
def test_no_expression_folds_a_script_that_has_no_case(module: ModuleType) -> None:
    """To fold each of 38,000 characters takes five milliseconds, for each class that names them."""
    patterns = [each.pattern for each in vars(module).values() if hasattr(each, "pattern")]
    patterns.append(name_pattern(["yes", "no"]).pattern)

    folded = [re.sub(r"\(\?-i:\[[^\]]*\]\)", "", pattern) for pattern in patterns]

    assert [pattern for pattern in folded if replies.UNSPACED in pattern] == []
