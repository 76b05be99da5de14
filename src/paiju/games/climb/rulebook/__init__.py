"""The rules of each climbing game in words; games/rulebook.py says how they are written."""
