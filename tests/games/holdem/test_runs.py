"""Running it twice: when, who is asked, what each board decides, and what is told of it. Blinds 10/20, button 0."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.cards import cards
from paiju.games.catalog import find
from paiju.games.contract import IllegalAction, NotationError, Seat, play
from paiju.games.holdem import ONCE, TWICE, Holdem, HoldemOptions, Runs, State, phh
from paiju.games.holdem.info import HoldemArchive, HoldemLimits, HoldemWords, pinned
from paiju.games.messages import LANGUAGES, tell
from paiju.games.record import Move, Record, dump, load, replay
from paiju.solver.shares import open_shares
from tests.games.holdem.hands import act, fixed, start, table

HOLES = ["AsAh", "KcKd"]  # seat 1, seat 0
ACES, KINGS = "2h3h7s9dJc", "Kh4c5c6d8s"


def twice(
    stacks: tuple[int, ...], holes: list[str], board: str, after: str, mode: str = "always", **options: Any
) -> Holdem:
    """A table whose first board and the cards after it are fixed."""
    values: dict[str, Any] = {"stacks": stacks, "button": 0, "run_it_twice": mode, **options}
    return Holdem(HoldemOptions(**values, deck=fixed(HoldemOptions(**values), holes, board, after)))


def won(state: State) -> list[tuple[int, int, int, tuple[tuple[int, int], ...]]]:
    assert state.result is not None
    return [(one.number, one.run, one.pot.amount, one.shares) for one in state.result.won]


# Boards and halves


def test_each_board_decides_half() -> None:
    game = twice((1000, 1000), HOLES, ACES, KINGS)
    state = start(game, "all_in, call")
    assert won(state) == [(0, 1, 1000, ((1, 1000),)), (0, 2, 1000, ((0, 1000),))]
    assert state.stacks == (1000, 1000)
    assert state.board == cards(ACES) and state.result is not None and state.result.second == cards(KINGS)


@pytest.mark.parametrize(
    ("before", "after", "second"),
    [
        ("all_in, call", KINGS, KINGS),
        ("call, check, all_in, call", "KhKs", ACES[:6] + "KhKs"),  # all-in on the flop: two cards
        ("call, check, check, check, all_in, call", "Ks", ACES[:8] + "Ks"),  # on the turn: one
    ],
)
def test_what_lies_open_belongs_to_both(before: str, after: str, second: str) -> None:
    game = twice((1000, 1000), HOLES, ACES, after)
    state = start(game, before)
    assert state.result is not None
    assert state.result.second == cards(second)
    assert state.stacks == (1000, 1000)


@pytest.mark.parametrize("actions", ["call, check, check, check, check, check, all_in, call", "raise_to 60, fold"])
def test_nothing_is_left_to_run_twice(actions: str) -> None:
    """All-in on the river, or nobody left to show."""
    for mode in ("always", "ask"):
        state = start(twice((1000, 1000), HOLES, ACES, KINGS, mode), actions)
        assert state.result is not None
        assert state.result.second == () and len(won(state)) == 1


def test_the_odd_chip_belongs_to_the_first_board() -> None:
    """Blinds 5/10, 105 each and a dead small blind of 5: 215 make 108 and 107."""
    game = twice((105, 1000, 105), ["2c3c", "AsAh", "KcKd"], "2h3h7s9dJc", "Kh4c5c6d8s", small_blind=5, big_blind=10)
    state = start(game, "all_in, fold, call")
    assert won(state) == [(0, 1, 108, ((2, 108),)), (0, 2, 107, ((0, 107),))]
    assert state.stacks == (107, 995, 108)


def test_a_tie_shares_its_half() -> None:
    """Both have ace-king: the first board is a tie of 108, the second makes one of them a flush."""
    game = twice((105, 1000, 105), ["2c3c", "AsKh", "AcKd"], "2h7s9dJcJd", "4d5d8dQdTh", small_blind=5, big_blind=10)
    state = start(game, "all_in, fold, call")
    assert won(state) == [(0, 1, 108, ((2, 54), (0, 54))), (0, 2, 107, ((0, 107),))]
    odd = twice((100, 1000, 100), ["2c3c", "AsKh", "AcKd"], "2h7s9dJcJd", "4d5d8dQdTh", small_blind=5, big_blind=10)
    assert won(start(odd, "all_in, fold, call"))[0] == (0, 1, 103, ((2, 52), (0, 51)))


def test_side_pots_are_halved_each() -> None:
    """50, 120 and 300 all-in: 150 for all, 140 for two, seat 2 keeps 180. Aces and kings hold on the first board only."""
    game = twice((50, 120, 300), ["KcKd", "QcQd", "AsAh"], "2h3h7s9dJc", "Qh4c5c6d8s")
    state = start(game, "all_in, all_in, call")
    assert won(state) == [
        (0, 1, 75, ((0, 75),)), (0, 2, 75, ((2, 75),)), (1, 1, 70, ((1, 70),)), (1, 2, 70, ((2, 70),)),
    ]  # fmt: skip
    assert state.stacks == (75, 70, 325)


def test_a_pot_of_one_player_is_not_halved() -> None:
    """30 all-in, two others pay 60 and one of them folds on the flop: 90 for two, the 60 beside them for one."""
    game = twice((1000, 30, 1000, 1000), ["AsAh", "KcKd", "QcQd", "JcJd"], "2h3h7s9dTc", "Kh4c5c6d8s")
    state = start(game, "raise_to 60, fold, all_in, call, raise_to 100, fold")
    assert state.result is not None
    assert won(state) == [(0, 1, 45, ((1, 45),)), (0, 2, 45, ((2, 45),)), (1, 0, 60, ((2, 60),))]
    assert sum(state.stacks) == 3030


def test_a_single_chip_goes_to_the_first_board() -> None:
    game = twice((1, 1), HOLES, ACES, KINGS, small_blind=1, big_blind=1, ante=0)
    assert won(start(game)) == [(0, 1, 1, ((1, 1),)), (0, 2, 1, ((0, 1),))]


def test_the_second_board_follows_the_river_without_burns() -> None:
    for seed in range(20):
        game = table((200,) * 6, run_it_twice="always", bomb_pot=1)
        state = start(game, "all_in, call, call, call, call, call", seed=seed)
        assert state.result is not None
        order = state.setup.cards.order
        river = order.index(state.board[4])
        assert state.result.second == (*state.board[:3], *order[river + 1 : river + 3])


def test_there_are_cards_for_ten_at_short_deck() -> None:
    game = table((100,) * 10, run_it_twice="always", variant="short_deck", max_players=10)
    state = start(game, "all_in" + ", call" * 9)
    assert state.result is not None
    assert len({*state.board, *state.result.second}) == 10
    assert sum(state.stacks) == 1000


def test_the_first_half_goes_as_once() -> None:
    for seed in range(60):
        stacks = (40, 80, 160, 300)
        once, two = (
            start(table(stacks, run_it_twice=mode), "all_in, all_in, all_in, call", seed)
            for mode in ("never", "always")
        )
        assert once.result is not None and two.result is not None
        assert once.board == two.board
        firsts = [won for won in two.result.won if won.run != 2]
        assert [sorted(dict(won.shares)) for won in once.result.won] == [sorted(dict(won.shares)) for won in firsts]


# Asking


def test_everybody_in_the_hand_is_asked_from_the_left_of_the_button() -> None:
    game = table((100,) * 4, run_it_twice="ask")
    state = start(game, "all_in, call, fold, call")
    asked = []
    while state.result is None:
        (decision,) = game.pending(state)
        assert decision.prompt.key == "holdem.run" and decision.prompt.args == {"left": 5}
        assert list(decision.choices) == [ONCE, TWICE]
        asked.append(state.turn)
        state = act(game, state, "twice")
    assert asked == [2, 3, 0]
    assert len(state.result.second) == 5


@pytest.mark.parametrize("answers", ["once", "twice, once", "twice, twice, once"])
def test_one_no_is_enough_and_nobody_else_is_asked(answers: str) -> None:
    game = table((100,) * 3, run_it_twice="ask")
    state = act(game, start(game, "all_in, call, call"), answers)
    assert state.result is not None and state.result.second == ()
    assert state.stacks == start(table((100,) * 3), "all_in, call, call").stacks


def test_the_player_with_chips_left_is_asked_too() -> None:
    game = table((100, 1000), run_it_twice="ask")
    state = start(game, "all_in, call")
    assert state.turn == 1 and state.stacks[1] == 900
    assert act(game, state, "twice").turn == 0


def test_who_left_wants_it_once_and_is_not_folded() -> None:
    game = table((100, 1000, 100), run_it_twice="ask")
    state = start(game, "all_in, call, call")
    assert state.turn == 1
    asked_gone = play(game, state, Seat(1), "leave").state  # has chips left, and is asked
    assert asked_gone.result is not None and asked_gone.result.second == ()
    waiting = play(game, state, Seat(0), "leave").state  # all-in, not asked yet
    assert waiting.result is None and waiting.turn == 1 and waiting.is_live(0)
    assert list(game.unasked(waiting, Seat(0))) == []
    done = act(game, waiting, "twice, twice")
    assert done.result is not None and done.result.second == () and done.is_live(0)
    later = play(game, act(game, state, "twice"), Seat(1), "leave").state  # has agreed already
    assert list(game.unasked(later, Seat(1))) == [] and later.is_live(1)
    assert len(act(game, later, "twice, twice").result.second) == 5  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (1, "call", "bad_answer"),
        (1, "fold", "bad_answer"),
        (1, "show AsKs", "bad_answer"),
        (0, "twice", "not_your_turn"),
    ],
)
def test_other_answers_are_refused(seat: int, text: str, code: str) -> None:
    game = table((100, 100), run_it_twice="ask")
    with pytest.raises(IllegalAction) as refused:
        play(game, start(game, "all_in, call"), Seat(seat), text)
    assert refused.value.code == code


def test_nobody_runs_anything_while_there_is_betting() -> None:
    game = table((100, 100), run_it_twice="ask")
    with pytest.raises(IllegalAction) as refused:
        play(game, start(game), Seat(0), "twice")
    assert refused.value.code == "wrong_phase"


@pytest.mark.parametrize(("text", "action"), [("once", ONCE), ("Twice", TWICE), ("发一次", ONCE), ("发两次", TWICE)])
def test_words(text: str, action: Any) -> None:
    game = Holdem()
    assert game.parse(text) == action
    with pytest.raises(NotationError):
        game.parse("thrice")


def test_choices_are_a_sequence() -> None:
    assert [Runs()[at] for at in range(len(Runs()))] == [ONCE, TWICE]
    with pytest.raises(IndexError):
        Runs()[2]


def test_time_to_answer() -> None:
    game = table((100, 100), run_it_twice="ask", timeout_mode="by_situation", action_timeout=25)
    state = start(game, "all_in, call")
    assert HoldemLimits().timing(game.options, game.pending(state)[0]).seconds == 25


# What is told


def test_hands_lie_open_while_it_is_asked() -> None:
    game = table((100,) * 3, run_it_twice="ask")
    state = start(game, "all_in, fold, call")
    for viewer in (None, Seat(1), Seat(2)):
        view = game.view(state, viewer)
        assert view.asking and view.waiting_on == (2,) and view.stage == "pre_flop"
        assert view.seats[0].hole_cards == state.setup.cards.holes[0]
        assert view.seats[2].hole_cards == state.setup.cards.holes[2]
        assert (view.seats[1].hole_cards is None) == (viewer is None or viewer == 2)
        assert (view.to_call, view.max_raise_to, view.max_bet) == (0, 0, 0)
        assert [line.key for line in view.log].count("holdem.shown") == 2
    shares = open_shares(game.view(state, None))
    assert shares is not None and abs(sum(shares.shares) - 1) < 1e-9


def test_views_tell_both_boards() -> None:
    game = twice((50, 120, 300), ["KcKd", "QcQd", "AsAh"], "2h3h7s9dJc", "Qh4c5c6d8s", "ask")
    view = game.view(start(game, "all_in, all_in, call, twice, twice, twice"), None)
    assert (view.community_cards, view.second_board) == (cards("2h3h7s9dJc"), cards("Qh4c5c6d8s"))
    assert [(pile.name, pile.cards) for pile in view.centre] == [
        ("board", view.community_cards), ("second_board", view.second_board),
    ]  # fmt: skip
    assert [(pot.number, pot.run, pot.amount, pot.winners, pot.hand_type) for pot in view.pots] == [
        (0, 1, 75, (0,), "one_pair"), (0, 2, 75, (2,), "three_of_a_kind"),
        (1, 1, 70, (1,), "one_pair"), (1, 2, 70, (2,), "three_of_a_kind"),
    ]  # fmt: skip
    assert view.pot == 290
    queens = view.seats[2]
    assert queens.hand is not None and queens.hand.key == "holdem.hand.one_pair"
    assert queens.second_hand is not None and queens.second_hand.key == "holdem.hand.three_of_a_kind"
    assert [seat.won for seat in view.seats] == [75, 70, 145]


def test_the_log_tells_it_in_order() -> None:
    game = twice((1000, 1000), HOLES, ACES, KINGS, "ask")
    state = start(game, "all_in, call, twice, twice")
    lines = game.view(state, None).log[-13:]
    assert [line.key.removeprefix("holdem.") for line in lines] == [
        "player_acted", "shown", "shown", "answered", "answered", "cards_dealt", "cards_dealt", "cards_dealt",
        "second_dealt", "second_dealt", "second_dealt", "pot_won", "pot_won",
    ]  # fmt: skip
    assert [line.args.get("run") for line in lines[-2:]] == [1, 2]
    messages = find("holdem").all_messages
    told = {language: [tell(line, messages, language, ("小满", "阿橘")) for line in lines] for language in LANGUAGES}
    assert told["zh"][4] == "小满同意发两次" and told["zh"][8] == "第二副翻牌：♥K ♣4 ♣5"
    assert told["zh"][-1].startswith("小满赢得第 2 副公共牌的 1000：三条 K")
    assert told["en"][-1].startswith("小满 wins 1000 on board 2 with three kings")


def test_both_boards_are_stored_and_described() -> None:
    game = twice((1000, 1000), HOLES, ACES, KINGS)
    state = start(game, "all_in, call")
    archive = HoldemArchive()
    assert archive.summary(game, state).second_board == cards(KINGS)
    once = table((1000, 1000))
    assert archive.summary(once, start(once, "all_in, call")).second_board == ()
    assert "holdem.table.second" in [line.key for line in HoldemWords().describe(game.view(state, None))]


def test_a_state_told_while_asking_is_told_on() -> None:
    """Views of one hand share what stays the same; what changes between the question and the end must not stick."""
    game = twice((1000, 1000), HOLES, ACES, KINGS, "ask")
    state = start(game, "all_in, call")
    seen = game.view(state, Seat(0))
    end = act(game, state, "twice, twice")
    assert game.view(end, Seat(0)).second_board and not game.view(end, Seat(0)).asking
    assert game.view(state, Seat(0)) == seen
    fresh = start(twice((1000, 1000), HOLES, ACES, KINGS, "ask"), "all_in, call, twice, twice")
    assert game.view(end, Seat(0)) == game.view(fresh, Seat(0))


# Histories and records


def test_two_boards_cannot_be_written_as_phh() -> None:
    game = twice((1000, 1000), HOLES, ACES, KINGS)
    with pytest.raises(phh.Untellable, match=r"^the board was run twice, which PHH cannot tell$"):
        phh.of_state(game, start(game, "all_in, call"))


def test_once_can() -> None:
    game = twice((1000, 1000), HOLES, ACES, KINGS, "ask")
    hand = phh.of_state(game, start(game, "all_in, call, twice, once"))
    assert phh.compare(phh.loads(phh.dumps(hand)), strict=True).verdict is phh.Verdict.AGREES
    assert phh.dumps(phh.of_record(phh.to_record(hand))) == phh.dumps(hand)


def test_records_replay() -> None:
    moves = ("raise_to 1000", "call", "twice", "twice")
    record = Record(
        game="holdem", seats=2, seed=5, options={"run_it_twice": "ask", "button": 0},
        moves=tuple(Move(Seat(seat), text) for seat, text in zip((0, 1, 1, 0), moves, strict=True)),
    )  # fmt: skip
    again = replay(load(dump(record)))
    assert again.result is not None and len(again.result.second) == 5


def test_a_fixed_deck_deals_the_same_two_boards() -> None:
    """Playing on from a move fixes the whole deck in the options."""
    game = table((100,) * 3, run_it_twice="always")
    state = start(game, "all_in, call, call", seed=9)
    fixed = Holdem(pinned(game.options, state))
    again = start(fixed, "all_in, call, call", seed=1)
    assert again.result == state.result
