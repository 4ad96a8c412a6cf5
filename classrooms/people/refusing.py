"""How a refusal of a service is answered in the API."""

from __future__ import annotations

from django.http import Http404
from rest_framework.exceptions import APIException

from classrooms.people import words
from puzzles.errors import Refused


class Refusal(APIException):
    """A service refused: its status and code, a sentence, and the place where one is to blame."""

    def __init__(self, refused: Refused, message: str = "", at: str = "") -> None:
        super().__init__(detail=message or words.refusal(refused), code=refused.code)
        self.status_code = 400 if refused.status == 422 else refused.status
        self.at = at


def refusal(refused: Refused) -> Exception:
    """A class that is gone answers as one that never was."""
    return Http404() if refused.code == "class.gone" else Refusal(refused)
