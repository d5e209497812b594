"""The drawing kit that every board shares: inks, hatches, glyphs, pieces, and boards of places.

It knows no game.  A game lays out a ``Board`` and says which ``Part`` lies on which ``Place``.
"""
