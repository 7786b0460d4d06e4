"""Bottle tests and the end of a battle."""
