"""How a battle ends."""
