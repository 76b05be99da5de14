"""Training a small network for a game: imitation of a bot first, then self-play on Monte Carlo returns.

The actor rates every legal choice from an observation and the choice's features. It first learns to choose as a teacher
does: as the kernel plays at a glance where it can, else as a bot. Then it plays all seats against itself, and every choice is
made likelier or rarer by how the deal ended for its seat, measured against what a critic expected who sees all cards. Only the
actor is kept, as a `Network` of whole numbers.

The same config and seed give the same training as long as it is bounded by games and not by the clock.
"""

from __future__ import annotations

import json
import os
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import nn

from paiju.bots import make
from paiju.encodings import Encoding, encoder_of
from paiju.encodings.encoding import scales
from paiju.encodings.network import UNIT, Network, rows_of, state_of, state_size
from paiju.envs.vector import Arrays, VecEnv
from paiju.games import catalog

CONFIGS: Final = Path(__file__).with_name("configs")


@dataclass(frozen=True)
class Config:
    """How to train; what each field is says configs/default.toml."""

    game: str
    lanes: int
    first: int
    second: int
    critic: int
    target: str
    score_scale: float
    teacher: str
    start_part: float
    epochs: int
    batch: int
    learning_rate: float
    self_rate: float
    clip: float
    entropy: float
    steps: int
    minutes: float
    evaluate_deals: int
    bots: list[str]
    history: int
    seed: int = 1
    teacher_deals: int = 0  # 0: as many as the time allows
    start_updates: int = 0  # the same, where the kernel is the teacher
    self_updates: int = 0  # the same

    @classmethod
    def of(cls, game: str, changes: Mapping[str, Any] | None = None) -> Config:
        """The config of a game: the defaults, its own file, then these changes."""
        name = catalog.find(game).id
        values: dict[str, Any] = tomllib.loads((CONFIGS / "default.toml").read_text(encoding="utf-8"))
        own = CONFIGS / f"{name}.toml"
        if own.is_file():
            values |= tomllib.loads(own.read_text(encoding="utf-8"))
        known = {one.name: values.get(one.name, one.default) for one in fields(cls)}
        for key, value in (changes or {}).items():
            if key not in known or key == "game":
                raise ValueError(f"no such setting: {key}")
            values[key] = _setting(key, value, type(known[key]))
        return cls(game=name, **values)


def _setting(name: str, value: Any, kind: type) -> Any:
    """A value of this kind, from text as a config file has it; quotes around a word may be left out."""
    if isinstance(value, str) and kind is not str:
        try:
            value = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            raise ValueError(f"{name} cannot be {value}") from None
    value = float(value) if kind is float and isinstance(value, int) else value
    if not isinstance(value, kind):
        raise ValueError(f"{name} cannot be {value}")
    return value


# Networks -----------------------------------------------------------------------------------------------------------


class Actor(nn.Module):
    """Rates choices. Hidden layers clip to 0 … 1, and weights to ±1, as the network of whole numbers does."""

    def __init__(self, state: int, feature: int, first: int, second: int) -> None:
        super().__init__()
        self.state, self.feature = nn.Linear(state, first), nn.Linear(feature, first, bias=False)
        self.second, self.last = nn.Linear(first, second), nn.Linear(second, 1)

    def forward(self, state: Any, rows: Any, owner: Any) -> Any:
        """Ratings of all rows; `owner` says which state each belongs to."""
        hidden = (self.state(state)[owner] + self.feature(rows)).clamp(0, 1)
        return self.last(self.second(hidden).clamp(0, 1)).squeeze(-1)

    @torch.no_grad()
    def bound(self) -> None:
        for one in (self.state, self.feature, self.second, self.last):
            one.weight.clamp_(-1, 1)


class Critic(nn.Module):
    """Expects how a deal ends for the seat to act, knowing all cards."""

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1)
        )

    def forward(self, seen: Any) -> Any:
        return self.layers(seen).squeeze(-1)


