"""How a battle begins: scenarios, who goes first, where everybody is set up."""
