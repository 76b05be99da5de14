"""Puzzles (残局): endings that one move wins, mined from bots' deals, proved, graded, and played against the perfect defender."""
