"""Archives: others' benchmarks and the answers that they published, as releases of a series.

Nothing is mended here: what is odd in an original is said in the release's ``archive`` record. The
originals' files are not in the repository; each module names where they were published.
"""
