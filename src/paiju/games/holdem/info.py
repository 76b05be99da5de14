"""Hold'em in the catalog."""

from __future__ import annotations

from typing import Final

from paiju.games.capabilities import Leaving
from paiju.games.catalog import GameInfo
from paiju.games.holdem.answers import HoldemAnswers
from paiju.games.holdem.archive import HoldemArchive
from paiju.games.holdem.chips import HoldemChips, stake
from paiju.games.holdem.exports import phh
from paiju.games.holdem.fairness import shuffles
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.glossary import GLOSSARY
from paiju.games.holdem.messages import MESSAGES
from paiju.games.holdem.rulebook import RULEBOOK
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.secrecy import SECRECY
from paiju.games.holdem.series import HoldemSeries
from paiju.games.holdem.time_limits import HoldemLimits
from paiju.games.holdem.view import seat_view
from paiju.games.holdem.words import HoldemWords
from paiju.games.messages import Text
from paiju.games.rulebook import words

PRESETS: Final = {
    f"{name}/{variant}": {"game_type": game_type, "variant": variant}
    for variant in ("standard", "short_deck")
    for name, game_type in (("no_limit", "no_limit"), ("pot_limit", "pot_limit"), ("fixed_limit", "limit"))
}

WORDS: Final = HoldemWords()

GAMES: Final = (
    GameInfo(
        id="holdem",
        title=Text("德州扑克", "Texas Hold'em"),
        summary=Text(
            "两张底牌、五张公共牌，四轮下注；无限注、底池限注、固定限注，标准牌或短牌。",
            "Two hole cards, five on the board, four rounds of betting; no-limit, pot-limit or fixed-limit, 52 or 36 cards.",
        ),
        aliases=("德州", "德扑", "texas", "texas holdem", "poker"),
        options=HoldemOptions,
        make=Holdem,
        series=HoldemSeries(),
        recommended=6,
        presets=PRESETS,
        default_preset="no_limit/standard",
        messages={**MESSAGES, **words(GLOSSARY)},
        turns="clockwise",
        family="holdem",
        rulebook=RULEBOOK,
        seat_view=lambda game, state, spectator, seat: seat_view(game.options, state, spectator, seat),
        chips=HoldemChips(),
        stake=stake,
        time_limits=HoldemLimits(),
        leaving=Leaving(at_once="leave", absent="fold"),
        words=WORDS,
        answers=HoldemAnswers(WORDS, offered=4),  # the range of raises is in the view
        secrecy=SECRECY,
        archive=HoldemArchive(),
        exports={"phh": phh},
        shuffles=shuffles,
    ),
)
