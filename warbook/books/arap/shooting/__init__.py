"""Fire at what is seen."""
