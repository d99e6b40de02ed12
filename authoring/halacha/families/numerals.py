"""Numbers in Hebrew words."""

from __future__ import annotations

_UNITS = ["אפס", "אחד", "שניים", "שלושה", "ארבעה", "חמישה", "שישה", "שבעה", "שמונה", "תשעה", "עשרה"]
_TENS = ["עשרים", "שלושים", "ארבעים", "חמישים", "שישים", "שבעים", "שמונים", "תשעים"]
_HUNDREDS = (
    "מאה",
    "מאתיים",
    "שלוש מאות",
    "ארבע מאות",
    "חמש מאות",
    "שש מאות",
    "שבע מאות",
    "שמונה מאות",
    "תשע מאות",
)
_TEN, _TWENTY, _HUNDRED, _THOUSAND = 10, 20, 100, 1000


def number_in_words(number: int) -> str:
    """Return a number from 0 to 999 in Hebrew words, of the gender of shekels and days.

    >>> number_in_words(213)
    'מאתיים ושלושה עשר'
    """
    if not 0 <= number < _THOUSAND:
        raise ValueError(f"{number} is not below a thousand")
    if number >= _HUNDRED:
        head, rest = _HUNDREDS[number // _HUNDRED - 1], number % _HUNDRED
        # The last member takes the conjunction: two hundred and thirteen, a hundred twenty and one.
        last = rest <= _TWENTY or rest % _TEN == 0
        return head if not rest else f"{head} {'ו' if last else ''}{number_in_words(rest)}"
    if number >= _TWENTY:
        head, rest = _TENS[number // _TEN - 2], number % _TEN
        return head if not rest else f"{head} ו{_UNITS[rest]}"
    if number <= _TEN:
        return _UNITS[number]
    return f"{'שנים' if number == _TEN + 2 else _UNITS[number - _TEN]} עשר"
