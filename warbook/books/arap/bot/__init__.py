"""Drill, the bot of this book."""
