"""Two releases beside each other: what changed, and what that did to scores."""
