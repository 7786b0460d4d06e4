"""How a battle ends and who has won it."""
