"""Faults of the log, the writer and the shutdown: nothing hangs, and the process says when it cannot go on."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import httpx
import pytest
import structlog
from litestar.exceptions import InternalServerException
from sqlalchemy.exc import OperationalError
from websockets.exceptions import InvalidStatus

from paiju import kernel
from paiju.server import app as app_module
from paiju.server import database as databases
from paiju.server import operators, rooms, run, writer
from paiju.server import store as stores
from paiju.server.app import create_app
from paiju.server.context import Settings, StartError
from paiju.server.ending import CANNOT_WRITE, TOO_SLOW, Deadline, cancel_all
from paiju.server.logs import CHUNK, Lines, configure_logs, dropped
from paiju.server.rooms import Rooms
from paiju.server.store import Write, opened, sqlite_url
from paiju.server.writer import WriterEnded
from paiju.table import FakeTime
from tests.server.client import serving
from tests.server.services import free_port
from tests.server.test_writer import prepare

linux = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")


@contextmanager
def paiju_serve(data: Path, stdout: BinaryIO | int) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """`paiju serve` as a process of its own, whose standard output is ours to spoil."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "paiju", "serve", "--port", str(port), "--data", str(data)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=stdout,
        start_new_session=True,
    )
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        try:
            for _ in range(600):
                assert process.poll() is None, "the server did not start"
                try:
                    http.get("/health")
                    break
                except httpx.ConnectError:
                    time.sleep(0.1)
            yield process, http
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()


# --- the log ---------------------------------------------------------------------------------------------------------------


@linux
def test_a_full_log_stops_nothing(tmp_path: Path) -> None:
    """Writing fails while the log is full: the request is refused, the next one is served, and the process ends when told."""
    with open("/dev/full", "wb") as full, paiju_serve(tmp_path, full) as (process, http):
        token = http.post("/api/session", json={"name": "Ann"}).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        code = http.post("/api/games", json={"game": "wuguapi", "seats": 2}).json()["id"]
        with closing(sqlite3.connect(tmp_path / "paiju.db")) as db:
            db.execute("ALTER TABLE entries RENAME TO gone")
            assert http.post(f"/api/games/{code}/chat", json={"text": "one"}).status_code == 503
            db.execute("ALTER TABLE gone RENAME TO entries")
        assert http.post(f"/api/games/{code}/chat", json={"text": "two"}).status_code in (200, 201)
        said = [line["text"] for line in http.get(f"/api/games/{code}/chat").json()["lines"]]
        assert said == ["two"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) in (0, -signal.SIGTERM)


def test_a_server_starts_without_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)  # as Python has it where that was closed before the start
    Lines().write("nobody reads this")
    run.Server(create_app(Settings()))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes differ")
def test_a_line_never_waits_for_its_reader_and_goes_on_later() -> None:
    reader, writer = os.pipe()
    with open(reader, "rb", buffering=0) as heard, open(writer, "w") as file:
        lines, before = Lines(file), dropped()
        for number in range(100):
            lines.write(f"{number} " + "x" * CHUNK)
        assert dropped() > before
        heard.read(1 << 20)
        lines.write("again")
        assert heard.read(1 << 20).endswith(b"\nagain\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes differ")
