"""Scenarios, and how the mobs come onto the table."""
