"""Players that learn: self-play of a batch engine, and a network that gets better by it.

    ratskeller train pied_piper --seats 2 --minutes 5 --out runs/pied_piper_2

It needs JAX: `pip install "ratskeller[learn]"` brings it. Whoever only plays needs none of this room:
the weights that come out are read by `bots.net` with NumPy alone.
"""

from __future__ import annotations


def lacking(missing: ModuleNotFoundError) -> ModuleNotFoundError:
    """What is said where JAX is not installed, and what to do."""
    sentence = (
        f"training needs {missing.name}, which is not installed; "
        'pip install "ratskeller[learn]" brings it'
    )
    return ModuleNotFoundError(sentence, name=missing.name)
