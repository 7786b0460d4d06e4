"""What the tests of every book share."""
