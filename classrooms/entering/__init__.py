"""The ways into a class: cards, join codes and their requests, handing an account over."""
