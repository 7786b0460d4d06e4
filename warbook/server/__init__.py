"""The web table: a service that keeps battles, and the page on which they are played."""
