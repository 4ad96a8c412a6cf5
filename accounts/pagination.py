"""Pages of a list: `{"count", "next", "previous", "results"}`."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """Fifty a page, up to a hundred when asked with `page_size`."""

    page_size_query_param = "page_size"
    max_page_size = 100
