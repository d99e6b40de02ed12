"""Charts: a figure of Plotly, and the same as a sentence.

A figure's ``layout.meta`` may say more than plotly.js reads: ``whole``, the ranges of the whole
scale by axis; ``alt``, the sentence. A trace's ``meta``, and the name of a shape and of an
annotation, name its ink (``charts.js``); without one a trace has an ink of its own.
"""
