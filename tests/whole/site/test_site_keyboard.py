"""Every control is reached by the keyboard and shows where one is; paper keeps every row."""

from __future__ import annotations

from typing import Any

import pytest
from site_questions import NEWEST

R = f"r/{NEWEST}"
PAGES = (
    "index.html",
    f"{R}/halacha@closed_book.html",
    f"{R}/q/halacha/shabbat/muktzeh.html",
    "questions.html",
    "compare.html",
    "submit.html",
)
CONTROLS = """() => {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const shown = [...document.querySelectorAll(controls)].filter(one =>
    one.tabIndex >= 0 && !one.disabled && one.checkVisibility({visibilityProperty: true})
    && !(one.type === 'radio' && !one.checked));
  const missed = shown.filter(one => !('reached' in one.dataset));
  return [shown.length, missed.map(one => one.outerHTML.slice(0, 200))];
}"""
"""How much can be used, and what of it was not reached; arrows reach the other radio buttons."""
STOP = """() => {
  const at = document.activeElement;
  if (at === document.body) return true;
  at.dataset.reached = '';
  return getComputedStyle(at).outlineStyle !== 'none';
}"""
"""Note where one is, and return whether that is shown."""
MOST_PRESSES = 1000
CUT = """() => [...document.querySelectorAll('.dg-scroll, pre')].filter(one =>
  one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible'
).map(one => one.outerHTML.slice(0, 200))"""
"""Boxes that hide a part of what they hold below their edge."""


@pytest.mark.parametrize("path", PAGES)
def test_the_keyboard_reaches_every_control_and_shows_it(
    browser: Any, address: str, path: str
) -> None:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(address + path, wait_until="networkidle")
    count, missed = opened.evaluate(CONTROLS)

    # On a slow machine controls are still added, and a key may move nothing, while one walks.
    for press in range(1, MOST_PRESSES):
        opened.keyboard.press("Tab")
        assert opened.evaluate(STOP), opened.evaluate("document.activeElement.outerHTML")
        if press >= count and press % 8 == 0:
            count, missed = opened.evaluate(CONTROLS)
            if press >= count and not missed:
                break
    opened.close()

    assert count > 20
    assert missed == []


@pytest.mark.parametrize("path", PAGES[:3])
def test_no_box_hides_a_row_on_a_screen_a_phone_or_paper(
    browser: Any, address: str, path: str
) -> None:
    opened = browser.new_page()
    opened.goto(address + path)
    for media, width in (("screen", 1280), ("screen", 390), ("print", 794)):
        opened.emulate_media(media=media)
        opened.set_viewport_size({"width": width, "height": 900})
        assert opened.evaluate(CUT) == []
    opened.close()
