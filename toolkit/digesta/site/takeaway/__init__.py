"""What visitors take with them: files of data, citations, feed, cards, badges, plain text."""
