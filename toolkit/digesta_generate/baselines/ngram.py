"""Letter n-grams: the answer of the nearest answered questions, or the nearest choice.

Cosine of TF-IDF over 2 to 4 letters within words (scikit-learn); the texts compared are the whole
collection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from digesta_generate.baselines import Baseline, closed
from digesta_generate.baselines.nearest import answerer


def _ngrams(texts: Sequence[str]) -> Callable[[str], list[float]]:
    # Of the extra [rag]: the generator starts without it.
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415 - see above

    def scores(query: str) -> list[float]:
        split = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4))
        vectors = split.fit_transform([query, *texts])
        return (vectors[1:] @ vectors[0].T).toarray().ravel().tolist()  # type: ignore[no-any-return]

    return scores


SEARCH = _ngrams
BASELINE = Baseline(
    "ngram", "Letter n-gram neighbours", __doc__ or "", {"closed": closed(answerer(SEARCH))}
)
