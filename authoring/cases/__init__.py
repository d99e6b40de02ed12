"""Questions about similar cases, drawn from rows of cases."""
