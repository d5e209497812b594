"""Other people's libraries: the games of the shelf as environments of PettingZoo, Gymnasium and Pgx and
as games of OpenSpiel.

    from ratskeller.adapters.pettingzoo import pied_piper_v0
    import ratskeller.adapters.gymnasium    # registers ratskeller/PiedPiper-v0 and the others
    import ratskeller.adapters.open_spiel   # registers python_ratskeller_pied_piper and the others
    from ratskeller.adapters.pgx import make    # make("pied_piper"): many matches at once, in JAX

Each module needs its library; `pip install "ratskeller[adapters]"` brings them all.
"""

from __future__ import annotations


def lacking(missing: ModuleNotFoundError) -> ModuleNotFoundError:
    """What is said where a library is not installed: which one, and what to do."""
    sentence = (
        f"this adapter needs {missing.name}, which is not installed; "
        'pip install "ratskeller[adapters]" brings it'
    )
    return ModuleNotFoundError(sentence, name=missing.name)
