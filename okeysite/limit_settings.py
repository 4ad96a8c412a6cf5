"""How often something may be done: a part of the settings."""

from __future__ import annotations

# How often something may be done: (times, seconds). accounts/limits.py counts in the database.
ISTAKA_LIMITS = {
    "api": (600, 60),  # one player, or one address without a player
    # Hands and melds that one of them has judged or solved; hard ones count by their time, see
    # accounts/metering.py. A short window: nobody has a processor for half a minute.
    "engine": (500, 10),
    "visitor": (5_000, 3_600),  # identities made by one address; a school or a city shares one
    "login-account": (10, 600),  # tries at one name
    "login-address": (100, 600),  # tries from one address
    "signup-address": (60, 3_600),
    "reset-account": (5, 3_600),
    "reset-address": (60, 3_600),
    "mail-account": (10, 3_600),  # to one address
    # Codes of classes. A school has one address: right codes take nothing from the second kind.
    "card-address": (1_200, 60),  # cards tried, right or wrong
    "card-wrong-address": (1_000, 3_600),  # of sixty bits: nobody finds one so
    "handover-wrong-address": (100, 3_600),
    "join-wrong-account": (10, 3_600),
    "join-wrong-address": (20, 3_600),
    "join-wrong-anywhere": (199, 3_600),  # the next one is told in the log; refuses nothing
    "join-alarm": (1, 3_600),
    "second-factor": (10, 3_600),  # wrong codes at one account; whoever tries knows its password
    "mail-sender": (10, 3_600),  # addresses that one account asks to confirm
    # Hands that the referee searches; one whose draws are asked for costs 10.
    "referee": (500, 10),
    "lti": (1_200, 60),  # launches from one address: schools that begin a lesson at once
    "lti-keys": (6, 60),  # times that one platform's keys are fetched
    # POSTs of one person's pages
    "lanes": (600, 60),  # a move asks once; nobody moves ten tiles a second
    "answer": (120, 60),
    "set": (60, 3_600),
    "form": (120, 60),
}
