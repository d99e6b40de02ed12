"""Parts of pages: figures, certainty, sections, the shapes of answers."""
