"""Bids 3 if it can, leads its lowest card and passes otherwise."""

from __future__ import annotations

import json

from heard import note

line = input()
asked = json.loads(line)
last, response = asked["requests"][-1], []  # type: tuple[Any, Any]
if "bid" in last:
    response = 0 if 3 in last["bid"] else 3
else:
    first = next(one for one in asked["requests"] if ("own" in one and "publiccard" in one) or "deliver" in one)
    own = list(first.get("own") or first["deliver"])
    for said in asked["responses"]:
        for card in (said[0] if said and isinstance(said[0], list) else said) if isinstance(said, list) else []:
            own.remove(card)
    plays = last["history"]
    passed = [not (one["response"][0] if isinstance(one, dict) else one) for one in plays]
    if all(passed):
        response = [[own[0]], [own[0]]] if last.get("stage") == "play" else [min(own)]
    elif last.get("stage") == "play":
        response = [[], []]
note(">", json.dumps(last))
note("<", json.dumps(response))
print(json.dumps({"response": response}))
