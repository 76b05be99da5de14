"""Networks as ONNX files: to use ours elsewhere, and others' here. Needs `pip install "paiju[onnx]"`.

    Path("mine.onnx").write_bytes(to_onnx(Network.load("mine.net")))
    OnnxNetwork.load("theirs.onnx").rate(state, rows)

A file has the inputs `state` (1, size of the state) and `rows` (choices, size of a feature), 32-bit floats: the numbers of an
encoding divided by their scales, rounded down to sixteenths. Its first output has one rating for each choice; more is better.
The metadata `paiju` says as JSON what it plays: {"game", "seats", "encoding", "history", "options"}.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from paiju.encodings.network import UNIT, Network, NetworkError

SUFFIX: Final = ".onnx"
OPSET: Final = 17


class OnnxNetwork:
    """An ONNX file that rates choices, in the manner of `Network`."""

    def __init__(self, data: bytes) -> None:
        runtime = import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self.session = runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
            meta = self.session.get_modelmeta().custom_metadata_map
            about, shapes = json.loads(meta["paiju"]), {one.name: one.shape for one in self.session.get_inputs()}
            self.state, self.feature = int(shapes["state"][1]), int(shapes["rows"][1])
        except KeyError as error:
            raise NetworkError(f"the ONNX file has no {error}: see docs/learning.md for what it must have") from None
        except Exception as error:
            raise NetworkError(f"this is no ONNX file that can be used: {error}") from None
        if not isinstance(about, dict):
            raise NetworkError("the metadata paiju of an ONNX file must be a JSON object")
        self.about: dict[str, Any] = about

    def rate(self, state: bytes, rows: bytes) -> list[float]:
        """One rating for each choice; more is better."""
        import numpy as np

        seen = np.frombuffer(state, np.int8).astype(np.float32).reshape(1, self.state) / UNIT
        listed = np.frombuffer(rows, np.int8).astype(np.float32).reshape(-1, self.feature) / UNIT
        (rated,) = self.session.run([self.session.get_outputs()[0].name], {"state": seen, "rows": listed})
        found: list[float] = rated.reshape(-1).tolist()
        return found

    @classmethod
    def load(cls, path: Path | str) -> OnnxNetwork:
        return cls(Path(path).read_bytes())


def to_onnx(network: Network) -> bytes:
    """The same ratings but for rounding, up to a factor."""
    import numpy as np

    onnx = import_module("onnx")
    helper, of = onnx.helper, onnx.numpy_helper.from_array
    first, second = network.first, network.second
    weights = np.frombuffer(network.weights, np.int8).astype(np.float32)
    own, last = network.state * first, (network.state + network.feature) * first + first * second
    # a hidden layer stands for 0 … 1, which is 0 … 128 in whole numbers; an input of 1 is UNIT
    near = UNIT / (128 << network.first_shift)
    biases = np.array(network.biases, np.float32)
    values = {
        "of_state": weights[:own].reshape(-1, first) * near,
        "of_rows": weights[own : own + network.feature * first].reshape(-1, first) * near,
        "first_bias": biases[:first] / (128 << network.first_shift),
        "of_first": weights[last - first * second : last].reshape(second, first).T / (1 << network.second_shift),
        "second_bias": biases[first : first + second] / (128 << network.second_shift),
        "of_second": weights[last:].reshape(second, 1) / 64,
        "zero": np.array(0, np.float32),
        "one": np.array(127 / 128, np.float32),
    }
    nodes = [
        ("MatMul", ["state", "of_state"], "seen"),
        ("MatMul", ["rows", "of_rows"], "offered"),
        ("Add", ["seen", "first_bias"], "base"),
        ("Add", ["offered", "base"], "first_sum"),
        ("Clip", ["first_sum", "zero", "one"], "first"),
        ("MatMul", ["first", "of_first"], "second_part"),
        ("Add", ["second_part", "second_bias"], "second_sum"),
        ("Clip", ["second_sum", "zero", "one"], "second"),
        ("MatMul", ["second", "of_second"], "ratings"),
    ]
    number = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [helper.make_node(kind, inputs, [output]) for kind, inputs, output in nodes],
        "paiju",
        [
            helper.make_tensor_value_info("state", number, [1, network.state]),
            helper.make_tensor_value_info("rows", number, ["choices", network.feature]),
        ],
        [helper.make_tensor_value_info("ratings", number, ["choices", 1])],
        [of(value.astype(np.float32), name) for name, value in values.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    helper.set_model_props(model, {"paiju": json.dumps(network.about, ensure_ascii=False)})
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())
