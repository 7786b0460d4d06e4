"""Fire from vehicles and from troops, at vehicles and at troops."""
