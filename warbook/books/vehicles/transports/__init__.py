"""Who rides in vehicles."""
