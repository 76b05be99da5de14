"""The terminal table: every game of the catalog to the end of a deal, as plain text and on the screen."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input
from typer.testing import CliRunner, Result

from paiju.bots.simple import RandomChoice
from paiju.cli import app
from paiju.cli.play import seat_names
from paiju.cli.terminal.local import LocalTable
from paiju.cli.terminal.plain import Plain
from paiju.cli.terminal.screen import CardButton, TableScreen
from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.contract import Decision, IllegalAction, Line, Seat, play
from paiju.games.record import Move, dump, load, replay, verify
from tests import toy

GAMES = [*catalog.infos(), toy.INFO]
every_game = pytest.mark.parametrize("info", GAMES, ids=lambda info: info.id)


def table_of(info: GameInfo, seed: int = 5, level: str = "random") -> LocalTable:
    seats = info.recommended
    return LocalTable(info, info.build(), seats, level=level, seed=seed, names=seat_names(seats, "en"), limit=0.01)


class Typist:
    """Answers each question of a plain table with a random legal move, after some fumbling."""

    def __init__(self, table: LocalTable) -> None:
        self.table, self.said, self.asked = table, [], 0  # type: ignore[var-annotated]
        self._bot = RandomChoice(9)

    def read(self, prompt: str) -> str | None:
        decision: Decision[Any] | None = self.table.decision
        self.asked += 1
        if decision is None:
            return None  # the deal is over: leave
        if self.asked in (1, 2, 3):
            return ["?", "complete nonsense", "help"][self.asked - 1]
        return str(self._bot.choose(self.table.view, decision, limit=1.0))


@every_game
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_whole_deal_as_plain_text(info: GameInfo, language: Any) -> None:
    table = table_of(info)
    typist = Typist(table)
    said: list[str] = []
    Plain(table, language, typist.read, said.append).run()
    assert table.outcome is not None
    assert said[-1] in ("Goodbye.", "再见。")
    text = "\n".join(said)
    deal = ("deal", "局") if info.family != "holdem" else ("hand", "手")
    assert (f"The {deal[0]} is over" if language == "en" else f"本{deal[1]}结束") in text
    assert f"{info.id}." not in text and "play." not in text, "a message key was shown instead of its sentence"
    assert ("quit leaves" if language == "en" else "quit 离开") in text
    record = load(dump(table.record()))
    assert info.make(table.options).outcome(replay(record, info.make(table.options))) == table.outcome


@every_game
def test_a_whole_deal_on_the_screen(info: GameInfo, tmp_path: Path) -> None:
    table = table_of(info)
    file = tmp_path / "game.paiju"

    async def sit_down() -> None:
        screen = TableScreen(table, "en", file)
        async with screen.run_test(size=(120, 50)) as pilot:
            await pilot.press("f1")
            bot = RandomChoice(4)
            for _ in range(400):
                decision = table.decision
                if decision is None:
                    break
                await screen._answer(str(bot.choose(table.view, decision, limit=1.0)))
            assert table.outcome is not None
            await pilot.press("f6")
            await pilot.pause()
            before = table.number
            await pilot.press("f8")
            await pilot.pause()
            assert table.number == before + 1

    asyncio.run(sit_down())
    verify(load(file.read_text(encoding="utf-8")), info.make(info.build()))


def test_selecting_typing_and_clearing_on_the_screen() -> None:
    table = table_of(toy.INFO)

    async def sit_down() -> None:
        screen = TableScreen(table, "en")
        async with screen.run_test(size=(120, 50)) as pilot:
            await pilot.click("#card-1")
            assert screen.selection() == [table.hand()[1]]
            await pilot.press("escape")
            assert screen.selection() == []
            await pilot.click("#input")
            await pilot.press("?")
            await pilot.pause()
            assert "Hint 1 of" in str(screen.query_one("#message").render())
            await pilot.press("question_mark")
            await pilot.pause()
            assert "Hint 2 of" in str(screen.query_one("#message").render())
            assert screen.query_one("#input", Input).value == ""
            await pilot.press("escape")
            await pilot.press(*"dance", "enter")
            await pilot.pause()
            assert "could not be read" in str(screen.query_one("#message").render())
            card = table.hand()[0]
            await pilot.press(*f"show {card}".replace(" ", "\x00").split("\x00")[0], "space", *str(card), "enter")
            await pilot.pause()
            assert card not in table.hand()
            assert len(screen.query(CardButton)) == len(table.hand())

    asyncio.run(sit_down())


@pytest.fixture
def _duel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "infos", lambda: (toy.INFO,))


def paiju(*words: object, input: str = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=input)


@pytest.mark.usefixtures("_duel")
def test_play_save_replay_and_branch(tmp_path: Path) -> None:
    file = tmp_path / "my.paiju"
    table = table_of(toy.INFO, seed=7)
    first = [str(next(iter(table.decision.choices)))] if table.decision else []
    played = paiju(
        "play", "duel", "--plain", "--seed", 7, "--bots", "first", input=f"{first[0]}\nno\nsave {file}\nquit\n"
    )
    assert played.exit_code == 0, played.output
    assert file.exists()
    stepped = paiju("replay", file, "--lang", "en", input="n\nb\n2\ns 1\ns all\nend\nhome\nfly\nquit\n")
    assert stepped.exit_code == 0
    assert "Move 2 of" in stepped.stdout
    assert "no such command" in stepped.stdout
    branched = paiju(
        "replay", file, "--from", 1, "--play", "--plain", "--lang", "en", "--bots", "first", input="quit\n"
    )
    assert branched.exit_code == 0, branched.output
    assert "Goodbye" in branched.stdout


@pytest.mark.usefixtures("_duel")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "chess"], "no game is called"),
        (["play", "duel", "--bots", "genius"], "no bot of level"),
        (["play", "duel", "--seats", "9"], "played by 2 to 4"),
        (["play", "duel", "--option", "rounds=0"], "option rounds"),
        (["replay", "nowhere.paiju"], "there is no file nowhere.paiju"),
    ],
)
def test_bad_input(words: list[str], says: str) -> None:
    result = paiju(*words)
    assert (result.exit_code, says in result.stderr) == (2, True), result.stderr


def _hand(tmp_path: Path, redacted: bool, **options: object) -> Path:
    """A record of a hand of hold'em in which everybody checks and calls."""
    info = catalog.find("holdem")
    table = LocalTable(info, info.build(options, None), 3, level="random", seed=5, names=seat_names(3, "en"))
    while table.outcome is None:
        seat = table.game.pending(table.state)[0].seat
        for text in ("check", "call"):
            with contextlib.suppress(IllegalAction):
                table.state = play(table.game, table.state, seat, text).state
                table.moves.append(Move(seat, text))
                break
    record = table.record()
    file = tmp_path / "hand.paiju"
    file.write_text(dump(record.redacted() if redacted else record), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("redacted", "options", "says"),
    [
        (False, {}, None),
        (True, {}, "cards are dealt anew"),
        (False, {"button": 0, "deck": "??AsKh??AdKs??????2c3c4c"}, "they are dealt anew"),
    ],
)
def test_a_hand_of_holdem_is_played_on(
    redacted: bool, options: dict[str, object], says: str | None, tmp_path: Path
) -> None:
    file = _hand(tmp_path, redacted, **options)
    words = ("replay", file, "--from", 2, "--seat", 1, "--play", "--plain", "--lang", "en", "--bots", "easy")
    branched = paiju(*words, input="quit\n")
    assert branched.exit_code == 0, branched.output
    assert "Goodbye" in branched.stdout
    assert ("dealt anew" in branched.stdout) == (says is not None)
    assert says is None or says in branched.stdout