@pytest.mark.parametrize("fault", ["closed pipe", "closed file", "full disk"])
def test_a_line_that_cannot_be_written_is_counted(fault: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    file: Any = open(writer, "w")  # noqa: SIM115
    if fault == "closed file":
        file.close()
    elif fault == "full disk" and Path("/dev/full").exists():
        file.close()
        file = open("/dev/full", "w")  # noqa: SIM115
    before = dropped()
    try:
        configure_logs(file)
        structlog.get_logger("test").error("one")
        try:
            raise ValueError
        except ValueError:
            structlog.get_logger("test").exception("two")
    finally:
        structlog.reset_defaults()
        file.close()
    assert dropped() == before + 2


def test_a_value_that_cannot_be_shown_is_no_reason_to_fail() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    file, before = io.StringIO(), dropped()
    try:
        configure_logs(file)
        structlog.get_logger("test").error("odd", value=Odd())
        structlog.get_logger("test").error("half a pair", value="\ud800")
    finally:
        structlog.reset_defaults()
    assert dropped() == before + 1
    assert json.loads(file.getvalue())["event"] == "half a pair"


# --- the writer ------------------------------------------------------------------------------------------------------------


async def test_a_writer_that_dies_refuses_all_and_says_so(tmp_path: Path) -> None:
    ended: list[bool] = []
    async with opened(sqlite_url(tmp_path / "one.db")) as store:
        (game,) = await prepare(store, 1)
        store.writer.on_end = lambda: ended.append(True)
        assert store.writer._task is not None
        waiting = store.submit(Write(game=game, fence=1, first=1, rows=[(1, "{}")]))
        store.writer._task.cancel()
        with pytest.raises(WriterEnded):
            await asyncio.wait_for(waiting, 5)
        assert ended == [True]
        with pytest.raises(WriterEnded):
            await asyncio.wait_for(store.submit(Write(game=game, fence=1, first=1, rows=[(1, "{}")])), 5)
        assert await store.drain(5)


async def test_one_who_fails_keeps_nobody_else_waiting() -> None:
    heard: list[Exception | None] = []
    write = Write(game=1, fence=1, first=1, rows=[])
    write.then(lambda _: 1 // 0)  # type: ignore[arg-type]
    write.then(heard.append)
    with pytest.raises(ZeroDivisionError):
        write.settle(None)
    assert heard == [None]


async def test_a_server_that_cannot_write_ends(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest()
        code = (await ann.table())["id"]
        stopped = asyncio.Event()
        server.app.stop = stopped.set
        writer = server.context.store.writer
        assert writer._task is not None
        writer._task.cancel()
        await asyncio.wait_for(stopped.wait(), 10)
        await ann.post(f"/api/games/{code}/chat", {"text": "anybody?"}, 503)
        await ann.get("/ready", 503)


# --- shutdown --------------------------------------------------------------------------------------------------------------


class Stored:
    """A store that has nothing to write."""

    async def drain(self, within: float | None = None) -> bool:
        return True


@pytest.mark.parametrize("turns", range(12))
@pytest.mark.parametrize("wakes", [False, True])
async def test_the_clock_stops_in_every_turn_around_a_wake(turns: int, wakes: bool) -> None:
    rooms = Rooms(Stored(), time=FakeTime(0))  # type: ignore[arg-type]
    clock = rooms.spawn(rooms._tick_forever(), "clock")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for turn in range(turns):
        if wakes and turn == turns - 1:
            rooms._wake.set()
        await asyncio.sleep(0)
    if wakes and not turns:
        rooms._wake.set()
    clock.cancel()  # once: whoever swallows it never ends
    done, _ = await asyncio.wait([clock], timeout=5)
    assert done, "the clock swallowed its cancellation"
    await asyncio.wait_for(rooms.close(), 5)


async def test_an_idle_server_has_nothing_to_wait_for_when_it_stops(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        reading = set(server.context.rooms._reading)  # what it reads at its start ends soon
        assert not reading or not (await asyncio.wait(reading, timeout=4))[1]


async def test_a_task_that_swallows_a_cancellation_is_cancelled_again() -> None:
    swallowed = 0

    async def deaf() -> None:
        nonlocal swallowed
        while swallowed < 2:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                swallowed += 1

    async def never() -> None:
        while not released:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)

    released = False
    one, two = asyncio.create_task(deaf()), asyncio.create_task(never(), name="never")
    await asyncio.sleep(0)
    await asyncio.wait_for(cancel_all([one, two], patience=0.2), 5)
    assert one.done() and not two.done()
    released = True
    await cancel_all([two])


def test_a_shutdown_that_hangs_is_ended_by_force() -> None:
    ended: list[int] = []
    forced = threading.Event()
    deadline = Deadline(0.01, lambda status: (ended.append(status), forced.set()))
    deadline.start()
    assert forced.wait(5)
    assert ended == [TOO_SLOW]
    unused = Deadline(60, ended.append)
    unused.start()
    unused.cancel()
    assert ended == [TOO_SLOW]


ENDS = """
import asyncio, os, signal, sys
from pathlib import Path
from paiju.server import run
from paiju.server.context import Context, Settings

async def never(self):
    await asyncio.Event().wait()

started = run.Server.startup

async def startup(self, sockets=None):
    await started(self, sockets)
    if sys.argv[2] == "hangs":
        os.kill(os.getpid(), signal.SIGTERM)
    else:
        self._app.context.store.writer._task.cancel()

run.Server.startup = startup
if sys.argv[2] == "hangs":
    run.DEADLINE = 0.5
    Context.say_goodbye = never
run.run(host="127.0.0.1", port=0, settings=Settings(data=Path(sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
@pytest.mark.parametrize(("what", "status"), [("hangs", TOO_SLOW), ("dies", CANNOT_WRITE)])
def test_the_process_ends_with_a_status_that_says_why(what: str, status: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDS, str(tmp_path), what],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == status, done.stderr.decode()
    said = [json.loads(line)["event"] for line in done.stdout.decode().splitlines() if line.startswith("{")]
    assert ("forced_end" if what == "hangs" else "writer_ended") in said


# --- the database ----------------------------------------------------------------------------------------------------------


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("ROLLBACK")


async def test_a_locked_database_is_unavailable_and_not_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = tuple(one for one in databases.PRAGMAS if "busy" not in one)
    monkeypatch.setattr(databases, "PRAGMAS", (*short, "busy_timeout=100"))
    monkeypatch.setattr(stores, "RECENT", 0.0)
    async with serving(tmp_path) as server:
        ann = await server.guest()
        code = (await ann.table())["id"]
        assert (await ann.get("/ready"))["writing"]
        with locked(tmp_path / "paiju.db"):
            answer = await ann.http.post("/api/session", json={"name": "Bo"})
            assert answer.status_code == 503 and "retry-after" in answer.headers
            await ann.post(f"/api/games/{code}/chat", {"text": "one"}, 503)
            ready = await ann.get("/ready", 503)
            assert (ready["status"], ready["writing"], ready["database"]) == ("failing", False, True)
            await ann.get("/health")
        assert (await ann.get("/ready"))["status"] == "ready"
        await ann.post(f"/api/games/{code}/chat", {"text": "two"})


async def test_a_locked_database_is_no_broken_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a socket asks for meanwhile is refused, and the log says why in a line: a traceback would call it our mistake."""
    short = tuple(one for one in databases.PRAGMAS if "busy" not in one)
    monkeypatch.setattr(databases, "PRAGMAS", (*short, "busy_timeout=100"))
    file = io.StringIO()
    async with serving(tmp_path) as server:
        ann = await server.guest()
        code = (await ann.table())["id"]
        server.context.rooms.forget(server.context.rooms.running[code])
        async with ann.socket() as socket:
            try:
                configure_logs(file)
                with locked(tmp_path / "paiju.db"):
                    assert (await socket.ask("watch", gameId=code))["code"] == "unavailable"
            finally:
                structlog.reset_defaults()
            assert (await socket.ask("watch", gameId=code))["type"] == "ack"
    logged = [json.loads(line) for line in file.getvalue().splitlines()]
    assert {"event": "database_unavailable", "level": "warning"}.items() <= logged[0].items()
    assert not [line for line in logged if line["level"] == "error"]


async def test_a_socket_is_told_that_nothing_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether its session cannot be read, or what it is welcomed with: 503 and when to try again, and no traceback."""

    async def fails(*_: Any) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise OperationalError("SELECT", None, error)

    file = io.StringIO()
    async with serving(tmp_path) as server:
        ann = await server.guest()
        store = server.context.store
        try:
            configure_logs(file)
            for name in ("first", "sits_at"):
                server.context.auth._sessions.clear()
                with monkeypatch.context() as patch, pytest.raises(InvalidStatus) as refused:
                    patch.setattr(store, name, fails)
                    async with ann.socket():
                        pass
                assert refused.value.response.status_code == 503
                assert "retry-after" in refused.value.response.headers
                assert not server.context.sockets and not server.context.crowds
        finally:
            structlog.reset_defaults()
        async with ann.socket():
            assert len(server.context.sockets) == 1
    logged = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [line["event"] for line in logged] == ["database_unavailable"] * 2


async def test_a_start_that_cannot_read_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says why, and the writer, its threads and the lock are gone: the next start is the first again."""

    async def fails(*_: Any) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        raise OperationalError("SELECT", None, error)

    before = asyncio.all_tasks()
    with monkeypatch.context() as patch:
        patch.setattr(operators.Bans, "refresh", fails)
        with pytest.raises(StartError, match="the database cannot be opened: disk I/O error"):
            async with create_app(Settings(data=tmp_path)).running():
                pass
    assert asyncio.all_tasks() == before
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("database-")]
    async with create_app(Settings(data=tmp_path)).running():
        pass


async def test_a_recent_write_is_enough(tmp_path: Path) -> None:
    async with opened(sqlite_url(tmp_path / "one.db")) as store:
        assert await store.can_write("s1", 1)
        written = store.writer.durable_at
        assert await store.can_write("s1", 2)
        assert store.writer.durable_at == written  # nothing was written for the second


async def test_what_the_framework_breaks_is_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(*_: Any) -> None:
        raise InternalServerException("oh")

    file = io.StringIO()
    async with serving(tmp_path) as server:
        ann = await server.guest()
        monkeypatch.setattr(server.context.store, "standings", breaks)
        try:
            configure_logs(file)
            await ann.get("/api/me", 500)
        finally:
            structlog.reset_defaults()
    (line,) = [json.loads(line) for line in file.getvalue().splitlines()]
    assert (line["event"], line["path"], line["status"]) == ("request_failed", "/api/me", 500)


@pytest.mark.parametrize("sent", [b"{", b"", b'5\r\n{"nam\r\nzz'])
async def test_a_client_that_leaves_in_the_middle_of_a_request_is_no_failure(sent: bytes, tmp_path: Path) -> None:
    """Anybody could fill the log with our mistakes otherwise."""
    length = b"Transfer-Encoding: chunked" if b"zz" in sent else b"Content-Length: 9"
    head = b"POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" + length + b"\r\n\r\n"
    file = io.StringIO()
    async with serving(tmp_path) as server:
        ann = await server.guest()
        try:
            configure_logs(file)
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(head + sent)
            await writer.drain()
            await asyncio.sleep(0.2)
            writer.close()
            await asyncio.sleep(0.2)
            await ann.get("/api/me")
        finally:
            structlog.reset_defaults()
    assert file.getvalue() == ""


# --- numbers ---------------------------------------------------------------------------------------------------------------


async def test_numbers_may_need_a_token(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics_token="s3cret") as server, httpx.AsyncClient(base_url=server.url) as http:
        for given, status in ((None, 401), ("Bearer wrong", 401), ("s3cret", 401), ("Bearer s3cret", 200)):
            answer = await http.get("/metrics", headers={"authorization": given} if given else {})
            assert answer.status_code == status, given
        assert "paiju_log_lines_dropped" in answer.text


async def test_numbers_may_have_a_port_of_their_own(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics_port=0) as server, httpx.AsyncClient() as http:
        assert (await http.get(f"{server.url}/metrics")).status_code == 404
        port = server.context.metrics_port
        assert port and port != server.port
        answer = await http.get(f"http://127.0.0.1:{port}/metrics")
        assert answer.status_code == 200 and "paiju_tables" in answer.text
    with pytest.raises(httpx.ConnectError):
        await asyncio.to_thread(httpx.get, f"http://127.0.0.1:{port}/metrics")


async def test_a_request_that_a_shutdown_cuts_off_is_asked_to_come_again(tmp_path: Path) -> None:
    """uvicorn cancels what takes too long: that is no failure with a traceback, and the client gets an answer."""
    app = create_app(Settings(data=tmp_path))
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b'{"name": "Ann"}', "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"accept-language", b"zh")]
    scope = {
        "type": "http", "method": "POST", "path": "/api/session", "raw_path": b"/api/session", "query_string": b"", "root_path": "",
        "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 80), "scheme": "http",
        "http_version": "1.1", "asgi": {"version": "3.0"},
    }  # fmt: skip
    async with app.running():
        assert app.context is not None
        reached = asyncio.Event()

        async def hangs(*args: Any) -> int:
            reached.set()
            await asyncio.Event().wait()
            return 0

        app.context.store.new_player = hangs  # type: ignore[assignment]
        request = asyncio.create_task(app(scope, receive, send))
        await asyncio.wait_for(reached.wait(), 10)
        app.context.rooms.draining = True
        request.cancel()
        await request
    assert [message.get("status") for message in sent] == [503, None]
    assert json.loads(sent[1]["body"])["message"] == "服务器正在重启，请稍候。"
    assert dict(sent[0]["headers"])[b"retry-after"] == b"1"


async def test_a_socket_that_a_shutdown_cuts_off_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its client has gone, what it asked for last takes too long, and the server cannot wait any more."""
    asked = asyncio.Event()

    async def ask(*_: Any) -> None:
        asked.set()
        await asyncio.Event().wait()

    async def send(message: dict[str, Any]) -> None:
        pass

    events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    events.put_nowait({"type": "websocket.connect"})
    text = '{"type": "chat", "payload": {"gameId": "8xk2m4qpn7rt", "text": "x"}}'
    events.put_nowait({"type": "websocket.receive", "text": text})
    app = create_app(Settings(data=tmp_path))
    async with app.running():
        assert app.context is not None
        monkeypatch.setattr(app.context, "ask", ask)
        scope = {"type": "websocket", "path": "/ws", "headers": [], "client": ("127.0.0.1", 1), "scheme": "ws"}
        served = asyncio.create_task(app(scope, events.get, send))
        await asyncio.wait_for(asked.wait(), 10)
        events.put_nowait({"type": "websocket.disconnect"})
        for _ in range(1000):
            if not app.context.sockets:
                break
            await asyncio.sleep(0.01)
        app.context.rooms.draining = True
        served.cancel()
        await served  # raises nothing: an ASGI server would log it as our mistake


async def test_the_insides_have_a_deadline_while_they_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under any ASGI server: it runs from the moment the insides are told to stop until they have, and no longer."""
    happened: list[str] = []

    class Noted(Deadline):
        def start(self) -> None:
            happened.append("starts")

        def cancel(self) -> None:
            happened.append("cancelled")

    monkeypatch.setattr(app_module, "Deadline", Noted)
    app = create_app(Settings(data=tmp_path))
    async with app.running():
        assert app.context is not None
        close = app.context.store.close

        async def closes() -> None:
            await close()
            happened.append("stopped")

        monkeypatch.setattr(app.context.store, "close", closes)
        assert happened == []
    assert happened == ["starts", "stopped", "cancelled"]


def test_no_server_in_this_process_ends_it() -> None:
    """`tests/conftest.py` sees to it; this line is not reached otherwise."""
    Deadline(0.0)._force()


def test_every_step_of_a_shutdown_fits_into_its_deadline() -> None:
    """Also where each of them waits as long as it may: the database is locked all the time."""
    assert run.GRACEFUL + rooms.DRAIN + rooms.PATIENCE + writer.PATIENCE < run.DEADLINE
    busy = int(next(one.split("=")[1] for one in databases.PRAGMAS if one.startswith("busy_timeout"))) / 1000
    assert busy < rooms.DRAIN + writer.PATIENCE


@pytest.mark.parametrize(("kernel_is_there", "is_off", "said"), [(True, False, 0), (False, True, 0), (False, False, 1)])
def test_a_server_without_the_kernel_says_so(
    kernel_is_there: bool, is_off: bool, said: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "HAVE_KERNEL", kernel_is_there)
    monkeypatch.setattr(kernel, "IS_OFF", is_off)
    with structlog.testing.capture_logs() as lines:
        run.say_what_is_missing()
    assert [line["event"] for line in lines] == ["no_kernel"] * said
