"""`credential.timeline`: a script, played to the provider of refresh.py (CRED-RUN-26 to 28)."""

import random

from credentials import POLICIES
from refresh import Held, Provider
from values import read_choice, read_integer, read_object, read_optional_integer, refuse_if

# The advisory and the mandatory window of policies that SDKs might have, by a token's lifetime.
OTHER_WINDOWS = [
    lambda lifetime: (0, 0),
    lambda lifetime: (0, 60000),
    lambda lifetime: (0, 300000),
    lambda lifetime: (0, 900000),
    lambda lifetime: (0, lifetime // 5),
    lambda lifetime: (180000, 0),
]


class EagerProvider(Provider):
    """A provider without a back-off and without an interval."""

    def is_backing_off(self, now):
        return False

    def is_too_early(self, now):
        return False


class Script:
    """The world of a script: its clock, the fetches that it answers, and what comes of it."""

    def __init__(self, given, jitter, provider=Provider, windows=None):
        self.given, self.start = given, read_integer(given, "start")
        self.skew = read_optional_integer(given, "clock") or 0
        self.at, self.answers, self.fetches, self.pending = 0, [], [], []
        self.shown, self.tokens = {}, read_object(given.get("tokens"))
        policy = windows or read_choice(given, "policy", POLICIES)
        self.provider = provider(policy, jitter, self.begin, self.outcome)
        if given.get("held") is not None:
            self.hold(given["held"]["token"], given["held"]["obtained"])

    def hold(self, name, obtained):
        """What the provider has at first (CRED-RUN-27)."""
        self.provider.generation = 1
        moment = self.start + obtained + self.skew
        self.provider.held = Held(name, self.expiration(name), moment, 1)
        self.shown[name] = 1

    def expiration(self, name):
        expires = self.tokens[name].get("expires")
        return None if expires is None else self.start + expires

    def now(self):
        """What the device's clock shows (CRED-RUN-27)."""
        return self.start + self.at + self.skew

    def begin(self):
        """A fetch begins, with the next result of the script."""
        results = self.given["fetches"]
        result = results[min(len(self.fetches), len(results) - 1)]
        ends = self.at + result["takes"]
        self.fetches.append({"at": self.at, "ends": ends})
        self.pending.append((ends, result))

    def outcome(self, caller, held, cause=None):
        """A caller gets a credential or fails."""
        answer = {"caller": caller, "at": self.at}
        if held is None:
            answer["fails"] = cause
        else:
            answer["gets"] = held.name
            self.shown[held.name] = held.generation
        self.answers.append(answer)

    def play(self):
        """Everything in its order, up to `until`."""
        until, last = read_integer(self.given, "until"), self.given.get("completionsLast") is True
        for event in self.given["events"]:
            self.end_fetches(min(until, event["at"] - last))
            if event["at"] > until:
                break
            self.at = event["at"]
            self.happen(event)
        self.end_fetches(until)
        for fetch in self.fetches:
            if fetch["ends"] > until:
                fetch["ends"] = None
        return {"answers": self.answers, "fetches": self.fetches}

    def end_fetches(self, until):
        """Ends the fetches that are due at a moment or before it."""
        while self.pending and min(ends for ends, _ in self.pending) <= until:
            first = min(range(len(self.pending)), key=lambda index: self.pending[index][0])
            self.at, result = self.pending.pop(first)
            name = result.get("gives")
            expiration = None if name is None else self.expiration(name)
            self.provider.end(name, expiration, result.get("fails"), self.now())

    def happen(self, event):
        """One event of the script."""
        if "ask" in event:
            self.provider.ask(event["ask"], self.now())
        elif "cancel" in event:
            if self.provider.cancel(event["cancel"], self.now()):
                self.answers.append({"caller": event["cancel"], "at": self.at, "cancelled": True})
        elif "reject" in event:
            name = event["reject"]
            if name in self.shown:  # CRED-RUN-28
                self.provider.reject(self.shown[name], name, self.now())
        elif "replace" in event:
            self.provider.replace(event["replace"], self.expiration(event["replace"]), self.now())
        elif "clock" in event:
            self.skew = event["clock"]
        else:
            refuse_if("offset" not in event, "invalid-input")
            self.provider.learn(event["offset"], self.now())


def credential_timeline(members):
    """credential.timeline, with the seed of the script."""
    source = random.Random(read_optional_integer(members, "jitter") or 0)
    return Script(members, source.randint).play()


def every_chance(members):
    """What comes of a script where chance gives the least, the most, and what the seed gives."""
    extremes = [Script(members, jitter).play() for jitter in (min, max)]
    return [*extremes, credential_timeline(members)]


def every_policy(members):
    """What comes of a script with policies that it does not name (FMT-PROF-2)."""
    return [
        Script(members, min, provider, windows).play()
        for provider in (Provider, EagerProvider)
        for windows in OTHER_WINDOWS
    ]
