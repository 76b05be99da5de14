"""RLCard's `doudizhu-rule-v1` as a bot of ours: the position is told in its words, its answer is looked up in ours."""

from __future__ import annotations

from typing import Any

import numpy
from rlcard.games.doudizhu.utils import CARD_TYPE, INDEX
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

from paiju.games.climb.actions import PASS
from paiju.games.contract import Decision, View


def written(cards: Any) -> str:
    """Cards as RLCard writes them: ranks only, weakest first, B the small joker and R the big one."""
    letters = [str(card)[0].replace("L", "B") for card in cards]
    return "".join(sorted(letters, key=INDEX.__getitem__))


class RlcardPlayer:
    """Plays the tricks; an answer that our rules do not know (there is none in practice) becomes a pass or a lead."""

    def __init__(self) -> None:
        numpy.random.seed(1)  # noqa: NPY002 - the generator that RLCard itself draws from
        self._agent = DouDizhuRuleAgentV1()

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        seen: Any = view
        legal: dict[str, Any] = {}
        for action in decision.choices:
            text = "pass" if action == PASS else written(action.cards)
            if text == "pass" or text in CARD_TYPE[0]:
                legal.setdefault(text, action)
        trace = []
        for line in view.log:
            if line.key in ("climb.log.lead", "climb.log.play"):
                trace.append((line.data["seat"], written(line.data["cards"])))
            elif line.key == "climb.log.pass":
                trace.append((line.data["seat"], "pass"))
        hand = written(seen.hands[decision.seat].cards)
        raw = {
            "trace": trace,
            "current_hand": hand,
            "actions": sorted(legal),
            "landlord": seen.landlord,
            "self": int(decision.seat),
        }
        answer = self._agent.step({"raw_obs": raw})
        return legal.get(answer) or next(iter(legal.values()))
