"""The notation's address."""

from __future__ import annotations

from django.urls import path

from tutor.notation import views

urlpatterns = [path("", views.notation, name="notation")]
