"""Wounds outside shooting and melee, and who is removed."""
