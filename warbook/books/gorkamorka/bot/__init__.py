"""The drill bot of Gorkamorka."""
