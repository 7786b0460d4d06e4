"""Templates, markers and what is thrown."""
