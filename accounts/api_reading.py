"""What the API's views share: reading what was sent, and how an error is described."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

ERROR: Final = OpenApiResponse(description="`{error: {code, at, message}}`")


class IdField(serializers.UUIDField):
    """A UUID written as text. The library's own makes one of any number, and of false."""

    def to_internal_value(self, data: Any) -> Any:
        """The UUID; raises the library's error for anything but text."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


def read_as(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """What was sent, once it has the shape; else the API's 400 with the place of what is wrong."""
    read = serializer(data=data)
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)
