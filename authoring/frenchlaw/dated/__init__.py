"""Facts under the French Labour Code, each on a day of its own.

The code is not shown: who knows each rule as it stood on that day, or finds it in
``corpora/code_du_travail``, answers.
"""
