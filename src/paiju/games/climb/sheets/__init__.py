"""One module per game: its options and its rule sheet, almost only data."""
