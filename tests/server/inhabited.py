"""A server where something happens: for every route a request that fits, made anew each time it is asked for.

`Inhabited.request(method, path)` prepares what the route needs (a table, a seat, a turn, a finished deal, an admin) and returns
the request that should succeed there.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import httpx

LOGIN, PASSWORD = "boss", "long enough"

POSITION = "doudizhu 34567/KK/2 0 landlord=0"

TURNS = 400
"""Questions to answer at most until the one that is wanted comes."""


@dataclass
class Request:
    """Who asks, and what: the values of the path, the query and the body."""

    token: str
    path: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}


class Somebody:
    def __init__(self, http: httpx.Client, session: dict[str, Any]) -> None:
        self._http = http
        self.token, self.id = str(session["token"]), str(session["player"]["id"])

    def ask(self, method: str, path: str, body: Any = None, *statuses: int) -> Any:
        headers = {"authorization": f"Bearer {self.token}"}
        more = {} if body is None else {"json": body}
        answer = self._http.request(method, path, headers=headers, **more)
        assert answer.status_code in (statuses or (200, 201)), f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def state(self, table: str) -> Any:
        return self.ask("GET", f"/api/games/{table}/state")


class Inhabited:
    """`url` is a server that was started with the admin `boss`, whose account was made before."""

    def __init__(self, url: str) -> None:
        """Used as a context, so that its connections are closed."""
        self.http = httpx.Client(base_url=url, timeout=30)
        self.boss = Somebody(self.http, self._post("/api/login", {"login": LOGIN, "password": PASSWORD}))

    def __enter__(self) -> Inhabited:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    @staticmethod
    def prepare(url: str) -> None:
        """Make the admin's account."""
        with httpx.Client(base_url=url, timeout=30) as http:
            boss = Somebody(http, http.post("/api/session", json={"name": "Boss"}).json())
            boss.ask("POST", "/api/account", {"login": LOGIN, "password": PASSWORD})

    def request(self, method: str, path: str) -> Request:
        """A request that should succeed; of a guest, and nothing more, where none is known."""
        return self._requests.get(f"{method.upper()} {path}", self._guests())()

    # --- what there is -------------------------------------------------------------------------------------------------------

    def _post(self, path: str, body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def guest(self) -> Somebody:
        return Somebody(self.http, self._post("/api/session", {"name": "Ann"}))

    def account(self) -> tuple[Somebody, str]:
        guest, login = self.guest(), f"u{secrets.token_hex(6)}"
        guest.ask("POST", "/api/account", {"login": login, "password": PASSWORD})
        return guest, login

    def table(self, game: str = "doudizhu", start: bool = True, **more: Any) -> tuple[Somebody, str]:
        """A table with bots, and its owner at their turn."""
        owner, seats = self.guest(), {"doudizhu": 3, "holdem": 2}[game]
        body = {
            "game": game, "seats": seats, "bots": [{"level": "random"}] * (seats - 1), "pace": 0, "pause": 60, "timeout": 0,
            **({"buyIn": 1000} if game == "holdem" else {}), **more,
        }  # fmt: skip
        code = owner.ask("POST", "/api/games", body)["id"]
        if start:
            owner.ask("POST", f"/api/games/{code}/start")
        return owner, code

    def waiting(self, game: str = "doudizhu", **more: Any) -> tuple[Somebody, str]:
        """A table with a free seat, and its owner."""
        return self.table(game, start=False, **{"bots": [], **more})

    def finished(self, game: str = "doudizhu") -> tuple[Somebody, str]:
        owner, code = self.table(game)
        self._play(owner, code, lambda state: False, once=True)
        return owner, code

    def _play(
        self, owner: Somebody, table: str, until: Callable[[Any], bool], once: bool = False, first: tuple[str, ...] = ()
    ) -> Any:
        """Answer questions until the table is as wanted, by these answers where they may be given."""
        for _ in range(TURNS):
            state = owner.state(table)
            if until(state):
                return state
            if state["decision"]:
                choices = state["decision"]["choices"]
                text = next((one for want in first for one in choices if one.startswith(want)), choices[0])
                owner.ask("POST", f"/api/games/{table}/action", {"text": text}, 200, 409, 422)
            elif state["result"]:
                if once:
                    return state
                owner.ask("POST", f"/api/games/{table}/ready", None, 200, 409, 422)
        raise AssertionError("what was wanted did not come")

    def turn(self, verb: str) -> tuple[Somebody, str]:
        """A hold'em table where the owner may answer so."""
        owner, code = self.table("holdem")
        self._play(
            owner, code, lambda state: bool(state["decision"]) and _allows(state, verb), first=("call", "check", "fold")
        )
        return owner, code

    # --- the requests --------------------------------------------------------------------------------------------------------

    @cached_property
    def _requests(self) -> dict[str, Callable[[], Request]]:
        own = "/api/games/{game}"
        return {
            "GET /api/me": self._guests(),
            "PUT /api/me": self._guests({"name": "Bo"}),
            "DELETE /api/me": self._guests(),
            "POST /api/session": lambda: Request("", body={"name": "Cy"}),
            "DELETE /api/session": self._guests(),
            "GET /api/sessions": self._guests(),
            "DELETE /api/sessions": self._guests(),
            "GET /api/me/export": self._guests(),
            "GET /api/me/deals": self._guests(),
            "POST /api/login": lambda: Request("", body={"login": self.account()[1], "password": PASSWORD}),
            "POST /api/account": lambda: Request(
                self.guest().token, body={"login": f"u{secrets.token_hex(6)}", "password": PASSWORD}
            ),
            "PUT /api/account/password": lambda: Request(
                self.account()[0].token, body={"old": PASSWORD, "new": PASSWORD + "er"}
            ),
            "POST /api/me/refill": self._poor,
            "GET /api/games": lambda: Request(""),
            "POST /api/games": self._guests({"game": "doudizhu"}),
            f"GET {own}": self._at(self.table),
            f"DELETE {own}": self._at(self.waiting),
            f"POST {own}/bots": self._at(self.waiting, body={"level": "easy"}),
            f"POST {own}/action": self._action,
            f"POST {own}/all_in": self._at(lambda: self.turn("raise")),
            f"POST {own}/call": self._at(lambda: self.turn("call")),
            f"POST {own}/check": self._at(lambda: self.turn("check")),
            f"POST {own}/fold": self._at(lambda: self.turn("fold")),
            f"POST {own}/raise": self._raise,
            f"PUT {own}/players/{{player}}/sit_out": self._seated(lambda: self.table("holdem")),
            f"PUT {own}/players/{{player}}/back": self._seated(self._sitting_out),
            f"DELETE {own}/players/{{player}}": self._seated(self.waiting),
            f"GET {own}/players": self._at(self.table),
            f"POST {own}/players": lambda: Request(self.guest().token, {"game": self.waiting()[1]}),
            f"GET {own}/chat": self._at(self.table),
            f"POST {own}/chat": self._at(self.table, body={"text": "hello"}),
            f"GET {own}/state": self._at(self.table),
            f"GET {own}/earlier": self._at(self.table),
            f"GET {own}/hint": self._at(self._asked),
            f"GET {own}/tidy": self._at(self.table),
            f"GET {own}/pot": self._at(lambda: self.table("holdem")),
            f"GET {own}/hand_name": self._at(lambda: self.table("holdem")),
            f"GET {own}/equity": self._at(self._open_hands),
            f"POST {own}/entropy": self._at(self.waiting, body={"bytes": "00ff"}),
            f"POST {own}/ready": self._at(self.finished),
            f"POST {own}/rebuy": self._at(lambda: self.table("holdem", buyIn=500), body={"chips": 100}),
            f"POST {own}/start": self._at(lambda: self.table(start=False, autostart=False)),
            f"DELETE {own}/barred/{{player}}": self._barred,
            f"GET {own}/history": self._at(self.finished),
            f"GET {own}/fairness/{{hand}}": self._deal(),
            f"GET {own}/records/{{hand}}": self._deal(),
            f"GET {own}/replay/{{hand}}": self._deal(),
            f"GET {own}/replay/{{hand}}/analysis": self._deal(),
            f"POST {own}/replay/{{hand}}/branch": self._deal(body={"step": 0}),
            "GET /api/people": self._guests(),
            "PUT /api/people/{player}": lambda: Request(
                self.guest().token, {"player": self.guest().id}, body={"note": "n"}
            ),
            "POST /api/people/{player}/reports": lambda: Request(
                self.guest().token, {"player": self.guest().id}, body={"reason": "other"}
            ),
            "GET /api/reports": self._boss(),
            "PUT /api/reports/{report}": self._report,
            "GET /api/puzzles": lambda: Request(""),
            "GET /api/puzzles/books": lambda: Request(""),
            "GET /api/puzzles/daily": lambda: Request(""),
            "GET /api/puzzles/me": self._guests(),
            "GET /api/puzzles/{puzzle}": lambda: Request("", {"puzzle": self._puzzle}),
            "POST /api/puzzles/attempt": self._guests(lambda: {"puzzle": self._puzzle, "hint": True}),
            "GET /api/daily": self._guests(),
            "GET /api/daily/{game}": lambda: Request(self.guest().token, {"game": "doudizhu"}),
            "POST /api/daily/{game}": lambda: Request(self.guest().token, {"game": "doudizhu"}, body={"pace": 0}),
            "GET /api/daily/{game}/compare": self._compared,
            "GET /api/lessons": self._guests(),
            "POST /api/lessons/answer": self._guests({"lesson": "doudizhu.beats"}),
            "POST /api/lessons/check": self._guests({"lesson": "doudizhu.beats", "text": "2d"}),
            "POST /api/lessons/hint": self._guests({"lesson": "doudizhu.beats"}),
            "GET /api/players/{player}": lambda: Request(self.guest().token, {"player": self.guest().id}),
            "GET /api/players/{player}/ratings/{game}": lambda: Request(
                self.guest().token, {"player": self.guest().id, "game": "doudizhu"}
            ),
            "GET /api/leaders/{game}": lambda: Request("", {"game": "doudizhu"}),
            "POST /api/study": self._guests({"text": POSITION}),
            "POST /api/study/check": self._guests({"ask": {"text": POSITION}, "text": "5"}),
            "POST /api/study/edit": self._guests({"position": POSITION, "turn": 1}),
            "GET /api/admin/audit": self._boss(),
            "GET /api/admin/bans": self._boss(),
            "POST /api/admin/bans": lambda: Request(self.boss.token, body={"subject": self.guest().id, "hours": 1}),
            "DELETE /api/admin/bans/{ban}": self._banned,
            "GET /api/admin/players": self._boss(query={"q": "Ann"}),
            "GET /api/admin/tables": self._boss(),
            "DELETE /api/admin/tables/{game}": lambda: Request(self.boss.token, {"game": self.table()[1]}),
            "GET /api/catalog": lambda: Request(""),
            "GET /api/messages/{game}": lambda: Request("", {"game": "doudizhu"}),
            "GET /api/catalog/{game}/rules": lambda: Request("", {"game": "doudizhu"}),
            "GET /health": lambda: Request(""),
            "GET /ready": lambda: Request(""),
        }

    def _guests(self, body: Any = None) -> Callable[[], Request]:
        return lambda: Request(self.guest().token, body=body() if callable(body) else body)

    def _boss(self, **more: Any) -> Callable[[], Request]:
        return lambda: Request(self.boss.token, **more)

    def _at(self, where: Callable[[], tuple[Somebody, str]], body: Any = None) -> Callable[[], Request]:
        def made() -> Request:
            owner, code = where()
            return Request(owner.token, {"game": code}, body=body)

        return made

    def _seated(self, where: Callable[[], tuple[Somebody, str]]) -> Callable[[], Request]:
        def made() -> Request:
            owner, code = where()
            return Request(owner.token, {"game": code, "player": owner.id})

        return made

    def _deal(self, body: Any = None) -> Callable[[], Request]:
        def made() -> Request:
            owner, code = self.finished()
            return Request(owner.token, {"game": code, "hand": 1}, body=body)

        return made

    def _asked(self) -> tuple[Somebody, str]:
        owner, code = self.table()
        self._play(owner, code, lambda state: bool(state["decision"]))
        return owner, code

    def _action(self) -> Request:
        owner, code = self._asked()
        return Request(owner.token, {"game": code}, body={"text": owner.state(code)["decision"]["choices"][0]})

    def _raise(self) -> Request:
        owner, code = self.turn("raise")
        text = next(one for one in owner.state(code)["decision"]["choices"] if one.startswith(("raise", "bet")))
        return Request(owner.token, {"game": code}, body={"to": int(text.split()[-1])})

    def _sitting_out(self) -> tuple[Somebody, str]:
        owner, code = self.table("holdem")
        owner.ask("PUT", f"/api/games/{code}/players/{owner.id}/sit_out")
        return owner, code

    def _open_hands(self) -> tuple[Somebody, str]:
        """Both are all in, and their cards are seen."""
        owner, code = self.table("holdem")
        self._play(owner, code, _are_hands_open, first=("raise", "bet", "call"))
        return owner, code

    def _poor(self) -> Request:
        guest = self.guest()
        guest.ask("POST", "/api/games", {"game": "holdem", "seats": 2, "buyIn": 1000})
        return Request(guest.token)

    def _barred(self) -> Request:
        owner, code = self.waiting()
        other = self.guest()
        other.ask("POST", f"/api/games/{code}/players", {})
        owner.ask("DELETE", f"/api/games/{code}/players/{other.id}")
        return Request(owner.token, {"game": code, "player": other.id})

    def _compared(self) -> Request:
        """Two have played the daily deal."""
        players = self.guest(), self.guest()
        for one in players:
            code = one.ask("POST", "/api/daily/doudizhu", {"pace": 0})["id"]
            self._play(one, code, lambda state: False, once=True)
        return Request(players[0].token, {"game": "doudizhu"}, {"with": int(players[1].id)})

    def _report(self) -> Request:
        self.guest().ask("POST", f"/api/people/{self.guest().id}/reports", {"reason": "name"})
        found = self.boss.ask("GET", "/api/reports")
        return Request(self.boss.token, {"report": found["reports"][0]["id"]}, body={"status": "done"})

    def _banned(self) -> Request:
        ban = self.boss.ask("POST", "/api/admin/bans", {"subject": self.guest().id, "hours": 1})
        return Request(self.boss.token, {"ban": ban["id"]})

    @cached_property
    def _puzzle(self) -> str:
        return str(self.http.get("/api/puzzles").json()["puzzles"][0]["id"])


def _allows(state: Any, verb: str) -> bool:
    words = ("raise", "bet") if verb == "raise" else (verb,)
    return any(one.startswith(words) for one in state["decision"]["choices"])


def _are_hands_open(state: Any) -> bool:
    view = state["view"]
    return view is not None and all(seat["holeCards"] for seat in view["seats"] if seat["status"] != "folded")
