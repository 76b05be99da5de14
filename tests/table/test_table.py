"""A table is the fold of its log: who sits, deals in a row, clocks, absence, chips."""

from __future__ import annotations

import msgspec
import pytest

from paiju.games.contract import Line
from paiju.games.holdem import HoldemView, PlayerStatus
from paiju.games.options import to_data
from paiju.games.record import dump, load, verify
from paiju.table import Refused, Table, agenda, commands, events
from paiju.table.happenings import Announced, Began, Cashed, Ended, Issued, Presence
from tests.table.driver import Driver


def same(one: Table, other: Table) -> None:
    assert one.snapshot() == other.snapshot()
    assert (one.deal is None) == (other.deal is None)
    if one.deal and other.deal:
        assert one.deal.moves == other.deal.moves
        assert {s: (a.since, a.deadline, a.at) for s, a in one.deal.asked.items()} == {
            s: (a.since, a.deadline, a.at) for s, a in other.deal.asked.items()
        }
        for viewer in (None, *range(len(one.deal.players))):
            assert one.view(viewer) == other.view(viewer)


def play_first(driver: Driver, *players: str) -> None:
    for player in players:
        seat = driver.table.seat_of(player)
        asked = driver.table.asked(seat)
        assert asked is not None
        driver.move(player, str(next(iter(asked.decision.choices))))


def duel(*people: str, **settings: object) -> Driver:
    driver = Driver("duel", seats=max(2, len(people)), owner=people[0], **settings)
    driver.sit(*people)
    driver.tick()
    return driver


def test_sitting_down() -> None:
    driver = Driver("duel", seats=2)
    driver.do(commands.join(driver.table, "1", "Ann", 0, seat=1))
    driver.sit("2")
    assert {seat: s.player for seat, s in driver.table.state.sitters.items()} == {0: "2", 1: "1"}
    with pytest.raises(Refused, match="table_full"):
        commands.join(driver.table, "3", "Bo", 0)
    assert commands.join(driver.table, "1", "Ann", 0) == []  # sits already


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (lambda t: commands.join(t, "3", "x", 0, seat=0), "table_full"),
        (lambda t: commands.join(t, "3", "x", 0, seat=9), "bad_request"),
        (lambda t: commands.start(t, "2", 0), "forbidden"),
        (lambda t: commands.start(t, "1", 0), "wrong_phase"),
        (lambda t: commands.move(t, "1", "show 3s", 0), "wrong_phase"),
        (lambda t: commands.move(t, "9", "show 3s", 0), "not_seated"),
        (lambda t: commands.leave(t, "2", 0, by="3"), "not_seated"),
        (lambda t: commands.rebuy(t, "1", 5, 0), "wrong_phase"),
        (lambda t: commands.add_entropy(t, "1", "zz", 0), "bad_request"),
        (lambda t: commands.add_entropy(t, "1", "00" * 33, 0), "too_large"),
    ],
)
def test_refusals_change_nothing(command, code: str) -> None:  # type: ignore[no-untyped-def]
    driver = Driver("duel", seats=3)
    driver.sit("1")
    before = driver.table.snapshot()
    with pytest.raises(Refused) as caught:
        command(driver.table)
    assert caught.value.code == code
    assert driver.table.snapshot() == before


def test_autostart_when_all_are_ready() -> None:
    driver = duel("1", "2")
    driver.ready("1", True)
    driver.tick(1)
    assert not driver.table.is_dealing
    driver.ready("2", True)
    assert any(isinstance(h, Began) for h in driver.tick())
    assert driver.table.is_dealing
    assert all(not s.ready for s in driver.table.state.sitters.values())


def test_a_whole_match_and_a_rematch() -> None:
    driver = duel("1", "2", pause=3)
    driver.start("1")
    for _ in range(400):
        if driver.table.state.status == "finished":
            break
        if driver.table.is_dealing:
            play_first(driver, *[driver.table.deal.players[s] for s in list(driver.table.deal.asked)[:1]])  # type: ignore[union-attr]
        else:
            driver.tick(3)
        same(driver.table, driver.refold())
    assert driver.table.state.result is not None and driver.table.state.result.match_over
    scores = [s.score for s in driver.table.state.sitters.values()]
    assert max(scores) >= 20
    driver.tick()
    driver.start("1")
    assert driver.table.is_dealing and driver.table.state.match_deals == 1
    assert [s.score for s in driver.table.state.sitters.values()] == scores  # the score sheet stays
    same(driver.table, driver.refold())


