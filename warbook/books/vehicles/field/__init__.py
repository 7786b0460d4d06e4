"""What stands where, how far it is, and who sees what."""
