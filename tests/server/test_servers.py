"""The application is plain ASGI: the same moves by REST and by WebSocket under servers that know nothing of it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from paiju.server.websocket import MESSAGE_LIMIT

APP = "paiju.server.app:app"
SERVERS = {
    "uvicorn": ["uvicorn", APP, "--fd", "{fd}"],
    "uvicorn, wsproto": ["uvicorn", APP, "--fd", "{fd}", "--ws", "wsproto"],
    "hypercorn": ["hypercorn", APP, "--bind", "fd://{fd}"],
}


@contextmanager
def serving(command: list[str], data: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server process that listens on a socket of ours, so that it may be asked before it is ready."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.set_inheritable(True)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PAIJU_DATA": str(data)}
        process = subprocess.Popen(
            [sys.executable, "-m", *[part.format(fd=listener.fileno()) for part in command]],
            env=environment,
            pass_fds=[listener.fileno()],
            start_new_session=True,
        )
        port = listener.getsockname()[1]
    try:
        yield port, process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


async def until(wire: websockets.ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of each kind, in whatever order they come."""
    heard: dict[str, Any] = {}
    while not heard.keys() >= set(kinds):
        message = json.loads(await asyncio.wait_for(wire.recv(), 60))
        heard[message["type"]] = message["payload"]
    return heard


@pytest.mark.skipif(sys.platform == "win32", reason="a socket is handed over by its number")
@pytest.mark.parametrize("name", SERVERS)
async def test_moves_by_rest_and_socket(name: str, tmp_path: Path) -> None:
    with serving(SERVERS[name], tmp_path) as (port, process):
        await play(port)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 30) in (0, -signal.SIGTERM)


async def play(port: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        people = []
        for who in ("Ann", "Bo"):
            made = await http.post("/api/session", json={"name": who})
            assert made.headers["x-content-type-options"] == "nosniff"
            people.append({"Authorization": f"Bearer {made.json()['token']}"})
            http.cookies.clear()
        ann, bo = people
        table = {"game": "wuguapi", "seats": 2, "timeout": 600}
        code = (await http.post("/api/games", json=table, headers=ann)).json()["id"]
        await http.post(f"/api/games/{code}/players", json={}, headers=bo)
        assert (await http.post(f"/api/games/{code}/start", headers=ann)).status_code == 200

        address = f"ws://127.0.0.1:{port}/ws"
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with websockets.connect(address, additional_headers={"Authorization": "Bearer nobody"}):
                pass
        assert refused.value.response.status_code == 401
        assert json.loads(bytes(refused.value.response.body))["code"] == "unauthorized"

        by_socket = by_rest = 0
        async with websockets.connect(address, additional_headers=ann) as wire:
            await wire.send(json.dumps({"type": "watch", "payload": {"gameId": code}}))
            heard = await until(wire, "game_state")
            while not (by_socket and by_rest):
                if asked := heard["game_state"].get("decision"):
                    move = {"text": asked["choices"][0]}
                    await wire.send(json.dumps({"type": "action", "id": "move", "payload": move}))
                    heard = await until(wire, "ack", "game_state")
                    assert heard["ack"]["id"] == "move"
                    by_socket += 1
                else:
                    asked = (await http.get(f"/api/games/{code}/state", headers=bo)).json()["decision"]
                    move = {"text": asked["choices"][0]}
                    moved = await http.post(f"/api/games/{code}/action", json=move, headers=bo)
                    assert moved.status_code == 200, moved.text
                    heard = await until(wire, "game_state")
                    by_rest += 1
            await wire.send(" " * (MESSAGE_LIMIT + 1))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await asyncio.wait_for(wire.recv(), 60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009


async def test_a_start_that_fails_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "uvicorn", APP, "--port", "0"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PAIJU_DATA": str(tmp_path / "file" / "data")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode
    assert "cannot use" in done.stderr
    assert "Traceback" not in done.stderr