def test_deals_limit_the_match() -> None:
    driver = duel("1", "2", deals=1)
    driver.start("1")
    while driver.table.is_dealing:
        play_first(driver, driver.table.deal.players[next(iter(driver.table.deal.asked))])  # type: ignore[union-attr]
    assert driver.table.state.status == "finished"


def test_stale_click() -> None:
    driver = duel("1", "2")
    driver.start("1")
    seen = driver.table.seq
    play_first(driver, "1")
    asked = driver.table.asked(1)
    assert asked is not None and asked.since == seen  # seat 1 is asked the same question as before
    play_first(driver, "2")
    seat = next(iter(driver.table.deal.asked))  # type: ignore[union-attr]
    player = driver.table.deal.players[seat]  # type: ignore[union-attr]
    text = str(next(iter(driver.table.asked(seat).decision.choices)))  # type: ignore[union-attr]
    with pytest.raises(Refused, match="stale_seq"):
        driver.move(player, text, seen)
    driver.move(player, text, driver.table.seq)


def test_clock_answers_then_takes_over_and_gives_back() -> None:
    driver = duel("1", "2")
    driver.start("1")
    driver.tick(29.9)
    assert not driver.table.deal.moves  # type: ignore[union-attr]
    moved = [h for h in driver.tick(0.2) if isinstance(h, Announced)]
    assert [h.by for h in moved] == ["clock", "clock"]
    assert [s.auto for s in driver.table.state.sitters.values()] == [False, False]
    driver.tick(31)
    assert all(s.auto or s.expiries == 1 for s in driver.table.state.sitters.values())
    driver.tick(40)
    assert any(s.auto for s in driver.table.state.sitters.values())
    same(driver.table, driver.refold())
    someone = next(s for s in driver.table.state.sitters.values() if s.auto)
    driver.come_back(someone.player)
    assert not someone.auto and someone.expiries == 0


def test_series_waits_while_everybody_is_away() -> None:
    driver = duel("1", "2")
    driver.start("1")
    driver.tick(3600 * 3)
    assert not driver.table.is_dealing and driver.table.state.hand == 1
    driver.come_back("1")
    driver.tick(3)
    assert driver.table.state.hand == 2


def test_one_in_autoplay_may_still_ask_for_the_next_deal() -> None:
    """托管 alone lets a series sleep; a player who says that they are ready is there, and plays the next deal."""
    driver = duel("1", "2")
    driver.start("1")
    driver.tick(3600)
    assert not driver.table.is_dealing and all(s.auto for s in driver.table.state.sitters.values())
    for player in ("1", "2"):
        driver.ready(player, True)
    driver.tick(3)
    assert driver.table.state.hand == 2 and not driver.table.state.sitters[0].auto


def test_bots_end_a_deal_that_nobody_watches() -> None:
    """With the safest answers alone, two who left would end their turns in Sanguosha for ever."""
    driver = Driver("sanguosha", autoplay="safest")
    driver.sit("1", "2")
    driver.start("1")
    assert driver.table.deal is not None
    for asked in driver.table.deal.asked.values():
        asked.warned = True
    item = agenda.next_item(driver.table)
    assert item is not None and item.kind == "event"
    for player in ("1", "2"):
        driver.disconnected(player)
    item = agenda.next_item(driver.table)
    assert item is not None and (item.kind, item.level) == ("bot", "normal")


def test_the_clock_stands_for_one_who_plays_bots() -> None:
    driver = duel("1")
    driver.do(commands.join(driver.table, "b", "B", driver.time.now(), bot="easy"))
    driver.start("1")
    driver.tick(20)
    driver.hold("1", True)
    driver.tick(3600)
    asked = driver.table.asked(0)
    assert asked is not None and not driver.table.state.sitters[0].auto
    driver.hold("1", False)
    same(driver.table, driver.refold())
    assert asked.deadline == driver.time.now() + 10_000
    driver.hold("1", True)
    driver.disconnected("1")  # nobody is there to start it again
    assert driver.table.state.held_since is None


