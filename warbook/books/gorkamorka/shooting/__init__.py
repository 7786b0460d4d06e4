"""Shooting: targets, hits, ammo, templates and what scatters."""
