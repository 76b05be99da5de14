"""`paiju odds`: what two hole cards are, and what can still become of them."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from paiju.cards import NotationError, cards
from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.games.contract import Line
from paiju.games.holdem.messages import MESSAGES
from paiju.games.holdem.rank import HandRank, ranking
from paiju.games.messages import Language, Text, tell
from paiju.games.refusals import BadValue

app = typer.Typer(add_completion=False)

_WORDS: dict[str, Text] = {
    **MESSAGES,
    "odds.made": Text("成牌：{made:key}", "Made: {made:key}"),
    "odds.own": Text("自己的出路牌：{total} 张（下一张约 {chance}）", "Your own outs: {total} (next card {chance})"),
    "odds.all": Text("使牌型变好的牌：{total} 张（含公共牌自己变好的）", "Cards that improve the category: {total}, the board's own included"),
    "odds.row": Text("  {category:key} {count}：{cards:cards}", "  {category:key} {count}: {cards:cards}"),
    "odds.river": Text("到河牌时：", "By the river:"),
    "odds.chance": Text("  {category:key} {chance}", "  {category:key} {chance}"),
    "odds.estimate": Text("四二法则估计：{chance}", "Rule of 4 and 2: {chance}"),
    "odds.pot": Text("底池赔率：{odds}，胜率高于此跟注才合算", "Pot odds: {odds}; a call pays above this chance"),
}  # fmt: skip


@app.command("odds")
def command(
    hole: Annotated[str, typer.Argument(help="Two hole cards, as in AsKs.")],
    board: Annotated[str, typer.Argument(help="The board so far, as in Qs7h2d.")] = "",
    call: Annotated[float | None, typer.Option(help="With --pot: what a call costs.")] = None,
    pot: Annotated[float | None, typer.Option(help="The pot, the bet to call included.")] = None,
    short_deck: Annotated[bool, typer.Option("--short-deck", help="36 cards, flush above full house.")] = False,
    trips_beat_straight: Annotated[
        bool, typer.Option("--trips-beat-straight", help="Short deck: three of a kind above a straight.")
    ] = False,
    json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """The made hand, the outs by what they make, and the chances by the river."""
    if trips_beat_straight and not short_deck:
        fail(
            Text("--trips-beat-straight 要和 --short-deck 一起用", "--trips-beat-straight goes with --short-deck"), lang
        )
    if (call is None) != (pot is None):
        fail(Text("--call 和 --pot 要一起用", "--call and --pot go together"), lang)
    try:
        data = _data(hole, board, call, pot, short_deck, trips_beat_straight)
    except (NotationError, ValueError) as error:
        fail(error, lang)
    if json:
        data["made"] = {"category": data["category"], "zh": _tell(data["made"], "zh"), "en": _tell(data["made"], "en")}
        del data["category"]
        print_json(data)
        return
    for line in _lines(data):
        typer.echo(_tell(line, lang))


def _data(hole: str, board: str, call: float | None, pot: float | None, short: bool, trips: bool) -> dict[str, Any]:
    from paiju.solver.odds import chances, outs, pot_odds, rule_of_4_and_2

    mine, shown = cards(hole), cards(board) if board else ()
    if len(shown) in (1, 2) or len(shown) > 5:
        raise BadValue("odds.board")
    order = ranking(short, trips)
    pack = order.deck.cards
    for one in (*mine, *shown):
        if one not in pack:
            raise BadValue("odds.not_in_deck", card=one, size=len(pack))
    if len(mine) != 2 or len({*mine, *shown}) != 2 + len(shown):
        raise BadValue("odds.hole_once")
    made = order.read((*mine, *shown))
    data: dict[str, Any] = {"hole": mine, "board": shown, "made": made.line, "category": made.category.word}
    if 3 <= len(shown) <= 4:
        unseen = len(pack) - 2 - len(shown)
        for name, own in (("outs", True), ("allOuts", False)):
            found = outs(mine, shown, own=own, short_deck=short, trips_beat_straight=trips)
            data[name] = {
                "total": found.total,
                "chance": found.total / unseen,
                "by": {category.word: list(row) for category, row in found.cards.items()},
            }
        data["ruleOf4And2"] = rule_of_4_and_2(data["outs"]["total"], 5 - len(shown))
        river = chances(mine, shown, short_deck=short, trips_beat_straight=trips)
        data["byRiver"] = {category.word: chance for category, chance in river.items()}
    if call is not None and pot is not None:
        data["potOdds"] = pot_odds(call, pot)
    return data


def _tell(line: Line, lang: Language) -> str:
    return tell(line, _WORDS, lang)


def _lines(data: dict[str, Any]) -> list[Line]:
    rows = [Line.of("odds.made", made=data["made"])]
    for name, key in (("outs", "odds.own"), ("allOuts", "odds.all")):
        if name not in data:
            continue
        found = data[name]
        args = (
            {"total": found["total"], "chance": f"{found['chance']:.1%}"}
            if name == "outs"
            else {"total": found["total"]}
        )
        rows.append(Line.of(key, **args))
        for word, row in found["by"].items():
            rows.append(Line.of("odds.row", category=f"holdem.category.{word}", count=len(row), cards=tuple(row)))
    if "byRiver" in data:
        rows.append(Line.of("odds.estimate", chance=f"{data['ruleOf4And2']:.0%}"))
        rows.append(Line.of("odds.river"))
        for category in HandRank:
            if category.word in data["byRiver"]:
                chance = f"{data['byRiver'][category.word]:.2%}"
                rows.append(Line.of("odds.chance", category=f"holdem.category.{category.word}", chance=chance))
    if "potOdds" in data:
        rows.append(Line.of("odds.pot", odds=f"{data['potOdds']:.1%}"))
    return rows
