"""Bots that are other programs: JSON lines over standard input and output.

The lines are those of `protocol.py`. It runs in a process of its own, so a crash, an endless
loop or nonsense hurts nobody: the question is answered with the safest choice, and the mishap is counted. The last line
it wrote to standard error says why it ended. A Python file may define `choose` instead, see `host.py`.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from paiju.bots.protocol import Ask, Over, Question
from paiju.games.codec import encode
from paiju.games.contract import Decision, IllegalAction, NotationError, View
from paiju.games.messages import COMMON, Messages, tell

LINE_LIMIT: Final = 1 << 16
START_ALLOWANCE: Final = 10.0  # seconds a program may take to start
SECOND_ALLOWANCE: Final = 1.0  # the same for one that has never answered in that time
STRIKES: Final = 3  # after so many questions in a row without an answer a program is not asked again in this deal


_SILENT: Final[set[tuple[str, ...]]] = set()  # commands that were started and never answered


class BotFault(Exception):
    """A bot did not answer as it should: `kind` is "crash", "timeout" or "illegal"."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(kind, why)
        self.kind, self.why = kind, why

    def __str__(self) -> str:
        return f"{self.kind}: {self.why}"


class External:
    """One seat played by a child process. `messages` tell why an answer is refused."""

    quick = False

    def __init__(self, command: Sequence[str], game: str, parse: Any, messages: Messages = COMMON) -> None:
        self.command, self._game, self._parse, self._messages = tuple(command), game, parse, messages
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._complaints: deque[str] = deque(maxlen=1)
        self._listener: threading.Thread | None = None
        self._sent = 0
        self._strikes = 0

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        if len(view.log) < self._sent:
            self._sent = 0
        message = Ask(self._game, view.stage, view.body, view.log[self._sent :], Question.of(decision), limit)
        self._sent = len(view.log)
        answer = self._exchange(message, limit)
        text = answer.get("text") if isinstance(answer, dict) else None
        if not isinstance(text, str):
            raise BotFault("illegal", 'an answer is a line {"text": "…"}')
        try:
            return decision.choices.resolve(decision.seat, self._parse(text))
        except IllegalAction as error:
            raise BotFault("illegal", f"{text!r} is refused: {tell(error.why, self._messages, 'en')}") from None
        except NotationError as error:
            raise BotFault("illegal", f"{text!r} is refused: {error}") from None

    def over(self, scores: Sequence[int]) -> None:
        """Tell the program how the deal ended; it need not answer."""
        if self._process is not None:
            with contextlib.suppress(BotFault):
                self._send(Over(list(scores)))

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            _end(process)
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError, ValueError):
                        stream.close()
            process.wait(timeout=10)

    def _exchange(self, message: Ask, limit: float) -> Any:
        if self._strikes >= STRIKES:
            raise BotFault("timeout", f"{STRIKES} questions in a row were not answered")
        allowance = 0.05
        if self._process is None:
            allowance = SECOND_ALLOWANCE if self.command in _SILENT else START_ALLOWANCE
        self._start()
        self._send(message)
        try:
            line = self._lines.get(timeout=limit + allowance)
        except queue.Empty:
            self._strikes += 1
            if allowance == START_ALLOWANCE:
                _SILENT.add(self.command)
            self.close()
            raise BotFault("timeout", f"no answer within {limit:g} s") from None
        self._strikes = 0
        _SILENT.discard(self.command)
        if line is None:
            raise self._ended()
        try:
            return json.loads(line)
        except ValueError:
            raise BotFault("illegal", f"{line[:80]!r} is not JSON") from None

    def _start(self) -> None:
        if self._process is not None:
            return
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                encoding="utf-8", errors="replace", bufsize=1, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise BotFault("crash", f"{self.command[0]}: {error.strerror or error}") from None
        self._lines = queue.Queue()
        self._complaints = deque(maxlen=1)
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        self._listener = threading.Thread(target=_listen, args=(self._process, self._complaints), daemon=True)
        self._listener.start()

    def send_text(self, line: str) -> None:
        """Write a line of any kind, starting the program if it does not run."""
        self._start()
        self._write(line)

    def end(self, patience: float) -> int | None:
        """Close the program's input: its exit status, or None if it has not ended after so many seconds."""
        if self._process is None or self._process.stdin is None:
            return 0
        self._process.stdin.close()
        try:
            return self._process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            return None

    def _send(self, message: Ask | Over) -> None:
        self._write(encode(message).decode())

    def _write(self, line: str) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def _ended(self) -> BotFault:
        """It ended, or does not listen any more: with which code, and what it said last."""
        code = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self._process.wait(timeout=1)
            if self._listener is not None:
                self._listener.join(timeout=1)
        self.close()
        if code is None:
            return BotFault("crash", "the program does not read its input any more")
        said = f": {self._complaints[-1]}" if self._complaints else ""
        return BotFault("crash", f"the program ended with code {code}{said}")


def _end(process: subprocess.Popen[str]) -> None:
    """End a program with all that it has started, where the system can; else the program alone."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)  # a session of its own, so its number is that of its group
        else:
            process.kill()


def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(LINE_LIMIT):
            lines.put(line)
    lines.put(None)


def _listen(process: subprocess.Popen[str], complaints: deque[str]) -> None:
    """Keep the last line of what a program says beside its answers."""
    assert process.stderr is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stderr.readline(LINE_LIMIT):
            if line.strip():
                complaints.append(line.strip()[:200])


def command_of(spec: str) -> tuple[str, ...]:
    """The command a specification names: `cmd:./prog --fast`, or a Python file.

    >>> command_of("cmd:./prog --fast")
    ('./prog', '--fast')
    """
    if spec.startswith("cmd:"):
        return tuple(shlex.split(spec.removeprefix("cmd:")))
    return (sys.executable, "-u", str(Path(__file__).with_name("host.py")), spec)


def is_external(spec: str) -> bool:
    return spec.startswith("cmd:") or spec.endswith(".py")
