"""Assaults, on vehicles and between troops."""
