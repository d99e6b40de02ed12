"""The check of licences: each declared, each with a rule on what may be published under it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from digesta.errors import Problem
from digesta.records.question import OPEN_LICENSES, publication_of
from digesta.releases.data import MANIFEST, ReleaseData


def licences(draft: ReleaseData) -> Iterator[Problem]:
    """Require declared licences, a rule for those not open, and the origin of translations."""
    manifest = draft.manifest
    declared, rules = sorted(set(manifest.licenses)), manifest.publish or {}
    known = {*declared, *(q.translation.license for q in draft.questions if q.translation)}
    for name in sorted(known - {*OPEN_LICENSES, *rules}):
        wrong = partial(Problem, code="licence-rule", file=MANIFEST, got=name)
        fix = f'say what may be published: "publish": {{"{name}": "facts"}}; members may have '
        fix += '"members", everybody "full"'
        yield wrong(expected="a rule for a licence that is not known to be open", fix=fix)
    for name in sorted(rules.keys() - known):
        fix = "declare it in licenses, or remove the rule"
        yield Problem(code="licence-unused", file=MANIFEST, got=name, fix=fix)
    for question in draft.questions:
        wrong = partial(draft.problem, "questions.jsonl", question.question_id)
        if question.license not in declared:
            fix = "declare the licence in release.json, or choose another source"
            yield wrong("licence", got=question.license, expected=", ".join(declared), fix=fix)
        if "translated" in question.tags and question.translation is None:
            fix = "a translated source needs translation {of, by, license}"
            yield wrong("translation", fix=fix)


def closed_licences(draft: ReleaseData) -> Iterator[str]:
    """Yield how many questions of each licence stay out of sites and exports: a warning."""
    rules = draft.manifest.publish
    counts = Counter(
        name
        for question in draft.questions
        for name in question.licenses
        if publication_of(name, rules) != "full"
    )
    for name, n in sorted(counts.items()):
        yield (
            f"{n} questions under {name} ({publication_of(name, rules)}): sites and public exports "
            "leave their text out; the release's own files hold it, so keep them where only those "
            "are who may read it"
        )
