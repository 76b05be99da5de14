"""Takes the last action of the list."""

from __future__ import annotations

import json
import sys

from heard import note
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

with connect(sys.argv[1]) as table:
    try:
        for text in table:
            message = json.loads(text)
            note(">", json.dumps(message))
            if message["type"] == "act":
                answer = json.dumps({"actIndex": message["indexRange"]})
                note("<", answer)
                table.send(answer)
    except ConnectionClosed:
        pass
