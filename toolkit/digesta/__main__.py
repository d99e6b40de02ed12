"""``python -m digesta``: the command line."""

from digesta.cli import main

main()
