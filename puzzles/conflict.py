"""The API's answer to a request that contradicts an earlier one."""

from __future__ import annotations

from rest_framework import status
from rest_framework.exceptions import APIException


class Conflict(APIException):
    """The request contradicts an earlier one, or comes too late: 409."""

    status_code = status.HTTP_409_CONFLICT
