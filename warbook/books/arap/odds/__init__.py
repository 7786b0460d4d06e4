"""Odds that players may ask for."""
