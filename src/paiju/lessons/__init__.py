"""Lessons: a known situation, a task, and an answer that says why. Data in `sets`, one file a game."""
