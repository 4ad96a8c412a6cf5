"""What people do on the site, request by request, as a browser does it.

The mix: 45 in a hundred see a puzzle (a quarter of them choose the next one first, which is
a request of its own), 20 answer, 15 ask for fragments (lanes, hints), 10 see the day's hand, 5 are
teachers at their class, 3 read lists by the API, 2 log in or join.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Final

from benchmarks.load import town
from benchmarks.load.crowd import CSRF, Browser, Crowd, dashed
from benchmarks.load.pace import Pace, Wrong

RIGHT: Final = 0.6
Act = Callable[[], Awaitable[None]]


class Flows:
    """The flows of a crowd against one server."""

    def __init__(self, pace: Pace, crowd: Crowd) -> None:
        self.pace, self.crowd = pace, crowd
        self.chance: random.Random = crowd.chance
        self.mix: dict[str, tuple[float, Callable[[], Act]]] = {
            "puzzle page": (34, self.puzzle),
            "next puzzle": (11, self.next),
            "answer": (20, self.answer),
            "lanes": (9, self.lanes),
            "hint": (6, self.hint),
            "daily": (7, self.daily),
            "daily, new visitor": (3, self.new_daily),
            "class": (3.5, self.classroom),
            "gradebook": (1.5, self.gradebook),
            "API list": (3, self.api),
            "log in": (0.5, self.log_in),
            "enter by card": (1, self.enter),
            "join": (0.5, self.join),
        }
        self.acknowledged = 0  # answers that were taken
        self._names = list(self.mix)
        self._weights = [weight for weight, _ in self.mix.values()]

    def choose(self) -> tuple[str, Act]:
        """Whatever comes next, by the mix."""
        name = self.chance.choices(self._names, self._weights)[0]
        return name, self.mix[name][1]()

    # --- puzzles ----------------------------------------------------------------------------------

    def puzzle(self) -> Act:
        """See a puzzle: the one that was chosen, or any."""
        return lambda: self._see(self.crowd.somebody())

    async def _see(self, browser: Browser) -> None:
        puzzle = ""
        path, browser.next_url = browser.next_url, ""
        if not path:
            puzzle = self.crowd.puzzle_for(browser.person)
            path = f"/puzzles/{puzzle}/"
        answer = await self.pace.ask("GET", path, browser.headers(), has="</html>")
        browser.keep(answer.cookies)
        browser.see(answer.text, path.strip("/").split("/")[1], path)

    def next(self) -> Act:
        """Choose the next one; its page comes with a later request."""

        async def act() -> None:
            browser = self.crowd.somebody()
            form = {
                "csrfmiddlewaretoken": browser.cookies[CSRF],
                "rules": browser.person.rules,
                "kind": "",
                "theme": "",
            }
            answer = await self.pace.ask(
                "POST", "/puzzles/next/", browser.headers(form=True), form=form, expect=(303,)
            )
            browser.keep(answer.cookies)
            browser.next_url = str(answer.headers["Location"])

        return act

    def answer(self) -> Act:
        """Answer the puzzle that was opened last; where nobody has one open, see one."""

        async def act() -> None:
            browser = self.crowd.with_board()
            if browser is None:
                await self._see(self.crowd.somebody())
                return
            board = browser.boards.pop()
            answer = await self.pace.ask(
                "POST",
                f"/puzzles/{board.puzzle}/answer/",
                browser.headers(htmx=True, form=True),
                form=self.crowd.form(board, right=self.chance.random() < RIGHT),
            )
            if "data-result" not in answer.text:
                raise Wrong("no result")
            self.acknowledged += 1

        return act

    def lanes(self) -> Act:
        """Tiles are moved: what lies in the lanes is judged."""

        async def act() -> None:
            browser = self.crowd.with_board(melds=True)
            if browser is None:
                await self._see(self.crowd.somebody())
                return
            board = browser.boards[-1]
            known = self.crowd.answers.get(board.puzzle)
            melds = str(known.right.get("melds", "")) if known is not None else ""
            laid = " | ".join(melds.split(" | ")[: self.chance.randrange(1, 4)]) or "R1 R2 R3"
            headers = browser.headers(htmx=True, form=True)
            path = f"/puzzles/{board.puzzle}/lanes/?context={board.fields['context']}"
            form = {"melds": laid, "csrfmiddlewaretoken": browser.cookies[CSRF]}
            await self.pace.ask("POST", path, headers, form=form)

        return act

    def hint(self) -> Act:
        """The first hint, then the second."""

        async def act() -> None:
            browser = self.crowd.with_board()
            board = browser.boards[-1] if browser is not None else None
            if browser is None or board is None or not 1 <= board.level <= 2:
                await self._see(self.crowd.somebody())
                return
            form = [*board.fields.items(), ("level", str(board.level))]
            board.level += 1
            path = f"/puzzles/{board.puzzle}/hint/"
            headers = browser.headers(htmx=True, form=True)
            await self.pace.ask("POST", path, headers, form=form, has='id="hints"')

        return act

    # --- days -------------------------------------------------------------------------------------

    def daily(self) -> Act:
        """Today's hand, by somebody who has been here."""

        async def act() -> None:
            browser = self.crowd.somebody()
            path = self.chance.choice(("/", "/puzzles/daily/"))
            answer = await self.pace.ask("GET", path, browser.headers(), has="</html>")
            browser.keep(answer.cookies)

        return act

    def new_daily(self) -> Act:
        """Today's hand, by somebody who comes for the first time."""

        async def act() -> None:
            browser = self.crowd.new_visitor()
            await self.pace.ask("GET", "/", browser.headers(), has="</html>")

        return act

    # --- classes ----------------------------------------------------------------------------------

    def classroom(self) -> Act:
        """A teacher looks at their class."""

        async def act() -> None:
            browser, room = self.crowd.teacher()
            path = f"/classes/{dashed(room.id)}/"
            answer = await self.pace.ask("GET", path, browser.headers(), has=f"Class {room.number}")
            browser.keep(answer.cookies)

        return act

    def gradebook(self) -> Act:
        """A teacher looks at the gradebook."""

        async def act() -> None:
            browser, room = self.crowd.teacher()
            path = f"/classes/{dashed(room.id)}/gradebook/"
            answer = await self.pace.ask("GET", path, browser.headers(), has="Week 1")
            browser.keep(answer.cookies)

        return act

    # --- the API ----------------------------------------------------------------------------------

    def api(self) -> Act:
        """A list, by the API."""

        async def act() -> None:
            browser = self.crowd.somebody()
            name = self.chance.choice(("history", "history", "sets", "classes"))
            headers = browser.headers() | {"Accept": "application/json"}
            await self.pace.ask("GET", f"/api/v1/{name}/", headers, has='"results"')

        return act

    # --- coming in --------------------------------------------------------------------------------

    def log_in(self) -> Act:
        """An account, by password."""

        async def act() -> None:
            browser = self.crowd.account()
            form = {
                "csrfmiddlewaretoken": browser.cookies[CSRF],
                "login": browser.person.name.lower(),
                "password": town.PASSWORD,
            }
            headers = browser.headers(form=True)
            await self.pace.ask("POST", "/account/login/", headers, form=form, expect=(302,))

        return act

    def enter(self) -> Act:
        """A pupil, by card."""

        async def act() -> None:
            browser, code = self.crowd.card()
            form = {"csrfmiddlewaretoken": browser.cookies[CSRF], "code": code}
            headers = browser.headers(form=True)
            await self.pace.ask("POST", "/enter/", headers, form=form, expect=(302,))

        return act

    def join(self) -> Act:
        """Somebody asks to join a class."""

        async def act() -> None:
            browser = self.crowd.new_visitor()
            room = self.chance.choice(self.crowd.town.rooms)
            form = {
                "csrfmiddlewaretoken": browser.cookies[CSRF],
                "code": room.code,
                "nickname": f"N{self.chance.getrandbits(40)}",
                "real_name": "",
            }
            headers = browser.headers(form=True)
            await self.pace.ask("POST", "/join/", headers, form=form, expect=(302,))

        return act
