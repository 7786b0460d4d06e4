"""Driving: how fast and where vehicles go, what ground does to them, smoke; Walkers on their legs."""
