"""Flight, rallying and pursuit."""
