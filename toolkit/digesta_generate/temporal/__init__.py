"""Three systems that answer the track tlr: flat text, temporal-naive, temporal graph.

They are TLR-Bench's two baselines and its graph, made comparable: one planner, one search, one
top-k, one answerer. **They differ only in what they may retrieve.**

- *flat text* (``flat``): the current state of each article, the last one on the horizon;
- *temporal-naive* (``naive``): every state of every article, whatever its time;
- *temporal graph* (``graph``): the states that Cypher over the graph database gives for what the
  question's words ask: those of the article, in force on the day or between the days, or begun
  by an amendment in the division and the time (the queries of ``graph.truths``). Where the words
  could not be read, every state, or those of the target date.

Planner. ``planner.read`` turns a question's words, English, Portuguese or French, into kind of
task, article or division, and days, by patterns; never ``ask``, of which only the law is used. It
knows the Brazilian constitution and its ADCT, and laws with a ``law.json``. All three systems look
for the same words, the name of that article or division as the law's language has it, and give the
answerer the same plan. A question that cannot be read is looked for in its own words, and gets no
answer.

Search. A passage is a state's whole text under a line that names article and division. Passages
are ranked by BM25 (words without case, k1 1.5, b 0.75) and by the cosine of multilingual-e5-small
(the first 1,500 characters, what the model reads at once); the two ranks are fused, 1/(60 + rank)
each, and the best 20 are the results. Twenty, since a lineage has up to eight states and an
impact up to fifteen articles. Equal ranks are ordered by a digest, so that no state is favoured.

Results. ``retrieve(query, target_date)`` gives results with text, version (article and number of
the state, as the release's table has them) and provenance: the day on which the state began and
the amendments that made it. No result says when its state ended, and the answerer compares no
result with a day: which time is meant is for retrieval alone to know. Flat results therefore
name a version and its last amendment, naive ones a version each.

Answerer, one rule a task. Point in time: the first result of the asked article names the version.
Attribution: the amendments of its results, in order of time. Difference: it changed if there is
more than one of its states among the results; the first and the last are the two versions. Where
the article was not there on one of the two days, the graph retrieves nothing: there is no such
comparison.
Lineage: its results in order of time. Consistency: it was amended if an amendment made one of its
results. Impact: the articles of the results that an amendment made, the first fifteen. Without a
result of the asked article, no answer.

With the article and the days read, the graph leaves one state or a few, and the search orders
them; it decides where more than twenty may be retrieved. The graph is the one that truths are
computed from, and the planner knows the words of our questions: its score says what a temporal
graph can give when both are so, not what a system would reach on words and laws it does not know.
"""
