"""The real server in a simulated world: `make universe`.

A universe is one integer. From it come the game, what people do, how long the network takes, and which faults happen when.
The server is the one that `paiju serve` runs: uvicorn's protocols, guard, rooms, store on a SQLite file, clocks, bots and
shutdown. Only the event loop (`loop.py`), the network (`network.py`) and the outside of the process (`process.py`) are simulated.
`checker.py` then compares what clients were told with what lies in the database; it shares no code with the server.

    plan.py      Fault, Plan: a universe as data, drawn from its seed
    loop.py      Loop, Group: asyncio on virtual time
    network.py   Pipe: one TCP connection, with delays, cuts, deaf and silent clients
    process.py   Process: one server, which can crash, freeze and be told to stop
    client.py    Player: plays, chats, comes back, and keeps a History
    world.py     run(plan) -> Result
    checker.py   judge(...) -> what is wrong
    shrink.py    the smallest plan that still fails
"""
