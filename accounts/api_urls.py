"""Addresses of the API that make an identity."""

from django.urls import path

from accounts import api_views

urlpatterns = [path("visitor/", api_views.visitor, name="api-visitor")]
