"""Parts of pages: figures, reviews, sections, the shapes of answers."""
