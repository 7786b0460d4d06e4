"""Wounds, saves, injuries, pinning and recovery of warriors."""
