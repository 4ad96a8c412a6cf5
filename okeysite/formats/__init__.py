"""Dates as they are written, where the form that Django has is not what people write here."""
