"""Facades under the names of the documents that the games were built from, for their readers.

Each module names the document it mirrors, by its number among the source documents:

    session, loose, importing     document 003, the README of poker.cpp: `Session` and its import files
    guandan_session               documents 000 and 004, Guandan: `GuandanSession`, `classify`, `can_beat` …
    holdem_machine, holdem_model  document 002, the Texas hold'em handbook: `GameStateMachine`, `Player`, `Pot` …

They state no rule of their own: the games of `paiju.games` do. Only the command line imports them.
"""
