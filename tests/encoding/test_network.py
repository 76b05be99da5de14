"""Networks of whole numbers: the kernel and Python agree, and what is no network is refused."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from paiju.bots.net import NetBot, is_network
from paiju.encodings import encoder_of
from paiju.encodings.network import Network, NetworkError, rows_of, state_of, state_size
from paiju.games import catalog

pytestmark = [pytest.mark.native, pytest.mark.pure]


def random_network(seed: int, state: int, feature: int, first: int = 16, second: int = 8, **about: object) -> Network:
    rng = random.Random(seed)
    size = (state + feature) * first + first * second + second
    biases = tuple(rng.randrange(-3000, 3000) for _ in range(first + second + 1))
    return Network(state, feature, first, second, rng.randbytes(size), biases, 3, 7, dict(about))


@pytest.mark.needs_kernel
@pytest.mark.parametrize("seed", range(20))
def test_the_kernel_rates_as_python_does(seed: int) -> None:
    rng = random.Random(seed)
    state, feature = rng.randrange(1, 60), rng.randrange(1, 20)
    network = random_network(seed, state, feature, rng.randrange(1, 40), rng.randrange(1, 20))
    seen, rows = rng.randbytes(state), rng.randbytes(feature * rng.randrange(5))
    assert network.rate(seen, rows) == network.rate_in_python(seen, rows)
    assert len(network.rate(seen, rows)) == len(rows) // feature


def test_a_network_is_read_as_it_was_written() -> None:
    network = random_network(1, 5, 3, game="doudizhu")
    again = Network.read(network.dump())
    assert again == network
    assert again.about == {"game": "doudizhu"}


@pytest.mark.parametrize("data", [b"", b"PNG", b"paiju network 1\n{}\n", random_network(1, 5, 3).dump()[:-1]])
def test_what_is_no_network_is_refused(data: bytes) -> None:
    with pytest.raises(NetworkError, match="this is no network"):
        Network.read(data)


def bot(tmp_path: Path, name: str, **changes: object) -> NetBot:
    info = catalog.find(name)
    encoding = encoder_of(info.game(), info.recommended).encoding
    about: dict[str, Any] = {
        "game": name,
        "seats": info.recommended,
        "encoding": encoding.id,
        "history": 16,
        "options": {},
    } | changes
    path = tmp_path / "some.net"
    path.write_bytes(random_network(2, state_size(encoding), encoding.feature_size, **about).dump())
    assert is_network(str(path))
    return NetBot(name, str(path))


@pytest.mark.parametrize("name", ["doudizhu", "holdem", "sanguosha"])
def test_a_network_plays(tmp_path: Path, name: str) -> None:
    info = catalog.find(name)
    game, player = info.game(), bot(tmp_path, name)
    state = game.deal(info.recommended, 4)
    for _ in range(40):
        for decision in game.pending(state)[:1]:
            view = game.view(state, decision.seat)
            action = player.choose(view, decision, limit=1.0)
            assert action in decision.choices
            rows = player.encoder.features(view, decision)
            encoding = player.encoder.encoding
            inputs = state_of(encoding, player.encoder.observe(view, decision)), rows_of(encoding, rows)
            ratings = player.network.rate(*inputs)
            assert len(rows) == 1 or ratings[player.encoder.actions(view, decision).index(action)] == max(ratings)
            state = game.apply(state, decision.seat, action)


def test_a_network_of_another_game_or_encoding_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="plays big_two"):
        bot(tmp_path, "doudizhu", game="big_two")
    with pytest.raises(NetworkError, match="encoding climb/0"):
        bot(tmp_path, "doudizhu", encoding="climb/0")
