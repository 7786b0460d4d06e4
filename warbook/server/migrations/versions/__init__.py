"""What was released is never changed: a database that went through it would not go through it again."""
