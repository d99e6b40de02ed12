"""French legal texts: citations, decisions, amounts, dates."""
