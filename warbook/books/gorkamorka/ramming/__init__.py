"""Ramming, squashing, collisions and crashes."""
