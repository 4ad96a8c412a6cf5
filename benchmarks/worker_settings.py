"""The site's settings for workers that are timed: nothing is due but what is ordered."""

from okeysite.settings import *  # noqa: F403

ISTAKA_ENSURE_DUE = []