def test_the_clock_stands_for_nobody_else() -> None:
    driver = duel("1", "2")
    driver.start("1")
    with pytest.raises(Refused, match="clock_shared"):
        driver.hold("1", True)


def test_time_bank() -> None:
    driver = duel("1", "2", time_bank=20)
    driver.start("1")
    driver.tick(40)
    assert not driver.table.deal.moves  # type: ignore[union-attr]
    play_first(driver, "1")
    assert driver.table.state.sitters[0].bank == 10_000
    driver.tick(10)
    assert driver.table.state.sitters[1].bank == 0


def test_warning_comes_once() -> None:
    driver = duel("1", "2")
    driver.start("1")
    kinds = []
    for _ in range(30):
        item = agenda.next_item(driver.table)
        assert item is not None
        kinds.append((item.kind, (item.when - driver.time.now()) // 1000))
        if item.kind != "warn":
            break
        driver.table.asked(item.seat).warned = True  # type: ignore[union-attr]
    assert kinds == [("warn", 20), ("warn", 20), ("bot", 30)]


def test_leaving_in_mid_deal_is_automatic_until_the_end() -> None:
    driver = duel("1", "2", "3")
    driver.start("1")
    driver.leave("2")
    assert driver.table.seat_of("2") == 1 and driver.table.state.sitters[1].leaving
    driver.tick()
    assert [m.seat for m in driver.table.deal.moves] == [1]  # type: ignore[union-attr]
    while driver.table.is_dealing:
        seat = next(iter(driver.table.deal.asked))  # type: ignore[union-attr]
        if seat == 1:
            driver.tick(2)
        else:
            play_first(driver, driver.table.deal.players[seat])  # type: ignore[union-attr]
    assert driver.table.seat_of("2") is None and driver.table.state.status == "waiting"
    same(driver.table, driver.refold())
    driver.sit("4")
    driver.tick(10)
    assert driver.table.is_dealing


@pytest.mark.parametrize(("by", "why"), [("", "wrong_phase: error.left"), ("1", "forbidden: error.barred")])
def test_who_left_in_mid_deal_sits_down_again_only_after_it(by: str, why: str) -> None:
    """His seat is still played by itself; a join that is accepted and then forgotten would help nobody."""
    driver = duel("1", "2", "3")
    driver.start("1")
    driver.do(commands.leave(driver.table, "2", driver.time.now(), by=by))
    with pytest.raises(Refused, match=why):
        driver.sit("2")
    assert driver.table.state.sitters[1].leaving


def test_how_many_are_missing() -> None:
    driver = Driver("duel", seats=3)
    driver.sit("1")
    with pytest.raises(Refused) as caught:
        commands.start(driver.table, "1", 0)
    assert caught.value.why == Line.of("error.too_few", needed=3, here=1)


def test_the_owner_passes_on() -> None:
    driver = duel("1", "2")
    driver.leave("1")
    assert driver.table.state.owner == "2"


def test_the_owner_may_send_away() -> None:
    driver = duel("1", "2")
    with pytest.raises(Refused, match="forbidden"):
        commands.leave(driver.table, "1", 0, by="2")
    driver.do(commands.leave(driver.table, "2", 0, by="1"))
    assert driver.table.seat_of("2") is None


def test_who_was_sent_away_stays_away_for_ten_minutes() -> None:
    driver = duel("1", "2")
    driver.do(commands.leave(driver.table, "2", driver.time.now(), by="1"))
    driver.tick(599)
    with pytest.raises(Refused, match=r"forbidden: error.barred .*1"):
        driver.sit("2")
    same(driver.table, driver.refold())
    driver.sit("3")  # others may
    driver.leave("3")
    driver.sit("3")  # and so may who left by himself
    driver.leave("3")
    driver.tick(1)
    driver.sit("2")
    assert driver.table.seat_of("2") == 1
    driver.disconnected("2")
    driver.tick(301)  # the clock frees the seat, and is no reproach
    driver.sit("2")


def test_the_owner_lets_back_whom_he_sent_away() -> None:
    driver = duel("1", "2")
    driver.do(commands.leave(driver.table, "2", driver.time.now(), by="1"))
    with pytest.raises(Refused, match="forbidden: error.owner_only"):
        commands.unbar(driver.table, "2", "2", driver.time.now())
    assert commands.unbar(driver.table, "3", "1", driver.time.now()) == []  # nobody sent him away
    driver.do(commands.unbar(driver.table, "2", "1", driver.time.now()))
    same(driver.table, driver.refold())
    assert commands.unbar(driver.table, "2", "1", driver.time.now()) == []
    driver.sit("2")
    driver.do(commands.leave(driver.table, "2", driver.time.now(), by="1"))  # and may send him away again
    with pytest.raises(Refused, match="error.barred"):
        driver.sit("2")
    driver.tick(600)
    assert commands.unbar(driver.table, "2", "1", driver.time.now()) == []  # his time is over


def test_an_empty_table_closes() -> None:
    driver = duel("1", "2")
    driver.leave("1")
    driver.leave("2")
    driver.tick(3599)
    assert driver.table.state.status == "waiting"
    driver.tick(2)
    assert driver.table.state.status == "closed" and agenda.next_item(driver.table) is None


def test_lost_connections_free_a_waiting_seat() -> None:
    driver = duel("1", "2")
    driver.disconnected("2")
    driver.tick(299)
    assert driver.table.seat_of("2") == 1
    driver.tick(2)
    assert driver.table.seat_of("2") is None


def test_seats_by_lot() -> None:
    drawn = set()
    for _ in range(20):
        driver = duel("1", "2", "3", seating="lot")
        driver.start("1")
        drawn.add(driver.table.deal.players)  # type: ignore[union-attr]
        same(driver.table, driver.refold())
    assert len(drawn) > 1


def test_fair_record() -> None:
    driver = duel("1", "2")
    commit = driver.table.commit
    driver.add_entropy("1", "00ff")
    driver.start("1")
    assert driver.table.commit == commit
    while driver.table.is_dealing:
        play_first(driver, driver.table.deal.players[next(iter(driver.table.deal.asked))])  # type: ignore[union-attr]
    record = driver.table.record()
    assert record is not None
    again = load(dump(record))
    assert again.commit == commit and again.entropy == (b"\x00\xff", b"")
    assert verify(again, driver.table.deal.game).committed  # type: ignore[union-attr]


def test_restart_moves_no_clock() -> None:
    driver = duel("1", "2")
    driver.start("1")
    driver.tick(10)
    left = driver.table.asked(0).deadline - driver.time.now()  # type: ignore[union-attr, operator]
    driver.time.advance(500)  # the server was away
    driver.do([events.Resumed(at=driver.time.now(), gap=500_000)])
    assert driver.table.asked(0).deadline - driver.time.now() == left  # type: ignore[union-attr, operator]
    assert all(s.gone_since == driver.time.now() for s in driver.table.state.sitters.values())
    assert [type(h) for h in driver.connected("1")] == [Presence]
    same(driver.table, driver.refold())


def test_snapshot_before_a_deal_is_enough() -> None:
    driver = duel("1", "2")
    driver.start("1")
    while driver.table.is_dealing:
        play_first(driver, driver.table.deal.players[next(iter(driver.table.deal.asked))])  # type: ignore[union-attr]
    driver.tick()
    at = len(driver.log)
    snapshot = driver.table.snapshot()
    driver.tick(6)
    play_first(driver, "1")
    from tests.table.driver import find

    same(driver.table, Table.load("t", snapshot, iter(driver.log[at:]), find=find))


# --- chips ---------------------------------------------------------------------------------------------------------------


def test_record_and_snapshot_hold_the_options_of_their_own_deal() -> None:
    """They are remembered from one to the other, in whatever order they are asked for."""
    driver = Driver("holdem", seats=2)
    driver.sit("1", "2", chips=1000)
    driver.tick()
    driver.start("1")
    before = driver.table.deal.options  # type: ignore[union-attr]
    driver.move("1" if driver.table.asked(0) else "2", "fold")
    after = driver.table.options
    assert after is not before
    for _ in range(2):
        record = driver.table.record()
        assert record is not None and record.options == to_data(before)
        assert msgspec.json.decode(driver.table.snapshot())["options"] == to_data(after)


def stakes(*people: str, seats: int = 3, chips: int = 50, **settings: object) -> Driver:
    driver = Driver("stakes", seats=seats, owner=people[0], **settings)
    driver.sit(*people, chips=chips)
    driver.tick()
    return driver


def chips_of(driver: Driver) -> int:
    table = driver.table
    inside = sum(table.stack(seat) for seat in range(table.settings.seats))
    cashed = sum(h.chips for h in driver.happened if isinstance(h, Cashed))
    issued = sum(h.chips for h in driver.happened if isinstance(h, Issued))
    return inside + cashed - issued


@pytest.mark.parametrize(("chips", "code"), [(9, "amount_too_small"), (101, "amount_too_large")])
def test_buy_in_bounds(chips: int, code: str) -> None:
    driver = Driver("stakes", seats=3)
    with pytest.raises(Refused) as caught:
        driver.sit("1", chips=chips)
    assert caught.value.code == code


def test_chips_move_and_add_up() -> None:
    driver = stakes("1", "2")
    driver.start("1")
    driver.move("1", "stay")
    driver.sit("3", chips=20)  # sits down during the deal, is dealt in afterwards
    assert driver.table.stack(2) == 20
    driver.move("2", "stay")
    assert not driver.table.is_dealing
    assert chips_of(driver) == 120
    driver.tick(6)
    assert driver.table.is_dealing and driver.table.deal.state.dealt == (0, 1, 2)
    driver.leave("3")
    driver.move("1", "stay")
    driver.move("2", "fold")
    driver.tick(2)
    assert driver.table.seat_of("3") is None
    assert chips_of(driver) == 120
    same(driver.table, driver.refold())


def test_leaving_takes_the_chips_along() -> None:
    driver = stakes("1", "2")
    assert [h for h in driver.leave("2") if isinstance(h, Cashed)] == [Cashed("2", 50)]
    assert not driver.table.can_deal()


def test_sitting_out_and_back() -> None:
    driver = stakes("1", "2", "3")
    driver.sit_out("3")
    driver.start("1")
    assert driver.table.deal.state.dealt == (0, 1)  # type: ignore[union-attr]
    driver.come_back("3")
    driver.move("1", "stay")
    driver.move("2", "stay")
    driver.tick(6)
    assert driver.table.deal.state.dealt == (0, 1, 2)  # type: ignore[union-attr]


def test_sitting_out_in_mid_deal_begins_with_the_next() -> None:
    driver = Driver("holdem", seats=3)
    driver.sit("1", "2", "3", chips=1000)
    driver.tick()
    driver.start("1")
    asked = next(seat for seat in range(3) if driver.table.asked(seat))
    player = driver.table.state.sitters[asked].player
    driver.sit_out(player)
    assert driver.table.state.sitters[asked].sitting_out
    driver.tick(5)
    view = driver.table.view(asked)
    assert isinstance(view, HoldemView)
    assert view.seats[asked].status is PlayerStatus.ACTIVE and view.current_player == asked, "asked as before"
    driver.move(player, "fold")
    driver.move(driver.table.state.sitters[next(seat for seat in range(3) if driver.table.asked(seat))].player, "fold")
    driver.tick(6)
    view = driver.table.view(asked)
    assert isinstance(view, HoldemView)
    assert view.seats[asked].status is PlayerStatus.SITTING_OUT and not view.seats[asked].has_cards
    same(driver.table, driver.refold())


def test_who_asked_to_sit_out_still_does_after_a_lost_connection() -> None:
    driver = stakes("1", "2", "3")
    driver.sit_out("3")
    driver.disconnected("3")
    driver.tick(6)
    driver.connected("3")
    assert driver.table.state.sitters[2].sitting_out
    driver.start("1")
    assert driver.table.deal.state.dealt == (0, 1)  # type: ignore[union-attr]
    same(driver.table, driver.refold())


def test_the_owner_stays_owner_until_he_gives_up_his_seat() -> None:
    driver = Driver("duel", seats=3, owner="9")  # he opened it for others
    driver.sit("1", "2")
    assert driver.table.state.owner == "9"
    driver.sit("9")
    driver.leave("9")
    assert driver.table.state.owner == "1"
    driver.leave("1")
    driver.leave("2")
    assert driver.table.state.owner == "2"  # nobody is there to follow him
    driver.sit("3")
    assert driver.table.state.owner == "3"
    same(driver.table, driver.refold())


def test_entropy_only_for_a_deal_that_was_promised() -> None:
    driver = Driver("duel", seats=2)
    driver.sit("1", "2")
    driver.tick(0)
    driver.add_entropy("1", "aa")
    driver.start("1")
    with pytest.raises(Refused, match="no_commitment"):
        driver.add_entropy("1", "bb")
    assert driver.table.state.entropy == {}


def test_away_for_a_minute_sits_out_and_a_return_in_time_restores() -> None:
    driver = stakes("1", "2", "3")
    driver.disconnected("3")
    driver.tick(59)
    assert not driver.table.state.sitters[2].sitting_out
    driver.tick(2)
    assert driver.table.state.sitters[2].sitting_out
    driver.connected("3")
    assert not driver.table.state.sitters[2].sitting_out
    driver.disconnected("3")
    driver.tick(301)
    driver.connected("3")
    assert driver.table.state.sitters[2].sitting_out and driver.table.stack(2) == 50  # too late: chips are kept
    same(driver.table, driver.refold())


def test_rebuy_and_bots_get_new_chips() -> None:
    driver = Driver("stakes", seats=2)
    driver.sit("1", chips=10)
    driver.sit("b1", chips=10, bot="easy")
    driver.do(commands.rebuy(driver.table, "1", 90, 0))
    with pytest.raises(Refused, match="amount_too_large"):
        commands.rebuy(driver.table, "1", 1, 0)
    driver.tick()
    driver.start("1")
    for _ in range(200):
        if driver.table.is_dealing:
            if 0 in driver.table.deal.asked:  # type: ignore[union-attr]
                driver.move("1", "stay")
            driver.tick(1)
        else:
            driver.tick(6)
    assert chips_of(driver) == 100  # what the person brought; the bot's chips are the house's
    same(driver.table, driver.refold())


@pytest.mark.parametrize(("pause", "waits"), [(0, 1_000), (1, 1_000), (5, 5_000)])
def test_bots_alone_do_not_deal_as_fast_as_they_can(pause: int, waits: int) -> None:
    driver = Driver(pause=pause, pace=0, deals=100)
    driver.sit("b1", "b2", bot="easy")
    driver.start("1")
    driver.tick()
    assert driver.table.state.hand == 1 and not driver.table.is_dealing
    assert agenda.deals_at(driver.table) == driver.time.now() + waits


def test_bots_alone_play_what_was_asked() -> None:
    driver = Driver("duel", seats=2, deals=3)
    driver.sit("b1", "b2", bot="easy")
    driver.tick()
    driver.start("1")
    driver.tick(600)
    assert driver.table.state.hand == 3 and driver.table.state.status == "finished"
    assert sum(isinstance(h, Ended) for h in driver.happened) == 3


def test_an_answer_is_secret_while_others_still_answer_the_same_round() -> None:
    """The duel asks all seats at once: the first answer may not be announced, the last one may."""
    driver = duel("1", "2")
    driver.start("1")
    deal = driver.table.deal
    assert deal is not None
    announced = []
    for seat, player in enumerate(deal.players):
        choice = next(iter(next(one for one in deal.game.pending(deal.state) if one.seat == seat).choices))
        announced += [one for one in driver.move(player, str(choice)) if isinstance(one, Announced)]
    assert [one.secret for one in announced] == [True, False]
