"""Gorkamorka Community Edition: mobs on foot and on wheels, in a desert."""
