"""Spaced repetition of rules: a card is a rule of a rule set, asked with a fresh hand each time.

When a card comes again is decided by FSRS (the library `fsrs`); how well it was known by what was
answered, never by what the learner says of it. A card is rated once a day at most.
"""
