"""A process that runs the rules: it keeps battles in memory and does one thing after the other."""
