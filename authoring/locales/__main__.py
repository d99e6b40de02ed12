"""``python -m authoring.locales FOLDER``: make ``toolkit/digesta/text/locales.json`` again.

FOLDER is ``main`` of the npm package ``cldr-misc-full``, unpacked: yes, no and quotation marks
stand there. Decimal and grouping marks, and the word before the last of a list, are babel's. What
CLDR does not have (``also``: true and false, other spellings) stands in the
table itself, by hand, and stays.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from babel import Locale, localedata

TABLE = Path(__file__).parents[2] / "toolkit" / "digesta" / "text" / "locales.json"
QUOTES = ("quotationStart", "quotationEnd", "alternateQuotationStart", "alternateQuotationEnd")


def numbers(locale: str) -> dict[str, str]:
    """Return the decimal and the grouping mark of a locale, as babel has them."""
    symbols: Any = Locale.parse(locale).number_symbols["latn"]
    return {name: str(symbols[name]) for name in ("decimal", "group")}


def regions(language: str) -> dict[str, dict[str, str]]:
    """Return the numbers of a language's regions that write them otherwise, by language tag."""
    own = numbers(language)
    tags = (tag for tag in localedata.locale_identifiers() if tag.startswith(f"{language}_"))
    return {tag.replace("_", "-"): numbers(tag) for tag in sorted(tags) if numbers(tag) != own}


def words(messages: dict[str, str], name: str) -> list[str]:
    """Return yes or no as CLDR has it: ``ja:j`` is ja, and a letter alone is no word."""
    return [messages[name].partition(":")[0]]


def list_word(language: str) -> str:
    """Return what stands between two things that are listed: ``und``."""
    return str(Locale.parse(language).list_patterns["standard"]["2"]).format("", "").strip()


def language_record(folder: Path, language: str, also: dict[str, list[str]]) -> dict[str, Any]:
    """Return what the table says of a language; folder: that of CLDR's files."""
    read = (json.loads((folder / language / f"{n}.json").read_text("utf-8")) for n in FILES)
    posix, marks = (file["main"][language] for file in read)
    messages, delimiters = posix["posix"]["messages"], marks["delimiters"]
    return {
        "yes": words(messages, "yesstr"),
        "no": words(messages, "nostr"),
        "also": also,
        "list": list_word(language),
        "quotes": "".join(sorted({delimiters[name] for name in QUOTES})),
        **numbers(language),
        "regions": regions(language),
    }


FILES = ("posix", "delimiters")


def main(folder: Path) -> None:
    """Write the table anew; languages and ``also`` are those that it has."""
    table = json.loads(TABLE.read_text("utf-8"))
    table["languages"] = {
        language: language_record(folder, language, record["also"])
        for language, record in sorted(table["languages"].items())
    }
    TABLE.write_text(json.dumps(table, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
