"""A virtual clock, and threads that live by it, of which one runs at a time.

A blocking SDK runs in real threads, but each of them stops where it would wait: in a fetch, which
takes virtual time, and at a lock that another thread holds. So a run needs no real time, and its
order is always the same.
"""

import heapq
import threading
from collections.abc import Callable
from typing import Any

# A thread of an SDK that neither waits nor ends within this time hangs.
REAL_SECONDS = 1.5

# What comes first at the same moment: a thread that may go on, a fetch that ends, an event of the
# script, a fetch that ends last.
GOING_ON, ENDING, EVENT, ENDING_LAST = range(4)


class Abandoned(BaseException):
    """Ends a thread that still waits when the run is over."""


class Task:
    """A thread that runs only while the world lets it."""

    def __init__(self, world: "World", work: Callable[[], None]) -> None:
        self.world, self.work = world, work
        self.turn = threading.Semaphore(0)
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        """The thread's life: it waits for its first turn, works and gives the turn back."""
        try:
            self.await_turn()
            self.work()
        except Abandoned:
            pass
        finally:
            self.world.baton.release()

    def pause(self) -> None:
        """Gives the turn back and waits for the next one."""
        self.world.baton.release()
        self.await_turn()

    def await_turn(self) -> None:
        """Waits for a turn; there is none when the run is over."""
        self.turn.acquire()
        if self.world.over:
            raise Abandoned


class World:
    """The clock and what is to happen, in the order of time."""

    def __init__(self, now: int) -> None:
        self.now = now  # the true time, in milliseconds since 1970
        self.skew = 0  # the device's clock minus the true one, in milliseconds
        self.over = False
        self.baton = threading.Semaphore(0)
        self.current: Task | None = None
        self.tasks: list[Task] = []
        self.plan: list[tuple[int, int, int, Callable[[], None]]] = []
        self.planned = 0

    def device_seconds(self) -> float:
        """What the device's clock shows, in seconds since 1970."""
        return (self.now + self.skew) / 1000

    def at(self, moment: int, rank: int, happening: Callable[[], None]) -> None:
        """Plans what happens at a moment."""
        self.planned += 1
        heapq.heappush(self.plan, (moment, rank, self.planned, happening))

    def start(self, work: Callable[[], None]) -> None:
        """Starts a thread, which runs until it waits or ends."""
        task = Task(self, work)
        self.tasks.append(task)
        self.go_on(task)

    def go_on(self, task: Task) -> None:
        """Lets a thread run until it waits or ends."""
        self.current = task
        task.turn.release()
        if not self.baton.acquire(timeout=REAL_SECONDS):
            raise TimeoutError("a thread of the SDK neither waits nor ends")

    def sleep(self, milliseconds: int, rank: int) -> None:
        """Lets virtual time pass in the thread that runs."""
        task = self.current
        assert task is not None
        self.at(self.now + milliseconds, rank, lambda: self.go_on(task))
        task.pause()

    def run(self, until: int) -> None:
        """Lets everything happen that is planned up to a moment."""
        while self.plan and self.plan[0][0] <= until:
            self.now, _, _, happening = heapq.heappop(self.plan)
            happening()
        self.now = until

    def end(self) -> None:
        """Ends the threads that still wait."""
        self.over = True
        for task in self.tasks:
            task.turn.release()


class Lock:
    """What `threading.Lock` is, in virtual time; the one who has waited longest gets it first."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.holder: Task | None = None
        self.waiting: list[Task] = []

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Takes the lock, or waits for it; False if it did not become free in time."""
        task = self.world.current
        assert task is not None
        if self.holder is None:
            self.holder = task
            return True
        if not blocking:
            return False
        self.waiting.append(task)
        if timeout >= 0:
            end = self.world.now + int(timeout * 1000)
            self.world.at(end, ENDING, lambda: self.give_up(task))
        task.pause()
        return self.holder is task

    def give_up(self, task: Task) -> None:
        """Ends the wait of a thread that has waited as long as it would."""
        if task in self.waiting:
            self.waiting.remove(task)
            self.world.go_on(task)

    def release(self) -> None:
        """Hands the lock on."""
        self.holder = self.waiting.pop(0) if self.waiting else None
        heir = self.holder
        if heir is not None:
            self.world.at(self.world.now, GOING_ON, lambda: self.world.go_on(heir))

    def locked(self) -> bool:
        """Whether somebody holds the lock."""
        return self.holder is not None

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: Any) -> None:
        self.release()
