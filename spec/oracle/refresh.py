"""A provider of credentials: CRED-RUN-1 to CRED-RUN-25 of spec/credentials.md.

The provider learns what happens and what the device's clock shows. It calls `outcome` for a caller
who gets or fails, and `begin` for a fetch that begins, whose end it learns later.
"""

from credentials import standing

LEAST_INTERVAL, MOST_INTERVAL = 1000, 10000
LEAST_BACK_OFF, MOST_BACK_OFF = 1000, 60000


class Held:
    """A credential that is held: its name means its parts (CRED-RUN-8)."""

    def __init__(self, name, expiration, obtained, generation):
        self.name, self.expiration = name, expiration
        self.obtained, self.generation = obtained, generation


class Provider:
    """The state; every moment in it is one of the device's clock (CRED-RUN-23)."""

    def __init__(self, policy, jitter, begin, outcome):
        self.policy, self.jitter, self.begin, self.outcome = policy, jitter, begin, outcome
        self.held, self.generation, self.rejected = None, 0, None
        self.waiting, self.offset = [], 0
        self.in_flight, self.outdated = False, False
        self.failures, self.failed_at, self.back_off, self.cause = 0, None, 0, None

    def phase(self, now):
        """The phase of what is held; nothing counts as expired."""
        if self.held is None:
            return "expired"
        return standing(
            self.policy, self.held.expiration, self.held.obtained + self.offset, now + self.offset
        )[0]

    def has_expired(self, expiration, now):
        return expiration is not None and expiration <= now + self.offset

    def look_at_clock(self, now):
        """CRED-RUN-25."""
        if self.held is not None:
            self.held.obtained = min(self.held.obtained, now)
        if self.failed_at is not None:
            self.failed_at = min(self.failed_at, now)

    def is_backing_off(self, now):
        """CRED-RUN-13."""
        return self.failed_at is not None and now < self.failed_at + self.back_off

    def is_too_early(self, now):
        """CRED-RUN-15, of a credential that is held and has not expired."""
        if self.held is None or self.held.expiration is None:
            return False
        lifetime = max(0, self.held.expiration - self.held.obtained - self.offset)
        interval = max(LEAST_INTERVAL, min(MOST_INTERVAL, lifetime // 10))
        return now < self.held.obtained + interval

    def hold(self, name, expiration, now):
        """CRED-RUN-8, CRED-RUN-29."""
        if self.held is None or self.held.name != name:
            self.generation += 1
        self.held = Held(name, expiration, now, self.generation)
        self.failures, self.failed_at, self.back_off, self.cause = 0, None, 0, None

    def ask(self, caller, now):
        """CRED-RUN-1 to CRED-RUN-6, CRED-RUN-13."""
        self.look_at_clock(now)
        phase = self.phase(now)
        usable = phase != "expired"
        barred = self.is_backing_off(now) or (usable and self.is_too_early(now))
        begins = phase != "fresh" and not self.in_flight and not barred
        waits = phase in ("mandatory", "expired") and (self.in_flight or begins)
        if waits:
            self.waiting.append(caller)
        elif usable:
            self.outcome(caller, self.held)
        else:
            self.outcome(caller, None, self.cause)
        if begins:
            self.in_flight, self.outdated = True, False
            self.begin()

    def learn(self, offset, now):
        """CRED-RUN-23."""
        self.look_at_clock(now)
        self.offset = offset

    def cancel(self, caller, now):
        """CRED-RUN-16; whether the caller was waiting."""
        if caller in self.waiting:
            self.look_at_clock(now)
            self.waiting.remove(caller)
            return True
        return False

    def end(self, name, expiration, cause, now):
        """The end of a fetch, by a credential or by a cause of its failure."""
        self.look_at_clock(now)
        self.in_flight = False
        if self.outdated:  # CRED-RUN-22
            self.answer_each(lambda caller: self.ask(caller, now))
            return
        if cause is None and self.has_expired(expiration, now):
            cause = "expired"  # CRED-RUN-9
        if cause is None and name == self.rejected:
            cause = "same-as-rejected"  # CRED-RUN-20
        if cause is None:
            self.hold(name, expiration, now)
        else:
            self.fail(cause, now)
        usable = self.held is not None and not self.has_expired(self.held.expiration, now)
        held = self.held if usable else None
        self.answer_each(lambda caller: self.outcome(caller, held, cause))

    def answer_each(self, answer):
        """CRED-RUN-7."""
        callers, self.waiting = self.waiting, []
        for caller in callers:
            answer(caller)

    def fail(self, cause, now):
        """CRED-RUN-10, CRED-RUN-14."""
        self.failures += 1
        most = min(MOST_BACK_OFF, LEAST_BACK_OFF << min(self.failures - 1, 16))
        self.failed_at, self.back_off, self.cause = now, self.jitter(most // 2, most), cause

    def reject(self, generation, name, now):
        """CRED-RUN-17 to CRED-RUN-19."""
        self.look_at_clock(now)
        if self.held is not None and self.held.generation == generation:
            self.held, self.rejected = None, name

    def replace(self, name, expiration, now):
        """CRED-RUN-21, CRED-RUN-22."""
        self.look_at_clock(now)
        if self.has_expired(expiration, now):
            return
        self.hold(name, expiration, now)
        self.outdated = self.in_flight
        self.answer_each(lambda caller: self.outcome(caller, self.held))
