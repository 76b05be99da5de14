"""An asyncio event loop without a clock, threads or sockets: what runs next depends on nothing but what was asked of it.

Time stands still while anything can run, then jumps to the next timer. Work for threads is handed to `offload`, servers to
`listen`. Every callback belongs to the `Group` in whose context it was made; a group can be frozen, and thawed again.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")

SPIN = 20_000
"""Callbacks in a row without time going on: somebody waits busily."""


class Spinning(Exception):
    """Time does not go on."""


class Asleep(Exception):
    """Nothing will ever happen again."""


class Group:
    """Callbacks and tasks that stop and end together: one simulated process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.frozen = False
        self.grain = 0.0
        """Seconds between two turns on a busy machine."""
        self.held: list[asyncio.Handle] = []
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.context = copy_context()
        self.context.run(GROUP.set, self)

    @property
    def left(self) -> list[asyncio.Task[Any]]:
        return [task for task in self.tasks if not task.done()]


GROUP: ContextVar[Group | None] = ContextVar("group", default=None)

OUTSIDE = Context()
"""For what belongs to no group, whoever asks for it."""


class Task(asyncio.Task[T]):
    """Its hash is a number, so that sets of tasks have the same order in every run."""

    def __init__(self, coro: Coroutine[Any, Any, T], number: int, **more: Any) -> None:
        self._number = number
        super().__init__(coro, **more)

    def __hash__(self) -> int:
        return self._number


class Loop(asyncio.AbstractEventLoop):
    def __init__(self, offload: Callable[[Any, Callable[[], Any]], asyncio.Future[Any]], listen: Callable[..., Any]):
        self.turns = 0
        self.errors: list[dict[str, Any]] = []
        self._offload, self._listen = offload, listen
        self._now = 0.0
        self._ready: deque[asyncio.Handle] = deque()
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._count, self._tasks = count(), count(1)
        self._since_time = 0

    # --- running ---------------------------------------------------------------------------------------------------------

    def run(self, main: Coroutine[Any, Any, T]) -> T:
        asyncio._set_running_loop(self)
        try:
            task = self.create_task(main)
            while not task.done():
                self._turn()
            return task.result()  # type: ignore[no-any-return]
        finally:
            asyncio._set_running_loop(None)

    def _turn(self) -> None:
        if not self._ready:
            while self._timers and self._timers[0][2].cancelled():
                heapq.heappop(self._timers)
            if not self._timers:
                raise Asleep
            if self._timers[0][0] > self._now:
                self._now, self._since_time = self._timers[0][0], 0
        while self._timers and self._timers[0][0] <= self._now:
            self._ready.append(heapq.heappop(self._timers)[2])
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if handle.cancelled():
                continue
            group = handle._context.get(GROUP)  # type: ignore[attr-defined]
            if group is not None and group.frozen:
                group.held.append(handle)
                continue
            self.turns += 1
            self._since_time += 1
            if self._since_time > SPIN:
                raise Spinning
            handle._run()

    def thaw(self, group: Group) -> None:
        """Let a group go on with everything that came meanwhile."""
        group.frozen = False
        self._ready.extend(group.held)
        group.held.clear()

    # --- what asyncio asks of a loop ---------------------------------------------------------------------------------------

    def time(self) -> float:
        return self._now

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(self, delay: float, callback: Any, *args: Any, context: Context | None = None) -> Any:  # type: ignore[override]
        return self.call_at(self._now + max(0.0, delay), callback, *args, context=context)

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> Any:  # type: ignore[override]
        group = context.get(GROUP) if context is not None else GROUP.get()
        if group is not None and group.grain:
            when = math.ceil(when / group.grain) * group.grain
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._count), handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, *, name: str | None = None, context: Context | None = None) -> Any:
        task = Task(coro, next(self._tasks), loop=self, name=name, context=context)
        group = context.get(GROUP) if context is not None else GROUP.get()
        if group is not None:
            group.tasks[task] = None
            task.add_done_callback(lambda one: group.tasks.pop(one, None))
        return task

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        return self._offload(executor, lambda: func(*args))

    async def create_server(self, protocol_factory: Any, *args: Any, **more: Any) -> Any:
        return self._listen(protocol_factory)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.errors.append(context)

    def get_task_factory(self) -> None:
        return None

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False
