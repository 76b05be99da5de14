"""A bot that plays by a network file: `paiju arena doudizhu --bots my.net,easy`; an ONNX file will do as well."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from paiju.encodings import Encoder, encoder_of, onnx
from paiju.encodings.network import SUFFIX, Network, NetworkError, rows_of, state_of, state_size
from paiju.games import catalog
from paiju.games.contract import Decision, View

__all__ = ["NetBot", "is_network"]


def is_network(name: str) -> bool:
    """Whether a bot's name is a network file."""
    return name.endswith((SUFFIX, onnx.SUFFIX))


@lru_cache(maxsize=16)
def load(path: str, changed: int) -> Network | onnx.OnnxNetwork:
    return onnx.OnnxNetwork.load(path) if path.endswith(onnx.SUFFIX) else Network.load(path)


class NetBot:
    """Takes the choice that the network rates highest, the first of equals."""

    quick = True

    def __init__(self, game: str, path: str) -> None:
        self.network = load(path, Path(path).stat().st_mtime_ns)
        about = self.network.about
        if missing := {"game", "seats", "encoding", "history"} - about.keys():
            raise NetworkError(f"the network does not say its {', '.join(sorted(missing))}")
        if about.get("game") != catalog.find(game).id:
            raise NetworkError(f"this network plays {about.get('game')}, not {game}")
        self.encoder: Encoder = encoder_of(
            catalog.find(game).game(about.get("options")), about["seats"], history=about["history"]
        )
        encoding = self.encoder.encoding
        sizes = self.network.state, self.network.feature
        if about.get("encoding") != encoding.id or sizes != (state_size(encoding), encoding.feature_size):
            raise NetworkError(f"this network was made for the encoding {about.get('encoding')}, not {encoding.id}")

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        encoder, encoding = self.encoder, self.encoder.encoding
        actions = encoder.actions(view, decision)
        if len(actions) == 1:
            return actions[0]
        state = state_of(encoding, encoder.observe(view, decision))
        ratings: list[Any] = [*self.network.rate(state, rows_of(encoding, encoder.features(view, decision)))]
        return actions[max(range(len(actions)), key=ratings.__getitem__)]
