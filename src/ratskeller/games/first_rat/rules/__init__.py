"""The rules of First Rat: states, and functions on them. `turn.py` is where to begin."""
