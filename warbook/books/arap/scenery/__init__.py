"""Things on the table that one uses."""
