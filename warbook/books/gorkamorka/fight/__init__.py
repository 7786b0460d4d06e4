"""Hand-to-hand combat, on the ground and aboard vehicles."""
