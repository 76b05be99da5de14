"""A table in the terminal: one person, bots in the other seats, any game of the catalog."""
