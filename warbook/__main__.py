"""`python -m warbook` is the command line."""

from warbook.cli import main

main()
