"""Classes and their people: members, join codes, cards, and what teachers did."""
