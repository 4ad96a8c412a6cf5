"""Pages of a list: `{"count", "next", "previous", "results"}`."""

from __future__ import annotations

from typing import Final

from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.serializers import IntegerField

MOST: Final = 100
_SIZE: Final = IntegerField(min_value=1, max_value=MOST)


class Pages(PageNumberPagination):
    """Fifty a page, up to a hundred when asked with `page_size`."""

    page_size_query_param = "page_size"
    max_page_size = MOST

    def get_page_size(self, request: Request) -> int | None:
        """How many a page. Raises ValidationError for what is no number from 1 to 100."""
        asked: list[str] = request.query_params.getlist("page_size")
        if not asked:
            return self.page_size
        try:
            size: int = _SIZE.run_validation(asked[-1])
        except ValidationError as error:
            raise ValidationError({"page_size": error.detail}) from None
        return size
