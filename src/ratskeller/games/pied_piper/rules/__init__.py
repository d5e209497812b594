"""The rules of The Pied Piper: states, and functions on them. `turn.py` is where to begin."""