def quantized(actor: Actor, about: dict[str, Any]) -> Network:
    """The actor in whole numbers."""
    state, feature = actor.state.weight.detach().numpy().T, actor.feature.weight.detach().numpy().T
    second, last = actor.second.weight.detach().numpy(), actor.last.weight.detach().numpy()[0]
    first_scale = _scale(max(np.abs(state).max(), np.abs(feature).max()))
    second_scale, last_scale = _scale(np.abs(second).max()), _scale(np.abs(last).max())
    rows = (
        (state, first_scale), (feature, first_scale), (second, second_scale), (last, last_scale),
    )  # fmt: skip
    weights = b"".join(np.clip(np.rint(row * by), -127, 127).astype(np.int8).tobytes() for row, by in rows)
    biases = (
        *np.rint(actor.state.bias.detach().numpy() * first_scale * UNIT).astype(int).tolist(),
        *np.rint(actor.second.bias.detach().numpy() * second_scale * 128).astype(int).tolist(),
        int(np.rint(actor.last.bias.item() * last_scale * 128)),
    )
    shifts = (first_scale * UNIT // 128).bit_length() - 1, second_scale.bit_length() - 1
    sizes = (*state.shape, *second.shape[:1])
    return Network(sizes[0], feature.shape[0], sizes[1], sizes[2], weights, biases, *shifts, about)


def _scale(largest: float) -> int:
    """The greatest power of two that keeps weights within eight bits; 1 stands for 128 in a hidden layer."""
    scale = 64
    while scale < 1024 and 2 * scale * largest <= 127:
        scale *= 2
    return scale


# Decisions as numbers -----------------------------------------------------------------------------------------------


@dataclass
class Batch:
    """Decisions: inputs of the network, in sixteenths, and what came of them."""

    state: Any  # int8 (n, state)
    hidden: Any  # uint8 (n, hidden)
    rows: Any  # int8 (all choices, features)
    counts: Any  # int64 (n): choices of each
    chosen: Any  # int64 (n)
    target: Any  # float32 (n)
    log_chance: Any  # float32 (n): of what was chosen, when it was

    def __len__(self) -> int:
        return len(self.counts)

    def some(self, which: Any) -> Batch:
        ends = np.cumsum(self.counts)
        starts = ends - self.counts
        counts = self.counts[which]
        shift = np.repeat(starts[which] - (np.cumsum(counts) - counts), counts)
        rows = self.rows[np.arange(int(counts.sum())) + shift]
        one = self.state[which], self.hidden[which], rows, counts, self.chosen[which]
        return Batch(*one, self.target[which], self.log_chance[which])

    @staticmethod
    def joined(batches: list[Batch]) -> Batch:
        return Batch(*[np.concatenate([getattr(one, name.name) for one in batches]) for name in fields(Batch)])

    def tensors(self) -> tuple[Any, Any, Any, Any]:
        """State, state with hidden cards, rows, and the owner of each row."""
        state = torch.from_numpy(self.state).float() / UNIT
        hidden = torch.from_numpy(self.hidden).float()
        owner = torch.repeat_interleave(torch.arange(len(self)), torch.from_numpy(self.counts))
        return state, torch.cat((state, hidden), 1), torch.from_numpy(self.rows).float() / UNIT, owner


class Inputs:
    """Turns what an environment writes into inputs of a network."""

    def __init__(self, encoding: Encoding) -> None:
        self.facts = np.array(encoding.fact_scales, np.int64)
        self.tokens = np.array(scales(encoding.token) * encoding.history, np.int64)
        self.features = np.array(encoding.feature_scales, np.int64)

    def state(self, arrays: Arrays) -> Any:
        n = len(arrays.seats)
        planes = arrays.planes.reshape(n, -1).astype(np.int8) * np.int8(UNIT)
        facts = _clipped(arrays.facts, self.facts)
        return np.concatenate((planes, facts, _clipped(arrays.tokens.reshape(n, -1), self.tokens)), 1)

    def rows(self, arrays: Arrays) -> Any:
        return _clipped(arrays.features[: arrays.offsets[-1]], self.features)


def _clipped(values: Any, by: Any) -> Any:
    return np.clip(UNIT * values.astype(np.int64) // by, -127, 127).astype(np.int8)


# Imitation ----------------------------------------------------------------------------------------------------------


def watched(config: Config, seed: int, deals: int, until: float) -> Batch | None:
    """Deals played by the teacher, until this time if they are not enough; decisions without a choice are left out."""
    game, seats = catalog.find(config.game).game(), catalog.find(config.game).recommended
    encoder = encoder_of(game, seats, history=config.history)
    encoding = encoder.encoding
    states: list[bytes] = []
    hidden: list[bytes] = []
    rows: list[bytes] = []
    counts: list[int] = []
    chosen: list[int] = []
    targets: list[float] = []
    for number in range(deals):
        if time.time() > until:
            break
        state = game.deal(seats, seed + number)
        bots = [make(config.game, config.teacher, seed=number * seats + seat) for seat in range(seats)]
        movers: list[int] = []
        while pending := game.pending(state):
            decision = pending[0]
            view = game.view(state, decision.seat)
            action = decision.choices.resolve(decision.seat, bots[decision.seat].choose(view, decision, limit=0.05))
            actions = encoder.actions(view, decision)
            if len(actions) > 1 and action in actions:
                states.append(state_of(encoding, encoder.observe(view, decision)))
                hidden.append(encoder.hidden(state, decision.seat))
                rows.append(rows_of(encoding, encoder.features(view, decision)))
                counts.append(len(actions))
                chosen.append(actions.index(action))
                movers.append(decision.seat)
            state = game.apply(state, decision.seat, action)
        outcome = game.outcome(state)
        assert outcome is not None
        scores = targets_of(config, np.array(outcome.scores))
        targets += [scores[seat] for seat in movers]
    if not counts:
        return None
    return Batch(
        np.frombuffer(b"".join(states), np.int8).reshape(len(counts), -1),
        np.frombuffer(b"".join(hidden), np.uint8).reshape(len(counts), -1),
        np.frombuffer(b"".join(rows), np.int8).reshape(sum(counts), -1),
        np.array(counts, np.int64),
        np.array(chosen, np.int64),
        np.array(targets, np.float32),
        np.zeros(len(counts), np.float32),
    )


def targets_of(config: Config, scores: Any) -> Any:
    """What scores are to the learner."""
    if config.target == "win":
        return np.sign(scores).astype(np.float32)
    return np.clip(scores / config.score_scale, -3, 3).astype(np.float32)


def _log_chances(ratings: Any, owner: Any, size: int) -> Any:
    """The logarithm of each row's chance among the choices of its owner."""
    top = torch.full((size,), -torch.inf).scatter_reduce(0, owner, ratings.detach(), "amax")
    exact = ratings - top[owner]
    total = torch.zeros(size).index_add(0, owner, exact.exp())
    return exact - total.log()[owner]


# Training -----------------------------------------------------------------------------------------------------------


@dataclass
class Progress:
    """Where a training stands: a line of its log."""

    phase: str
    seconds: float
    decisions: int = 0
    deals: int = 0
    loss: float = 0.0
    epoch: int = 0  # of the imitation
    agreement: float = 0.0  # with the teacher in it
    entropy: float = 0.0
    strength: dict[str, float] = field(default_factory=dict)  # part of seats won against each bot


Evaluate = Callable[[Path], dict[str, float]]


class Trainer:
    """One training in one folder: config.json, log.jsonl, checkpoint.pt, latest.net and best.net."""

    def __init__(self, config: Config, folder: Path, evaluate: Evaluate | None = None) -> None:
        self.config, self.folder, self.evaluate = config, folder, evaluate
        torch.manual_seed(config.seed)
        self.rng = np.random.default_rng(config.seed)
        info = catalog.find(config.game)
        self.seats = info.recommended
        self.encoding = encoder_of(info.game(), self.seats, history=config.history).encoding
        size = state_size(self.encoding)
        self.actor = Actor(size, self.encoding.feature_size, config.first, config.second)
        self.critic = Critic(size + self.encoding.hidden_size, config.critic)
        self.optimizer = torch.optim.Adam([*self.actor.parameters(), *self.critic.parameters()], config.learning_rate)
        self.spent, self.decisions, self.deals, self.updates, self.best = 0.0, 0, 0, 0, -1.0
        self.phase = "imitation"
        folder.mkdir(parents=True, exist_ok=True)
        self._resume()

    # -- files -----------------------------------------------------------------------------------------------------

    def _resume(self) -> None:
        path = self.folder / "checkpoint.pt"
        if not path.is_file():
            (self.folder / "config.json").write_text(json.dumps(asdict(self.config), indent=1), encoding="utf-8")
            return
        saved = torch.load(path, weights_only=True)
        self.actor.load_state_dict(saved["actor"])
        self.critic.load_state_dict(saved["critic"])
        self.optimizer.load_state_dict(saved["optimizer"])
        for name in ("spent", "decisions", "deals", "updates", "best", "phase"):
            setattr(self, name, saved[name])
        self.rng = np.random.default_rng((self.config.seed, self.updates))

    def save(self) -> Path:
        state = {
            "actor": self.actor.state_dict(),
            "critic": self.critic.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }
        for name in ("spent", "decisions", "deals", "updates", "best", "phase"):
            state[name] = getattr(self, name)
        temporary = self.folder / "checkpoint.tmp"
        torch.save(state, temporary)
        temporary.replace(self.folder / "checkpoint.pt")
        path = self.folder / "latest.net"
        path.write_bytes(self.network().dump())
        return path

    def network(self) -> Network:
        config = self.config
        about = {
            "game": config.game, "seats": self.seats, "encoding": self.encoding.id, "history": config.history,
            "options": {}, "decisions": self.decisions, "deals": self.deals, "seed": config.seed,
        }  # fmt: skip
        return quantized(self.actor, about)

    def _log(self, progress: Progress) -> Progress:
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(progress)) + "\n")
        return progress

    # -- both phases -----------------------------------------------------------------------------------------------

    def run(self) -> Iterator[Progress]:
        """Train to the end of the time, or of the updates; a line of progress now and then."""
        begun = time.time() - self.spent
        end = begun + 60 * self.config.minutes
        if self.phase != "self-play":
            until = begun + 60 * self.config.minutes * self.config.start_part
            env = VecEnv(self.config.game, 1)
            has_glance = env.native and env.policy is not None
            yield from self.follow(begun, until) if has_glance else self.imitate(begun, until)
            self.phase, self.updates = "self-play", 0
            yield self._measured(begun, Progress("imitation", time.time() - begun, self.decisions, self.deals))
        yield from self.play(begun, end)

    def _measured(self, begun: float, progress: Progress) -> Progress:
        self.spent = time.time() - begun
        path = self.save()
        if self.evaluate is not None:
            progress.strength = self.evaluate(path)
            mean = sum(progress.strength.values()) / max(1, len(progress.strength))
            if mean > self.best:
                self.best = mean
                (self.folder / "best.net").write_bytes(path.read_bytes())
        self.spent = time.time() - begun
        return self._log(progress)

    def _learn(self, loss: Any) -> None:
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.actor.parameters(), 1.0)
        nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
        self.optimizer.step()
        self.actor.bound()

    def _learn_less(self, rate: float, updates: int, begun: float, until: float) -> None:
        """Sets the learning rate: it falls to a tenth by the end of a phase, of so many updates or at this time."""
        done = self.updates / updates if updates else (time.time() - begun) / (until - begun)
        self.optimizer.param_groups[0]["lr"] = rate * max(0.1, 1 - done)

    def follow(self, begun: float, until: float) -> Iterator[Progress]:
        """The actor plays all seats of all lanes, and learns to choose what the kernel would at a glance. Where that says nothing,
        in auctions and tribute, every choice is played out, and made likelier by what it brings more than the others."""
        config = self.config
        env = VecEnv(
            config.game, config.lanes, fast_seed=config.seed + self.updates, hidden=True, history=config.history
        )
        arrays, inputs, last_shown = env.reset(), Inputs(self.encoding), time.time()
        agreed = 0.0
        while self.updates < config.start_updates if config.start_updates else time.time() < until:
            self._learn_less(config.learning_rate, config.start_updates, begun, until)
            batch, glances = self._seen(arrays, inputs), np.frombuffer(env.glances(), np.int64)
            starts = np.cumsum(batch.counts) - batch.counts
            state, _, rows, owner = batch.tensors()
            log_chances = _log_chances(self.actor(state, rows, owner), owner, len(batch))
            chances = log_chances.exp()
            shown = np.flatnonzero((glances >= 0) & (batch.counts > 1))
            wanted = log_chances[torch.from_numpy(starts[shown] + glances[shown])]
            weighed = np.flatnonzero(np.repeat((glances < 0) & (batch.counts > 1), batch.counts))
            values = torch.zeros(len(chances))
            brought = targets_of(config, np.frombuffer(env.play_outs(weighed, self.updates), np.int64))
            values[torch.from_numpy(weighed)] = torch.from_numpy(brought.astype(np.float32))
            gained = (chances * values).sum()
            self._learn((-wanted.sum() - gained) / len(batch))
            chosen, _ = self._drawn(log_chances.detach().numpy(), batch.counts)
            env.step(chosen)
            agreed += 0.01 * (float(np.mean(chosen[shown] == glances[shown])) - agreed) if len(shown) else 0.0
            self.updates += 1
            self.deals += int(arrays.dones.sum())
            self.decisions += len(shown)
            if time.time() - last_shown > self._pause:
                progress = Progress(
                    "imitation",
                    time.time() - begun,
                    self.decisions,
                    self.deals,
                    -float(wanted.detach().mean()),
                    agreement=agreed,
                )
                yield self._measured(begun, progress)
                last_shown = time.time()

    @property
    def _pause(self) -> float:
        """Seconds between two points of the curve."""
        return max(20.0, 6.0 * self.config.minutes)

    def imitate(self, begun: float, until: float) -> Iterator[Progress]:
        config, workers = self.config, max(1, min(2, os.cpu_count() or 1))
        deals = config.teacher_deals or 1 << 20
        until = until if not config.teacher_deals else float("inf")
        share = [deals // workers + (at < deals % workers) for at in range(workers)]
        seeds = [config.seed * 1_000_003 + at * (1 << 40) for at in range(workers)]
        if deals < 64:
            found = [watched(config, seed, number, until) for seed, number in zip(seeds, share, strict=True)]
        else:
            with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
                found = list(pool.map(partial(watched, config), seeds, share, [until] * workers))
        data = Batch.joined([one for one in found if one is not None])
        self.decisions += len(data)
        for epoch in range(config.epochs):
            order = self.rng.permutation(len(data))
            losses, right, seen = 0.0, 0, 0
            for start in range(0, len(order), config.batch):
                batch = data.some(order[start : start + config.batch])
                state, known, rows, owner = batch.tensors()
                log_chances = _log_chances(self.actor(state, rows, owner), owner, len(batch))
                starts = torch.from_numpy(np.cumsum(batch.counts) - batch.counts)
                chosen = log_chances[starts + torch.from_numpy(batch.chosen)]
                missed = (self.critic(known) - torch.from_numpy(batch.target)).square().mean()
                self._learn(-chosen.mean() + missed)
                losses += float(-chosen.detach().sum())
                top = torch.full((len(batch),), -torch.inf).scatter_reduce(0, owner, log_chances.detach(), "amax")
                right += int((chosen.detach() == top).sum())
                seen += len(batch)
            yield self._log(
                Progress(
                    "imitation", time.time() - begun, self.decisions, self.deals, losses / seen, epoch + 1, right / seen
                )
            )

    def play(self, begun: float, end: float) -> Iterator[Progress]:
        """Self-play on all lanes; an update whenever enough steps were made."""
        config = self.config
        env = VecEnv(
            config.game, config.lanes, fast_seed=config.seed + self.updates, hidden=True, history=config.history
        )
        arrays, inputs = env.reset(), Inputs(self.encoding)
        steps: list[tuple[Batch, Any]] = []  # every step since the oldest deal under way, and who was to act in it
        first = 0  # the number of the oldest step that is kept
        since = np.zeros(config.lanes, np.int64)  # the step at which each lane's deal began
        ready: list[tuple[int, Any, Any]] = []  # a step, lanes of it, and what came of them
        number, last_shown = 0, time.time()
        while time.time() < end and not (config.self_updates and self.updates >= config.self_updates):
            self._learn_less(config.self_rate, config.self_updates, begun, end)
            batch = self._choose(arrays, inputs)
            steps.append((batch, arrays.seats.astype(np.int64)))
            env.step(batch.chosen)
            number += 1
            for lane in np.flatnonzero(arrays.dones):
                scores = targets_of(config, arrays.rewards[lane])
                for at in range(since[lane], number):
                    ready.append((at, lane, scores[steps[at - first][1][lane]]))
                since[lane] = number
            self.deals += int(arrays.dones.sum())
            self.decisions += config.lanes
            if number % config.steps == 0 and ready:
                loss, entropy = self._update(steps, first, ready)
                ready = []
                self.updates += 1
                keep = int(since.min())
                steps, first = steps[keep - first :], keep
                if time.time() - last_shown > self._pause:
                    progress = Progress(
                        "self-play", time.time() - begun, self.decisions, self.deals, loss, entropy=entropy
                    )
                    yield self._measured(begun, progress)
                    last_shown = time.time()
        yield self._measured(begun, Progress("self-play", time.time() - begun, self.decisions, self.deals))

    def _seen(self, arrays: Arrays, inputs: Inputs) -> Batch:
        """What is to be decided in each lane; nothing is chosen yet."""
        counts = np.diff(arrays.offsets)
        n = len(counts)
        hidden, nothing = arrays.hidden.reshape(n, -1).copy(), np.zeros(n, np.int64)
        return Batch(
            inputs.state(arrays), hidden, inputs.rows(arrays), counts, nothing, np.zeros(n, np.float32), np.zeros(0)
        )

    @torch.no_grad()
    def _choose(self, arrays: Arrays, inputs: Inputs) -> Batch:
        """One choice for each lane, drawn by its chances."""
        batch = self._seen(arrays, inputs)
        state, _, rows, owner = batch.tensors()
        log_chances = _log_chances(self.actor(state, rows, owner), owner, len(batch)).numpy()
        chosen, picked = self._drawn(log_chances, batch.counts)
        return replace(batch, chosen=chosen, log_chance=log_chances[picked].astype(np.float32))

    def _drawn(self, log_chances: Any, counts: Any) -> tuple[Any, Any]:
        """A choice for each lane, drawn by its chances: its place among those of the lane, and among all."""
        drawn = log_chances + self.rng.gumbel(size=len(log_chances))
        starts = np.cumsum(counts) - counts
        top = np.maximum.reduceat(drawn, starts)
        places = np.flatnonzero(drawn == np.repeat(top, counts))
        _, which = np.unique(np.repeat(np.arange(len(counts)), counts)[places], return_index=True)
        picked = places[which]
        return picked - starts, picked

    def _update(
        self, steps: list[tuple[Batch, Any]], first: int, ready: list[tuple[int, Any, Any]]
    ) -> tuple[float, float]:
        by_step: dict[int, list[tuple[Any, Any]]] = {}
        for at, lane, target in ready:
            by_step.setdefault(at, []).append((lane, target))
        parts = []
        for at, ends in by_step.items():
            which = np.array([lane for lane, _ in ends])
            part = steps[at - first][0].some(which)
            part.target = np.array([target for _, target in ends], np.float32)
            real = np.flatnonzero(part.counts > 1)
            if len(real):
                parts.append(part.some(real))
        data = Batch.joined(parts)
        with torch.no_grad():
            expected = self.critic(data.tensors()[1]).numpy()
        gain = data.target - expected
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        order = self.rng.permutation(len(data))
        losses, entropies, rounds = 0.0, 0.0, 0
        for start in range(0, len(order), self.config.batch):
            which = order[start : start + self.config.batch]
            batch = data.some(which)
            state, known, rows, owner = batch.tensors()
            log_chances = _log_chances(self.actor(state, rows, owner), owner, len(batch))
            starts = torch.from_numpy(np.cumsum(batch.counts) - batch.counts)
            chosen = log_chances[starts + torch.from_numpy(batch.chosen)]
            ratio = (chosen - torch.from_numpy(batch.log_chance)).exp()
            gains = torch.from_numpy(gain[which].astype(np.float32))
            bounded = ratio.clamp(1 - self.config.clip, 1 + self.config.clip)
            better = torch.minimum(ratio * gains, bounded * gains).mean()
            entropy = -(log_chances * log_chances.exp()).sum() / len(batch)
            missed = (self.critic(known) - torch.from_numpy(batch.target)).square().mean()
            self._learn(-better + missed - self.config.entropy * entropy)
            losses += float(missed.detach())
            entropies += float(entropy.detach())
            rounds += 1
        return losses / rounds, entropies / rounds
