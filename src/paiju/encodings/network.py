"""Small networks that rate the choices of a decision, in whole numbers: the same ratings on any machine.

    network = Network.load(path)
    ratings = network.rate(encoder.observe(view, decision), encoder.features(view, decision))

Inputs are the numbers of an encoding divided by their scales, in sixteenths, from -127 to 127. Both hidden layers clip
to 0 … 127, which stands for 0 … 1. Weights have eight bits, and each layer a shift, so that a product is a shift and
never a division. `paiju train` makes such networks; the kernel runs them, and Python where there is none.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import mul
from pathlib import Path
from typing import Any, Final

from paiju import kernel
from paiju.encodings.encoding import Encoding, Observation, scales

MAGIC: Final = b"paiju network 1\n"
SUFFIX: Final = ".net"
UNIT: Final = 16  # an input of 1


class NetworkError(ValueError):
    """A file that is no network, or one for another encoding."""


@dataclass(frozen=True)
class Network:
    """Layers of whole numbers. `about` says what it was made for and how; `biases` are of both hidden layers and the last.

    `weights` are those of the state and of the features (input by input), of the second layer (output by output), and of
    the last.
    """

    state: int
    feature: int
    first: int
    second: int
    weights: bytes
    biases: tuple[int, ...]
    first_shift: int
    second_shift: int
    about: dict[str, Any] = field(default_factory=dict, compare=False)

    @cached_property
    def _native(self) -> Any:
        if not kernel.HAVE_KERNEL:
            return None
        shifts = self.first_shift, self.second_shift
        sizes = self.state, self.feature, self.first, self.second
        return kernel.native.Network(*sizes, self.weights, list(self.biases), *shifts)

    def rate(self, state: bytes, rows: bytes) -> list[int]:
        """One rating for each choice; more is better. The inputs are those of `state_of` and `rows_of`."""
        found: list[int] = (
            self._native.rate(state, rows) if self._native is not None else self.rate_in_python(state, rows)
        )
        return found

    def rate_in_python(self, state: bytes, rows: bytes) -> list[int]:
        weights, first = array("b", self.weights), self.first
        own = self.state * first
        base = _added(list(self.biases[:first]), array("b", state), weights, 0, first)
        second = own + self.feature * first
        last = second + first * self.second
        found = []
        for at in range(0, len(rows), self.feature):
            sums = _added(base, array("b", rows[at : at + self.feature]), weights, own, first)
            hidden = [_clipped(one >> self.first_shift) for one in sums]
            total = self.biases[-1]
            for j in range(self.second):
                start = second + j * first
                one = self.biases[first + j] + sum(map(mul, hidden, weights[start : start + first]))
                total += _clipped(one >> self.second_shift) * weights[last + j]
            found.append(total)
        return found

    def dump(self) -> bytes:
        head = {
            "state": self.state, "feature": self.feature, "first": self.first, "second": self.second,
            "first_shift": self.first_shift, "second_shift": self.second_shift, "biases": self.biases, "about": self.about,
        }  # fmt: skip
        return MAGIC + json.dumps(head, ensure_ascii=False).encode() + b"\n" + self.weights

    @classmethod
    def read(cls, data: bytes) -> Network:
        try:
            if not data.startswith(MAGIC):
                raise ValueError("it does not begin as a network does")
            head, _, weights = data[len(MAGIC) :].partition(b"\n")
            values = json.loads(head)
            found = cls(weights=weights, **{**values, "biases": tuple(values["biases"])})
            first, second = found.first, found.second
            if len(weights) != (found.state + found.feature) * first + first * second + second:
                raise ValueError("weights are missing")
            if len(found.biases) != first + second + 1:
                raise ValueError("biases are missing")
        except (ValueError, TypeError, KeyError) as error:
            raise NetworkError(f"this is no network: {error}") from None
        return found

    @classmethod
    def load(cls, path: Path | str) -> Network:
        return cls.read(Path(path).read_bytes())


def _added(sums: list[int], inputs: array[int], weights: array[int], start: int, width: int) -> list[int]:
    for at, value in enumerate(inputs):
        if value:
            row = weights[start + at * width : start + at * width + width]
            sums = [one + value * weight for one, weight in zip(sums, row, strict=True)]
    return sums


def _clipped(value: int) -> int:
    return 0 if value < 0 else min(value, 127)


def state_size(encoding: Encoding) -> int:
    return encoding.plane_size + encoding.fact_size + encoding.history * encoding.token_size


def state_of(encoding: Encoding, seen: Observation) -> bytes:
    """An observation as the inputs of a network: planes, facts, tokens."""
    tokens = scales(encoding.token) * encoding.history
    row = array("b", [UNIT * cell for cell in seen.planes])
    row.extend(_inputs(seen.facts, encoding.fact_scales))
    row.extend(_inputs(seen.tokens, tokens))
    return row.tobytes()


def rows_of(encoding: Encoding, features: Sequence[bytes]) -> bytes:
    """The features of choices as the inputs of a network."""
    return b"".join(array("b", _inputs(row, encoding.feature_scales)).tobytes() for row in features)


def _inputs(values: Sequence[int], by: Sequence[int]) -> list[int]:
    return [max(-127, min(127, UNIT * value // scale)) for value, scale in zip(values, by, strict=True)]