def test_a_record_is_analysed(tmp_path: Path) -> None:
    analysed = paiju("replay", _hand(tmp_path, redacted=False), "--analyse", "--lang", "en")
    assert analysed.exit_code == 0, analysed.output
    assert "Move 0:" in analysed.stdout
    assert "equity of every hand" in analysed.stdout


def test_a_branch_starts_from_the_same_state() -> None:
    table = table_of(toy.INFO)
    table.run()
    table.answer(str(table.hints()[0]))
    table.run()
    again = LocalTable.from_record(toy.INFO, table.record(), len(table.moves), seat=Seat(0), level="first")
    assert again.state == table.state


def test_a_game_of_many_cards_lists_what_may_be_answered() -> None:
    table = table_of(catalog.find("sanguosha"))
    said: list[str] = []
    asked: list[str] = []

    def read(prompt: str) -> str | None:
        asked.append(prompt)
        return "?" if len(asked) == 1 else "1" if table.decision else None

    Plain(table, "en", read, said.append).run()
    listed = [line for line in said if line[:1].isdecimal() and ". choose " in line[:12]]
    assert listed
    assert all(" hp. " in line for line in listed[:3])
    assert len(listed) == len(set(listed))
    assert not any("Use a Nullification" in prompt for prompt in asked) or any(
        "use nullification" in line for line in said
    )


@every_game
def test_the_first_hint_is_good_advice_with_its_reason(info: GameInfo) -> None:
    table = table_of(info)
    table.run()
    first, _, why, _ = table.advice()[0]
    assert table.decision is not None and first in table.decision.choices
    assert len({str(hint.action) for hint in table.advice()}) == len(table.advice())
    if info is not toy.INFO:
        assert why is not None and why.key.startswith("bot.")
        for language in ("en", "zh"):
            shown = table.hint_text(first, language, why)
            assert shown.startswith(str(first)) and "bot." not in shown and "{" not in shown


