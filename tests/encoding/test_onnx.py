"""Networks as ONNX files: the same choices as our own, and clear words for files that cannot play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
onnx = pytest.importorskip("onnx", reason="ONNX comes with paiju[onnx]")
pytest.importorskip("onnxruntime", reason="ONNX comes with paiju[onnx]")

from paiju.arena.contest import Contest, play_deal  # noqa: E402
from paiju.bots.net import NetBot, is_network  # noqa: E402
from paiju.encodings import encoder_of  # noqa: E402
from paiju.encodings.network import Network, NetworkError, state_size  # noqa: E402
from paiju.encodings.onnx import OnnxNetwork, to_onnx  # noqa: E402
from paiju.games import catalog  # noqa: E402


def network(name: str = "doudizhu", **about: Any) -> Network:
    """Weights at random, small enough that few hidden numbers are clipped."""
    encoding = encoder_of(catalog.find(name).game(), 3).encoding
    rng, first, second = np.random.default_rng(4), 16, 8
    size = (state_size(encoding) + encoding.feature_size) * first + first * second + second
    weights = rng.integers(-60, 61, size).astype(np.int8).tobytes()
    biases = tuple(rng.integers(0, 2000, first + second + 1).tolist())
    known = {"game": name, "seats": 3, "encoding": encoding.id, "history": encoding.history, "options": {}}
    return Network(
        state_size(encoding), encoding.feature_size, first, second, weights, biases, 5, 7, {**known, **about}
    )


def test_an_onnx_file_rates_as_the_network_does() -> None:
    one = network()
    other = OnnxNetwork(to_onnx(one))
    rng = np.random.default_rng(1)
    state = (rng.integers(0, 2, one.state) * 16).astype(np.int8).tobytes()
    rows = (rng.integers(0, 2, (40, one.feature)) * 16).astype(np.int8).tobytes()
    ours, theirs = np.array(one.rate(state, rows)), np.array(other.rate(state, rows))
    assert np.ptp(ours) > 1000  # else rounding is all there is
    assert np.corrcoef(ours, theirs)[0, 1] > 0.999
    assert other.about == one.about


def test_an_onnx_file_plays(tmp_path: Path) -> None:
    path = tmp_path / "mine.onnx"
    path.write_bytes(to_onnx(network()))
    assert is_network(str(path))
    result = play_deal(Contest("doudizhu", (str(path), "random"), 1, limit=5.0), 0)
    assert [faults.total for faults in result.faults] == [0, 0]


def test_files_that_cannot_play_say_why(tmp_path: Path) -> None:
    cases = [
        (to_onnx(network(game="big_two")), "plays big_two, not doudizhu"),
        (to_onnx(network(encoding="climb/0")), "made for the encoding climb/0"),
        (b"nothing", "no ONNX file"),
    ]
    for metadata, words in (
        ({}, "has no 'paiju'"),
        ({"paiju": "[]"}, "must be a JSON object"),
        ({"paiju": json.dumps({"game": "doudizhu"})}, "does not say its encoding, history, seats"),
    ):
        model = onnx.load_from_string(to_onnx(network()))
        del model.metadata_props[:]
        onnx.helper.set_model_props(model, metadata)
        cases.append((model.SerializeToString(), words))
    for number, (data, words) in enumerate(cases):
        path = tmp_path / f"{number}.onnx"
        path.write_bytes(data)
        with pytest.raises(NetworkError, match=words):
            NetBot("doudizhu", str(path))
