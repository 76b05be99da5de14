"""One seat against given bots, as Gymnasium environments: `OneSeat`, and `OneSeatVector` for many tables at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from paiju.bots import registry
from paiju.envs.single import Deal, spaces_of

__all__ = ["OneSeat", "OneSeatVector"]


class OneSeat(gymnasium.Env[Any, Any]):
    """One seat of a table; bots of the given level, or one level for each other seat, play the rest.

    An action beyond the mask is answered with the first choice, which is the safest.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        bots: str | Sequence[str] = "random",
        seat: int = 0,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.deal = Deal(game, **settings)
        self.seat, self.render_mode = seat, render_mode
        others = self.deal.seats - 1
        self.levels = [bots] * others if isinstance(bots, str) else list(bots)
        if len(self.levels) != others:
            raise ValueError(f"{others} bots are needed")
        self.observation_space = spaces_of(self.deal)
        self.action_space = spaces.Discrete(self.deal.most)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        asked = False
        while not asked:  # a deal may end before this seat is asked anything
            self.deal.reset(int(self.np_random.integers(1 << 62)))
            name, first = self.deal.game.name, int(self.np_random.integers(1 << 31))
            self.bots = [registry.make(name, level, first + number) for number, level in enumerate(self.levels)]
            self.bots.insert(self.seat, registry.make(name, "first"))
            self._others()
            asked = not self.deal.is_over
        return self.deal.observation(self.seat), {"left_out": self.deal.left_out}

    def _others(self) -> None:
        deal = self.deal
        while (decision := deal.decision) is not None and decision.seat != self.seat:
            view = deal.game.view(deal.state, decision.seat)
            deal.play(self.bots[decision.seat].choose(view, decision, limit=1.0))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        number = int(action)
        self.deal.step(number if number < len(self.deal.actions) else 0)
        self._others()
        over = self.deal.is_over
        reward = float(self.deal.scores[self.seat])
        return self.deal.observation(self.seat), reward, over, False, {"left_out": self.deal.left_out}

    def render(self) -> Any:
        return self.deal.text()


class OneSeatVector(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Several `OneSeat` tables side by side; one whose deal is over is dealt anew on the next step."""

    metadata: dict[str, Any] = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game: str, num_envs: int, **settings: Any) -> None:
        self.num_envs = num_envs
        self.envs = [OneSeat(game, **settings) for _ in range(num_envs)]
        first = self.envs[0]
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batch_space(first.observation_space, num_envs)
        self.action_space = batch_space(first.action_space, num_envs)
        self._over = [False] * num_envs

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        seeds = (
            [None if seed is None else seed + at for at in range(self.num_envs)] if not isinstance(seed, list) else seed
        )
        found = [env.reset(seed=one) for env, one in zip(self.envs, seeds, strict=True)]
        self._over = [False] * self.num_envs
        return _stacked([one for one, _ in found]), {"left_out": np.array([info["left_out"] for _, info in found])}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        rows: list[tuple[Any, float, bool, bool, dict[str, Any]]] = []
        for at, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            if self._over[at]:
                observation, info = env.reset()
                rows.append((observation, 0.0, False, False, info))
            else:
                rows.append(env.step(action))
            self._over[at] = rows[-1][2]
        observations, rewards, over, cut, infos = zip(*rows, strict=True)
        left_out = np.array([info["left_out"] for info in infos])
        return _stacked(observations), np.array(rewards), np.array(over), np.array(cut), {"left_out": left_out}


def _stacked(observations: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {name: np.stack([one[name] for one in observations]) for name in observations[0]}
