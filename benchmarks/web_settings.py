"""The site's settings for web servers that are timed: with a bare page beside the others."""

from okeysite.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare_urls"
