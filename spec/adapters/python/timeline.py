"""`credential.timeline`: the script of a vector, played to the provider of a blocking SDK.

Each caller is a thread of its own. What the SDK cannot learn is in no script that is played:
a synchronous call cannot be cancelled, and a provider without a way to hear of a rejected or a
replaced credential, or of a clock offset, cannot take part.
"""

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from adapter import Unsupported
from virtual_time import ENDING, ENDING_LAST, EVENT, World

UNTOLD = {
    "cancel": "a call of the SDK that blocks cannot be cancelled",
    "reject": "the provider has no way to hear that a credential was rejected",
    "replace": "the provider has no way to be given a credential",
    "offset": "the provider has no way to hear of a clock offset",
}


class Fetched(NamedTuple):
    """The answer to a fetch; the status is None where no answer came."""

    status: int | None
    body: bytes


class Triple(NamedTuple):
    """What a caller gets: the three parts of a credential."""

    access_key_id: Any
    access_key_secret: Any
    security_token: Any


# Makes the provider from the world and from the fetch that is in place of its HTTP call, and
# returns the call by which a caller asks it.
Connect = Callable[[World, Callable[[], Fetched]], Callable[[], Triple]]


class Timeline:
    """One run of a script."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given, self.start = given, given["start"]
        self.answers: list[dict[str, Any]] = []
        self.fetches: list[dict[str, int | None]] = []
        self.held: str | None = None
        self.refuse_what_cannot_be_said()

    def refuse_what_cannot_be_said(self) -> None:
        """Ends a run that the SDK could not take part in, before anything happens."""
        for event in self.given.get("events") or []:
            for name, reason in UNTOLD.items():
                if event.get(name) is not None:
                    raise Unsupported(reason)
        held = self.given.get("held") or {}
        names = [held.get("token")] + [fetch.get("gives") for fetch in self.given["fetches"]]
        for name in filter(None, names):
            expires = self.given["tokens"][name].get("expires")
            if expires is None:
                raise Unsupported("the provider needs to know when a token expires")
            if (self.start + expires) % 1000:
                raise Unsupported("the answer to a fetch has whole seconds")

    def play(self, connect: Connect) -> dict[str, Any]:
        """Plays the script to the provider that `connect` makes."""
        held = self.given.get("held")
        world = World(self.start + (held["obtained"] if held else 0))
        world.skew = self.given.get("clock") or 0
        ask = connect(world, lambda: self.fetch(world))
        try:
            if held:
                self.give(world, ask, held["token"])
            for event in self.given.get("events") or []:
                world.at(self.start + event["at"], EVENT, self.happening(world, ask, event))
            world.run(self.start + self.given["until"])
        finally:
            world.end()
        return {"answers": self.answers, "fetches": self.fetches}

    def give(self, world: World, ask: Callable[[], Triple], name: str) -> None:
        """Lets the provider fetch what it is to hold, so that it comes to it in its own way."""
        got: list[Triple] = []

        def take() -> None:
            with contextlib.suppress(Exception):
                got.append(ask())

        self.held = name
        world.start(take)
        self.held = None
        if not got or self.name(got[0]) != name:
            raise Unsupported(f"the provider cannot be made to hold {name}")

    def happening(
        self, world: World, ask: Callable[[], Triple], event: dict[str, Any]
    ) -> Callable[[], None]:
        """What an event of the script does."""
        if event.get("ask") is not None:
            return lambda: world.start(lambda: self.answer(world, ask, event["ask"]))
        if event.get("clock") is not None:
            return lambda: setattr(world, "skew", event["clock"])
        raise Unsupported(f"no event is like {event!r}")

    def answer(self, world: World, ask: Callable[[], Triple], caller: str) -> None:
        """One caller: asks, and notes what came of it."""
        try:
            outcome = {"gets": self.name(ask())}
        except Exception as error:  # Whatever the SDK raises is the caller's failure.
            outcome = {"fails": type(error).__name__}
        self.answers.append(dict(outcome, caller=caller, at=world.now - self.start))

    def fetch(self, world: World) -> Fetched:
        """The next fetch of the script, in the thread of the caller for whom it is made."""
        if self.held is not None:
            return self.token(world, self.held)
        script = self.given["fetches"]
        planned = script[min(len(self.fetches), len(script) - 1)]
        note: dict[str, int | None] = {"at": world.now - self.start, "ends": None}
        self.fetches.append(note)
        last = self.given.get("completionsLast")
        world.sleep(planned["takes"], ENDING_LAST if last else ENDING)
        note["ends"] = world.now - self.start
        if planned.get("gives") is not None:
            return self.token(world, planned["gives"])
        return {
            "transport": Fetched(None, b""),
            "status": Fetched(500, b"the token server is ill"),
            "unreadable": Fetched(200, b"<html>"),
            "torn": self.torn(world),
            "nothing": Fetched(200, b""),
        }[planned["fails"]]

    def token(self, world: World, name: str) -> Fetched:
        """The answer that hands out a token, in the shape that both ECS and a URI answer with."""
        expires = self.start + self.given["tokens"][name]["expires"]
        return self.body(world, name, expires, SecurityToken="token-" + name)

    def torn(self, world: World) -> Fetched:
        """An answer without its security token."""
        return self.body(world, "torn", world.now + 3_600_000)

    @staticmethod
    def body(world: World, name: str, expires: int, **others: str) -> Fetched:
        members = {
            "AccessKeyId": "STS." + name,
            "AccessKeySecret": "secret-" + name,
            "Expiration": utc(expires),
            "LastUpdated": utc(world.now),
            "Code": "Success",
        }
        return Fetched(200, json.dumps(dict(members, **others)).encode("ascii"))

    @staticmethod
    def name(triple: Triple) -> str:
        """The name of the credential whose three parts a caller got."""
        name = str(triple.access_key_id)[len("STS.") :]
        whole = Triple("STS." + name, "secret-" + name, "token-" + name)
        return name if triple == whole else "torn"


def utc(milliseconds: int) -> str:
    """A time as token servers write it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(milliseconds // 1000))


def played(given: dict[str, Any], connect: Connect) -> dict[str, Any]:
    """The output of `credential.timeline`."""
    return Timeline(given).play(connect)
