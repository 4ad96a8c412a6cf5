"""Addresses of this part in the API."""

from __future__ import annotations

from django.urls import path

from classrooms.entering import api

urlpatterns = [path("classes/<uuid:class_id>/cards/", api.renew, name="api-class-cards")]
