"""How the tour asks and answers in each of its languages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import NamedTuple

from digesta.demo.counting import CHINESE_NUMERALS, HEBREW_NUMERALS, LATIN_NUMERALS, Numerals


class Wording(NamedTuple):
    """One language. months and weekdays in order, Monday first; the rest are format strings.

    day: takes d, month, m, y. period: takes n and day, and says that every day counts.
    last_day, weekday: what is asked of a period. sections: takes n and first. sections_form:
    takes first and last, written in the numerals.
    """

    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    day: str
    period: str
    last_day: str
    weekday: str
    sections: str
    sections_form: str
    numerals: Numerals
    normaliser: str
    notice: str

    def written(self, day: date) -> str:
        """Write a date in full, as the language does."""
        month = self.months[day.month - 1]
        return self.day.format(d=day.day, month=month, m=day.month, y=day.year)


WORDINGS: Mapping[str, Wording] = MappingProxyType(
    {
        "en": Wording(
            months=(
                *("January", "February", "March", "April", "May", "June", "July"),
                *("August", "September", "October", "November", "December"),
            ),
            weekdays=(
                *("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
            ),
            day="{d} {month} {y}",
            period="A period of {n} days begins on the day after {day}; every calendar day "
            "counts, and nothing extends it.",
            last_day="On which date does it end? Answer in this form: 5 April 2026.",
            weekday="On which day of the week does it end?",
            sections="A reference covers {n} consecutive sections, of which the first is section "
            "{first}. Give the first and the last in Roman numerals, in this form: I-III.",
            sections_form="{first}-{last}",
            numerals=LATIN_NUMERALS,
            normaliser="text/1",
            notice="For the guided tour only: computed exercises that measure no system.",
        ),
        "he": Wording(
            months=(
                *("ינואר", "פברואר", "מרץ", "אפריל", "מאי", "יוני", "יולי"),
                *("אוגוסט", "ספטמבר", "אוקטובר", "נובמבר", "דצמבר"),
            ),
            weekdays=(
                *("יום שני", "יום שלישי", "יום רביעי", "יום חמישי", "יום שישי", "שבת"),
                "יום ראשון",
            ),
            day="{d} ב{month} {y}",
            period="תקופה של {n} ימים מתחילה ביום שלאחר {day}; כל ימי הלוח נמנים, ודבר אינו "
            "מאריך אותה.",
            last_day="באיזה תאריך היא מסתיימת? השיבו בתבנית: 5 באפריל 2026.",
            weekday="באיזה יום בשבוע היא מסתיימת?",
            sections="מראה מקום כולל {n} סימנים רצופים, והראשון שבהם הוא סימן {first}. כתבו את "
            "הראשון ואת האחרון באותיות, בתבנית: סימנים א'-ג'.",
            sections_form="סימנים {first}-{last}",
            numerals=HEBREW_NUMERALS,
            normaliser="he/1",
            notice="לסיור המודרך בלבד: תרגילים מחושבים שאינם מודדים שום מערכת.",
        ),
        "fr": Wording(
            months=(
                *("janvier", "février", "mars", "avril", "mai", "juin", "juillet"),
                *("août", "septembre", "octobre", "novembre", "décembre"),
            ),
            weekdays=("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
            day="{d} {month} {y}",
            period="Un délai de {n} jours commence le lendemain du {day} ; tous les jours du "
            "calendrier comptent, et rien ne le prolonge.",
            last_day="À quelle date prend-il fin ? Répondre sous la forme : 5 avril 2026.",
            weekday="Quel jour de la semaine prend-il fin ?",
            sections="Un renvoi vise {n} articles consécutifs, dont le premier est l'article "
            "{first}. Donner le premier et le dernier en chiffres romains, sous la forme : I-III.",
            sections_form="{first}-{last}",
            numerals=LATIN_NUMERALS,
            normaliser="text/1",
            notice="Pour la visite guidée seulement : exercices calculés qui ne mesurent aucun "
            "système.",
        ),
        "pt": Wording(
            months=(
                *("janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho"),
                *("agosto", "setembro", "outubro", "novembro", "dezembro"),
            ),
            weekdays=(
                *("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira"),
                *("sábado", "domingo"),
            ),
            day="{d} de {month} de {y}",
            period="Um prazo de {n} dias começa no dia seguinte a {day}; contam-se todos os dias "
            "do calendário, e nada o prorroga.",
            last_day="Em que data termina? Responda nesta forma: 5 de abril de 2026.",
            weekday="Em que dia da semana termina?",
            sections="Uma remissão abrange {n} artigos consecutivos, dos quais o primeiro é o "
            "artigo {first}. Indique o primeiro e o último em algarismos romanos, nesta forma: "
            "I-III.",
            sections_form="{first}-{last}",
            numerals=LATIN_NUMERALS,
            normaliser="text/1",
            notice="Apenas para a visita guiada: exercícios calculados que não medem nenhum "
            "sistema.",
        ),
        "zh": Wording(
            months=tuple(map(str, range(1, 13))),
            weekdays=("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
            day="{y}年{m}月{d}日",
            period="期间为{n}日，自{day}的次日起算，每一日历日均计入，不予顺延。",
            last_day="该期间于哪一日届满？请按此格式作答：2026年4月5日。",
            weekday="该期间于星期几届满？",
            sections="一处引用自第{first}条起，共涵盖连续{n}条。请用中文数字写出首条与末条，"
            "格式：第一条至第三条。",
            sections_form="第{first}条至第{last}条",
            numerals=CHINESE_NUMERALS,
            normaliser="text/1",
            notice="仅供导览使用：题目由计算得出，不用于衡量任何系统。",
        ),
    }
)
