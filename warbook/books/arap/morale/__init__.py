"""What fire does to the mind."""
