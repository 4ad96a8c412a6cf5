"""The OpenAPI document and a page to try it, from files of this site alone."""

from __future__ import annotations

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

schema = SpectacularAPIView.as_view()
page = SpectacularSwaggerSplitView.as_view(url_name="api-schema")
