"""Charts that books print alike."""

WOUNDS = """
    4 5 6 6 - - - - - -
    3 4 5 6 6 - - - - -
    2 3 4 5 6 6 - - - -
    2 2 3 4 5 6 6 - - -
    2 2 2 3 4 5 6 6 - -
    2 2 2 2 3 4 5 6 6 -
    2 2 2 2 2 3 4 5 6 6
    2 2 2 2 2 2 3 4 5 6
    2 2 2 2 2 2 2 3 4 5
    2 2 2 2 2 2 2 2 3 4
"""
CELLS = [
    (strength, toughness, cell)
    for strength, row in enumerate(WOUNDS.split("\n")[1:-1], 1)
    for toughness, cell in enumerate(row.split(), 1)
]
"""The D6 that wounds, by Strength and Toughness; "-" where none does."""
