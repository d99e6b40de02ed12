"""The content security policy: written into every page after the build.

Each page allows the inline scripts that the theme wrote into it, by hash, and nothing else.
Hashing what was built would also bless an injected script, so a script inside the article,
where all our data stands, refuses the build.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping

from digesta_site.paths import EMBEDDED

_SCRIPT = re.compile(rb"<script\b([^>]*)>(.*?)</script", re.DOTALL | re.IGNORECASE)
_ARTICLE = re.compile(rb"<article\b.*?</article>", re.DOTALL | re.IGNORECASE)
_CHARSET = b'<meta charset="utf-8">'
_TYPE = re.compile(rb"""type=["']?([a-z/+-]+)""", re.IGNORECASE)
_EXECUTABLE = frozenset([b"text/javascript", b"module"])
_COMMON = (
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
)


def csp_for(pages: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the pages that a policy was written into, and ``_headers`` for hosts that read it.

    pages: path -> bytes of the built site; anything but ``.html`` is passed over. Raises
    ValueError where a script stands inside an article.
    """
    written: dict[str, bytes] = {}
    hashes: set[str] = set()
    for path in sorted(path for path in pages if path.endswith(".html")):
        own = _inline_hashes(path, pages[path])
        hashes.update(own)
        meta = f'<meta http-equiv="Content-Security-Policy" content="{_policy(own)}">'
        if _CHARSET in pages[path]:
            head, tail = pages[path].split(_CHARSET, 1)
            written[path] = head + _CHARSET + meta.encode() + tail
    # "!" removes the header of the rule above: of two policies a browser keeps both.
    written["_headers"] = (
        "/*\n"
        f"  Content-Security-Policy: {_policy(sorted(hashes))}; frame-ancestors 'none'\n"
        "  X-Content-Type-Options: nosniff\n"
        "  Referrer-Policy: no-referrer\n"
        f"/{EMBEDDED}/*\n"
        "  ! Content-Security-Policy\n"
        "  Content-Security-Policy: default-src 'none'; style-src 'self'\n"
    ).encode()
    return written


def _policy(hashes: list[str]) -> str:
    allowed = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in hashes)])
    return "; ".join([_COMMON[0], f"script-src {allowed}", *_COMMON[1:]])


def _inline_hashes(path: str, page: bytes) -> list[str]:
    for article in _ARTICLE.finditer(page):
        if b"<script" in article[0].lower():
            raise ValueError(f"{path}: a script stands inside the page's article")
    scripts = {
        match[2] for match in _SCRIPT.finditer(page) if b"src=" not in match[1] and _runs(match[1])
    }
    return sorted(base64.b64encode(hashlib.sha256(s).digest()).decode() for s in scripts)


def _runs(attributes: bytes) -> bool:
    kind = _TYPE.search(attributes)
    return kind is None or kind[1].lower() in _EXECUTABLE
