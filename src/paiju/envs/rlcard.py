"""The interface of RLCard's environments, for agents that were written for it: its Dou Dizhu and both kinds of hold'em.

    env = make("doudizhu", {"seed": 7})
    env.set_agents([agent] * env.num_players)
    trajectories, payoffs = env.run(is_training=False)

The rules, observations and numbers of actions are this project's. `obs` is one flat vector: planes, scaled facts and
tokens. Legal actions are ids of the fixed table, each with its features. RLCard itself is not needed.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

import numpy as np

from paiju.encodings import IdTable
from paiju.envs.single import Deal

__all__ = ["Env", "make"]

GAMES: Final[dict[str, tuple[str, dict[str, object], int]]] = {
    "doudizhu": ("doudizhu", {}, 3),
    "limit-holdem": ("holdem", {"game_type": "limit"}, 2),
    "no-limit-holdem": ("holdem", {}, 2),
}


class Env:
    """See the module."""

    def __init__(self, name: str, config: dict[str, Any] | None = None) -> None:
        config = config or {}
        game, options, seats = GAMES[name]
        self.name = name
        self.deal = Deal(game, options=options, seats=int(config.get("game_num_players", seats)), most=1 << 16)
        ids = self.deal.encoder.ids()
        assert isinstance(ids, IdTable)
        self.ids = ids
        self.num_players, self.num_actions = self.deal.seats, len(ids)
        encoding = self.deal.encoding
        size = encoding.plane_size + encoding.fact_size + encoding.history * encoding.token_size
        self.state_shape = [[size]] * self.num_players
        self.action_shape = [[encoding.feature_size]] * self.num_players
        self.agents: list[Any] = []
        self.action_recorder: list[tuple[int, str]] = []
        self.timestep = 0
        self.seed(config.get("seed"))

    def seed(self, seed: int | None = None) -> None:
        self.np_random = np.random.default_rng(seed)

    def set_agents(self, agents: list[Any]) -> None:
        self.agents = agents

    def reset(self) -> tuple[dict[str, Any], int]:
        self.action_recorder, self.timestep = [], 0
        self.deal.reset(int(self.np_random.integers(1 << 62)))
        return self.get_state(self.deal.seat), self.deal.seat

    def step(self, action: Any, raw_action: bool = False) -> tuple[dict[str, Any], int]:
        """An id, or with `raw_action` the text of a choice."""
        seat, deal = int(self.deal.seat), self.deal
        rows = self._legal()
        number = [str(one) for one in deal.actions].index(action) if raw_action else list(rows).index(int(action))
        self.action_recorder.append((seat, str(deal.actions[number])))
        self.timestep += 1
        deal.step(number)
        return self.get_state(deal.seat), deal.seat

    def is_over(self) -> bool:
        return self.deal.is_over

    def get_player_id(self) -> int:
        return self.deal.seat

    def get_payoffs(self) -> Any:
        return np.array(self.deal.scores, float)

    def _legal(self) -> OrderedDict[int, Any]:
        deal = self.deal
        if deal.decision is None:
            return OrderedDict()
        rows = deal.encoder.features(deal.game.view(deal.state, deal.decision.seat), deal.decision)
        return OrderedDict((self.ids.id(row), np.frombuffer(row, np.uint8)) for row in rows)

    def get_state(self, player_id: int) -> dict[str, Any]:
        deal, encoding = self.deal, self.deal.encoding
        decision = deal.decision if deal.seat == player_id else None
        view = deal.game.view(deal.state, deal.seat if decision is not None else player_id)  # type: ignore[arg-type]
        seen = deal.encoder.observe(view, decision)
        legal = self._legal() if decision is not None else OrderedDict()
        texts = [str(action) for action in deal.actions] if decision is not None else []
        return {
            "obs": np.concatenate(
                (
                    np.frombuffer(seen.planes, np.uint8),
                    np.array(seen.facts) / np.array(encoding.fact_scales),
                    seen.tokens,
                )
            ).astype(np.float32),
            "legal_actions": legal,
            "raw_obs": view,
            "raw_legal_actions": texts,
            "action_record": self.action_recorder,
        }

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], Any]:
        """One deal: the states and actions of each player in turn, and the payoffs."""
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player = self.reset()
        trajectories[player].append(state)
        while not self.is_over():
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trajectories[player].append(action)
            state, player = self.step(action, getattr(agent, "use_raw", False))
            if not self.is_over():
                trajectories[player].append(state)
        for seat in range(self.num_players):
            trajectories[seat].append(self.get_state(seat))
        return trajectories, self.get_payoffs()


def make(name: str, config: dict[str, Any] | None = None) -> Env:
    """An environment by RLCard's name: doudizhu, limit-holdem or no-limit-holdem."""
    if name not in GAMES:
        raise ValueError(f"there are {', '.join(GAMES)}")
    return Env(name, config)
