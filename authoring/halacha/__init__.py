"""The sun and the Hebrew calendar, by which computed truths are checked."""
