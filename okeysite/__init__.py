"""The site: settings, addresses, the Celery application; wires every room, imported by none."""

from okeysite.celery import app as celery_app

__all__ = ["celery_app"]
