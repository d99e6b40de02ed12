"""The command ``run``: retrieve, infer, judge, check, score and report."""
