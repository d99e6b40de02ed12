"""Pages of boards: a board, what further it shows, comparisons, days."""
