"""Training: small runs that are repeated exactly, go on where they stopped, and leave a network that plays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch", reason="PyTorch comes with paiju[train]")

from paiju.bots.net import NetBot  # noqa: E402
from paiju.cli.train import strengths  # noqa: E402
from paiju.encodings.network import Network  # noqa: E402
from paiju.envs import VecEnv  # noqa: E402
from paiju.envs.training import CONFIGS, Actor, Config, Inputs, Trainer, quantized  # noqa: E402
from paiju.games import catalog  # noqa: E402

torch.set_num_threads(1)
SMALL: dict[str, Any] = {
    "lanes": 8, "first": 16, "second": 8, "critic": 16, "start_updates": 3, "teacher_deals": 4, "epochs": 2, "batch": 64, "steps": 16,
    "self_updates": 3, "evaluate_deals": 1, "bots": ["random"],
}  # fmt: skip


def trained(folder: Path, game: str = "doudizhu", **changes: Any) -> Trainer:
    trainer = Trainer(Config.of(game, {**SMALL, **changes}), folder)
    assert list(trainer.run())
    return trainer


@pytest.mark.parametrize("name", [info.id for info in catalog.infos() if info.id != "sanguosha"])
def test_every_game_can_be_trained(tmp_path: Path, name: str) -> None:
    trained(tmp_path, name, self_updates=1, teacher_deals=1, epochs=1)
    info = catalog.find(name)
    NetBot(info.id, str(tmp_path / "latest.net"))


def test_a_training_is_repeated_exactly(tmp_path: Path) -> None:
    one, two = trained(tmp_path / "one"), trained(tmp_path / "two")
    assert (tmp_path / "one" / "latest.net").read_bytes() == (tmp_path / "two" / "latest.net").read_bytes()
    assert one.network() == two.network()
    assert one.network() != trained(tmp_path / "three", seed=2).network()


def test_a_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    first = trained(tmp_path)
    again = trained(tmp_path, self_updates=5)
    assert (first.updates, again.updates) == (3, 5)
    assert again.deals > first.deals
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    phases = [line["phase"] for line in lines]
    assert (set(phases[:-2]), phases[-2:]) == ({"imitation"}, ["self-play", "self-play"])


def agreement(trainer: Trainer) -> float:
    """How often the actor chooses what the kernel does at a glance, where there are three choices or more."""
    env = VecEnv("doudizhu", 64, fast_seed=99, hidden=True)
    arrays, right, seen = env.reset(), 0, 0
    for _ in range(20):
        glances, counts = np.array(env.glances()), np.diff(arrays.offsets)
        asked = (glances >= 0) & (counts > 2)
        right += int((trainer._choose(arrays, Inputs(trainer.encoding)).chosen == glances)[asked].sum())
        seen += int(asked.sum())
        env.step(np.where(glances >= 0, glances, 0))
    return right / seen


@pytest.mark.needs_kernel
def test_the_glance_of_the_kernel_is_learned(tmp_path: Path) -> None:
    trainer = Trainer(Config.of("doudizhu", {"start_updates": 300, "minutes": 0.0}), tmp_path)
    before = agreement(trainer)
    list(trainer.follow(0.0, 0.0))
    assert agreement(trainer) > before + 0.06


@pytest.mark.parametrize("name", [info.id for info in catalog.infos()])
def test_every_game_has_its_config(name: str) -> None:
    assert (CONFIGS / f"{name}.toml").is_file()
    config = Config.of(name)
    assert config.game == name
    assert len({*config.bots}) == len(config.bots)


def test_whole_numbers_rate_as_the_actor_does() -> None:
    torch.manual_seed(3)
    actor = Actor(60, 20, 32, 16)
    with torch.no_grad():
        for one in actor.parameters():
            one.mul_(3)
    actor.bound()
    network = quantized(actor, {})
    rng = np.random.default_rng(1)
    state = rng.integers(-16, 17, 60).astype(np.int8)
    rows = rng.integers(0, 17, (200, 20)).astype(np.int8)
    exact = actor(torch.from_numpy(state)[None] / 16, torch.from_numpy(rows) / 16, torch.zeros(200, dtype=torch.int64))
    rated = np.array(network.rate(state.tobytes(), rows.tobytes()))
    assert np.corrcoef(exact.detach().numpy(), rated)[0, 1] > 0.995


def test_settings_are_checked() -> None:
    assert Config.of("holdem").target == "score"
    written = Config.of("doudizhu", {"lanes": "16", "minutes": "2", "bots": '["first"]', "teacher": "easy"})
    assert (written.lanes, written.minutes, written.bots, written.teacher) == (16, 2.0, ["first"], "easy")
    for name, value in (("layers", 9), ("game", "big_two"), ("lanes", "many"), ("lanes", "1.5"), ("bots", "3")):
        with pytest.raises(ValueError, match=name):
            Config.of("doudizhu", {name: value})


def test_strength_is_measured_by_role(tmp_path: Path) -> None:
    trained(tmp_path, self_updates=1)
    found = strengths("doudizhu", tmp_path / "latest.net", ["random"], 2)
    assert set(found) == {"random"}
    assert found["random"] * 4 in range(5)
    assert Network.load(tmp_path / "latest.net").about["game"] == "doudizhu"
