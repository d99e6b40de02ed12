"""The temporal graph of a law in a graph database, through the official Neo4j driver.

``corpus`` makes nodes and relations of a folder of dated compilations; ``load`` brings them into
a database that speaks Bolt and Cypher; ``truths`` answers the six temporal tasks by Cypher alone.

The graph is TLR-Bench's: Norm, Component, CTV, CLV, TextUnit, Action, and the eight relations as
``digesta_legal.timeline.edges`` draws them. What has parts has versions by aggregation: a change of
a line makes a new version of everything that it lies in, and what did not change is aggregated
again, not copied. An article's versions are therefore the states of the release's table. Its own
first words stand in a component of their own, ``<id>_caput``, and so do those of a paragraph or
item that has parts. Divisions have versions, and no text of their own.

A database holds one law. A node ``Load`` says which source it came from and whether it is whole:
it is written first and completed last, after nodes and relations were read back and compared, so
a loader that was killed leaves a graph that every query refuses and the next load heals.

Servers: whatever NEO4J_URI names; for several laws, one address for each. What answered is recorded
by its agent string; ArcadeDB, which needs nothing but its Python package, is no Neo4j and is never
called so.
"""
