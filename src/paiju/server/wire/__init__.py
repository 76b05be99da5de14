"""Every message and body that crosses the wire, as types.

One set for REST, WebSocket, the OpenAPI document and the page's generated TypeScript. Names are camelCase on the
wire and snake_case here. A field that is UNSET is left out; in a `game_state` delta that means "as before".
docs/api.md shows an example of each.
"""

from paiju.server.wire.base import *  # noqa: F403
from paiju.server.wire.catalog import *  # noqa: F403
from paiju.server.wire.daily import *  # noqa: F403
from paiju.server.wire.incoming import *  # noqa: F403
from paiju.server.wire.lessons import *  # noqa: F403
from paiju.server.wire.outgoing import *  # noqa: F403
from paiju.server.wire.parts import *  # noqa: F403
from paiju.server.wire.past import *  # noqa: F403
from paiju.server.wire.people import *  # noqa: F403
from paiju.server.wire.players import *  # noqa: F403
from paiju.server.wire.puzzles import *  # noqa: F403
from paiju.server.wire.study import *  # noqa: F403
from paiju.server.wire.tables import *  # noqa: F403
