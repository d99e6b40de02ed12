"""What sources of questions with choices share: rows of their files, keys, lines of a draft."""
