"""Files of several matters whose answer is exact: article, paragraph and item, fine, total.

A case is facts first (``facts``), drawn under a key (``draw``); its key follows from the facts and
the statutes' texts (``places``, ``derive``), its words from a file of wordings (``words``). The
sealed split has wordings of its own, which stay out of the repository.
"""
