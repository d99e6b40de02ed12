"""Our own Jinja environment: autoescape on, an undefined name is an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.runtime import Context
from markupsafe import Markup, escape

from digesta.text.languages import language_of
from digesta_site.language import (
    ENGLISH,
    bare_ngettext,
    current_language,
    gettext,
    list_text,
    within,
)
from digesta_site.words import (
    TERMS,
    capital,
    number_text,
    percent,
    sentence,
    span,
    visible,
    with_spaces,
)


class _Context(Context):
    """Calls functions and macros directly, of which a page has thousands.

    Jinja looks at each for a decorator (``pass_context``) that none of ours may have.
    """

    def call(self, function: Callable[..., Any], /, *positional: Any, **named: Any) -> Any:
        """Return what a function returns, without what Jinja adds inside loops and blocks."""
        for inner in ("_block_vars", "_loop_vars"):
            named.pop(inner, None)
        return function(*positional, **named)


class _Environment(Environment):
    """Looks in a view's object for its own names first, where nearly all that is asked for lies."""

    context_class = _Context

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what a template means by ``obj.attribute``."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


@cache
def _environment() -> Environment:
    made = _Environment(
        loader=PackageLoader("digesta_site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    made.policies["ext.i18n.trimmed"] = True
    # Of its new style: what is named is filled in, and escaped. Its own callables look the language
    # up in the page's context, a hundred times a page.
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.globals.update({"_": _message, "gettext": _message, "ngettext": _counted_message})
    made.filters.update(listed=list_text, percent=percent, with_spaces=with_spaces)
    made.filters.update(capital=capital, visible=visible, within=within)
    made.filters.update(sentence=_sentence, language_mark=_language_mark)
    made.filters.update(number=number_text, between_tags=_between_tags)
    made.globals.update(said=gettext, span=span, spoken=current_language, terms=TERMS)
    return made


def _sentence(text: str) -> Markup:
    """Return what a board says in English in the page's language, else marked as English."""
    own = sentence(text)
    if own or not text or current_language() == ENGLISH:
        return escape(own or text)
    return Markup('<span lang="en" dir="ltr">%s</span>') % text


def _language_mark(text: str) -> Markup:
    """Return the attribute that names the language of an owner's text, where it can be told."""
    language = language_of(text)
    known = language and language != current_language()
    return Markup(f' lang="{language}"') if known else Markup()  # noqa: S704 - a code of ours


def _between_tags(text: str) -> Markup:
    """Return a text for the inside of an element, where quotes may stay as they are."""
    escaped = str(escape(text)).replace("&#34;", '"').replace("&#39;", "'")
    return Markup(escaped)  # noqa: S704 - escaped


def _message(message: str, /, **named: object) -> Markup:
    """Return a message as HTML, what is named filled in and escaped."""
    return (
        _html_of(gettext(message), named) if named else _whole_message(message, current_language())
    )


@cache
def _whole_message(message: str, _language: str) -> Markup:
    return _html_of(gettext(message), {})


def _html_of(message: str, named: Mapping[str, object]) -> Markup:
    shown = {name: escape(value) for name, value in named.items()}
    return Markup(message % shown)  # noqa: S704 - our own words, and what was escaped


def _counted_message(singular: str, plural: str, n: int, /, **named: object) -> Markup:
    """Return the message that goes with a number as HTML, what is named filled in and escaped."""
    return _html_of(bare_ngettext(singular, plural, n), {"num": n} | named)


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
