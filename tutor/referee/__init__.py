"""The referee: a hand, a move on the table or the end of a round, judged under a rule set."""
