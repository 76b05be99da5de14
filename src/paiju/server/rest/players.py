"""How players do: profiles, graphs of ratings, decisions that stood out, leaderboards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Controller, Response, get
from litestar.params import PathParameter, QueryParameter

from paiju.games.messages import Text
from paiju.server import handlers, progress, wire
from paiju.server.commands import Caller
from paiju.server.context import Context
from paiju.server.names import stump
from paiju.server.progress import Progress
from paiju.server.rest.asking import Asker, PlayerCode, Reader, context_of, moment, reply, unknown_game
from paiju.server.wire.base import PLAIN
from paiju.table import Refused

GameName = Annotated[str, PathParameter(min_length=1, max_length=40, pattern=PLAIN, description="A game's id.")]
Week = Annotated[
    str | None,
    QueryParameter(pattern="^[0-9]{4}-W[0-9]{2}$", description="As 2026-W05; without it, ratings of all time."),
]


class Players(Controller):
    """How players do."""

    path = "/api"
    tags = ("players",)

    @get("/players/{player:str}")
    async def profile(self, request: Reader, caller: Asker, player: PlayerCode) -> Response[wire.Profile]:
        """A player's public profile; 404 where they have none. One's own is always there."""
        context = context_of(request)
        row = await _shown(context, caller, player)
        known = Progress(context.store)
        ratings, feats = await known.ratings(row.id), await known.feats(row.id)
        standings = await context.store.standings(row.id)
        return reply(
            wire.Profile(
                id=str(row.id),
                name=row.name,
                avatar=row.avatar,
                created_at=moment(row.created_at),
                hidden=row.hidden,
                ratings=[
                    wire.GameRating(
                        game=one.game, rating=round(one.rating), deviation=round(one.deviation), deals=one.deals
                    )
                    for one in ratings
                ],
                standings=[
                    wire.PlayerStanding(game=one.game, hands_played=one.hands_played, hands_won=one.hands_won)
                    for one in standings
                ],
                feats=_feats(context, feats, {one.game for one in ratings}),
            )
        )

    @get("/players/{player:str}/ratings/{game:str}")
    async def graph(
        self, request: Reader, caller: Asker, player: PlayerCode, game: GameName
    ) -> Response[wire.RatingGraph]:
        """How a player's rating in a game came about, deal by deal."""
        context = context_of(request)
        row = await _shown(context, caller, player)
        points = [
            wire.RatingPoint(
                at=moment(one.played_at), rating=round(one.rating), game_id=one.code, hand_number=one.hand_number
            )
            for one in await Progress(context.store).graph(row.id, game)
        ]
        return reply(wire.RatingGraph(game=game, points=points))

    @get("/me/decisions")
    async def decisions(self, request: Reader, caller: Asker) -> Response[wire.Decisions]:
        """One's own best and worst decisions, of the deals that were analysed."""
        player = int(handlers.player_of(caller))
        best, worst = await Progress(context_of(request).store).decisions(player)
        return reply(wire.Decisions(best=[_decision(one) for one in best], worst=[_decision(one) for one in worst]))

    @get("/leaders/{game:str}")
    async def leaders(self, request: Reader, game: GameName, week: Week = None) -> Response[wire.Leaders]:
        """The leaderboard of a game: ratings of all time, or what a week brought."""
        context = context_of(request)
        if game not in {info.id for info in context.settings.catalog()}:
            raise unknown_game(context, game)
        known = Progress(context.store)
        rows = await known.leaders(game) if week is None else await known.week(week, game)
        places = [_leader(context, rows, one) for one in rows]
        return reply(
            wire.Leaders(
                game=game,
                week=week,
                this_week=progress.week_of(context.rooms.time.now()),
                by="rating" if week is None else "gain",
                needed=progress.SETTLED if week is None else 1,
                places=places,
            )
        )


async def _shown(context: Context, caller: Caller, player: str) -> Any:
    """The row of a player whose profile the caller may see."""
    row: Any = await context.store.player(int(player)) if player.isdecimal() and len(player) < 19 else None
    is_there = row is not None and row.deleted_at is None
    if is_there and (caller.player == player or caller.admin or not (row.hidden or _is_banned(context, player))):
        return row
    raise Refused("not_found", "error.no_player", player=player)


def _is_banned(context: Context, player: str) -> bool:
    return context.auth.bans.is_banned(player, context.rooms.time.now())


def _leader(context: Context, rows: Sequence[Any], row: Any) -> wire.Leader:
    is_banned = _is_banned(context, str(row.player_id))
    return wire.Leader(
        player_id=str(row.player_id),
        name=stump(row.player_id) if is_banned else row.name,
        avatar="" if is_banned else row.avatar,
        place=1 + sum(round(other.value) > round(row.value) for other in rows),
        value=round(row.value),
        deals=row.deals,
    )


def _feats(context: Context, rows: Sequence[Any], games: set[str]) -> list[wire.PlayerFeat]:
    """What was done, newest first, then what can still be done in the games that the player plays."""
    known: dict[tuple[str, str], tuple[Text, Text]] = {}
    for info in context.settings.catalog():
        known |= {(info.id, name): (feat.title, feat.text) for name, feat in info.feats.items()}
        known |= {(info.id, name): texts for name, texts in progress.ANYWHERE.items()}
    done = [(row.game, row.name) for row in rows]
    found = [
        _feat(row.game, row.name, *known[row.game, row.name], row) for row in rows if (row.game, row.name) in known
    ]
    left = [
        _feat(game, name, *texts)
        for (game, name), texts in known.items()
        if game in games and (game, name) not in done and name not in progress.ANYWHERE
    ]
    return found + left


def _feat(game: str, name: str, title: Text, text: Text, row: Any = None) -> wire.PlayerFeat:
    return wire.PlayerFeat(
        game=game,
        name=name,
        title={"zh": title.zh, "en": title.en},
        text={"zh": text.zh, "en": text.en},
        times=row.times if row is not None else 0,
        at=moment(row.at) if row is not None else None,
        game_id=row.code if row is not None else None,
        hand_number=row.hand_number if row is not None else None,
    )


def _decision(row: Any) -> wire.StandingOut:
    def move(said: Any) -> wire.MoveText:
        return wire.MoveText(text=said["text"], name=said["name"])

    return wire.StandingOut(
        game=row.game,
        game_id=row.code,
        hand_number=row.hand_number,
        step=row.step,
        played_at=moment(row.played_at),
        gain=row.gain,
        played=move(row.played),
        better=move(row.better) if row.better is not None else None,
    )


def routes() -> list[type[Controller]]:
    return [Players]
