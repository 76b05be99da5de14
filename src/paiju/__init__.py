"""Paiju 牌局: eleven card games as one typed rules library, with a table, a server, bots and analysis on top."""
