"""What a person can get wrong at the command line: one exception, one sentence."""

from __future__ import annotations


class Mistake(Exception):
    """Bad input. The sentence says what is wrong and what would be right, in their language."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
