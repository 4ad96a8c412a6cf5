"""Dates as a language writes them, where Django's own form is not what people write here."""
