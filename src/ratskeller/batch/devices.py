"""What an engine asks of the machine that it is compiled for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ratskeller.batch import lacking

try:
    import jax
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

RULES_APART: Final = {"xla_disable_hlo_passes": "cse_barrier_expander"}
"""How a processor's compiler is told to keep rules apart where `choice` asks for it. Else it forgets that before it
melts them into one another, and a number that all entries of a row need is worked out for each of them.
"""


def on_processor() -> bool:
    """Whether engines are compiled for a processor, and not for a graphics card."""
    return jax.default_backend() == "cpu"


def compiled(rule: Callable[..., Any]) -> Any:
    """`jax.jit` for whoever plays many matches: a processor is several times as fast so."""
    return jax.jit(rule, compiler_options=RULES_APART if on_processor() else None)
