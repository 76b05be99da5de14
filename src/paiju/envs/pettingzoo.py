"""Every game as a PettingZoo environment of turns (AEC).

    env = aec("doudizhu")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else policy(observation))

An observation is a dictionary: planes, facts and tokens of the encoding, features of the choices, and `action_mask`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from paiju.envs.single import Deal, spaces_of

__all__ = ["Aec", "aec"]


class Aec(AECEnv):  # type: ignore[misc]
    """See the module. `render_mode` is None, "ansi" (text is returned) or "human" (it is printed)."""

    def __init__(self, deal: Deal, render_mode: str | None = None) -> None:
        super().__init__()
        self.deal, self.render_mode = deal, render_mode
        self.metadata = {
            "name": f"paiju_{deal.game.name}_v{deal.encoding.version}",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(deal.seats)]
        space = spaces_of(deal)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(deal.most) for agent in self.possible_agents}
        self._seeds = np.random.default_rng(0)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next deal; with a seed, the first of a repeatable row of deals."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.deal.reset(int(self._seeds.integers(1 << 62)))
        while self.deal.is_over:  # nobody was asked anything
            self.deal.reset(int(self._seeds.integers(1 << 62)))
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.deal.seat]
        self.infos[self.agent_selection] = {"left_out": self.deal.left_out}

    def observe(self, agent: str) -> Any:
        return self.deal.observation(self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.deal.step(int(action))
        if self.deal.is_over:
            self.rewards = {agent: float(score) for agent, score in zip(self.agents, self.deal.scores, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        text = self.deal.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None: ...


def aec(game: str, *, render_mode: str | None = None, **settings: Any) -> Aec:
    """A game of the catalog; the settings are those of `paiju.envs.single.Deal`."""
    return Aec(Deal(game, **settings), render_mode)
