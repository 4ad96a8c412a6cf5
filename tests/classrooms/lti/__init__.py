"""Tests of launches from learning platforms, and of grades going back."""
