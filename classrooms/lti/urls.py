"""Addresses of this part's pages. None of them exists where launches are off."""

from __future__ import annotations

from django.urls import path

from classrooms.lti import class_views, views

urlpatterns = [
    path("lti/login/", views.login, name="lti-login"),
    path("lti/launch/", views.launch, name="lti-launch"),
    path("lti/jwks/", views.jwks, name="lti-jwks"),
    path("lti/choose/<str:key>/", class_views.choose, name="lti-choose"),
    path("classes/<uuid:class_id>/lti/", class_views.links, name="lti-links"),
    path("classes/<uuid:class_id>/lti/<int:link_id>/", class_views.link, name="lti-link"),
    path(
        "classes/<uuid:class_id>/lti/<int:link_id>/again/",
        class_views.send_again,
        name="lti-again",
    ),
]
