"""What hits do to vehicles."""
