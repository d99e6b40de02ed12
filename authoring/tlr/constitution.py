"""What is doubtful in the compilations of the Brazilian constitution: nothing is asked about it."""

from __future__ import annotations

OTHER_DAYS = {"EC 41": "2003-12-19", "EC 42": "2003-12-19", "EC 45": "2004-12-30"}
"""Amendment -> the day in its own closing words, which the compilations give otherwise: no question
asks for its day. EC 41 and 42 stand under the day of publication."""

NO_PLACE = frozenset({"cf_art_134", "cf_art_218", "cf_art_219"})
"""Articles whose chapter or section is uncertain in the compilations."""

DOUBTFUL = NO_PLACE | {"cf_art_144", "adct_art_79"}
"""Articles whose compilations are unreliable. Of article 144 a paragraph stands twice in the last
ones; what changed in ADCT 79 in 2010 is a note that EC 67 prolongs it, not its words."""
