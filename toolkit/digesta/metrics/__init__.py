"""Pure maths on sums: exact fractions in, exact fractions out. Knows no law."""
