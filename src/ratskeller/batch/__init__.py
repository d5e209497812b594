"""The kit of the batch engines: the rules of a game as arithmetic on many matches at once.

    from ratskeller import games
    from ratskeller.batch.devices import compiled
    from ratskeller.games.parts import game_batch

    engine = game_batch(games.find("pied_piper"), seats=3)
    table = compiled(engine.start)(engine.settings(1000), engine.luck(seed=1284, matches=1000))
    table = compiled(engine.step)(table, actions)     # a decision each, and all chance after it

A game brings its engine as the floor `batch` of its folder, as it brings its drawings; what the
engines share is here. Both need JAX: `pip install "ratskeller[batch]"` brings it. Besides the room
`learn` and the adapter for Pgx nobody imports them.
"""

from __future__ import annotations


def lacking(missing: ModuleNotFoundError) -> ModuleNotFoundError:
    """What is said where JAX is not installed, and what to do."""
    sentence = (
        f"batch engines need {missing.name}, which is not installed; "
        'pip install "ratskeller[batch]" brings it'
    )
    return ModuleNotFoundError(sentence, name=missing.name)
