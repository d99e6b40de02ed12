"""Our own Jinja environment: autoescape on, an undefined name is an error."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from digesta.site.language import bare_ngettext, current_language, gettext, list_text, within
from digesta.site.words import (
    TERMS,
    capital,
    number_text,
    percent,
    span,
    visible,
    weighting_words,
    with_spaces,
)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("digesta.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    made.policies["ext.i18n.trimmed"] = True
    # Of its new style: it fills in names, and escapes them.
    install: Any = made.install_gettext_callables  # type: ignore[attr-defined]
    install(gettext, bare_ngettext, newstyle=True)
    made.filters.update(listed=list_text, percent=percent, with_spaces=with_spaces)
    made.filters.update(capital=capital, visible=visible, within=within)
    made.filters.update(weighting_words=weighting_words, number=number_text)
    made.globals.update(said=gettext, span=span, spoken=current_language, terms=TERMS)
    return made


def render(
    template: str, view: Mapping[str, Any], *, root: str, intro: str = "", address: str = ""
) -> str:
    """Return a page's body.

    root: the relative way from the page to the site's root. intro: HTML that MkDocs made of
    the maintainers' Markdown, the only text that is not escaped here. address: of the site,
    where it has one.
    """
    trusted = Markup(intro)  # noqa: S704 - the maintainers' own pages
    return (
        _environment()
        .get_template(template)
        .render(**view, root=root, intro=trusted, address=address)
    )
