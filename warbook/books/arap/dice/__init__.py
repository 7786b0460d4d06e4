"""How the dice of the book are read."""