def test_calling_is_not_calling() -> None:
    """`call` makes one the landlord in Dou Dizhu, and pays a bet in hold'em."""
    table = table_of(catalog.find("doudizhu"), seed=1)
    shown = [table.hint_text(table.game.parse(text), "en") for text in ("call", "pass")]
    assert shown == ["call  become the landlord", "pass"]


def test_bets_are_offered_by_their_size() -> None:
    table = table_of(catalog.find("holdem"))
    table.run()
    shown = [table.hint_text(action, "en") for action in table.hints()]
    assert shown[:2] == ["fold  give up the hand", "call  match the bet"]
    assert any(text.endswith("half the pot") for text in shown)
    assert shown[-1].endswith("all in")
    assert len(shown) < 10


@pytest.mark.parametrize(("language", "card", "key"), [("en", "Slash ♣8", "hint"), ("zh", "杀 ♣8", "提示")])
def test_the_screen_names_cards_keys_and_choices(language: Any, card: str, key: str) -> None:
    info = catalog.find("sanguosha")
    names = seat_names(info.recommended, language)
    table = LocalTable(info, info.build(), info.recommended, level="normal", seed=5, names=names, limit=0.05)

    async def sit_down() -> None:
        screen = TableScreen(table, language)
        async with screen.run_test(size=(120, 50)) as pilot:
            await screen._answer(str(table.hints()[0]))
            await pilot.press("f1")
            await pilot.pause()
            labels = [str(button.label) for button in screen.query(CardButton)]
            assert card in labels
            said = [binding.binding.description for binding in screen.active_bindings.values()]
            assert key in said
            options = screen.query_one("#choices")
            assert options.option_count == 2  # type: ignore[attr-defined]

    asyncio.run(sit_down())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "chess"], "没有叫“chess”的游戏"),
        (["play", "holdem", "--bots", "genius"], "没有 'genius' 级别的机器人"),
        (["play", "doudizhu", "--seats", "9"], "doudizhu 只能 3 人玩，不能 9 人"),
        (["play", "holdem", "--option", "ante=-1"], "选项 ante：应为整数"),
        (["play", "holdem", "--option", "ante"], "写作 名称=值"),
        (["play", "holdem", "--option", "small_blind=900"], "选项 small_blind：不能大于 big_blind（20）"),
        (["play", "guandan", "--preset", "x"], "guandan 没有预设 'x'"),
        (["games", "chess"], "没有叫“chess”的游戏"),
        (["classify", "holdem", "3s"], "holdem 不是出牌游戏"),
        (["simulate", "big_two", "--seats", "7"], "big_two 不能 7 人玩"),
        (["arena", "big_two", "--bots", "easy"], "请写 2 到 4 个机器人"),
        (["arena", "big_two", "--bots", "easy,random", "--option", "x"], "写作 名称=值"),
        (["arena", "big_two", "--bots", "easy,no.py"], "没有文件 no.py"),
    ],
)
def test_bad_input_is_told_in_chinese(words: list[str], says: str) -> None:
    result = paiju(*words, "--lang", "zh")
    assert (result.exit_code, says in result.stderr) == (2, True), result.stderr


def test_a_damaged_record_is_told_in_chinese(tmp_path: Path) -> None:
    table = table_of(toy.INFO)
    file = tmp_path / "cut.paiju"
    file.write_text("\n".join(dump(table.record()).splitlines()[:-1]) + "\n", encoding="utf-8")
    for command in ("replay", "show", "verify"):
        result = paiju(command, file, "--lang", "zh")
        assert result.exit_code and "文件不完整" in result.stderr, result.stderr


def test_a_question_is_told_once_and_a_refusal_lists_the_few_answers() -> None:
    table = table_of(catalog.find("doudizhu"))
    table.run()
    said: list[str] = []
    answers = iter(["perhaps", "?", "hand", "quit"])
    Plain(table, "en", lambda prompt: next(answers), said.append).run()
    hands = [line for line in said if line.startswith("Your hand")]
    assert len(hands) == 2  # when it was asked, and when the hand was asked for
    if "no" in map(str, table.hints(9)):
        assert any(line.startswith("· no") for line in said)
    assert not any("no  no" in line for line in said)


@pytest.mark.parametrize("name", ["holdem", "doudizhu"])
def test_poker_has_hands_where_other_games_have_deals(name: str) -> None:
    table = table_of(catalog.find(name))
    said = [table.worded(Line.of(key, number=1, reason=""), language) for language in ("en", "zh") for key in DEALS]
    words = ("hand", "手") if name == "holdem" else ("deal", "局")
    assert all(any(word in text.lower() for word in words) for text in said), said
    assert name != "holdem" or not any("deal" in text.lower() or "局" in text for text in said), said


DEALS = ("play.again", "play.key.next", "play.result", "play.deal", "error.over")
