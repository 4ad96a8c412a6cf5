"""Malformed input. An illegal move is never an error: it is a verdict."""


class InputError(ValueError):
    """Input that cannot be read as a position or a move.

    `code` is stable and belongs to the API (`notation.tile`, `count.face`, ...). `at` names the
    field and the piece of text, as in `hand: R14`; the command line and the API answer both.
    What cannot be printed in that piece (a lone surrogate, a NUL) stands there as `?`.
    """

    def __init__(self, code: str, at: str) -> None:
        if not at.isprintable():
            at = "".join(letter if letter.isprintable() else "?" for letter in at)
        super().__init__(f"{code} at {at}")
        self.code = code
        self.at = at
