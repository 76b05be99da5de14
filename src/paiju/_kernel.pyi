"""Types of the native module; its sources are in native/. Import paiju.kernel, never this."""

def evaluate7(mask: int, /) -> int:
    """Strength of seven cards, 1 to 7462; higher wins, equal ties."""

def evaluate(mask: int, /) -> int:
    """Strength of the best five of five to seven cards, 1 to 7462."""
