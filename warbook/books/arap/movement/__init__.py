"""Moving: the chapter of movement, chapter by chapter of it."""
