"""``python -m digesta_generate``: the command line."""

from digesta_generate.cli import main

main()
