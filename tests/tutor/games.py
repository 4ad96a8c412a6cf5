"""Games at the practice table for tests: begun and played as the pages do it."""

from __future__ import annotations

import re
import uuid
from typing import Any

from accounts.models import Player
from okey import rule_set
from okey.bots import Level, choose, seen_by
from tutor.models import Game, GameSeat
from tutor.practice import company, services
from tutor.practice.deeds import Done, dealt
from tutor.practice.links import shown_token
from tutor.practice.services import Plan
from tutor.practice.tables import Table, open_table


def begin(
    player: Player,
    rules: str = "101-club",
    *,
    seats: int = 4,
    level: Level = "middle",
    length: int | None = 1,
    **more: Any,
) -> Game:
    """A new game of this player."""
    plan = Plan(rules, seats, (level,) * (seats - 1), length, **more)
    return services.create_game(player=player, plan=plan, key=uuid.uuid4())


def begin_deal(player: Player, seed: str, rules: str = "101-club", level: Level = "middle") -> Game:
    """A single round of a known deal that this player begins, with bots in the other seats."""
    known = rule_set(rules)
    seats = max(known.seating.counts)
    game = Game.objects.create(
        rules=known.key,
        rules_version=known.version,
        seats=seats,
        seed=seed,
        rounds=[dealt(0, 0)],
    )
    GameSeat.objects.create(game=game, number=0, player=player)
    GameSeat.objects.bulk_create(
        GameSeat(game=game, number=number, level=level, name=f"Bot {number}")
        for number in range(1, seats)
    )
    return game


def token(game: Game) -> str:
    """What the link of a table with friends holds."""
    return shown_token(Game.objects.get(pk=game.pk))


def sit(game: Game, player: Player, name: str) -> Table:
    """Sit down by the link."""
    return company.sit_down(player, token=token(game), name=name, key=uuid.uuid4())


def with_friends(host: Player, *friends: Player, rules: str = "101-club", **values: Any) -> Game:
    """A table at which these sit, from the first seat on, with the round begun by the host."""
    game = begin(host, rules, friends=True, name="Ayşe", **values)
    for friend, name in zip(friends, ("Ben", "Çağla", "Dora"), strict=False):
        sit(game, friend, name)
    company.start(host, game_id=game.pk, key=uuid.uuid4())
    return Game.objects.get(pk=game.pk)


def table(game: Game, player: Player) -> Table:
    """The game as it stands now."""
    now = open_table(Game.objects.get(pk=game.pk), player)
    assert now is not None
    return now


def good(now: Table) -> str:
    """Moves that are allowed now: those of a bot in this seat."""
    seen = seen_by(now.round, now.mine)
    return "; ".join(map(str, choose(seen, "middle", "test")))


def step(game: Game, player: Player, text: str = "", **values: Any) -> Done:
    """Make moves with the present version, those of a bot where none are named."""
    now = table(game, player)
    known: dict[str, Any] = {"version": now.game.version, "key": uuid.uuid4()} | values
    return services.make_moves(player=player, game_id=game.pk, text=text or good(now), **known)


def to_the_end(game: Game, player: Player) -> Table:
    """Play the round to its end."""
    now = table(game, player)
    while not now.round.over:
        now = step(game, player).table
    return now


def hidden(response: Any) -> dict[str, str]:
    """What the form of a table carries unseen."""
    text = response.content.decode()
    return dict(re.findall(r'type="hidden" name="(key|version)" value="([^"]+)"', text))


def url(game: Game, rest: str = "") -> str:
    """An address of a game."""
    return f"/play/{game.pk}/{rest}"


def seat(game: Game, number: int) -> GameSeat:
    return GameSeat.objects.get(game=game, number=number)


def on_turn(game: Game, *players: Player) -> tuple[Player, list[Player]]:
    """Who is on turn, and the others."""
    current = next(one for one in players if table(game, one).my_turn)
    return current, [one for one in players if one is not current]


def one_turn(game: Game, player: Player) -> Table:
    """Play until the turn is somebody else's, or the round is over."""
    now = table(game, player)
    while now.my_turn:
        now = step(game, player).table
    return now
