"""The app's registration with Django."""

from django.apps import AppConfig


class TutorConfig(AppConfig):
    name = "tutor"
    default_auto_field = "django.db.models.BigAutoField"
