"""Mobs: the figures of fighters, weapons and vehicles, mobs as people write them, and how they are built."""
