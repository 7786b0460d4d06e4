"""Steampunk Fantasy: the hex game with sealed orders."""
