"""What can be measured and seen on the table."""
