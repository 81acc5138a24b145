"""`python -P -m nerkit` is the command `nerkit`."""

from nerkit.cli import main

main()
