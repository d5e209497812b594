"""The rules of Ratzentanz: states, and functions on them. `turn.py` is where to begin."""
